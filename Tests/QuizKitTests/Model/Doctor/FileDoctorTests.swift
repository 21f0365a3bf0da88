import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

/// The examination of files, for which no bank is needed.
@Suite struct FileDoctorTests {
  private let test = TestWorld(files: [
    "birds.gift": """
    Which is a bird? {=bat ~owl ~cod #### Owls have feathers.}

    Which swims? {=cod ~owl ~bee}
    """,
    "more.gift": "Which swims? {=cod ~bee ~owl}\n",
    "broken.gift": "Which? {=a ~b\n",
    "empty.gift": "",
    "folder/a.gift": "Which flies? {=owl ~cod}\n",
    "folder/LICENSE": "Do as you like.\n",
  ])

  /// What an examination reports, or why it failed.
  private func examine(
    _ files: String..., kind: Finding.Kind? = nil, strict: Bool = false
  ) throws -> FileExamination {
    var (found, failure): (FileExamination?, (any ReportableError)?)
    let handles = [
      test.fileDoctor.outcomes.observe { found = $0 },
      test.fileDoctor.failures.observe { failure = $0 },
    ]
    defer { for handle in handles { handle.dispose() } }
    try test.fileDoctor.run(FileExaminationOptions(files: files, kind: kind, strict: strict))
    if let failure { throw failure }
    return try #require(found)
  }

  @Test func `each finding has its file and line`() throws {
    let found = try examine("birds.gift", "more.gift")
    #expect(found.contents.count == 3)
    #expect(found.findings.map(\.kind).prefix(2) == [.commentaryKey, .equalQuestions])
    #expect(found.places[found.findings[0].number - 1].text == "birds.gift:1")
    #expect(found.findings[1].reason.text(in: .english) == "the same as more.gift:1")
    #expect(found.doubtfulKeys == 1)
  }

  @Test func `nothing comes into the bank`() throws {
    _ = try examine("birds.gift")
    #expect(try test.bank.summaries().isEmpty && test.undoHistory.isKnownEmpty)
  }

  @Test func `one kind is listed alone`() throws {
    let found = try examine("birds.gift", "more.gift", kind: .noCommentary)
    #expect(found.listed.count == 2 && found.rows.allSatisfy { $0.finding.kind == .noCommentary })
    #expect(found.findings.counts.count == 3 && found.doubtfulKeys == 0)
  }

  @Test func `a file that is not there or has no questions is an error`() {
    for name in ["nowhere.gift", "empty.gift", "broken.gift"] {
      #expect(throws: (any Error).self) { try examine(name) }
    }
  }

  @Test func `of several files the others are examined, and what cannot be read is named`() throws {
    let found = try examine("birds.gift", "broken.gift", "nowhere.gift")
    #expect(found.contents.count == 2)
    #expect(found.files.map(\.errors) == [0, 1, 1])
  }

  @Test func `a folder is gone through, and what is no question file is passed over`() throws {
    let found = try examine("folder")
    #expect(found.contents.count == 1 && found.places[0].file == "folder/a.gift")
    #expect(!found.passedOver.isEmpty && found.files.count == 1)
  }

  @Test func `a second examination begins when the first has ended`() throws {
    #expect(try examine("more.gift").contents.count == 1)
    #expect(try examine("more.gift").contents.count == 1)
    test.fileDoctor.cancel()
  }
}
