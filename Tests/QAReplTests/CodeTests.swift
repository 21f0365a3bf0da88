import Foundation
import Testing

/// The codes of errors, warnings and notices are a promise to scripts.
@Suite struct CodeTests {
  /// The codes that several files declare, because they mean the same to a script, no matter which
  /// part of the program reports it.
  private static let shared: [String: Set<String>] = [
    // The same mistake in a form and in a file.
    "all-choices-right": ["FormWarning.swift", "QuestionFaults.swift"],
    "empty-answer": ["FormProblem.swift", "QuestionFaults.swift", "QuizRefusal.swift"],
    "empty-choice": ["FormProblem.swift", "QuestionFaults.swift"],
    "no-correct-choice": ["FormProblem.swift", "QuestionFaults.swift"],
    "too-few-choices": ["FormProblem.swift", "QuestionFaults.swift"],
    "too-many-choices": ["FormProblem.swift", "QuestionFaults.swift"],
    "weights-dropped": ["FormWarning.swift", "QuestionFaults.swift"],
    // The same mistake in a command, a form and a file.
    "not-a-duration": ["CommandError.swift", "ExamFault.swift"],
    "not-a-number": [
      "CommandError.swift", "ExamFault.swift", "FormProblem.swift", "QuestionFaults.swift",
    ],
    "not-a-pair": ["CommandError.swift", "FormProblem.swift"],
    "unfinished-quote": ["CommandError.swift", "ExamFault.swift"],
    // The same mistake with decks, exams and questions.
    "at-first-question": ["QuestionBrowser.swift", "QuizRefusal.swift"],
    "empty-name": ["DeckRefusal.swift", "ExamFault.swift"],
    "name-taken": ["DeckRefusal.swift", "ExamFault.swift", "ExamRefusal.swift"],
    "no-questions": ["BankError.swift", "FileFaults.swift", "PackageFaults.swift"],
    "no-such-gap": ["FormProblem.swift", "QuizRefusal.swift"],
    "no-such-choice": ["FormProblem.swift", "QuizRefusal.swift"],
    "too-few-answers": ["ExamRefusal.swift", "FitRefusal.swift"],
    // A package that nothing can be done with, and one that this program does not read.
    "package-too-large": ["PackageError.swift", "PackageFaults.swift"],
    "package-unsupported": ["PackageError.swift", "PackageFaults.swift"],
    // The same end of an import, an export and a fit.
    "cancelled": ["FitRefusal.swift", "ImportOutcome.swift"],
    "unencodable": ["ExportError.swift", "WritingFaults.swift"],
    "unknown-format": ["ExportError.swift", "FileFaults.swift", "ImportOutcome.swift"],
    // A store's refusal, and the save that failed because of it.
    "conflict": ["SaveFailure.swift", "StoreError+Report.swift"],
    "not-found": ["SaveFailure.swift", "StoreError+Report.swift"],
    // A folder, and a file in it.
    "sync-unreachable": ["SyncProblem.swift", "SyncRefusal.swift"],
    // Everything that needs --yes.
    "confirm-required": ["Confirmation.swift", "ExamRefusal.swift"],
  ]

  /// All codes in alphabetical order. Another program may wait for each of them, so none may be
  /// removed or changed without an entry in CHANGELOG.md. `RECORD=1 swift test --filter CodeTests`
  /// writes the list again.
  private static let list = URL(filePath: #filePath).appending(path: "../../Codes.txt").standardized

  @Test func `each code is declared in one file, unless it means the same in several`() throws {
    let several = try DeclaredCodes.read().files.filter { $0.value.count > 1 }
    for code in Set(several.keys).union(Self.shared.keys).sorted() {
      #expect(several[code] ?? [] == Self.shared[code] ?? [], "\(code)")
    }
  }

  @Test func `the list of the codes is that of the sources`() throws {
    let codes = try DeclaredCodes.read().files.keys.sorted()
    try #require(codes.count > 200)
    let declared = codes.map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try declared.write(to: Self.list, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: Self.list, encoding: .utf8)
    #expect(listed.split(separator: "\n").map(String.init) == codes)
  }
}
