import Foundation
import Signals
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Pictures that are attached to notes.
@Suite struct NotePictureTests {
  private static func png(_ number: Int) -> [UInt8] {
    SamplePicture.png(width: UInt32(number + 1), height: 1)
  }

  private static func content(_ title: String, _ pictures: [UInt8]...) throws -> NoteBook.Content {
    var content = NoteBook.Content(title: title)
    for bytes in pictures {
      let new = try PictureIntake.NewPicture(bytes, named: "\(title).png")
      content.pictures.add(Picture(label: "\(title).png", new.attachment))
      content.new.append(new)
    }
    return content
  }

  private func filled(_ store: any DataStore = MemoryStore(schema: QuestionBank.schema))
    -> TestWorld
  {
    let test = TestWorld(store: store)
    for number in 0..<3 { test.files.blobs["\(number).png"] = Self.png(number) }
    test.files.texts["a.txt"] = "no picture"
    return test
  }

  private func notes(_ test: TestWorld) throws -> [StudyNote] {
    try test.world.store.fetch(FetchDescriptor<StudyNote>())
  }

  private func digests(_ test: TestWorld) throws -> [ContentDigest] {
    try test.store.attachments.all().map(\.digest)
  }

  // MARK: Writing

  @Test func `a picture is kept when its note is saved, and not before`() throws {
    let test = filled()
    let screen = try NotesViewModel(book: test.notes, world: test.world)
    for command: NotesCommand in [
      .new(deck: nil, question: nil), .attach("0.png", shows: "The pins"),
      .attach("dir/../0.png", shows: nil),
    ] {
      screen.commands.emit(command)
    }
    #expect(screen.state.note?.pictures.map(\.description) == ["The pins"])
    #expect(screen.state.note?.pictures.map(\.missing) == [false])
    #expect(screen.state.note?.unsaved == true)
    #expect(try digests(test).isEmpty)
    screen.commands.emit(.save)
    #expect(screen.state.note?.unsaved == false)
    #expect(try digests(test) == [ContentDigest(of: Self.png(0))])
    let picture = try #require(try notes(test).first?.pictures.all.first)
    #expect(picture.name == "0.png" && picture.label == "The pins")
    #expect(picture.attachment?.width == 1)
    // What is dropped leaves nothing.
    for command: NotesCommand in [
      .attach("1.png", shows: nil), .cancel, .attach("2.png", shows: nil), .detach(2), .save,
    ] {
      screen.commands.emit(command)
    }
    #expect(try digests(test) == [ContentDigest(of: Self.png(0))])
    screen.commands.emit(.detach(1))
    screen.commands.emit(.title("T"))
    screen.commands.emit(.save)
    #expect(try notes(test).map(\.pictures) == [Pictures()])
  }

