import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import TestKit
import Testing

@testable import QuizKit

/// Which questions of a file are those that it had before.
@Suite struct FileMatchingTests {
  private static let cities = ["Paris", "Lyon", "Nice", "Lille"]

  private func question(
    _ text: String, _ choices: [String] = cities, right: Int = 0
  ) -> QuestionContent {
    QuestionContent(text: text, choices: choices.map { Choice($0) }, correct: right)
  }

  private func known(
    _ questions: [QuestionContent]
  ) -> [FileMatching.Known] {
    questions.enumerated().map { index, content in
      .init(
        id: Identifier(rawValue: Int64(index + 1)), content: content,
        said: SaidFields(of: content))
    }
  }

  private func pairs(
    _ before: [QuestionContent], _ now: [QuestionContent]
  ) -> [Int?] {
    FileMatching(now, known: known(before)).pairs
  }

  // MARK: - The same question

  @Test(arguments: [
    ("What is the capital of France?", "What is the capital city of France?"),
    ("Whats the capital of France", "What is the capital of France?"),
    ("What is the captial of France?", "What is the capital of France?"),
    ("フランスの首都はどこですか。", "フランスの首都はどこでしょうか。"),
    ("次のうち、TCP の特徴として正しいものはどれか。", "次のうち、TCPの特徴として適切なものはどれか。"),
    (
      "A company wants to host a static website. Which service should it use?",
      "A company wants to host a static web site with low latency. Which service should it use?"
    ),
  ])
  func `a question that was reworded is the same one`(before: String, now: String) {
    #expect(pairs([question(before)], [question(now)]) == [0])
  }

