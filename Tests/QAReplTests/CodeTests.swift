import Foundation
import Testing

/// The codes of errors, warnings and notices are a promise to scripts.
@Suite struct CodeTests {
  /// The codes that are declared in several places, because they mean the same to a script, no
  /// matter which part of the program reports it.
  private static let shared: [String: Set<String>] = [
    // The same mistake in a form and in a file.
    "all-choices-right": ["Fault.allChoicesRight", "FormWarning.message"],
    "empty-answer": ["Fault.emptyAnswer", "FormProblem.message", "QuizRefusal.message"],
    "empty-choice": ["Fault.emptyChoice", "Fault.errorCell", "FormProblem.message"],
    "no-correct-choice": ["Fault.noCorrectChoice", "FormProblem.message"],
    "too-few-choices": ["Fault.tooFewChoices", "FormProblem.message"],
    "too-many-choices": ["Fault.tooManyChoices", "FormProblem.message"],
    "weights-dropped": ["Fault.weightsDropped", "FormWarning.message"],
    // The same mistake in a command, a form and a file.
    "not-a-duration": ["CommandError.message", "ExamFault.message"],
    "not-a-number": [
      "CommandError.message", "ExamFault.message", "Fault.notANumber", "FormProblem.message",
    ],
    "not-a-pair": ["CommandError.message", "FormProblem.message"],
    "unfinished-quote": ["CommandError.message", "ExamFault.message"],
    // The same mistake with decks, exams and questions.
    "at-first-question": ["BrowsingRefusal.message", "QuizRefusal.message"],
    "empty-name": ["DeckRefusal.message", "ExamFault.message"],
    "name-taken": ["DeckRefusal.message", "ExamFault.message", "ExamRefusal.message"],
    "no-such-gap": ["FormProblem.message", "QuizRefusal.message"],
    "no-such-choice": ["FormProblem.message", "QuizRefusal.message"],
    "not-followed": ["FollowRefusal.message", "QuestionFollowsNothing.message"],
    "too-few-answers": ["ExamRefusal.message", "FitRefusal.message"],
    // The same mistake of a file, in several of its shapes.
    "answers-contradict": ["Fault.answersContradict", "Fault.keyColumnDecides"],
    "duplicate-choice": ["Fault.ambiguousKey", "Fault.duplicateChoice"],
    "gap-without-answers": ["Fault.blankWithoutAnswers", "Fault.gapWithoutAnswers"],
    "kind-not-written": ["Fault.kindNotWritten", "Fault.severalGaps"],
    "missing-field": ["Fault.missingField", "Fault.noField"],
    "no-column": ["Fault.mappedNameMissing", "Fault.noColumn", "Fault.noHeader"],
    "no-questions": [
      "BankError.message", "Fault.noFields", "Fault.noQuestions", "Fault.noQuestionsInPackage",
      "Fault.nothingInFolder",
    ],
    // A package that nothing can be done with, and one that this program does not read.
    "files-passed-over": ["Fault.filesPassedOver", "Fault.packagesPassedOver"],
    "package-too-large": [
      "Fault.cellTooLong", "Fault.tooManyParts", "Fault.tooManyQuestions", "PackageError.message",
    ],
    "package-unsupported": ["Fault.foreign", "PackageError.message"],
    // The same end of an import, an export and a fit.
    "cancelled": ["FitRefusal.message", "ImportError.message"],
    "unencodable": ["ExportError.message", "Fault.unencodable"],
    "unknown-format": ["ExportError.message", "Fault.unknownFormat", "ImportError.message"],
    // A store's refusal, and the save that failed because of it.
    "conflict": ["SaveFailure.message", "StoreError.message"],
    "not-found": ["SaveFailure.message", "StoreError.message"],
    // A draft that comes back at once, and one that comes back at the next start.
    "draft-restored": ["Message.draftRestored", "Message.draftRestoredLate"],
    // A folder, and a file in it.
    "sync-unreachable": ["Message.unreachable", "SyncRefusal.message"],
    // Everything that needs --yes.
    "confirm-required": ["ConfirmRequired.message", "ExamRefusal.message"],
  ]

  /// All codes in alphabetical order. Another program may wait for each of them, so none may be
  /// removed or changed without an entry in CHANGELOG.md. `RECORD=1 swift test --filter CodeTests`
  /// writes the list again.
  private static let list = URL(filePath: #filePath).appending(path: "../../Codes.txt").standardized

  @Test func `each code is declared in one place, unless it means the same in several`() throws {
    let several = try DeclaredCodes.read().declarations.filter { $0.value.count > 1 }
    for code in Set(several.keys).union(Self.shared.keys).sorted() {
      #expect(several[code] ?? [] == Self.shared[code] ?? [], "\(code)")
    }
  }

  @Test func `the list of the codes is that of the sources`() throws {
    let codes = try DeclaredCodes.read().declarations.keys.sorted()
    try #require(codes.count > 200)
    let declared = codes.map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try declared.write(to: Self.list, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: Self.list, encoding: .utf8)
    #expect(listed.split(separator: "\n").map(String.init) == codes)
  }
}
