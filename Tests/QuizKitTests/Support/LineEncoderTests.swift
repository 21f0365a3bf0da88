import Foundation
import Testing

@testable import QuizKit

@Suite struct LineEncoderTests {
  private struct Inner: Encodable {
    let text: String
    let numbers: [Double]

    enum Key: String, CodingKey { case text, numbers }
  }

  /// Puts one value's members beside those of another, and a third under a key of its own.
  private struct Outer: Encodable {
    let inner: Inner
    let flag: Bool?

    enum Key: String, CodingKey { case zone, inner, flag, after }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode("z", forKey: .zone)
      try container.encode(flag, forKey: .flag)
      try inner.encode(to: container.superEncoder(forKey: .inner))
    }
  }

  @Test func `it writes what Foundation writes`() throws {
    let foundation = JSONEncoder()
    foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let texts = ["", "a/b", "\"\\", "日本\n語", "😀\t", "\u{2028}"]
    for text in texts {
      for flag in [true, false, nil] {
        let value = [Outer(inner: Inner(text: text, numbers: [0, -1.5, 1e20, 0.1]), flag: flag)]
        let line = try LineEncoder().encode(value)
        #expect(
          String(decoding: line, as: UTF8.self)
            == String(decoding: try foundation.encode(value), as: UTF8.self))
      }
    }
  }

  @Test func `a value may ask for what it was given`() throws {
    struct Asking: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(
          CodingUserInfoKey.language.flatMap { encoder.userInfo[$0] } as? Language == .japanese)
      }
    }
    let encoder = LineEncoder()
    if let key = CodingUserInfoKey.language { encoder.userInfo[key] = Language.japanese }
    #expect(String(decoding: try encoder.encode([Asking()]), as: UTF8.self) == "[true]")
  }

  @Test func `a number that is not finite is refused`() {
    #expect(throws: EncodingError.self) { try LineEncoder().encode([Double.nan]) }
  }
}