  @Test(arguments: [
    ("styles of a mouse over", "styles of a mouseover"),
    ("background with an rgba() value", "background with a rgba() value"),
  ])
  func `a key in which a word was joined or an article changed is the same one`(
    before: String, now: String
  ) {
    let others = ["Paris", "Lyon"]
    #expect(
      pairs(
        [question("When are these pseudo class selectors applied?", [before] + others)],
        [question("When are these pseudo-class selectors applied?", [now] + others)]) == [0])
  }

  @Test func `a question whose key was corrected is the same one`() {
    let before = question("Which port does HTTP use?", ["80", "443", "22"], right: 1)
    let now = question("Which port does HTTP use?", ["80", "443", "22"], right: 0)
    #expect(pairs([before], [now]) == [0])
  }

  @Test func `a question with other choices is the same one if it keeps some`() {
    let before = question("Which are trees?", ["oak", "elm", "rose", "fern"])
    let now = question("Which are trees?", ["oak", "birch", "tulip", "moss"])
    #expect(pairs([before], [now]) == [0])
  }

  @Test func `questions that changed places are found`() {
    let all = ["one", "two", "three"].map { question("What is \($0) in French?", [$0, "x", "y"]) }
    #expect(pairs(all, all.reversed()) == [2, 1, 0])
  }

  @Test func `a question is found by its identifier, whatever its text is`() {
    var (before, now) = (question("Old text"), question("Quite another text", ["a", "b"]))
    before.externalID = "q1"
    now.externalID = "q1"
    #expect(pairs([before], [now]) == [0])
  }

  @Test(
    arguments: [
      (nil, nil, true), ("q1", nil, true), (nil, "q1", true), ("q1", "q1", true),
      ("q1", "q2", false),
    ] as [(String?, String?, Bool)])
  func `a question is the same one with and without an identifier, but not with another one`(
    before: String?, now: String?, isSame: Bool
  ) {
    var (old, new) = (question("Which is tall?"), question("Which is tall?"))
    (old.externalID, new.externalID) = (before, now)
    #expect(pairs([old], [new]) == [isSame ? 0 : nil])
  }

  @Test func `of two questions of one text the one with the same choices had its key corrected`() {
    let before = [
      question("Which is tall?", ["oak", "elm", "ash"]),
      question("Which is tall?", ["oak", "elm", "fir"]),
    ]
    #expect(pairs(before, [question("Which is tall?", ["oak", "elm", "fir"], right: 1)]) == [1])
  }

  @Test func `a question whose key and one of whose choices were corrected is the same one`() {
    let before = question("Which is tall?", ["oak", "elm", "ash"])
    #expect(pairs([before], [question("Which is tall?", ["oak", "elm", "fir"], right: 1)]) == [0])
  }

  @Test func `of two questions that say the same the one with the file's key is the same one`() {
    let texts = (question("Which is tall?"), question("Which is tall?", right: 1))
    var known = known([texts.1, texts.0])
    #expect(FileMatching([texts.0], known: known).pairs == [1])
    // A person has changed the key here: what the file said decides.
    known[1] = .init(id: known[1].id, content: texts.1, said: SaidFields(of: texts.0))
    #expect(FileMatching([texts.0], known: known).pairs == [1])
  }

  @Test(arguments: [(0, 0), (1, 0), (2, nil)] as [(Int, Int?)])
  func `a reworded question whose key a person has changed is the same one with either key`(
    right: Int, pair: Int?
  ) {
    let known = FileMatching.Known(
      id: Identifier(rawValue: 1), content: question("What is the capital of France?", right: 1),
      said: SaidFields(of: question("What is the capital of France?")))
    let now = question("What is the capital city of France?", right: right)
    #expect(FileMatching([now], known: [known]).pairs == [pair])
  }

  @Test func `what comes back from the trash is found among others of its kind`() {
    let texts = ["3", "5", "7"].map {
      question("Is \($0) a prime number, or the product of two other ones?", ["Yes", "No"])
    }
    var known = known(texts)
    for place in known.indices { known[place].isInTrash = true }
    #expect(FileMatching([texts[1]], known: known).pairs == [1])
  }

  @Test(arguments: [("abcde", 0), ("abcd", nil)] as [(String, Int?)])
  func `seven tenths in common are enough, and less is not`(text: String, pair: Int?) {
    // Ten sequences of three characters, or nine, of which three are others.
    let (before, now) = (text, text.replacing("c", with: "x"))
    #expect(pairs([question(before, ["xyz"])], [question(now, ["xyz"])]) == [pair])
  }

  @Test func `a number that was corrected is the same question, where no other is like it`() {
    let choices = ["Windows", "Linux", "macOS"]
    #expect(
      pairs(
        [
          question(
            "In 1991 a student announced a free kernel. Which system is it?", choices, right: 1)
        ],
        [
          question(
            "In 1992 a student announced a free kernel. Which system is it?", choices, right: 1)
        ]
      ) == [0])
  }

  @Test func `of questions that say the same the first one is reworded`() {
    let (before, now) = (
      question("What is the capital of France?"), question("What is the capital city of France?")
    )
    #expect(pairs([before, before], [now]) == [0])
    #expect(pairs([before, before], [now, now]) == [0, 1])
  }

  // MARK: - Another question

  @Test(arguments: [
    // The key is another one.
    (
      "What is the capital of France?", ["Paris", "Rome", "Bern"],
      "What is the capital of Italy?", ["Rome", "Paris", "Bern"]
    ),
    ("7 × 8 = ?", ["56", "54", "63"], "7 × 9 = ?", ["63", "56", "54"]),
    (
      "Which port does HTTP use?", ["80", "443", "22"], "Which port does HTTPS use?",
      ["443", "80", "22"]
    ),
    // All choices of a general question are other ones.
    (
      "Which of these is true?", ["Iron rusts.", "Gold rusts.", "Lead floats."],
      "Which of these is true?", ["The moon is near.", "Mars is blue.", "Venus is cold."]
    ),
  ])
  func `a new question like one that is gone is another one`(
    before: String, choices: [String], now: String, others: [String]
  ) {
    #expect(pairs([question(before, choices)], [question(now, others)]) == [nil])
  }

  @Test(arguments: [
    (["Is 3 a prime number?", "Is 5 a prime number?"], "Is 7 a prime number?"),
    (
      ["Water boils at 100 degrees.", "Water freezes at 0 degrees."],
      "Water does not boil at 100 degrees."
    ),
    (
      ["江戸時代に始まった文化はどれか。", "室町時代に始まった文化はどれか。"], "鎌倉時代に始まった文化はどれか。"
    ),
    (
      ["New York lies at the sea.", "Los Angeles lies at the sea."], "San Diego lies at the sea."
    ),
  ])
  func `where others differ in one fact as well, one fact makes another question`(
    before: [String], now: String
  ) {
    let choices = ["Yes", "No"]
    let old = before.map { question($0, choices) }
    #expect(pairs(old, [question(now, choices)] + old.dropFirst()) == [nil, 1])
  }

  @Test func `where the file has two that differ in one fact, neither is the earlier one`() {
    let choices = ["Yes", "No"]
    let now = [
      question("Is 15 a multiple of 3?", choices),
      question("Is 16 a multiple of 3?", choices, right: 1),
    ]
    #expect(pairs([question("Is 12 a multiple of 3?", choices)], now) == [nil, nil])
  }

  @Test func `a long right answer of which half is another one is another one`() {
    let others = [
      "It draws the page, shows it to the reader, and looks for all the pictures of the page, which"
        + " it asks for one after the other, the large ones last",
      "It keeps the page on the disk for later, with the time at which it was written, so that"
        + " nobody has to wait for it again",
    ]
    let same = "It sends the request to the "
    let ends = [
      "server and waits for the answer, and where none comes within half a minute it says so",
      "printer, which puts it in a row behind others and prints a page between any two",
    ]
    let (before, now) = (
      question("What does the browser do first in this case?", [same + ends[0]] + others),
      question("What does a browser do first in this case?", [same + ends[1]] + others)
    )
    #expect(QuestionWords(before).share(with: QuestionWords(now)) > 0.8)
    #expect(pairs([before], [now]) == [nil])
    // What is only in one of them is no sign of it where others have it, too.
    let further = ends.map { end in
      ["What waits?", "Where is the row?"].map { question($0, [end, "no", "yes"]) }
    }
    #expect(pairs([before] + further[1], [now] + further[0])[0] == nil)
  }

  // MARK: - Templates

  /// Decks in which all questions are alike: the text of one, with its right answer.
  private static let templates: [(name: String, make: @Sendable (Int) -> QuestionContent)] = [
    (
      "times tables",
      { n in
        let (a, b) = (n % 30 + 2, n / 30 + 2)
        return QuestionContent(
          text: "What is \(a) × \(b)?",
          choices: [a * b, a * b + 1, a * b + a].map { Choice("\($0)") }, correct: 0)
      }
    ),
    (
      "primes",
      { n in
        QuestionContent(
          text: "The number \(n + 2) is a prime number.",
          choices: [Choice("True"), Choice("False")],
          correct: n % 3 == 0 ? 0 : 1)
      }
    ),
    (
      "places",
      { n in
        let name = Self.name(n)
        return QuestionContent(
          text: "The capital of \(name) lies on a river.",
          choices: [Choice("True"), Choice("False")], correct: n % 2)
      }
    ),
    (
      "ports",
      { n in
        QuestionContent(
          text: "Which port does the service \(Self.name(n)) use?",
          choices: [n + 20, n + 21, n + 400].map { Choice("\($0)") }, correct: 0)
      }
    ),
    (
      "negations",
      { n in
        QuestionContent(
          text: "Which of these does\(n % 2 == 0 ? "" : " NOT") belong to \(Self.name(n / 2))?",
          choices: ["a wheel", "a wing", "a leaf"].map { Choice($0) }, correct: n % 3)
      }
    ),
  ]

  private static func name(_ n: Int) -> String {
    let parts = ["Ba", "Co", "Di", "Fu", "Ge", "Ha", "Ki", "Lo", "Mu", "Na"]
    return [n / 100 % 10, n / 10 % 10, n % 10].map { parts[$0] }.joined().capitalized
  }

  @Test(arguments: 0..<5)
  func `in a deck of one kind no question is taken for another`(template: Int) {
    let make = Self.templates[template].make
    var random = SplitMix64(seed: UInt64(template) + 1)
    for _ in 0..<Thoroughness.share(of: 30) {
      let all = (0..<240).shuffled(using: &random)
      let (gone, kept, new) = (all[..<20], all[20..<200], all[200..<220])
      let before = (gone + kept).sorted()
      let now = (kept + new).sorted()
      let pairs = pairs(before.map(make), now.map(make))
      for (place, pair) in pairs.enumerated() {
        guard let pair else { continue }
        #expect(before[pair] == now[place], "\(make(before[pair]).text) ≠ \(make(now[place]).text)")
      }
      #expect(pairs.count { $0 != nil } == kept.count)
    }
  }
}

