import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Opening the pictures of questions, and leaving out questions whose pictures are missing.
@Suite struct PictureBookTests {
  private final class Viewer: PictureViewer {
    var opened: [(bytes: [UInt8], name: String)] = []
    func open(_ bytes: [UInt8], named name: String) { opened.append((bytes, name)) }
  }

  private let viewer = Viewer()
  private let store = MemoryStore(schema: QuestionBank.schema)

  private func book(withViewer: Bool = true) -> (bank: QuestionBank, world: World) {
    var world = World(
      scheduler: TestWorld().scheduler, now: { Date(timeIntervalSince1970: 0) },
      random: RandomSource(seed: 0), store: store, files: TextFiles(texts: [:]))
    if withViewer { world.pictureViewer = viewer }
    return (QuestionBank(world: world), world)
  }

  private func picture(_ label: String, _ bytes: [UInt8], isKept: Bool = true) throws -> Picture {
    let digest = ContentDigest(of: bytes)
    if isKept { try store.attachments.keep(bytes, as: digest) }
    let kind = PictureHead(bytes)?.kind
    return Picture(
      label: label,
      Attachment(
        digest: digest, mediaType: kind?.mediaType ?? "", size: bytes.count, name: label + ".x"))
  }

  private func content(_ pictures: [Picture]) -> QuestionContent {
    var content = QuestionContent(
      text: "Which? " + pictures.map { "[image: \($0.label)]" }.joined(),
      choices: [Choice("[image: c]"), Choice("[image: d]")], correct: 0,
      commentary: "[image: why]")
    content.pictures = Pictures(pictures)
    return content
  }

  private let png = SamplePicture.png(width: 2, height: 3)
  private let svg = Array("<svg/>".utf8)
  private let board = SamplePicture.png(width: 4, height: 5)

  @Test func `a picture is opened under a name that says nothing but its kind`() throws {
    let (bank, _) = book()
    try bank.pictures.open(nil, of: content([try picture("../../etc/passwd", png)]))
    #expect(viewer.opened.map(\.bytes) == [png])
    #expect(viewer.opened[0].name == ContentDigest(of: png).text.prefix(12) + ".png")
  }

  @Test func `a picture that is not there, or has no number, is refused`() throws {
    let (bank, _) = book()
    let shown = content([
      try picture("a", png),
      try picture("b", SamplePicture.gif(width: 1, height: 1), isKept: false),
    ])
    func code(_ number: Int?, _ content: QuestionContent) -> String? {
      do {
        try bank.pictures.open(number, of: content)
        return nil
      } catch let error as any ReportableError {
        return error.code
      } catch {
        return "\(error)"
      }
    }
    #expect(code(1, shown) == nil)
    #expect(code(2, shown) == "picture-missing")
    #expect(code(3, shown) == "no-such-picture")
    #expect(code(nil, content([])) == "no-picture")
    let (without, _) = book(withViewer: false)
    #expect(throws: PictureRefusal.noViewer) { try without.pictures.open(nil, of: shown) }
  }

  @Test func `an SVG is asked about until it was opened once`() throws {
    let (bank, _) = book()
    let shown = content([try picture("a", svg), try picture("b", png)])
    #expect(bank.pictures.shown(shown).map(\.asks) == [true, false])
    try bank.pictures.open(1, of: shown)
    #expect(bank.pictures.shown(shown).map(\.asks) == [false, false])
  }

  @Test
  func `pictures are numbered as they stand on the screen, and those of the answer come last`()
    throws
  {
    let (bank, _) = book()
    let names = ["text", "c", "d", "why"]
    let pictures = try names.enumerated().map {
      try picture($1, SamplePicture.png(width: 1, height: 1, salt: UInt8($0)))
    }
    var shown = content(Array(pictures.prefix(1)))
    shown.pictures = Pictures(pictures)
    let all = bank.pictures.shown(shown, order: [1, 0])
    #expect(all.map(\.number) == [1, 2, 3, 4])
    #expect(all.map(\.name) == ["text.x", "d.x", "c.x", "why.x"])
    let asked = bank.pictures.shown(shown, order: [1, 0]) { $0 == .commentary }
    #expect(asked.map(\.name) == ["text.x", "d.x", "c.x"])
  }

  // MARK: Left out

