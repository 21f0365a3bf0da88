import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Pictures that devices exchange.
@Suite struct SyncPictureTests {
  private let bytes = SamplePicture.png(width: 620, height: 410)
  private var digest: ContentDigest { ContentDigest(of: bytes) }

  private func content(_ bytes: [UInt8]?, _ text: String = "Which? [image: Pins]")
    -> QuestionContent
  {
    var content = QuestionContent.sample(text)
    guard let bytes else { return content }
    content.pictures = Pictures([
      Picture(
        label: "Pins",
        Attachment(
          digest: ContentDigest(of: bytes), mediaType: "image/png", size: bytes.count,
          name: "a.png"))
    ])
    return content
  }

  private func add(_ bytes: [UInt8]?, to device: SyncDevice, isKept: Bool = true) throws {
    if let bytes, isKept {
      try device.store.store.attachments.keep(bytes, as: ContentDigest(of: bytes))
    }
    let intake = try BankIntake(device.bank, allowDuplicates: true)
    try intake.add(content(bytes), deck: "D")
    try intake.save()
  }

  private func pictures(_ device: SyncDevice) throws -> [Pictures] {
    try device.store.fetch(FetchDescriptor<Question>()).map(\.content.pictures)
  }

  private func media(_ device: SyncDevice) -> String {
    "\(SyncDevice.folder)/\(device.identity.text)/media/\(digest.path)"
  }

  @Test func `a picture is in the folder with the line that names it, and another device gets it`()
    throws
  {
    let (laptop, desktop) = try SyncDevice.pair()
    try add(bytes, to: laptop)
    #expect(try laptop.synchronize().problems == [])
    #expect(laptop.disk[media(laptop)] == bytes)
    let first = try #require(laptop.file).split(separator: UInt8(ascii: "\n"))[0]
    #expect(String(decoding: first, as: UTF8.self).contains("\"version\":4"))
    desktop.fetch([laptop])
    desktop.fetchPictures([laptop])
    #expect(try desktop.synchronize().problems == [])
    #expect(try desktop.store.store.attachments.bytes(of: digest) == bytes)
    #expect(try pictures(desktop) == pictures(laptop))
  }

  @Test func `a picture that has not arrived is named and asked for again`() throws {
    let (laptop, desktop) = try SyncDevice.pair()
    try add(bytes, to: laptop)
    try laptop.synchronize()
    desktop.fetch([laptop])
    #expect(try desktop.synchronize().problems.map(\.code) == ["sync-pictures-missing"])
    #expect(try desktop.bank.pictures.lacking().count == 1)
    #expect(try desktop.synchronize().problems.map(\.code) == ["sync-pictures-missing"])
    desktop.fetchPictures([laptop])
    #expect(try desktop.synchronize().problems == [])
    #expect(try desktop.bank.pictures.lacking().isEmpty)
  }

  @Test func `a description with half a character, as another program may cut it, is understood`() {
    let json = #"[{"label":"a \ud83c","address":"x"}]"#
    #expect(SharedPictures.pictures(json)?.all.map(\.label) == ["a \u{FFFD}"])
  }

  @Test func `a file whose digest is not its name is refused and named`() throws {
    let (laptop, desktop) = try SyncDevice.pair()
    try add(bytes, to: laptop)
    try laptop.synchronize()
    desktop.fetch([laptop])
    desktop.disk[media(laptop)] = [1, 2, 3]
    let problems = try desktop.synchronize().problems
    #expect(Set(problems.map(\.code)) == ["sync-picture-refused", "sync-pictures-missing"])
    #expect(problems.first { $0.code == "sync-picture-refused" }?.file == media(laptop))
    #expect(try !desktop.store.store.attachments.has(digest))
  }

  @Test func `a device that imported the same questions without pictures takes none away`() throws {
    for isFirst in [true, false] {
      let (laptop, desktop) = try SyncDevice.pair()
      try add(bytes, to: laptop)
      try add(nil, to: desktop)
      if isFirst { try desktop.synchronize() }
      for _ in 0..<3 {
        try laptop.synchronize()
        desktop.fetch([laptop])
        desktop.fetchPictures([laptop])
        try desktop.synchronize()
        laptop.fetch([desktop])
        laptop.fetchPictures([desktop])
      }
      try laptop.synchronize()
      #expect(try pictures(laptop) == [content(bytes).pictures], "first: \(isFirst)")
      #expect(try pictures(desktop) == [content(bytes).pictures], "first: \(isFirst)")
    }
  }

