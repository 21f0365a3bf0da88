import Foundation
import Signals
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// A device with its own bank and its own copy of the shared folder.
final class SyncDevice {
  static let folder = "/shared"

  private let number: UInt64
  let identity: DeviceIdentity
  let disk: SimulatedDisk
  private let files = TextFiles(texts: [:])
  let bank: QuestionBank
  let history: AttemptHistory
  let trash: Trash
  let sync: FolderSync
  let synchronizer: Synchronizer
  private(set) var store: StoreContext
  private(set) var folderID: Identifier<SyncFolder> = .unassigned

  /// - Parameter number: the device's identity.
  /// - Parameter now: the device's clock, which may be wrong.
  init(
    _ number: UInt64, name: String? = nil,
    store: any DataStore = MemoryStore(schema: QuestionBank.schema),
    disk: SimulatedDisk = SimulatedDisk(), isQuestionsOnly: Bool = false, isReadOnly: Bool = false,
    now: @escaping () -> Date = { Date(timeIntervalSince1970: 1_800_000_000) }
  ) throws {
    self.number = number
    self.disk = disk
    nonisolated(unsafe) let disk = disk
    var random = SplitMix64(seed: number)
    let surroundings = SyncSurroundings(
      now: now, randomNumber: { random.next() }, deviceName: name ?? "device \(number)",
      makeFileSystem: { disk })
    let world = World(
      scheduler: VirtualScheduler(), now: now, random: RandomSource(seed: number),
      store: store, files: files, sharing: surroundings)
    bank = QuestionBank(world: world)
    history = AttemptHistory(world: world)
    trash = Trash(world: world)
    sync = FolderSync(bank: bank, world: world)
    synchronizer = Synchronizer(bank: bank, world: world)
    self.store = bank.store
    self.world = world
    disk.kinds[Self.folder] = .directory
    let known = try sync.folders().first { $0.path == Self.folder }
    identity = known?.device ?? DeviceIdentity(number)
    if let known {
      folderID = known.id
    } else {
      var folder = SyncFolder(path: Self.folder, device: identity, name: name ?? "device \(number)")
      folder.isQuestionsOnly = isQuestionsOnly
      folder.isReadOnly = isReadOnly
      folderID = try sync.save(folder)
    }
  }

  let world: World

  /// A device whose bank is a journal on its disk.
  static func onJournal(
    _ number: UInt64, disk: SimulatedDisk = SimulatedDisk(),
    now: @escaping () -> Date = { Date(timeIntervalSince1970: 1_800_000_000) }
  ) throws -> SyncDevice {
    let store = try JournalStore(
      path: "/bank", schema: QuestionBank.schema,
      environment: StoreEnvironment(fileSystem: disk))
    return try SyncDevice(number, store: store, disk: disk, now: now)
  }

  /// The device after the program was started again.
  func restarted(
    now: @escaping () -> Date = { Date(timeIntervalSince1970: 1_800_000_000) }
  ) throws -> SyncDevice {
    try store.store.close()
    return try Self.onJournal(number, disk: disk, now: now)
  }

  /// Two devices that do not know each other.
  static func pair() throws -> (laptop: SyncDevice, desktop: SyncDevice) {
    (try SyncDevice(1, name: "laptop"), try SyncDevice(2, name: "desktop"))
  }

  /// The path of the file of a device.
  static func path(of device: DeviceIdentity) -> String {
    "\(folder)/\(device.text)/\(DeviceFile.name)"
  }

  /// This device's own file.
  var file: [UInt8]? {
    get { disk[Self.path(of: identity)] }
    set { disk[Self.path(of: identity)] = newValue }
  }

  @discardableResult
  func synchronize() throws -> SyncOutcome { try sync.synchronize(folderID) }

  /// Copies the current files of other devices to this device.
  func fetch(_ others: [SyncDevice]) {
    for other in others where other !== self {
      disk[Self.path(of: other.identity)] = other.file
    }
  }

  /// Copies the pictures of other devices to this device.
  func fetchPictures(_ others: [SyncDevice]) {
    for other in others where other !== self {
      let media = "\(Self.folder)/\(other.identity.text)/media/"
      for path in other.disk.paths where path.hasPrefix(media) { disk[path] = other.disk[path] }
    }
  }

  /// Makes the folder disappear, as if its drive was not connected.
  func takeFolderAway() {
    for device in 1...9 { disk[Self.path(of: DeviceIdentity(UInt64(device)))] = nil }
    disk[Self.folder + "/.gitattributes"] = nil
    disk.kinds[Self.folder] = nil
  }

  /// The questions as the program exports them, in an order that is the same on all devices.
  func export() throws -> [String] {
    if try store.count(FetchDescriptor<Question>()) == 0 { return [] }
    let exporter = Exporter(bank: bank, world: world)
    try exporter.run(ExportOptions(file: "bank.json", replaces: true))
    let text = try #require(files.texts["bank.json"])
    let questions = text.split(separator: "\n    {").map { $0.split(separator: "\n    }")[0] }
    return questions.map(String.init).sorted()
  }

