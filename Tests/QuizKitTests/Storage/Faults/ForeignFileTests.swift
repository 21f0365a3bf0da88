import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests files at a store's path that were not written by a store.
@Suite struct ForeignFileTests {
  private static let contents: [(name: String, bytes: [UInt8])] = [
    ("nothing", []), ("blanks", Array("  \n\t\r\n".utf8)), ("an array", Array("[]".utf8)),
    ("null", Array("null\n".utf8)), ("a number", Array("1".utf8)), ("an object", Array("{}".utf8)),
    ("zeros", [UInt8](repeating: 0, count: 4096)),
    ("Shift JIS", [0x7B, 0x22, 0x96, 0xE2, 0x91, 0xE8, 0x22, 0x3A, 0x31, 0x7D, 0x0A]),
    ("UTF-16", [0xFF, 0xFE] + Array("{\"format\":1}\n".utf8).flatMap { [$0, 0] }),
    ("gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 4, 0, 0x43, 0xBE, 0xB7, 0xE8, 1, 0, 0, 0]),
    ("SQLite", Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0, count: 100)),
    ("a text", Array("これは問題集です。\n".utf8)),
    ("half an escape", Array("{\"format\":\"qa\\".utf8)),
  ]

  private func expectRefusal(_ kind: StoreKind, _ bytes: [UInt8], _ name: String) throws {
    let disk = SimulatedDisk()
    disk[kind.path] = bytes
    for access in [StoreAccess.writing, .reading, .salvaging] {
      let error = #expect(throws: StoreError.self, "\(name)") {
        try kind.open(on: disk, access: access)
      }
      #expect(error?.code == "not-a-store", "\(name)")
      #expect(error?.file == kind.path)
      #expect(Bool(disk[kind.path] == bytes), "\(name)")
    }
    #expect(disk.paths == [kind.path])
  }

  @Test(arguments: StoreKind.inFiles)
  func `a file that is no store is refused and left as it is`(_ kind: StoreKind) throws {
    for (name, bytes) in Self.contents { try expectRefusal(kind, bytes, name) }
    let other: StoreKind = kind == .json ? .journal : .json
    let disk = SimulatedDisk()
    let context = try other.context(on: disk)
    try context.saveShelf("A")
    try context.store.close()
    try expectRefusal(kind, try #require(disk[other.path]), "the other kind of store")
  }

  @Test(arguments: StoreKind.inFiles)
  func `random bytes are refused and left as they are`(_ kind: StoreKind) throws {
    var random = SplitMix64(seed: 4)
    for length in [1, 2, 3, 16, 100, 5000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      try expectRefusal(kind, bytes, "\(length) random bytes")
    }
  }

  @Test func `a JSON file that ends anywhere but at its end is refused and left as it is`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.json.context(on: disk)
    try context.saveShelf("\"引用\" \\ \n", ["a", "b"])
    let path = StoreKind.json.path
    let whole = try #require(disk[path])
    try context.store.close()
    for end in 0..<whole.count - 2 {
      let cut = SimulatedDisk()
      cut[path] = Array(whole[..<end])
      let error = #expect(throws: StoreError.self, "cut at \(end)") {
        try StoreKind.json.open(on: cut)
      }
      #expect(error?.isDataUnusable == true && error?.file == path)
      #expect(Bool(cut[path]?.count == end))
    }
  }

  @Test func `bytes that are no UTF-8 inside a text are refused with their line`() throws {
    let disk = SimulatedDisk()
    let context = try StoreKind.json.context(on: disk)
    try context.saveShelf("NAME")
    try context.store.close()
    let path = StoreKind.json.path
    var bytes = try #require(disk[path])
    let place = try #require(bytes.firstRange(of: Array("NAME".utf8)))
    for wrong in [[0x82, 0xA0, 0x82, 0xA2], [0xC0, 0x80, 0x41, 0x41], [0xED, 0xA0, 0x80, 0x41]]
      as [[UInt8]]
    {
      bytes.replaceSubrange(place, with: wrong)
      disk[path] = bytes
      let error = #expect(throws: StoreError.self) { try StoreKind.json.open(on: disk) }
      #expect(error?.code == "store-damaged")
      #expect(error?.line == 1 + bytes[..<place.lowerBound].count { $0 == 0x0A })
      #expect(Bool(disk[path] == bytes))
    }
  }
}
