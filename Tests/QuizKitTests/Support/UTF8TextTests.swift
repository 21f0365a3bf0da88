import Testing

@testable import QuizSupport

/// Tests bytes that are recognised as UTF-8 together, which are not examined again one by one.
struct UTF8TextTests {
  @Test("bytes that are recognised as UTF-8 are valid UTF-8, in any order")
  func saysNothingFalse() {
    let bytes: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF4, 0xF5, 0xF8, 0xFF,
    ]
    // At the beginning, in the middle and at the end of the bytes that are examined together.
    for (before, after) in [(2, 12), (7, 23), (17, 2)] {
      for first in bytes {
        for second in bytes {
          for third in bytes {
            let text =
              [UInt8](repeating: 0x22, count: before) + [first, second, third]
              + [UInt8](repeating: 0x22, count: after)
            if text.withUnsafeBytes(UTF8Text.isSurelyValid) {
              #expect(String(validating: text, as: UTF8.self) != nil, "\(text)")
            }
          }
        }
      }
    }
  }

  @Test(
    "texts of everyday characters are recognised as UTF-8",
    arguments: [
      "{\"text\":\"plain English only\"}", "{\"text\":\"ひらがな、カタカナ、漢字\"}",
      "{\"text\":\"×と÷、éとß、…と「」\"}", "{\"text\":\"ｆｕｌｌｗｉｄｔｈ？！\"}",
    ])
  func recognisesEverydayTexts(_ text: String) {
    #expect(Array(text.utf8).withUnsafeBytes(UTF8Text.isSurelyValid))
  }

  @Test("a record is the same with a character that its bytes are looked at more closely for")
  func readsBothWays() throws {
    for text in ["ただの文", "絵文字😀のある文", "e\u{301} と \u{10FFFF} と \u{0} と \u{ED7F}"] {
      let note = "{\"a\":[\(JSONText.quoted(text)),\"終わり\"]}"
      let read = try JSONTextDecoder().decode([String: [String]].self, from: note)
      #expect(read == ["a": [text, "終わり"]])
    }
  }

  @Test("a text with half a character is refused")
  func refusesHalfACharacter() {
    var bytes = Array("{\"text\":\"ここで切れる文です\"}".utf8)
    bytes.remove(at: 12)
    #expect(throws: JSONFault.self) {
      try bytes.withBytes { bytes throws(JSONFault) in
        try JSONTextDecoder().decode([String: String].self, from: bytes)
      }
    }
  }
}

extension JSONTextDecoder {
  fileprivate func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    try Array(text.utf8).withBytes { bytes throws(JSONFault) in try decode(type, from: bytes) }
  }
}
