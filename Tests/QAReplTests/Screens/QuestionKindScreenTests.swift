import Foundation
import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Questions of each kind in scripts: commands, text and JSON.
@Suite struct QuestionKindScreenTests {
  private func program(json: Bool = false, _ language: Language = .english) throws -> TestProgram {
    try TestProgram(
      language: language, json: json, samples: false, store: try KindsBank.store())
  }

  private func states(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["state"] as? [String: Any]
    }
  }

  @Test(arguments: ["1 3", "choose 1 3", "choose a,c", "a c", "１　３", "選択 ア ウ", "3,1"])
  func `choices are given by their numbers or letters`(_ line: String) throws {
    let program = try program()
    program.run("quiz", line)
    #expect(program.state(QuizState.self)?.index == 2)
    program.run("finish", "result")
    #expect(program.state(ResultState.self)?.items.first?.correct == true)
  }

  @Test func `ticks are shown until they are handed in`() throws {
    let program = try program()
    #expect(program.run("quiz").contains("Choose two.\n[ ] 1. Red"))
    #expect(program.run("toggle 1 2", "toggle 2").contains("[x] 1. Red\n[ ] 2. Yellow"))
    #expect(program.run("choose").contains("error[other-count-ticked]"))
    #expect(program.run("toggle 3", "choose").contains("Choose all that apply."))
    #expect(program.run("toggle").contains("error[missing-argument]"))
    #expect(program.run("toggle x1").contains("error[not-a-number]"))
  }

  @Test(arguments: ["answer paris.", "回答 Ｐａｒｉｓ", "ANSWER  Paris "])
  func `a text is what stands behind the command`(_ line: String) throws {
    let program = try program()
    program.run("quiz", "go 3", line, "finish", "result")
    #expect(program.state(ResultState.self)?.items[2].correct == true)
  }

  @Test func `the result tells what was right, missed and wrong, and counts parts`() throws {
    let program = try program()
    let text = program.run(
      "quiz --partial", "1 2", "1 3", "answer Lutetia", "answer 3.2", "1", "result")
    #expect(text.contains("  [x] Red  (right)\n  [x] Yellow  (wrong)\n  [ ] Green  (missed)"))
    #expect(text.contains("× wrong  partly right: 0.67 of 1"))
    #expect(text.contains("Right answer: 3.14 ± 0.005"))
    #expect(text.contains("2.17 of 5 points, 1 right"))
    #expect(program.run("history").contains("2.17/5"))
    #expect(program.run("open 1").contains("[ ] Green  (missed)"))
  }

  @Test func `without partial an answer that is partly right is wrong`() throws {
    let program = try program()
    let text = program.run("quiz", "1", "1 3", "answer Lutetia", "answer 3", "1", "result")
    #expect(text.contains("1 of 5 right") && !text.contains("partly"))
  }

  @Test func `JSON has the fields of the kinds`() throws {
    let program = try program(json: true)
    let asked = try states(program.run("quiz --partial", "toggle 1", "choose 1 2"))
    #expect(asked.compactMap { $0["kind"] as? String }.first == "several")
    #expect(asked[0]["choose"] as? Int == 2 && asked[0]["selected"] is NSNull)
    let selections = asked.map { $0["selection"] as? [Int] ?? [] }
    #expect(selections == [[], [1], []])
    #expect(asked[2]["choose"] is NSNull)
    let typed = try states(program.run("go 3", "answer Lutetia", "back", "next"))
    #expect(typed.compactMap { $0["kind"] as? String } == ["text", "number", "text", "number"])
    #expect(typed[0]["typed"] is NSNull && typed[2]["typed"] as? String == "Lutetia")
    #expect((typed[0]["choices"] as? [String])?.isEmpty == true)
    let confirm = try #require(try states(program.run("answer 3.14", "2")).last)
    let listed = try #require(confirm["items"] as? [[String: Any]])
    let listedSelections = listed.map { $0["selection"] as? [Int] ?? [] }
    #expect(listedSelections == [[1, 2], [], [], [], [2]])
    let listedChoices = listed.map { $0["selected"] as? Int ?? 0 }
    #expect(listedChoices == [0, 0, 0, 0, 2])
    let result = try #require(try states(program.run("result")).last)
    #expect(result["points"] as? Double == 1.5 && result["possible"] as? Int == 5)
    #expect(result["score"] as? Int == 1)
    let items = try #require(result["items"] as? [[String: Any]])
    let points = items.map { $0["points"] as? Double ?? -1 }
    #expect(points == [0, 0, 0.5, 1, 0])
    let marks = try #require(items[0]["markedChoices"] as? [[String: String]])
    #expect(marks.map { $0["mark"] } == ["hit", "wrong", "missed"])
    #expect(items[0]["correctAnswer"] as? String == "Red; Green")
  }

  @Test func `practice tells at once`() throws {
    for (language, missed) in [(Language.english, "(missed)"), (.japanese, "（選び忘れ）")] {
      let program = try program(language)
      let text = program.run("quiz --practice --partial", "1", "next", "next", "answer Lutetia")
      #expect(text.contains(missed) && text.contains("That was long ago."))
      #expect(program.state(QuizState.self)?.feedback?.points == 0.5)
    }
  }

  @Test func `a review of parts takes the option too`() throws {
    let program = try program()
    program.run("quiz", "finish", "result", "home", "advance 49h", "review --partial")
    #expect(program.state(QuizState.self)?.count == 5)
    program.run("go 3", "answer Lutetia")
    #expect(program.state(QuizState.self)?.feedback?.points == 0.5)
  }

  @Test func `nothing is wider than the window`() throws {
    for language in Language.allCases {
      for columns in [39, 79] {
        let program = try TestProgram(
          language: language, samples: false, store: try KindsBank.store(), columns: columns)
        let text = program.run(
          "quiz --partial", "toggle 1 2", "choose 1 2", "1", "answer Lutetia", "answer 3", "1",
          "result", "history", "open 1")
        for line in text.split(separator: "\n") where !line.contains("error[") {
          #expect(displayWidth(String(line)) <= columns, "\(line)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (0.0, "0"), (1, "1"), (12.5, "12.5"), (2.0 / 3, "0.67"), (0.05, "0.05"), (3.999, "4"),
    ] as [(Double, String)])
  func `points have two decimals at most`(_ points: Double, _ text: String) {
    #expect(PointsText.text(of: points) == text)
  }
}
