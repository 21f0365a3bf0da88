import Foundation
import Signals

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import qa_repl

/// The rules for a device that follows an author's folder: what changes in the files comes into the
/// bank, nothing else does, and nothing of it is lost.
struct FollowRules {
  /// The last state of the folder that was certainly read, whole and without a fault.
  private var read: AuthoredFolder?
  /// The questions that readings have put into the trash: their versions, and their numbers.
  private var gone: [Int: (AuthoredQuestion, Identifier<Question>)] = [:]
  private let format: QuestionFormat

  init(format: QuestionFormat) { self.format = format }

  /// A question of the bank with what the rules say of it.
  private struct Living: Equatable {
    var id: Identifier<Question>
    var deck: Identifier<Deck>
    var content: QuestionContent
    var keyChangedAt: Date?

    /// Whether both its text and its key differ, so that a reader takes it for another question.
    func isOther(than said: QuestionContent) -> Bool {
      content.text != said.text && content.rightAnswers != said.rightAnswers
    }
  }

  /// Brings a state of the folder to a device, lets its program read it, and checks what it did.
  mutating func arrive(_ authoring: Authoring, on device: SimulatedDevice) throws {
    if authoring.isEdited { try edit(device) }
    var before = try snapshot(device)
    let wasFollowing = try isFollowing(device)
    if !authoring.isRunning {
      device.end()
      before.living = try living(device)
    }
    let quiz = quizInFront(device)
    if let half = authoring.half {
      write(authoring.folder, half, on: device)
      device.program?.wait(.milliseconds(authoring.staysHalf ? 5000 : 300))
      if authoring.staysHalf {
        read = nil
        // What a cut question is taken for is not said here.
        return try readNow(device, begins: authoring.begins)
      }
    }
    write(authoring.folder, nil, on: device)
    device.program?.wait(.seconds(3))
    try device.requireStart()
    if quiz || quizInFront(device) || isHeld(device) { read = nil }
    if quizInFront(device) || isHeld(device) {
      guard try !quiz || living(device) == before.living else {
        throw SimulationFailure(rule: "nothing changes during a quiz", detail: "")
      }
      return
    }
    try readNow(device, begins: authoring.begins)
    guard try isFollowing(device) else { return read = nil }
    let now = try living(device)
    try eachItsOwn(device)
    guard isSameFiles(authoring.folder, before) else { return read = nil }
    try once(authoring.folder, before, now, in: ownDecks(device))
    // An exam that is under way delays what concerns its questions, and a deck that was deleted ends
    // all.
    let isPlain = try wasFollowing && !quiz && !hasExam(device) && before.isWhole(read)
    let isWhole = try !hasExam(device) && isBelieved(authoring.folder, before, now, device)
    if isPlain, isWhole, let read {
      try check(read, authoring.folder, before, now, wasHalf: authoring.half != nil)
    }
    if !isPlain || !isWhole { gone = [:] }
    read = isWhole ? authoring.folder : nil
    if authoring.isUndone, isPlain, authoring.half == nil { try undo(before, device) }
  }

  /// Changes a question of the author's as a form does.
  private func edit(_ device: SimulatedDevice) throws {
    guard let program = device.program, !quizInFront(device), !isHeld(device) else { return }
    let first = try living(device).min { $0.key < $1.key }?.value.first
    guard let first, let authored = try StoreContext(program.store).record(for: first.id)
    else { return }
    var content = authored.content
    content.commentary = content.commentary == "of mine" ? "mine again" : "of mine"
    try program.shell.models.bank.update(authored, content: content)
  }

  // MARK: Rules