  @Test func `what is no picture, too much or not there is refused, and the note stays as it is`()
    throws
  {
    let test = filled()
    test.files.blobs["large.png"] =
      Self.png(0) + [UInt8](repeating: 0, count: Attachment.mostBytes)
    let screen = try NotesViewModel(book: test.notes, world: test.world)
    var codes: [String] = []
    let handle = screen.refusals.observe { codes.append($0.code) }
    defer { handle.dispose() }
    screen.commands.emit(.attach("0.png", shows: nil))
    screen.commands.emit(.picture(nil))
    screen.commands.emit(.new(deck: nil, question: nil))
    for name in ["a.txt", "large.png", "gone.png"] {
      screen.commands.emit(.attach(name, shows: nil))
    }
    for command: NotesCommand in [.detach(1), .picture(nil)] { screen.commands.emit(command) }
    #expect(
      codes == [
        "no-note-open", "no-picture", "attachment-refused", "attachment-refused",
        "unreadable-file", "no-picture", "no-picture",
      ])
    #expect(screen.state.note?.unsaved == false)
    for number in 0...StudyNote.mostPictures {
      test.files.blobs["n.png"] = Self.png(100 + number)
      screen.commands.emit(.attach("n.png", shows: nil))
    }
    #expect(screen.state.note?.pictures.count == StudyNote.mostPictures)
    #expect(codes.last == "too-many-attachments")
  }

  @Test func `a note may have nothing but a picture, and is found by what that shows`() throws {
    let test = filled()
    var content = try Self.content("", Self.png(0))
    content.pictures.all[0].label = "The Pins"
    let note = try test.notes.add(about: nil, content)
    #expect(note.title(in: .gmt) == ".png")
    #expect(try test.notes.notes(NoteBook.Query(words: "pins")).count == 1)
    #expect(try test.notes.notes(NoteBook.Query(words: "other")).isEmpty)
    #expect(throws: NoteRefusal.empty) { try test.notes.add(about: nil, NoteBook.Content()) }
  }

  @Test func `a picture for the note with a number is saved at once`() throws {
    let test = filled()
    _ = try test.notes.add(about: nil, NoteBook.Content(title: "T"))
    let screen = try NotesViewModel(book: test.notes, world: test.world)
    screen.commands.emit(.attachTo(1, "0.png", shows: nil))
    #expect(screen.state.message?.code == "saved" && screen.state.note?.unsaved == false)
    #expect(try notes(test).map { $0.pictures.all.map(\.name) } == [["0.png"]])
  }

  // MARK: Undo, trash, sweep

  @Test func `undo, redo and the trash have the pictures, and nothing of theirs is swept`() throws {
    let disk = SimulatedDisk()
    let store = try StoreKind.journal.open(on: disk, schema: QuestionBank.schema)
    let test = TestWorld(store: store)
    func pictures() throws -> [Int] { try notes(test).map(\.pictures.all.count) }
    var note = try test.notes.add(about: nil, try Self.content("A", Self.png(0)))
    note = try test.notes.change(note, to: try Self.content("A", Self.png(1)))
    note = try test.notes.change(note, to: NoteBook.Content(title: "A"))
    let orphan = Self.png(9)
    try store.attachments.keep(orphan, as: ContentDigest(of: orphan))
    #expect(try pictures() == [0])
    test.scheduler.advance(by: .seconds(40 * 86_400))
    #expect(
      try test.pictures.removeUnused() == RemovedPictures(count: 1, bytes: orphan.count))
    try test.bank.undoHistory.undo()
    #expect(try pictures() == [1])
    try test.bank.undoHistory.redo()
    try test.bank.undoHistory.undo()
    try test.notes.delete(try notes(test))
    #expect(try pictures() == [])
    #expect(try test.pictures.removeUnused() == RemovedPictures())
    let entries = test.trash.available(try test.trash.liveEntries().value)
    try test.trash.restore(entries.map(\.id))
    let found = try #require(try notes(test).first?.pictures.attachments.first)
    #expect(try store.attachments.bytes(of: found.digest) == Self.png(1))
  }

  // MARK: Backups

  private func restore(_ package: [UInt8], into test: TestWorld) throws -> [Problem] {
    test.files.blobs["whole.zip"] = package
    var problems: [Problem] = []
    let handle = test.importer.outcomes.observe {
      problems = $0.files.flatMap(\.problems)
    }
    defer { handle.dispose() }
    try test.importer.run(ImportOptions(files: ["whole.zip"]))
    return problems
  }

  @Test(arguments: [true, false])
  func `a packaged backup brings the pictures of notes to a bank`(_ hasQuestion: Bool) throws {
    let test = filled()
    if hasQuestion { try test.add([.sample("A")]) }
    _ = try test.notes.add(about: nil, try Self.content("N", Self.png(0), Self.png(1)))
    try test.exporter.run(ExportOptions(file: "whole.zip", isBackup: true))
    let package = try #require(test.files.blobs["whole.zip"])
    let other = TestWorld()
    #expect(try restore(package, into: other).map(\.code) == [])
    #expect(try digests(other) == digests(test))
    #expect(try notes(other).map(\.pictures) == notes(test).map(\.pictures))
    // Once more changes nothing.
    #expect(try restore(package, into: other).map(\.code) == [])
    #expect(try notes(other).count == 1)
  }

  @Test func `a note that is there gets the pictures that only the backup has`() throws {
    let test = filled()
    let note = try test.notes.add(about: nil, try Self.content("N", Self.png(0)))
    try test.exporter.run(ExportOptions(file: "whole.zip", isBackup: true))
    let package = try #require(test.files.blobs["whole.zip"])
    _ = try test.notes.change(note, to: try Self.content("N", Self.png(1)))
    #expect(try restore(package, into: test).map(\.code) == [])
    #expect(
      try notes(test).map { $0.pictures.attachments.map(\.width) } == [[2, 1]])
  }

  @Test func `a hostile note is named and not taken`() throws {
    let test = TestWorld()
    let digest = ContentDigest(of: Self.png(0)).text
    let notes = [
      #"{"label":"a","address":"/etc/passwd"}"#,
      #"{"label":"a","attachment":{"digest":"../../x","mediaType":"image/png","size":1,"name":"a"}}"#,
      #"{"label":"a","attachment":{"digest":"\#(digest)","mediaType":"x","size":-1,"name":"a"}}"#,
    ].map { picture in
      #"{"id":1,"title":"T","body":"","createdAt":"2026-01-01T00:00:00Z","#
        + #""changedAt":"2026-01-01T00:00:00Z","pictures":[\#(picture)]}"#
    }
    test.files.texts["b.json"] =
      #"{"format":"qa-repl","version":2,"questions":[],"notes":[\#(notes.joined(separator: ","))]}"#
    var codes: [String] = []
    let handle = test.importer.outcomes.observe {
      codes = $0.files.flatMap(\.problems).map(\.code)
    }
    defer { handle.dispose() }
    try test.importer.run(ImportOptions(files: ["b.json"]))
    #expect(codes.count { $0 == "unreadable-record" } == 3, "\(codes)")
    #expect(try self.notes(test).isEmpty)
  }

  // MARK: Devices

  private func add(_ content: NoteBook.Content, to device: SyncDevice) throws -> StudyNote {
    try NoteBook(bank: device.bank, world: device.world).add(about: nil, content)
  }

  @Test func `a picture of a note comes with the line that names it, before the note`() throws {
    let (laptop, desktop) = try SyncDevice.pair()
    _ = try add(NoteBook.Content(title: "Plain"), to: laptop)
    try laptop.synchronize()
    func version() throws -> String {
      String(
        decoding: try #require(laptop.file).split(separator: UInt8(ascii: "\n"))[0], as: UTF8.self)
    }
    #expect(try version().contains("\"version\":1"))
    _ = try add(try Self.content("N", Self.png(0)), to: laptop)
    #expect(try laptop.synchronize().problems == [])
    #expect(try version().contains("\"version\":4"))
    desktop.fetch([laptop])
    #expect(try desktop.synchronize().problems.map(\.code) == ["sync-pictures-missing"])
    desktop.fetchPictures([laptop])
    #expect(try desktop.synchronize().problems == [])
    #expect(
      try desktop.store.store.attachments.bytes(of: ContentDigest(of: Self.png(0))) == Self.png(0))
    let both = try [laptop, desktop].map {
      try $0.store.fetch(FetchDescriptor<StudyNote>()).map(\.pictures)
    }
    #expect(both[0] == both[1] && both[0].map(\.all.count).sorted() == [0, 1])
    // Taking it off arrives as well.
    let note = try #require(
      try desktop.store.fetch(FetchDescriptor<StudyNote>()).first { !$0.pictures.isEmpty })
    _ = try NoteBook(bank: desktop.bank, world: desktop.world)
      .change(note, to: NoteBook.Content(title: "N"))
    try desktop.synchronize()
    laptop.fetch([desktop])
    try laptop.synchronize()
    #expect(
      try laptop.store.fetch(FetchDescriptor<StudyNote>()).allSatisfy { $0.pictures.isEmpty })
  }

  @Test func `whenever the power fails, a line of a note has its picture`() throws {
    let whole = try SyncDevice(1)
    _ = try add(try Self.content("N", Self.png(0)), to: whole)
    let before = whole.disk.calls
    try whole.synchronize()
    let digest = ContentDigest(of: Self.png(0))
    var random = SplitMix64(seed: 5)
    for call in Thoroughness.share(of: before...whole.disk.calls) {
      let device = try SyncDevice(1)
      _ = try add(try Self.content("N", Self.png(0)), to: device)
      device.disk.powerFailsAt = call
      do { try device.synchronize() } catch { continue }
      let rest = device.disk.afterCrash(using: &random)
      let text = String(decoding: rest[SyncDevice.path(of: device.identity)] ?? [], as: UTF8.self)
      let media = "\(SyncDevice.folder)/\(device.identity.text)/media/\(digest.path)"
      if text.contains(digest.text) { #expect(rest[media] == Self.png(0), "call \(call)") }
    }
  }

  // MARK: Faults

  /// Attaches a picture to a note and changes it, again and again, until the disk fails.
  ///
  /// - Returns: the number of saves that were acknowledged and the number that were begun.
  private func work(
    _ kind: StoreKind, on disk: SimulatedDisk
  ) -> (acknowledged: Int, begun: Int) {
    var acknowledged = 0
    do {
      let store = try kind.open(on: disk, schema: QuestionBank.schema)
      let book = TestWorld(store: store).notes
      for number in 0..<3 {
        let note = try book.add(about: nil, try Self.content("\(number)", Self.png(2 * number)))
        acknowledged += 1
        _ = try book.change(
          note, to: try Self.content("\(number)", Self.png(2 * number), Self.png(2 * number + 1)))
        acknowledged += 1
      }
      try store.close()
      return (acknowledged, acknowledged)
    } catch {
      return (acknowledged, acknowledged + 1)
    }
  }

  /// Expects each note to have its pictures, and no saved change to be missing.
  private func expectWhole(
    _ kind: StoreKind, _ disk: SimulatedDisk, _ saves: (acknowledged: Int, begun: Int), _ call: Int
  ) throws {
    let store = try kind.open(on: disk, schema: QuestionBank.schema)
    let test = TestWorld(store: store)
    let found = try notes(test)
    let count = found.reduce(0) { $0 + $1.pictures.all.count }
    #expect(
      count == saves.acknowledged || count == saves.begun,
      "call \(call): \(count) after \(saves.acknowledged) saves")
    for note in found {
      let number = try #require(Int(note.title))
      for (index, attachment) in note.pictures.attachments.enumerated() {
        let bytes = try store.attachments.bytes(of: attachment.digest)
        #expect(bytes == Self.png(2 * number + index), "call \(call): note \(number)")
      }
    }
    #expect(try test.pictures.absent().isEmpty)
    try store.close()
  }

  @Test(arguments: StoreKind.inFiles)
  func `whenever the power fails, a note that is there has its pictures`(_ kind: StoreKind) throws {
    let whole = SimulatedDisk()
    #expect(work(kind, on: whole).acknowledged == 6)
    var random = SplitMix64(seed: 64)
    for call in Thoroughness.share(of: 1...whole.calls) {
      let disk = SimulatedDisk()
      disk.powerFailsAt = call
      let saves = work(kind, on: disk)
      for _ in 0..<5 {
        try expectWhole(kind, disk.afterCrash(using: &random), saves, call)
      }
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `any one call may fail, and what notes have is whole`(_ kind: StoreKind) throws {
    let whole = SimulatedDisk()
    #expect(work(kind, on: whole).acknowledged == 6)
    for call in Thoroughness.share(of: 1...whole.calls) {
      for code in [EIO, ENOSPC, EACCES] {
        let disk = SimulatedDisk()
        disk.failure = (call: call, code: code)
        let saves = work(kind, on: disk)
        disk.failure = nil
        disk.locks = []
        try expectWhole(kind, disk, saves, call)
      }
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func `a note whose picture has no room is not saved, and is saved later`(_ kind: StoreKind) throws
  {
    let disk = SimulatedDisk()
    let store = try kind.open(on: disk, schema: QuestionBank.schema)
    let test = filled(store)
    _ = try test.notes.add(about: nil, NoteBook.Content(title: "T"))
    let screen = try NotesViewModel(book: test.notes, world: test.world)
    var codes: [String] = []
    let handle = screen.refusals.observe { codes.append($0.code) }
    defer { handle.dispose() }
    disk.freeBytes = 20
    for command: NotesCommand in [.open(1), .attach("0.png", shows: nil), .save] {
      screen.commands.emit(command)
    }
    #expect(codes == ["save-failed"])
    #expect(screen.state.note?.unsaved == true)
    #expect(try notes(test).map(\.pictures) == [Pictures()])
    disk.freeBytes = nil
    screen.commands.emit(.save)
    #expect(try notes(test).map(\.pictures.all.count) == [1])
    #expect(try digests(test) == [ContentDigest(of: Self.png(0))])
  }

  @Test func `a damaged bank that is salvaged has its notes with their pictures`() throws {
    let disk = SimulatedDisk()
    let test = TestWorld(store: try StoreKind.journal.open(on: disk, schema: QuestionBank.schema))
    _ = try test.notes.add(about: nil, try Self.content("N", Self.png(0)))
    for number in 0..<3 { try test.add([.sample("Question \(number)?")]) }
    try test.store.close()
    let path = StoreKind.journal.path
    var bytes = try #require(disk[path])
    let question = try #require(
      String(decoding: bytes, as: UTF8.self).firstRange(of: "Question 1?"))
    let offset = String(decoding: bytes, as: UTF8.self).utf8.distance(
      from: "".utf8.startIndex, to: question.lowerBound)
    bytes[offset] ^= 2
    disk[path] = bytes
    let store = try StoreKind.journal.open(
      on: disk, schema: QuestionBank.schema, access: .salvaging)
    let salvaged = TestWorld(store: store)
    let attachment = try #require(try notes(salvaged).first?.pictures.attachments.first)
    #expect(try store.attachments.bytes(of: attachment.digest) == Self.png(0))
    #expect(try salvaged.pictures.kept() == [attachment])
  }
}
