import Foundation
import QuizKit
import QuizStore

@testable import qa_repl

/// A bank with one question of each kind, which Tests/Transcripts/kinds.json holds.
enum KindsBank {
  static var json: String {
    get throws {
      try String(contentsOf: TranscriptTests.folder.appending(path: "kinds.json"), encoding: .utf8)
    }
  }

  /// The files of a test, with the bank's among them.
  static var files: TestFiles {
    get throws { TestFiles(contents: ["kinds.json": try json]) }
  }

  /// A store with nothing but the bank.
  static func store() throws -> MemoryStore {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(samples: false, files: try files, store: store)
    program.run("import kinds.json")
    return store
  }
}