  @Test(arguments: SharedPictures.fields.values.sorted())
  func `in whatever order states are merged, the pictures are the same`(
    _ field: String
  ) throws {
    func clock(_ time: Int, _ device: UInt64) throws -> HybridClock {
      try #require(HybridClock("\(time).0.\(DeviceIdentity(device).text)"))
    }
    let there = "[{\"label\":\"a\",\"attachment\":{}}]"
    let address = "[{\"label\":\"a\",\"address\":\"x\"}]"
    var removed = RecordState([field: there, "t": "1"], at: try clock(1, 4))
    removed.set(field, to: nil, at: try clock(9, 4))
    let states = [
      RecordState([field: there, "t": "1"], at: try clock(2, 1)),
      RecordState(["t": "2"], at: try clock(5, 2)),
      RecordState([field: address, "t": "3"], at: try clock(6, 3)),
    ]
    func merged(_ states: [RecordState]) -> RecordState {
      states.dropFirst().reduce(into: states[0]) { $0.merge($1) }
    }
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let result = merged(order.map { states[$0] })
      #expect(result.values == [field: there, "t": "3"], "\(order)")
      #expect(result == merged([0, 1, 2].map { states[$0] }))
      // Who takes the pictures away says so.
      #expect(merged([result, removed]).values[field] == nil)
      #expect(merged([removed, result]).values[field] == nil)
    }
  }

  @Test func `without room for the picture its line is not written, and later both are`() throws {
    let device = try SyncDevice(1)
    try device.bank.makeDeck(named: "D")
    try device.synchronize()
    let before = device.file
    try add(bytes, to: device)
    device.disk.freeBytes = 20
    #expect(try device.synchronize().published == 0)
    #expect(device.file == before)
    device.disk.freeBytes = nil
    #expect(try device.synchronize().published > 0)
    #expect(device.disk[media(device)] == bytes)
  }

  @Test func `whenever the power fails, a line that is there has its picture`() throws {
    let whole = try SyncDevice(1)
    try add(bytes, to: whole)
    let before = whole.disk.calls
    try whole.synchronize()
    var random = SplitMix64(seed: 3)
    for call in Thoroughness.share(of: before...whole.disk.calls) {
      let device = try SyncDevice(1)
      try add(bytes, to: device)
      device.disk.powerFailsAt = call
      do { try device.synchronize() } catch { continue }
      let rest = device.disk.afterCrash(using: &random)
      let text = String(decoding: rest[SyncDevice.path(of: device.identity)] ?? [], as: UTF8.self)
      if text.contains(digest.text) { #expect(rest[media(device)] == bytes, "call \(call)") }
    }
  }

  @Test func `pictures come in any order to four devices, and none is lost or another's`() throws {
    var random = SplitMix64(seed: 11)
    let devices = try (1...4).map { try SyncDevice(UInt64($0)) }
    var all: [ContentDigest: [UInt8]] = [:]
    for round in 0..<Thoroughness.share(of: 200) {
      let device = devices[Int.random(in: 0..<4, using: &random)]
      let bytes = SamplePicture.png(
        width: UInt32(round + 1), height: 1, salt: UInt8(round % 250))
      all[ContentDigest(of: bytes)] = bytes
      try device.store.store.attachments.keep(bytes, as: ContentDigest(of: bytes))
      let intake = try BankIntake(device.bank, allowDuplicates: true)
      try intake.add(content(bytes, "\(round)? [image: Pins]"), deck: "D")
      try intake.save()
      let other = devices[Int.random(in: 0..<4, using: &random)]
      try device.synchronize()
      // The lines may arrive before the pictures, or the other way round.
      if Bool.random(using: &random) { other.fetch([device]) }
      if Bool.random(using: &random) { other.fetchPictures([device]) }
      try other.synchronize()
    }
    for _ in 0..<2 {
      for device in devices {
        device.fetch(devices)
        device.fetchPictures(devices)
        try device.synchronize()
      }
    }
    for device in devices {
      #expect(try device.bank.pictures.absent().isEmpty)
      let questions = try device.store.fetch(FetchDescriptor<Question>())
      #expect(questions.count == all.count)
      for question in questions {
        let attachment = try #require(question.content.pictures.attachments.first)
        let number = try #require(
          question.content.text.split(separator: "?").first.flatMap { Int($0) })
        let bytes = try #require(try device.store.store.attachments.bytes(of: attachment.digest))
        #expect(bytes == all[attachment.digest])
        #expect(PictureHead(bytes)?.width == number + 1)
      }
    }
  }

  @Test func `a file that is larger than a picture may be is not fetched`() throws {
    let (laptop, desktop) = try SyncDevice.pair()
    let large = bytes + [UInt8](repeating: 0, count: Attachment.mostBytes)
    let digest = ContentDigest(of: large)
    try add(large, to: laptop, isKept: false)
    try laptop.synchronize()
    desktop.fetch([laptop])
    let path = "\(SyncDevice.folder)/\(laptop.identity.text)/media/\(digest.path)"
    desktop.disk[path] = large
    #expect(try desktop.synchronize().problems.map(\.code) == ["sync-pictures-missing"])
    #expect(try !desktop.store.store.attachments.has(digest))
  }
}