/// Prints how the questions of a file are paired through its history: for reading by eye. The folder
/// in `QA_REPL_HISTORY` has the versions, sorted by name.
@Suite struct FileHistoryTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["QA_REPL_HISTORY"] != nil))
  func `the pairs of a history`() throws {
    let folder = ProcessInfo.processInfo.environment["QA_REPL_HISTORY"] ?? ""
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var known: [FileMatching.Known] = []
    var next: Int64 = 0
    var old: Set<Identifier<Question>> = []
    for name in files {
      let data = try #require(FileManager.default.contents(atPath: folder + "/" + name))
      let file = try QuestionFile.read(Array(data), name: name)
      let now = file.questions.map(\.content)
      let pairs = FileMatching(now, known: known).pairs
      var (alike, new) = (0, 0)
      for (place, pair) in pairs.enumerated() {
        guard let pair, let before = known[pair].content else {
          new += 1
          if !known.isEmpty { print("  new: \(now[place].text.prefix(120))") }
          continue
        }
        guard before.text != now[place].text || !before.isAlike(now[place]) else { continue }
        alike += 1
        let share = QuestionWords(before).share(with: QuestionWords(now[place]))
        print(
          "  pair \(String(format: "%.3f", share)): \(before.text) | \(before.rightAnswer)\n"
            + "          → \(now[place].text) | \(now[place].rightAnswer)")
      }
      let taken = Set(pairs.compactMap(\.self))
      let left = known.indices.filter { !taken.contains($0) }.map { known[$0] }
      let gone = left.filter { !old.contains($0.id) }
      for question in gone { print("  gone: \(question.content?.text.prefix(120) ?? "")") }
      print("\(name): \(now.count) questions, \(alike) changed, \(new) new, \(gone.count) gone")
      known =
        zip(now, pairs).map { content, pair in
          next += 1
          let id = pair.map { known[$0].id } ?? Identifier(rawValue: next)
          return .init(id: id, content: content, said: SaidFields(of: content))
        }
        + left
      old = Set(left.map(\.id))
    }
  }
}
