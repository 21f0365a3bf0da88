import TestKit

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import qa_repl

/// The rules for the pictures of one device: each is the one that its question or note was given, and
/// one that was there is there for as long as one of them names it.
struct PictureRules {
  private var there: Set<ContentDigest> = []

  /// The picture with a number.
  static func bytes(_ number: Int) -> [UInt8] {
    SamplePicture.png(width: 1 + UInt32(number), height: 1)
  }

  /// The name of its file.
  static func file(_ number: Int) -> String { "p\(number).png" }

  /// The Markdown that shows it.
  static func text(_ number: Int) -> String { "![P\(number)](\(file(number)))" }

  private static func number(_ picture: Picture) -> Int? {
    picture.label.hasPrefix("P") ? Int(picture.label.dropFirst()) : nil
  }

  /// - Parameter isComplete: Whether all pictures must be there, because everything has arrived.
  mutating func check(_ store: any DataStore, device: Int, isComplete: Bool = false) throws {
    var named: Set<ContentDigest> = []
    let context = StoreContext(store)
    let all =
      try context.fetch(FetchDescriptor<Question>()).map(\.content.pictures)
      + context.fetch(FetchDescriptor<StudyNote>()).map(\.pictures)
    for pictures in all {
      for picture in pictures.all {
        guard let number = Self.number(picture) else { continue }
        let detail = "device \(device + 1): \(picture)"
        let digest = ContentDigest(of: Self.bytes(number))
        // A file of a device that has not got the picture names where it was.
        if picture.attachment == nil, picture.address == Self.file(number) { continue }
        guard picture.attachment?.digest == digest else {
          throw SimulationFailure(rule: "a picture is never another's", detail: detail)
        }
        if try store.attachments.bytes(of: digest) != nil {
          named.insert(digest)
        } else if isComplete || there.contains(digest) {
          throw SimulationFailure(rule: "a picture that was there is there", detail: detail)
        }
      }
    }
    there = named
  }
}

extension SimulatedDevice {
  /// Puts a file with a question beside its picture, and imports it.
  func takePicture(_ number: Int, _ text: String) throws {
    let name = PictureRules.file(number)
    (files.contents[name], files.contents["p.csv"]) = ("", text)
    files.encoded.withLock { $0[name] = PictureRules.bytes(number) }
    try run("import p.csv")
  }

  /// Puts a picture on the disk, and attaches it to the newest note, or to a new one.
  func attachPicture(_ number: Int) throws {
    let name = PictureRules.file(number)
    files.contents[name] = ""
    files.encoded.withLock { $0[name] = PictureRules.bytes(number) }
    let attach = "attach \(name) --shows P\(number)"
    let hasNote = try program?.shell.models.notes.notes(NoteBook.Query()).isEmpty == false
    if hasNote {
      try run(attach + " --note 1")
    } else {
      for line in ["notes", "new", "title N\(number)", attach, "save"] { try run(line) }
    }
    try run("home")
  }

  /// Checks that a packaged backup brings all pictures to an empty bank.
  func readPackagedBackup() throws {
    guard let program, try !program.shell.models.pictures.kept().isEmpty else { return }
    let name = "whole.zip"
    try program.shell.models.exporter.run(
      ExportOptions(file: name, replaces: true, isBackup: true))
    defer { files.contents[name] = nil }
    var nature = nature
    nature.bookmarksFrom = knowsBookmarks ? 0 : nil
    let copy = SimulatedDevice(number, nature)
    copy.files.contents[name] = ""
    let bytes = files.encoded.withLock { $0[name] }
    copy.files.encoded.withLock { $0[name] = bytes }
    try copy.requireStart()
    guard let other = copy.program else { return }
    try other.shell.models.importer.run(ImportOptions(files: [name], allowDuplicates: true))
    for picture in try program.shell.models.pictures.kept() {
      let mine = try program.store.attachments.bytes(of: picture.digest)
      guard try other.store.attachments.bytes(of: picture.digest) == mine else {
        throw SimulationFailure(
          rule: "a packaged backup brings all pictures back", detail: picture.name)
      }
    }
  }
}