  private mutating func check(
    _ last: AuthoredFolder, _ new: AuthoredFolder, _ before: Before, _ now: [Int: [Living]],
    wasHalf: Bool
  ) throws {
    let said = Dictionary(last.questions.map { ($0.serial, $0) }) { $1 }
    let says = Dictionary(new.questions.map { ($0.serial, $0) }) { $1 }
    let twice = last.doubled.union(new.doubled)
    for serial in twice { gone[serial] = nil }
    for serial in Set(said.keys).union(says.keys).subtracting(twice).sorted() {
      let (old, there) = (before.living[serial] ?? [], now[serial] ?? [])
      switch (said[serial], says[serial]) {
      case (let version?, let next?) where version == next:
        // The half file may have been read, so that what a person has deleted came back in it.
        if wasHalf, old.isEmpty { continue }
        try require("a reading changes only what the author has changed", serial, old, there) {
          old.map(\.id) == there.map(\.id) && old.map(\.content) == there.map(\.content)
        }
      case (let version?, let next?):
        guard old.count == 1, let question = old.first, version.wording == next.wording,
          version.key != next.key, question.content.rightAnswers == version.content.rightAnswers
        else { continue }
        try require("a corrected key arrives, with its date", serial, old, there) {
          there.first?.content.rightAnswers == next.content.rightAnswers
            && there.first?.id == question.id
            && there.first?.keyChangedAt != question.keyChangedAt
        }
      case (let version?, nil):
        guard old.count == 1, let question = old.first else { continue }
        // A new file that was half written at first is no other name of one that is gone: that one is
        // missing, and keeps what it had.
        let file = last.files.first { $0.value.contains(version) }
        if wasHalf, let file, new.files[file.key] == nil { continue }
        // With another text and another key it is a question that no reading has matched.
        if question.isOther(than: version.content) { continue }
        try require("what is gone from the files is in the trash", serial, old, there) {
          there.isEmpty
        }
        gone[serial] = (version, question.id)
      case (nil, let next?):
        if let (version, id) = gone[serial] {
          gone[serial] = nil
          guard version == next, old.isEmpty, there.count == 1, before.trashed.contains(id)
          else { continue }
          try require("what comes back has its number", serial, old, there) {
            there.first?.id == id
          }
        } else if old.isEmpty {
          try require("what is new in the files comes in", serial, old, there) {
            there.count == 1
          }
        }
      case (nil, nil): break
      }
    }
  }

  /// Checks that no reading has brought a question a second time. Decks that a person has renamed
  /// are not those of the folder.
  private func once(
    _ folder: AuthoredFolder, _ before: Before, _ now: [Int: [Living]],
    in own: Set<Identifier<Deck>>
  ) throws {
    let twice = folder.doubled.union(read?.doubled ?? [])
    for question in folder.questions where !twice.contains(question.serial) {
      let (serial, content) = (question.serial, question.content)
      let old = (before.living[serial] ?? []).filter { own.contains($0.deck) }
      let there = (now[serial] ?? []).filter { own.contains($0.deck) }
      // With another text and another key it is another question for a reader.
      if old.contains(where: { $0.isOther(than: content) }) { continue }
      let isThere = old.contains {
        $0.content.text == content.text && $0.content.rightAnswers == content.rightAnswers
      }
      // An import has brought two versions, one of which is in the trash. A third may be either.
      if !isThere, before.trashedSerials.contains(serial) { continue }
      try require("a reading brings no question twice", serial, old, there) {
        old.count > 1 || there.count <= 1
      }
    }
  }

  /// Checks that each question of the files has a number of its own, and is in one file.
  private func eachItsOwn(_ device: SimulatedDevice) throws {
    guard let store = device.program?.store else { return }
    let files = try StoreContext(store).fetch(FetchDescriptor<FollowedFile>())
    let ids = files.map { $0.entries.filter { $0.trash == nil }.map(\.id) }
    guard Set(ids.joined()).count == ids.joined().count else {
      throw SimulationFailure(
        rule: "each question of the files has a number of its own",
        detail: zip(files, ids).map { "\($0.path): \($1)" }.joined(separator: "\n"))
    }
  }

  /// Checks that undo takes a reading back, and redo makes it again.
  private func undo(_ before: Before, _ device: SimulatedDevice) throws {
    guard let history = device.program?.shell.models.undoHistory,
      let last = try history.entries().first, last.description.change == .followed, last.canUndo,
      last.change.sequence != before.change, before.change != nil
    else { return }
    let after = try device.snapshot().content
    try device.reverse(
      history, .undoChange(last.change.sequence), of: "a reading", from: before.bank.content,
      to: after, \.content,
      rules: ("undo takes all of a reading back", "redo reads all of it again"))
  }

  private func require(
    _ rule: String, _ serial: Int, _ old: [Living], _ there: [Living], _ holds: () -> Bool
  ) throws {
    guard holds() else {
      throw SimulationFailure(
        rule: rule,
        detail: "#\(serial): \(there.map { "\($0)" })\n   instead of \(old.map { "\($0)" })")
    }
  }

