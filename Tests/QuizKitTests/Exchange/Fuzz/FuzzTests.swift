import Foundation
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Feeds damaged files to every reader. `QA_REPL_FUZZ_INPUTS` sets the number of inputs for each, and
/// `QA_REPL_FUZZ_READERS` chooses some of the readers (`qti,xlsx`). A failure names its seed.
@Suite struct FuzzTests {
  private static let count =
    ProcessInfo.processInfo.environment["QA_REPL_FUZZ_INPUTS"].flatMap { Int($0) } ?? 60

  /// The readers, and the choice of one by the contents of a file.
  private static let readers = ["guessed"] + QuestionFormat.all.map(\.name)

  private static let chosen = ProcessInfo.processInfo.environment["QA_REPL_FUZZ_READERS"]?
    .split(separator: ",").map(String.init)

  @Test(arguments: readers.indices.filter { chosen?.contains(readers[$0]) ?? true })
  func `a damaged file is read or reported, never more and never less`(reader: Int) throws {
    let format = QuestionFormat.named(Self.readers[reader])
    for input in 0..<UInt64(Self.count) {
      let seed = UInt64(reader) << 32 + input
      var mutation = Mutation(seed: seed)
      let sample = mutation.input(in: format?.name)
      var options = ReadingOptions()
      options.makesChoices = mutation.below(4) == 0
      let file = try QuestionFile.read(
        sample.bytes, name: sample.name, format: format, options: options)
      let faults = FileFaults(file, sample.bytes)
      #expect(faults.found.isEmpty, "seed \(seed), \(sample.name) as \(format?.name ?? "guessed")")
      try expectReturn(of: file, seed: seed, &mutation)
    }
  }

  /// Expects that every question read from a damaged file is valid, and stays the same when it is
  /// written and read again.
  private func expectReturn(
    of file: QuestionFile, seed: UInt64, _ mutation: inout Mutation
  ) throws {
    let names = ["gift", "csv", "tsv", "json", "anki", "markdown", "moodle-xml", "qti", "xlsx"]
    let name = names[mutation.below(names.count)]
    let format = try #require(QuestionFormat.named(name))
    let questions = file.questions.map { ExportedQuestion(content: $0.content) }
    let written = try #require(format.write(questions, name: "out"))
    let back = try QuestionFile.read(written.bytes, name: "out", format: format)
    let before = questions.compactMap { format.kept(of: $0)?.content }
      .map { [$0.text, Self.told($0.solution), $0.commentary] + $0.choiceTexts }
    let after = back.contents.map {
      [$0.text, Self.told($0.solution), $0.commentary] + $0.choiceTexts
    }
    #expect(before == after, "seed \(seed) through \(name)")
  }

  /// The right answer. Most formats recognise a true-or-false question only by its two words.
  private static func told(_ solution: Solution) -> String {
    solution.rightChoice.map { "\($0)" } ?? "\(solution)"
  }
}

/// The faults that the result of reading must never have, whatever the file.
private struct FileFaults {
  private(set) var found: [String] = []

  init(_ file: QuestionFile, _ bytes: [UInt8]) {
    if file.questions.isEmpty, file.problems.isEmpty {
      found.append("neither question nor problem")
    }
    if file.questions.count + file.skipped != file.read { found.append("counts do not add up") }
    if file.problems.count(where: { $0.level == .error }) != file.errors { found.append("errors") }
    // The lines of a package are those of the files in it.
    let lines =
      ZipArchive.isFound(in: bytes) ? .max : bytes.count { $0 == 0x0A || $0 == 0x0D } + 2
    for line in file.questions.map(\.line) + file.problems.compactMap(\.line)
    where !(1...lines).contains(line) {
      found.append("line \(line) of \(lines)")
    }
    for content in file.contents { check(content) }
    let hasLost = file.contents.contains { $0.text.contains("\u{FFFD}") }
    if hasLost, !file.problems.contains(where: { Self.lossCodes.contains($0.code) }) {
      found.append("a lost character without a warning")
    }
  }

  private static let lossCodes = ["replacement-character", "mixed-encoding", "unknown-encoding"]

  private mutating func check(_ content: QuestionContent) {
    if content.text.isEmpty || content.choices.contains(where: \.text.isEmpty) {
      found.append("an empty text")
    }
    if let fault = content.fault { found.append(fault.text(in: .english)) }
    if content.choices.count > 26 { found.append("\(content.choices.count) choices") }
    let texts =
      [content.text, content.commentary] + content.choices.flatMap { [$0.text, $0.feedback] }
      + content.solution.texts + content.solution.feedbacks
    for scalar in texts.joined().unicodeScalars
    where scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t" {
      found.append("control character \(scalar.value)")
    }
  }
}