  /// A backup of the bank.
  func backup() throws -> String {
    let exporter = Exporter(bank: bank, world: world)
    try exporter.run(ExportOptions(file: "backup.json", replaces: true, isBackup: true))
    return try #require(files.texts["backup.json"])
  }

  /// Imports a backup.
  func restore(_ backup: String) throws {
    files.texts["backup.json"] = backup
    try Importer(bank: bank, world: world).run(ImportOptions(files: ["backup.json"]))
  }

  // MARK: Actions of the user

  /// Imports a table into the deck "Deck".
  @discardableResult
  func take(_ table: String, name: String = "w.csv") throws -> ImportCounts {
    files.texts[name] = table
    let importer = Importer(bank: bank, world: world)
    var counts: ImportCounts?
    let handle = importer.outcomes.observe { counts = $0.counts }
    defer { handle.dispose() }
    try importer.run(ImportOptions(files: [name], deck: "Deck"))
    return try #require(counts)
  }

  /// Lets the deck "Trees" follow a table, or reads it again.
  func follow(_ rows: [String]) throws {
    files.texts["/Trees.csv"] = "question,a,b,c,answer\n" + rows.joined()
    try Follower(bank: bank, world: world).perform(.follow("/Trees.csv", deck: nil, only: nil))
  }

  /// Restores the first entry of the trash.
  func restoreFromTrash() throws {
    let entry = try #require(try store.fetch(FetchDescriptor<TrashEntry>()).first)
    try trash.restore([entry.id])
  }

  func addQuestion(_ text: String, deck: String = "Deck") throws {
    try add(.sample(text), deck: deck)
  }

  func add(_ content: QuestionContent, deck: String = "Deck") throws {
    let intake = try BankIntake(bank, allowDuplicates: true)
    try intake.add(content, deck: deck)
    try intake.save()
  }

  func exams() throws -> [Exam] { try store.fetch(FetchDescriptor<Exam>()) }

  func questions() throws -> [Question] { try store.fetch(FetchDescriptor<Question>()) }

  func question(_ text: String) throws -> Question? {
    try questions().first { $0.content.text == text }
  }

  func edit(_ question: Question, _ change: (inout QuestionContent) -> Void) throws {
    var changed = question
    change(&changed.content)
    changed.changedAt = world.now()
    try store.saving(.edit) { try store.update(changed) }
  }

  func delete<R: StoredRecord>(_ id: Identifier<R>) throws {
    try store.deleting(in: world) { try $0.delete([id]) }
  }

  /// Plays a quiz with all questions and answers the first ones.
  func play(_ title: String, answers: Int, of questions: [Question]) throws {
    var attempt = Attempt(
      title: title, mode: .exam, startedAt: world.now(),
      items: questions.map { Attempt.Item(questionID: $0.id) })
    attempt.outcome = Attempt.Outcome(
      finishedAt: world.now(), score: answers, milliseconds: 1, timedOut: false)
    let id = store.insert(attempt)
    for (position, question) in questions.prefix(answers).enumerated() {
      store.insert(
        Answer(
          attemptID: id, position: position, questionID: question.id, response: .choice(1),
          isCorrect: true,
          isFlagged: false, changedAt: world.now()))
    }
    try store.save()
  }
}

/// The content of a bank, in an order and with references that are the same on all devices.
struct BankContent: Equatable {
  var decks: [String] = []
  var questions: [String] = []
  var exams: [String] = []
  var notes: [String] = []
  var attempts: [String] = []

  init(_ store: StoreContext) throws {
    let coder = FieldCoder()
    let decks = try store.fetch(FetchDescriptor<Deck>())
    let questions = try store.fetch(FetchDescriptor<Question>())
    let names = Dictionary(uniqueKeysWithValues: decks.map { ($0.id, $0.name) })
    let texts = Dictionary(uniqueKeysWithValues: questions.map { ($0.id, $0.content.text) })
    let exams = try store.fetch(FetchDescriptor<Exam>())
    let titles = Dictionary(uniqueKeysWithValues: exams.map { ($0.id, $0.name) })
    self.exams = try exams.map { Self.text(try coder.fields(of: $0) { _, _ in nil }) }.sorted()
    self.decks = try decks.map { Self.text(try coder.fields(of: $0) { _, _ in nil }) }.sorted()
    self.questions = try questions.map {
      Self.text(try coder.fields(of: $0) { names[Identifier(rawValue: $1)] })
    }
    .sorted()
    notes = try store.fetch(FetchDescriptor<StudyNote>()).map {
      Self.text(
        try coder.fields(of: $0) { kind, number in
          switch kind {
          case .deck: names[Identifier(rawValue: number)]
          case .exam: titles[Identifier(rawValue: number)]
          default: texts[Identifier(rawValue: number)]
          }
        })
    }.sorted()
    let answers = Dictionary(grouping: try store.fetch(FetchDescriptor<Answer>()), by: \.attemptID)
    attempts = try store.fetch(FetchDescriptor<Attempt>()).map {
      Self.text(try coder.fields(of: $0, answers[$0.id] ?? []) { texts[$0] })
    }.sorted()
  }

  private static func text(_ fields: FieldCoder.Fields) -> String {
    fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }
}