  // MARK: A device

  /// The bank before a reading.
  private struct Before {
    var living: [Int: [Living]]
    /// The questions in the trash.
    var trashed: Set<Identifier<Question>>
    var trashedSerials: Set<Int>
    var bank: BankSnapshot
    /// The last change of the log.
    var change: UInt64?
    /// The names of the files that a reading has known, and whether a deck of each is there. Who asks
    /// once more to follow the folder gets the decks back that a person has deleted.
    var files: [String: Bool]

    /// Whether nothing else than readings can have taken the decks away.
    func isWhole(_ read: AuthoredFolder?) -> Bool {
      read.map { $0.files.keys.allSatisfy { files[$0] == true } } ?? false
    }
  }

  private func snapshot(_ device: SimulatedDevice) throws -> Before {
    let history = device.program?.shell.models.undoHistory
    let trashed = try trashed(device)
    return Before(
      living: try living(device), trashed: Set(trashed.map(\.id)),
      trashedSerials: Set(trashed.compactMap { RandomQuestion.serial(of: $0.content.text) }),
      bank: try device.snapshot(),
      change: try history?.entries().first?.change.sequence, files: try knownFiles(device))
  }

  /// The questions of authors, by their serials.
  private func living(_ device: SimulatedDevice) throws -> [Int: [Living]] {
    guard let store = device.program?.store else { return try livingInFile(device) }
    return try Self.living(store)
  }

  private func trashed(_ device: SimulatedDevice) throws -> [Question] {
    guard let store = device.program?.store else { return [] }
    return try StoreContext(store).fetch(FetchDescriptor<TrashedRecord>())
      .compactMap { $0.content.record(of: Question.self) }
  }

  private func knownFiles(_ device: SimulatedDevice) throws -> [String: Bool] {
    guard let context = device.program.map({ StoreContext($0.store) }) else { return [:] }
    let decks = Set(try context.fetch(FetchDescriptor<Deck>()).map(\.id))
    let files = try context.fetch(FetchDescriptor<FollowedFile>())
    return Dictionary(
      files.map { (FileName.base(of: $0.path), !decks.isDisjoint(with: $0.deckIDs)) }
    ) { $0 || $1 }
  }

  private func livingInFile(_ device: SimulatedDevice) throws -> [Int: [Living]] {
    try Self.living(device.open(device.disk, .reading))
  }

  private static func living(_ store: any DataStore) throws -> [Int: [Living]] {
    var living: [Int: [Living]] = [:]
    for question in try StoreContext(store).fetch(FetchDescriptor<Question>()) {
      guard let serial = RandomQuestion.serial(of: question.content.text),
        AuthoredQuestion.isAuthored(serial)
      else { continue }
      living[serial, default: []].append(
        Living(
          id: question.id, deck: question.deckID, content: question.content,
          keyChangedAt: question.keyChangedAt))
    }
    return living
  }

  /// The decks that are called after the folder and its files.
  private func ownDecks(_ device: SimulatedDevice) throws -> Set<Identifier<Deck>> {
    guard let store = device.program?.store else { return [] }
    let name = AuthoredFolder.path.dropFirst()
    return Set(
      try StoreContext(store).fetch(FetchDescriptor<Deck>())
        .filter { $0.name == name || $0.name.hasPrefix(name + "/") }.map(\.id))
  }

  private func isFollowing(_ device: SimulatedDevice) throws -> Bool {
    try device.program?.shell.models.follower.decks().contains(where: \.here) ?? (read != nil)
  }

  private func hasExam(_ device: SimulatedDevice) throws -> Bool {
    guard let store = device.program?.store else { return true }
    let context = StoreContext(store)
    return try context.fetch(FetchDescriptor<AttemptProgress>()).contains {
      try context.record(for: $0.attemptID)?.exam != nil
    }
  }

  /// Whether a quiz goes on, perhaps below a question to the person.
  private func isHeld(_ device: SimulatedDevice) -> Bool {
    device.program?.shell.models.follower.isHeld ?? false
  }

  private func quizInFront(_ device: SimulatedDevice) -> Bool {
    device.program.map { $0.manner.isLive && $0.shell.screen == .quiz } ?? false
  }

