import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import qa_repl

/// Replays the sessions in Tests/Transcripts. `RECORD=1 swift test --filter Transcripts` writes
/// them again; git shows the changes.
@Suite struct TranscriptTests {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Transcripts")

  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".transcript") }.sorted()
  }

  @Test(arguments: names)
  func `a recorded session prints what it printed`(name: String) throws {
    let url = Self.folder.appending(path: name)
    let transcript = Transcript(try String(contentsOf: url, encoding: .utf8))
    let language: Language = name.contains(".ja.") ? .japanese : .english
    let program = try TestProgram(
      language: language, files: try KindsBank.files,
      store: MemoryStore(schema: QuestionBank.schema))
    // As if run with --yes.
    if name.contains(".yes.") { program.shell.confirmer.caution = .none }
    let replayed = transcript.replayed(in: program)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try replayed.text.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(replayed.text == transcript.text)
  }

  @Test func `there are sessions in both languages`() {
    #expect(Self.names.contains { $0.contains(".ja.") })
    #expect(Self.names.contains { $0.contains(".en.") })
  }
}
