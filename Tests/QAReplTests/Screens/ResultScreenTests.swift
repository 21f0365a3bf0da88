import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct ResultScreenTests {
  private let store = MemoryStore(schema: QuestionBank.schema)

  /// A desk at noon of a day, with two questions whose answers are typed.
  private func desk(day: Int = 0, _ language: Language = .english) throws -> LiveDesk {
    let noon = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
    let desk = try LiveDesk(store: store, language: language, now: noon)
    desk.files.contents["/q.gift"] = "Capital of Peru? {=Lima}\n\nCapital of Chile? {=Santiago}\n"
    desk.answer("import /q.gift\r")
    return desk
  }

  /// Plays both questions, and looks at the result.
  private func play(_ desk: LiveDesk, right: Int) {
    desk.answer("quiz q\r")
    for place in 0..<2 {
      let answer = desk.shows("Peru?") ? "Lima" : "Santiago"
      desk.answer(place < right ? "\(answer)\r" : "no\r")
    }
    desk.answer("\r")
  }

  private func praise(_ desk: LiveDesk) -> Set<String> {
    let known = ["best so far", "これまでの最高", "days in a row", "日連続"]
    return Set(known.filter { word in desk.rows.contains { $0.contains(word) } })
  }

  @Test func `a result that is better than all before is the best so far`() throws {
    let desk = try desk()
    play(desk, right: 1)
    #expect(desk.shows("1 of 2") && praise(desk).isEmpty, "\(desk.rows)")
    play(desk, right: 1)
    #expect(desk.shows("1 of 2") && praise(desk).isEmpty)
    play(desk, right: 2)
    #expect(desk.shows("2 of 2") && praise(desk) == ["best so far"], "\(desk.rows)")
    play(desk, right: 2)
    #expect(desk.shows("2 of 2") && praise(desk).isEmpty)
  }

  @Test(arguments: [
    (Language.english, "2 days in a row"), (.japanese, "2 日連続"),
  ])
  func `days on which something was answered are counted while none is left out`(
    language: Language, row: String
  ) throws {
    play(try desk(day: 0, language), right: 1)
    let next = try desk(day: 1, language)
    play(next, right: 1)
    #expect(next.shows(row), "\(next.rows)")
    let later = try desk(day: 3, language)
    play(later, right: 1)
    #expect(praise(later).isEmpty)
  }

  @Test func `a script is not praised`() throws {
    let program = try TestProgram(json: true)
    program.run("quiz --count 2 --seed 1", "finish", "result", "retry")
    let output = program.run("quiz --count 2 --seed 1", "1", "2", "finish", "result")
    #expect(!output.contains("best") && !output.contains("row"))
  }
}
