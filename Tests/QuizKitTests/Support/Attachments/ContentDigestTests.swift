import Foundation
import Testing

@testable import QuizSupport

/// The digests of attachments. The vectors are those of NIST: FIPS 180-4, and the short and long
/// messages of its validation system (SHA256ShortMsg.rsp, SHA256LongMsg.rsp).
@Suite struct ContentDigestTests {
  private static let vectors = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("61 62 63", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("d3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    ("11 af", "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
    ("b4 19 0e", "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
    ("74 ba 25 21", "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e"),
  ]

  @Test(arguments: vectors)
  func `digests are those of the standard`(_ bytes: String, _ digest: String) {
    let bytes = bytes.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    #expect(ContentDigest(of: bytes).text == digest)
  }

  @Test func `digests of more than one block are those of the standard`() {
    let two = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    #expect(
      ContentDigest(of: two).text
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let four = Array(
      ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8)
    #expect(
      ContentDigest(of: four).text
        == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
    #expect(
      ContentDigest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).text
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `in whatever pieces bytes come, their digest is the same`() {
    let bytes = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = ContentDigest(of: bytes).text
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 399] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { hash.add($0) }
      }
      let text = hash.finish().map { String(format: "%02x", Int($0)) }.joined()
      #expect(text == whole, "in pieces of \(size)")
    }
  }

  @Test func `only a digest can be a part of a path`() {
    let digits = String(repeating: "0a", count: 32)
    #expect(ContentDigest(digits)?.path == "0a/" + digits)
    for text in [
      "", String(digits.dropLast()), digits + "0", digits.uppercased(), "../" + digits.dropLast(3),
    ] {
      #expect(ContentDigest(text) == nil, "\(text)")
    }
  }
}