  /// A bank with three questions: one without a picture, one whose picture is there, and one whose
  /// picture is missing.
  private func filled() throws -> TestWorld {
    let test = TestWorld(store: store)
    try test.add([
      .sample("plain"), content([try picture("there", png)]),
      content([try picture("gone", svg, isKept: false)]),
    ])
    return test
  }

  @Test func `a person is not asked what has a picture that is missing`() throws {
    let test = try filled()
    test.models.servePerson(byNeed: false)
    #expect(try test.start().items.count == 2)
    #expect(try test.quizzes.openWays(for: nil).first?.questions == 2)
    // The picture comes.
    try store.attachments.keep(svg, as: ContentDigest(of: svg))
    test.pictures.lookAgain()
    #expect(try test.start().items.count == 3)
  }

  @Test func `a script is asked all of it, and its state says what is missing`() throws {
    let test = try filled()
    let session = try test.start()
    #expect(session.items.count == 3)
    let screen = QuizViewModel(session: session, reviews: test.reviews)
    var missing = [screen.state.pictureMissing]
    for _ in 0..<2 {
      screen.commands.emit(.skip)
      missing.append(screen.state.pictureMissing)
    }
    #expect(missing == [false, false, true])
    #expect(screen.state.pictures.map(\.missing) == [true])
  }

  @Test func `where every question lacks its picture, that is said`() throws {
    let test = TestWorld(store: store)
    try test.add([content([try picture("gone", svg, isKept: false)])])
    test.models.servePerson(byNeed: false)
    #expect(throws: BankError.picturesMissing(1)) { try test.quizzes.start(QuizOptions()) }
  }

  @Test func `a picture that only the commentary shows is not needed`() throws {
    let test = TestWorld(store: store)
    var content = QuestionContent.sample("plain")
    content.commentary = "[image: why]"
    content.pictures = Pictures([try picture("why", svg, isKept: false)])
    try test.add([content])
    #expect(try test.pictures.lacking().isEmpty)
  }

  @Test func `an exam asks a question whose picture is missing, and the screen says so`() throws {
    let test = try filled()
    test.models.servePerson(byNeed: false)
    let session = try test.startExam(questions: 3)
    #expect(session.items.count == 3)
  }

  @Test func `a review does not count what has a picture that is missing`() throws {
    let test = try filled()
    let session = try test.start()
    for _ in session.items { try session.select(1) }
    session.showResult()
    test.scheduler.advance(by: .seconds(40 * 86_400))
    let all = try test.reviews.plan(of: ReviewScope()).due.count
    test.models.servePerson(byNeed: false)
    #expect(all == 3)
    #expect(try test.reviews.plan(of: ReviewScope()).due.count == 2)
  }

