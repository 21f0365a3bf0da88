import Foundation
import Testing

@testable import QuizKit
@testable import QuizSupport

@Suite struct JSONTextEncoderTests {
  private struct Inner: Encodable {
    let text: String
    let numbers: [Double]

    enum Key: String, CodingKey { case text, numbers }
  }

  /// A value with the members of two other values side by side, and a third value under its own
  /// key.
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

  @Test func `with its members sorted it writes what Foundation writes`() throws {
    let foundation = JSONEncoder()
    foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let texts = ["", "a/b", "\"\\", "日本\n語", "😀\t", "\u{2028}"]
    for text in texts {
      for flag in [true, false, nil] {
        let value = [Outer(inner: Inner(text: text, numbers: [0, -1.5, 1e20, 0.1]), flag: flag)]
        let line = try JSONTextEncoder(sortsMembers: true).encode(value)
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
          CodingUserInfoKey.writesAllMembers.flatMap { encoder.userInfo[$0] } as? Bool == true)
      }
    }
    let encoder = JSONTextEncoder()
    if let key = CodingUserInfoKey.writesAllMembers { encoder.userInfo[key] = true }
    #expect(String(decoding: try encoder.encode([Asking()]), as: UTF8.self) == "[true]")
  }

  @Test func `a number that is not finite is refused`() {
    #expect(throws: EncodingError.self) { try JSONTextEncoder().encode([Double.nan]) }
  }

  private func text(_ value: some Encodable, sorted: Bool = false) throws -> String {
    String(decoding: try JSONTextEncoder(sortsMembers: sorted).encode(value), as: UTF8.self)
  }

  private struct Declared: Encodable {
    var b = 1
    var a = ["y": Part(), "x": Part()]
    var c = Part()

    struct Part: Encodable {
      var z = 1
      var y = [2]
    }
  }

  @Test func `members stand in the order of declaration, those of a dictionary by name`() throws {
    let part = #"{"z":1,"y":[2]}"#
    #expect(try text(Declared()) == #"{"b":1,"a":{"x":\#(part),"y":\#(part)},"c":\#(part)}"#)
  }

  @Test func `members may be sorted by the bytes of their names, in every object`() throws {
    let part = #"{"y":[2],"z":1}"#
    #expect(
      try text([Declared(), Declared()], sorted: true)
        == "["
        + [#"{"a":{"x":\#(part),"y":\#(part)},"b":1,"c":\#(part)}"#]
        .flatMap { [$0, $0] }.joined(separator: ",") + "]")
    #expect(
      try text(["ab": 1, "a b": 2, "a": 3, "a\"b": 4, "": 5, "あ": 6], sorted: true)
        == #"{"":5,"a b":2,"a":3,"a\"b":4,"ab":1,"あ":6}"#)
  }

  @Test(arguments: [0, 7, 10, -1, 1_234_567_890, .max, .min])
  func `whole numbers are written as they are`(_ number: Int64) throws {
    #expect(try text(number) == String(number))
  }

  @Test func `nothing is left of a value that could not be written`() throws {
    let encoder = JSONTextEncoder()
    #expect(throws: EncodingError.self) { try encoder.encode(["a": [Double.infinity]]) }
    #expect(String(decoding: try encoder.encode(["b": 1]), as: UTF8.self) == #"{"b":1}"#)
  }

  @Test func `members of an object inside are sorted too`() throws {
    struct Nesting: Encodable {
      enum Key: String, CodingKey { case z, a, inner }

      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
        try inner.encode(1, forKey: .z)
        try inner.encode(2, forKey: .a)
      }
    }
    #expect(try text(Nesting(), sorted: true) == #"{"inner":{"a":2,"z":1}}"#)
    #expect(try text(Nesting(), sorted: false) == #"{"inner":{"z":1,"a":2}}"#)
  }
}