  /// Whether a reading has certainly not taken the folder for an accident, in which most questions
  /// of a file are missing.
  private func isBelieved(
    _ folder: AuthoredFolder, _ before: Before, _ now: [Int: [Living]], _ device: SimulatedDevice
  ) throws -> Bool {
    guard let read else {
      guard let store = device.program?.store else { return false }
      let entries = try StoreContext(store).fetch(FetchDescriptor<FollowedFile>())
        .flatMap(\.entries).filter { $0.trash == nil }.map(\.id)
      // A file that was taken for an accident has left the bank as it was.
      let there = folder.questions.compactMap { question in
        now[question.serial]?.filter { $0.content.text == question.content.text }
      }
      return there.count == folder.questions.count && there.allSatisfy { $0.count == 1 }
        && Set(there.joined().map(\.id)) == Set(entries)
    }
    let says = Dictionary(folder.questions.map { ($0.serial, $0) }) { $1 }
    let twice = folder.doubled.union(read.doubled)
    return read.files.values.allSatisfy { questions in
      // One whose wording and key have changed is another question for the reader, of one that is
      // there twice, in the files or in the bank, either may be gone, and one with another wording
      // may come back from the trash.
      let lost = questions.count { version in
        twice.contains(version.serial) || (before.living[version.serial]?.count ?? 0) > 1
          || says[version.serial].map { next in
            next.wording != version.wording
              && (next.key != version.key || before.trashedSerials.contains(version.serial))
          } ?? true
      }
      return lost * 2 <= questions.count * 3 / 4
    }
  }

  /// Whether each file that is gone has become a new one, which asks at least half of the same. One
  /// that has been there before, and was missing, is no other name of it.
  private func isSameFiles(_ folder: AuthoredFolder, _ before: Before) -> Bool {
    let gone = (read?.files ?? [:]).filter { folder.files[$0.key] == nil }
    return gone.values.allSatisfy { questions in
      folder.files.contains { file in
        let same = questions.count { question in
          file.value.contains { $0.serial == question.serial && $0.wording == question.wording }
        }
        return same * 2 >= questions.count && !questions.isEmpty
          && before.files[file.key] == nil
      }
    }
  }

  // MARK: Files

  /// Writes the folder, with one of the files as it is half written.
  private func write(_ folder: AuthoredFolder, _ half: HalfWritten?, on device: SimulatedDevice) {
    var texts = folder.texts(as: format)
    if let half, let path = texts.keys.min(), let text = texts[path] {
      switch half {
      case .truncated(let part): texts[path] = String(text.prefix(text.count * part / 1000))
      case .empty: texts[path] = ""
      case .conflict: texts[path] = "<<<<<<< HEAD\n\(text)\n=======\n>>>>>>> other\n"
      case .missing: texts[path] = nil
      }
    }
    let others = device.files.contents.filter { !$0.key.hasPrefix(AuthoredFolder.path + "/") }
    device.files.contents = others.merging(texts) { $1 }
    device.fileChanges.emit(())
  }

  /// Lets a program read the files that does not watch them, and one begin to follow them.
  private func readNow(_ device: SimulatedDevice, begins: Bool) throws {
    guard let program = device.program, !quizInFront(device), !isHeld(device) else { return }
    let isFollowing = try isFollowing(device)
    if !isFollowing, !begins { return try importFiles(program.shell.models, device) }
    guard !isFollowing || !program.manner.isLive else { return }
    do {
      try program.shell.models.follower.perform(
        .follow(AuthoredFolder.path, deck: nil, only: nil))
    } catch let error as any ReportableError {
      // A file may be missing, or all of them empty.
      guard error is UserFileError || error is FollowRefusal else { throw error }
    }
  }

  /// Imports the files into the decks that will follow them, as a person does who does not know of
  /// following yet.
  private func importFiles(_ models: Models, _ device: SimulatedDevice) throws {
    for path in device.files.contents.keys.sorted() where path.hasPrefix(AuthoredFolder.path) {
      let name = path.dropFirst().split(separator: ".").first ?? ""
      do {
        try models.importer.run(
          ImportOptions(files: [path], format: format.name, deck: String(name)))
      } catch is ImportError {
        // A cut file may have nothing, and the disk may be full.
      }
    }
  }
}