  @Test func `a person is told once how many questions are left out`() throws {
    let test = try filled()
    test.models.servePerson(byNeed: false)
    var told: [Int] = []
    let handle = test.pictures.omissions.observe { told.append($0.count) }
    _ = try test.start()
    _ = try test.start()
    #expect(told == [1])
    try test.add([content([try picture("gone too", board, isKept: false)])])
    _ = try test.start()
    test.pictures.tell(leftOut: 0)
    #expect(told == [1, 2])
    handle.dispose()
    let words = told.map { PictureOmission(count: $0).message }
    #expect(words[0].text(in: .english).hasPrefix("1 question is left out because its picture"))
    #expect(
      words[1].text(in: .english).hasPrefix("2 questions are left out because their pictures"))
    #expect(words[1].text(in: .japanese).hasPrefix("画像がないため、2 問は出題しません"))
  }

  @Test func `a review and the list of what is due tell it of what would be due`() throws {
    let test = try filled()
    let session = try test.start()
    for _ in session.items { try session.select(1) }
    session.showResult()
    test.scheduler.advance(by: .seconds(40 * 86_400))
    var told: [Int] = []
    let handle = test.pictures.omissions.observe { told.append($0.count) }
    // A script is told by each question.
    _ = try test.reviews.dueQuestions(for: QuizOptions(due: true))
    #expect(told.isEmpty)
    test.models.servePerson(byNeed: false)
    try test.reviews.tellLeftOut(of: ReviewScope())
    _ = try test.reviews.dueQuestions(for: QuizOptions(due: true))
    #expect(told == [1])
    handle.dispose()
  }

  // MARK: Doctor

  @Test func `the doctor names pictures without a description and those that are missing`() throws {
    let test = TestWorld(store: store)
    var content = QuestionContent.sample("Which? [image: a.png]")
    let digest = ContentDigest(of: png)
    content.pictures = Pictures([
      Picture(
        label: "a.png",
        Attachment(digest: digest, mediaType: "image/png", size: png.count, name: "a.png"))
    ])
    try test.add([content])
    let doctor = try BankDoctor(bank: test.bank, history: test.history, deck: nil)
    #expect(doctor.findings.map(\.kind) == [.pictureMissing, .noDescription])
    try store.attachments.keep(png, as: digest)
    let again = try BankDoctor(bank: test.bank, history: test.history, deck: nil)
    #expect(again.findings.map(\.kind) == [.noDescription])
  }

  @Test func `what nothing names any more goes after thirty days, and nothing else`() throws {
    let disk = SimulatedDisk()
    let store = try JournalStore(
      path: "/bank", schema: QuestionBank.schema, environment: StoreEnvironment(fileSystem: disk))
    var date = Date(timeIntervalSince1970: 0)
    let world = World(
      scheduler: TestWorld().scheduler, now: { date }, random: RandomSource(seed: 0), store: store,
      files: TextFiles(texts: [:]))
    let bank = QuestionBank(world: world)
    let pictures = (0..<3).map { SamplePicture.png(width: 1, height: 1, salt: UInt8($0)) }
    for bytes in pictures { try store.attachments.keep(bytes, as: ContentDigest(of: bytes)) }
    let named = try (0..<2).map { number in
      var content = QuestionContent.sample("Which? [image: a]")
      let digest = ContentDigest(of: pictures[number])
      content.pictures = Pictures([
        Picture(label: "a", Attachment(digest: digest, mediaType: "image/png", size: 1, name: "a"))
      ])
      let intake = try BankIntake(bank, allowDuplicates: true)
      let id = try intake.add(content, deck: "D").id
      try intake.save()
      return bank.store.resolve(id)
    }
    // It is in the trash, from which it can come back.
    try bank.delete([named[1]])
    #expect(try bank.pictures.removeUnused().count == 0)
    // A script may name a date that no file can have.
    for far in [Date.distantPast, Date(timeIntervalSince1970: 253_000_000_000)] {
      date = far
      #expect(try bank.pictures.removeUnused().count == 0)
    }
    date = Date(timeIntervalSince1970: 29 * 86_400)
    #expect(try bank.pictures.removeUnused().count == 0)
    date = Date(timeIntervalSince1970: 31 * 86_400)
    #expect(
      try bank.pictures.removeUnused() == RemovedPictures(count: 1, bytes: pictures[2].count))
    #expect(
      try store.attachments.all().map(\.digest)
        == pictures.prefix(2).map { ContentDigest(of: $0) }.sorted())
  }

  /// What one command opens for reading is locked while pictures are removed.
  @Test func `a bank that one command reads is tidied if no other program has it`() throws {
    let disk = SimulatedDisk()
    let environment = StoreEnvironment(fileSystem: disk)
    func open(_ access: StoreAccess) throws -> JournalStore {
      try JournalStore(
        path: "/bank", schema: QuestionBank.schema, access: access, environment: environment)
    }
    var writer: JournalStore? = try open(.writing)
    let digest = ContentDigest(of: png)
    try writer?.attachments.keep(png, as: digest)
    try StoreContext(writer ?? store).saving(nil) {}
    let reader = try open(.reading)
    let bank = QuestionBank(
      world: World(
        scheduler: TestWorld().scheduler, now: { Date(timeIntervalSince1970: 31 * 86_400) },
        random: RandomSource(seed: 0), store: reader, files: TextFiles(texts: [:])))
    bank.pictures.mayTidyWhatIsRead = true
    #expect(try bank.pictures.removeUnused().count == 0)
    writer = nil
    bank.pictures.mayTidyWhatIsRead = false
    #expect(try bank.pictures.removeUnused().count == 0)
    bank.pictures.mayTidyWhatIsRead = true
    #expect(try bank.pictures.removeUnused() == RemovedPictures(count: 1, bytes: png.count))
    #expect(try !AttachmentFolder(at: "/bank.media", on: disk).has(digest))
    #expect(try disk.status(of: "/bank.lock") == nil)
  }
}
