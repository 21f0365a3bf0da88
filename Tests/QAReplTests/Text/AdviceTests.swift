import Foundation
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// The advice on what to type about a message is in one table of the program, and the library does
/// not name any command.
@Suite struct AdviceTests {
  private static let library = Result {
    try SourceCode.all().filter { $0.path.hasPrefix("QuizKit/") && !$0.path.contains("Samples/") }
  }

  // Made once, because an expression is translated when it is first used.
  private let literal = #/"(?:[^"\\]|\\.)*"/#
  private let topic = #/topic: "([a-z.-]+)"/#
  private let interpolation = #/\\\([^)]*\)+/#
  private let command =
    #/(?:“|「)([a-z-]+)|([a-z-]+)(?: [A-Z]+)?(?: ?)(?:で|か|を|の後|に番号)/#
  private let option = #/(^|[^-])--[a-z]|(^| )-[a-z] /#

  /// The texts in quotation marks of a file, without its comments and some other lines.
  private func literals(of source: SourceCode, without others: Set<Substring>) -> [Substring] {
    source.lines.filter {
      $0.contains("\"") && !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
        && !others.contains($0)
    }
    .flatMap { $0.matches(of: literal).map(\.output) }
  }

  /// The topics that the library names.
  private func namedTopics() throws -> [String] {
    try Self.library.get().flatMap { $0.text.matches(of: topic).map { String($0.1) } }
  }

  @Test func `each row is about messages of the library that nothing else has`() throws {
    let named = try Set(namedTopics())
    let codes = try DeclaredCodes.read().declarations
    for topic in Advice.topics {
      // One type says it, in however many sentences.
      let isOfOneCode = Set((codes[topic] ?? []).map { $0.prefix { $0 != "." } }).count == 1
      let isNamed =
        named.contains(topic) || topic.hasPrefix("unknown-exam.")
        || topic == "no-questions.other-format"
      #expect(isOfOneCode || isNamed, "\(topic)")
    }
  }

  @Test func `each topic of the library has a row`() throws {
    let named = try namedTopics()
    #expect(named.count > 15)
    #expect(Set(named).subtracting(Advice.topics).sorted() == [])
  }

  /// Whether a text names an option, or a command in the way in which it is typed: in quotation
  /// marks, or in Japanese before the particle that tells its role.
  private func names(_ words: Set<String>, in text: Substring) -> Bool {
    let text = text.replacing(interpolation, with: "")
    let named = text.matches(of: command).compactMap { ($0.1 ?? $0.2).map(String.init) }
    return text.contains(option) || !words.isDisjoint(with: named)
  }

  @Test func `the library names no option and no command`() throws {
    let words = Set(
      try TestProgram().shell.table.entries.flatMap(\.foldedWords).filter {
        $0.allSatisfy(\.isASCII)
      })
    #expect(names(words, in: "“keep-both” keeps both") && names(words, in: "save で保存"))
    #expect(names(words, in: "leave out --deck") && !names(words, in: "save it"))
    // The words with which an exam is written in a file are not commands.
    let exam = try SourceCode.bodies(of: "ExamFault").flatMap { $0.split(separator: "\n") }
    let naming = try Self.library.get().flatMap { source in
      literals(of: source, without: Set(exam)).filter { names(words, in: $0) }
        .map { "\(source.path): \($0)" }
    }
    #expect(naming == [])
  }

  @Test func `what to type follows the sentences, is part of them, or takes their place`() {
    let english = Strings(language: .english), japanese = Strings(language: .japanese)
    let paused = Message("paused", "The quiz is paused.", "一時停止中です。")
    #expect(english(paused) == "The quiz is paused. “resume” goes on.")
    #expect(japanese(paused) == "一時停止中です。resume で再開します。")
    let unknown = Message("unknown-format", "not recognised", "不明", topic: "unknown-format.file")
    #expect(english(unknown) == "not recognised; name it with --format")
    #expect(japanese(unknown) == "不明。--format で指定してください")
    let seed = Message("option-not-for-format", "No.", "不可", facts: ["seed", "exam"])
    #expect(english(seed) == "--seed means nothing for exam.")
    let plain = Message("saved", "Saved.", "保存成功")
    #expect(english(plain) == "Saved.")
  }

  @Test func `a failure that another error caused says what to type about that`() {
    let message = Message("save-failed", "Not saved: ", "保存エラー:")
      .because(
        of: Refusal(message: Message("paused", "The quiz is paused.", "一時停止中です。"), file: "bank"))
    let english = Strings(language: .english)
    #expect(english(message) == "Not saved: bank: The quiz is paused. “resume” goes on.")
    #expect(message.code == "save-failed")
  }

  private struct Refusal: ReportableError {
    let message: Message
    let file: String?
  }
}
