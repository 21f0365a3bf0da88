import Foundation
import QuizSupport
import Testing

@testable import QuizKit
@testable import qa_repl

/// Tests cards, gaps, orders and pairs that are answered by lines.
@Suite struct PartsInLinesTests {
  private static let bank = """
    {"format": "qa-repl", "version": 3, "questions": [
      {"deck": "D", "kind": "card", "text": "the dog", "back": "el perro"},
      {"deck": "D", "kind": "gaps", "text": "[[1]] is the capital of [[2]].",
       "gaps": [{"accepted": ["Paris"]}, {"choices": ["France", "Spain"], "correct": 1}]},
      {"deck": "D", "kind": "order", "text": "Sort.", "choices": ["one", "two", "three"]},
      {"deck": "D", "kind": "match", "text": "Match.",
       "pairs": [{"left": "hot", "right": "fire"}, {"left": "cold", "right": "ice"}],
       "extra": ["sand"]}
    ]}
    """

  private func program(_ language: Language = .english, json: Bool = false) throws -> TestProgram {
    let program = try TestProgram(
      language: language, json: json, samples: false,
      files: TestFiles(contents: ["bank.json": Self.bank]))
    program.run("import bank.json")
    return program
  }

  @Test func `a card's form asks for no commentary, and an order has its lines where others are`()
    throws
  {
    let program = try program()
    let card = program.run("manage --deck D")
    #expect(card.contains("Back: el perro") && !card.contains("Commentary"))
    program.run(">>")
    #expect(program.run(">>").contains("\n   1. one\n   2. two\n   3. three\n"))
  }

  @Test func `a line that names no line on the right says which there are`() throws {
    let program = try program()
    program.run("quiz", "show", "good", "gap 1 Paris", "gap 2 France", "order 1 2 3")
    #expect(program.run("match 1z").contains("There is no z on the right; choose a to c."))
    #expect(program.run("match 1-99").contains("There is no 99 on the right; choose a to c."))
    #expect(program.run("lang ja", "match 1d").contains("右側に d はありません。a〜c を選んでください。"))
  }

  @Test(arguments: ["result", "history"])
  func `JSON says part by part what was answered`(_ screen: String) throws {
    let program = try program(json: true)
    let lines = [
      "quiz", "show", "good", "gap 1 Lyon", "gap 2 a", "order 1 2 3", "match 1a 2b", "result",
      "history", "open 1",
    ]
    var items: [[String: Any]] = []
    for line in lines {
      for object in program.run(line).split(separator: "\n") {
        let emission = try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any]
        guard emission?["screen"] as? String == screen else { continue }
        let state = emission?["state"] as? [String: Any]
        let shown = state?["open"] as? [String: Any] ?? state
        items = shown?["items"] as? [[String: Any]] ?? []
      }
    }
    try #require(items.count == 4)
    #expect(items[0]["parts"] is NSNull)
    let gaps = try #require(items[1]["parts"] as? [[String: Any]])
    #expect(gaps.map { $0["answer"] as? String } == ["Lyon", "France"])
    #expect(gaps.map { $0["correctAnswer"] as? String } == ["Paris", "France"])
    #expect(gaps.map { $0["correct"] as? Bool } == [false, true])
    #expect(
      (items[2]["parts"] as? [[String: Any]])?.compactMap { $0["number"] as? Int } == [1, 2, 3])
    let pairs = try #require(items[3]["parts"] as? [[String: Any]])
    #expect(pairs.map { $0["left"] as? String } == ["hot", "cold"])
  }
}
