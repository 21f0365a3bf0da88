import Testing

@testable import QuizExchange

/// Tests that beginnings of questions, choices and keys can be combined as they like: each file has
/// the same two questions, the first with one right answer and the second with two.
@Suite struct ListCombinationTests {
  /// Beginnings of questions; `0` stands for the number and `…` for the text.
  private static let beginnings = [
    "0. …", "0.…", "0) …", "(0) …", "[0] …", "0 - …", "0、…", "0．…", "No.0 …", "#0 …", "Q0: …",
    "Q0 …", "Q.0 …", "Question 0 of 99\n…", "Question 0. …", "QUESTION NO: 0\n…",
    "Question #0 Topic 1\n\n…", "**0. …**", "**0.** …", "- **0. …**", "### 0\n\n…",
    "### Question 0\n…", "## 0. …", "<h3>Question 0</h3>\n\n…", "問0　…", "【問0】…", "第0問\n…",
  ]

  /// Forms of choices; `A`, `a`, `ア`, `①` and `1` stand for the label and `…` for the text.
  private static let choices = [
    "A. …", "A.…", "A) …", "(A) …", "[A] …", "A - …", "a) …", "- A. …", "* a) …", "  - A) …",
    "• A. …", "○ A. …", "> A. …", "Option A: …", "**A.** …", "A．…", "ア …", "(ア) …", "① …",
    "   1) …",
    "- [ ] A. …",
  ]

  /// Forms of keys; `L` stands for the labels.
  private static let keys = [
    "Answer: L", "Answer L", "**Answer:** L", "**Correct answer: L**", "Correct answer is L",
    "The correct answer is L.", "Answer: `L`", "Answer: L ✅", "Answer: L, because it is so",
    "(Answer: L)", "[Answer: L]", "### Answer\n\nL", "> Answer: L", "正解:L", "正解はLです", "【正解】L",
    "<details><summary>Show answer</summary>\n\n**L**\n\n</details>",
  ]

  /// What follows a key.
  private static let explanations = [
    "", "Explanation: so", "Explanation:\n1. first\n2. second", "| A | B |\n|---|---|\n| 1 | 2 |",
    "Option A: not so\n\nOption B: so", "```\n3. code\n```", "A is wrong.\nB is right.",
  ]

  private static let joints = [", ", " ", " and ", "、", " & "]

  struct File {
    var begin: String
    var choice: String
    var key: String
    var explanation: String
    var joint: String
    /// The difference between two numbers: some questions may be missing.
    var step: Int

    var description: String { "\(begin) | \(choice) | \(key) | \(joint) | \(explanation)" }

    var text: String {
      question(7, "Which of them?", [1]) + question(7 + step, "Which two of them?", [0, 2])
    }

    private func question(_ number: Int, _ text: String, _ right: [Int]) -> String {
      let begin = begin.replacing("0", with: "\(number)").replacing("…", with: text)
      let choices = ["one", "two", "three"].enumerated().map { place, text in
        choice.replacing(/[Aaア①1]/) { label(String($0.output), place) }.replacing("…", with: text)
      }
      let labels = right.map { label(style, $0) }.joined(separator: joint)
      return [
        begin, choices.joined(separator: "\n"), key.replacing("L", with: labels), explanation,
      ]
      .filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n\n"
    }

    private var style: String {
      choice.firstMatch(of: /[Aaア①1]/).map { String($0.output) } ?? "A"
    }

    private func label(_ first: String, _ place: Int) -> String {
      let series = ["A": "ABC", "a": "abc", "ア": "アイウ", "①": "①②③", "1": "123"][first] ?? ""
      return String(Array(series)[place])
    }
  }

  private static let files: [File] = beginnings.enumerated().flatMap { begin, text in
    choices.enumerated().flatMap { choice, form in
      [0, 1].map { round in
        let pick = begin * 5 + choice * 3 + round * 11
        // "Answer 1" is a title.
        let key = form.contains("1") && pick % keys.count == 1 ? pick + 1 : pick
        return File(
          begin: text, choice: form, key: keys[key % keys.count],
          explanation: explanations[pick % explanations.count],
          joint: joints[pick % joints.count], step: round + 1)
      }
    }
  }

  @Test(arguments: ["a.md", "a.txt"])
  func `questions are read however they begin, are labelled and are answered`(name: String) throws {
    let unread = try Self.files.filter { example in
      let file = try readText(example.text, name: name)
      return file.contents.map(\.text) != ["Which of them?", "Which two of them?"]
        || file.contents.map(\.solution.rightChoices) != [[1], [0, 2]]
        || !file.contents.allSatisfy { $0.choiceTexts == ["one", "two", "three"] }
        || file.places != []
    }
    #expect(unread.map(\.description) == [])
  }
}
