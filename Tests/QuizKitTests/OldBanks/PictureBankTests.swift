import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests files with pictures that the first program with pictures wrote on 2026-11-30: a bank with
/// its folder, a packaged backup, and a shared folder. One of the pictures was not brought in.
@Suite struct PictureBankTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Files/pictures")
  /// The SHA-256 of each picture, by its name.
  private static let digests = [
    "pins.png": "c0dd6d0a52cd8441a7006f368553fe35d06392ffc438dc3ff53d2157fb8382ed",
    "boards.svg": "4d607aff521e055a14bc88dd1d9d0574740d24af802af54664616caf5370d7f4",
  ]

  private func put(_ name: String, on disk: SimulatedDisk, at path: String) throws {
    try Self.folder.appending(path: name).put(on: disk, at: path)
  }

  private func expectAll(in context: StoreContext) throws {
    let questions = try context.fetch(FetchDescriptor<Question>()).filter {
      !$0.content.pictures.isEmpty
    }
    #expect(
      questions.map(\.content.text).sorted() == [
        "What came with it? [image: A box]", "Which pin is SDA? [image: Pins of the board]",
      ])
    for picture in questions.flatMap(\.content.pictures.all) {
      guard let attachment = picture.attachment else {
        #expect(picture == Picture(label: "A box", at: "box.png"))
        continue
      }
      #expect(attachment.digest.text == Self.digests[attachment.name])
      let bytes = try #require(try context.store.attachments.bytes(of: attachment.digest))
      #expect(ContentDigest(of: bytes) == attachment.digest && bytes.count == attachment.size)
    }
    let first = try #require(questions.first { $0.content.pictures.all.count == 2 }).content
    #expect(first.placedPictures.map(\.place) == [.text, .choice(0)])
    #expect(first.pictures.all.map(\.description) == ["Pins of the board", nil])
    #expect(first.pictures.attachments.map { [$0.width, $0.height] } == [[3, 2], [20, 10]])
  }

  @Test func `a bank has its pictures, also after a save`() throws {
    let disk = SimulatedDisk()
    let path = StoreKind.journal.path
    try put("bank.journal", on: disk, at: path)
    try put("bank.journal.media", on: disk, at: path + ".media")
    for deck in ["New", "Newer"] {
      let context = StoreContext(try StoreKind.journal.open(on: disk, schema: QuestionBank.schema))
      try expectAll(in: context)
      try context.transaction {
        context.insert(Deck(name: deck, createdAt: Date(timeIntervalSince1970: 0)))
      }
      try expectAll(in: context)
      try context.store.close()
    }
  }

  @Test func `a packaged backup brings them to another bank`() throws {
    let test = TestWorld()
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "whole.zip")))
    test.files.blobs["whole.zip"] = bytes
    try test.importer.run(ImportOptions(files: ["whole.zip"]))
    try expectAll(in: test.world.store)
  }

  @Test func `another device gets them from a shared folder`() throws {
    let device = try SyncDevice(7)
    try put("shared", on: device.disk, at: SyncDevice.folder)
    #expect(try device.synchronize().problems.isEmpty)
    try expectAll(in: device.store)
  }
}
