import Foundation
import QuizKit
import QuizStore

@testable import qa_repl

/// A bank with one question of each kind, from Tests/Transcripts/kinds.json.
enum KindsBank {
  static var json: String {
    get throws {
      try String(contentsOf: TranscriptTests.folder.appending(path: "kinds.json"), encoding: .utf8)
    }
  }

  /// A card, and questions whose answer has several parts.
  static var parts: String {
    get throws {
      try String(contentsOf: TranscriptTests.folder.appending(path: "parts.json"), encoding: .utf8)
    }
  }

  /// The files of a test, including those of the bank.
  static var files: TestFiles {
    get throws { TestFiles(contents: ["kinds.json": try json, "parts.json": try parts]) }
  }

  /// A store that contains only the bank.
  static func store() throws -> MemoryStore {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(samples: false, files: try files, store: store)
    program.run("import kinds.json")
    return store
  }
}
