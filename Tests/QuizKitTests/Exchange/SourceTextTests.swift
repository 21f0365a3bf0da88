import Testing

@testable import QuizExchange

@Suite struct SourceTextTests {
  private func text(_ bytes: [UInt8], encoding: TextEncoding? = nil) -> SourceText {
    SourceText(bytes, name: "file.txt", encoding: encoding)
  }

  private func string(_ source: SourceText) -> String {
    String(decoding: source.bytes, as: UTF8.self)
  }

  @Test func `a byte order mark of UTF-8 is dropped`() {
    let source = text([0xEF, 0xBB, 0xBF] + Array("問い".utf8))
    #expect(string(source) == "問い")
    #expect(source.encoding == .utf8)
  }

  @Test(arguments: [true, false])
  func `UTF-16 is read by its byte order mark`(littleEndian: Bool) {
    let bytes = ([0xFEFF] + Array("日🙂".utf16)).flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return littleEndian ? [low, high] : [high, low]
    }
    #expect(string(text(bytes)) == "日🙂")
  }

  @Test func `Shift_JIS is recognised by its kana and kanji`() {
    // 日本の首都は？ in code page 932.
    let bytes: [UInt8] = [
      0x93, 0xFA, 0x96, 0x7B, 0x82, 0xCC, 0x8E, 0xF1, 0x93, 0x73, 0x82, 0xCD, 0x81, 0x48,
    ]
    let source = text(bytes)
    #expect(string(source) == "日本の首都は？")
    #expect(source.encoding == .shiftJIS)
    #expect(source.problems.isEmpty)
  }

  @Test func `a stray byte of Windows-1252 does not break the UTF-8 around it`() {
    let bytes = Array("“quoted”\nPok".utf8) + [0xE9] + Array("mon ".utf8) + [0x80]
    let source = text(bytes)
    #expect(string(source) == "“quoted”\nPokémon €")
    #expect(source.encoding == .mixed)
    #expect(source.problems.map(\.code) == ["mixed-encoding"])
    #expect(source.problems.first?.line == 2)
  }

  @Test func `French in Latin-1 is not taken for Japanese`() {
    let bytes =
      Array("Cr".utf8) + [0xE8] + Array("me br".utf8) + [0xFB] + Array("l".utf8) + [0xE9]
      + Array("e, caf".utf8) + [0xE9] + Array("s".utf8)
    #expect(string(text(bytes)) == "Crème brûlée, cafés")
  }

  @Test func `a named encoding is obeyed`() {
    #expect(string(text([0xB1, 0xB2], encoding: .shiftJIS)) == "ｱｲ")
    #expect(string(text([0xE9], encoding: .windows1252)) == "é")
  }

  @Test func `every kind of line end becomes one newline`() {
    #expect(string(text(Array("a\r\nb\rc\nd\r\r\ne".utf8))) == "a\nb\nc\nd\n\ne")
  }

  @Test func `a lost character is never silent`() {
    let source = text(Array("a\nb\u{FFFD}".utf8))
    #expect(source.problems.map(\.code) == ["replacement-character"])
    #expect(source.problems.first?.line == 2)
  }

  @Test func `control characters are said once with the first line`() {
    let source = text(Array("a\r\nb\tc\n\u{1B}[2J\u{7}".utf8))
    #expect(source.problems.map(\.code) == ["control-characters"])
    #expect(source.problems.first?.line == 3)
    #expect(text(Array("12345678\u{85}".utf8)).problems.map(\.code) == ["control-characters"])
    #expect(text(Array("1234567¡\t\r\n".utf8)).problems.isEmpty)
  }

  @Test func `NUL bytes mean that the file is no text`() {
    let source = text([0x41, 0x0A, 0x00, 0x42])
    #expect(source.problems.map(\.code) == ["binary-file"])
    #expect(source.bytes.isEmpty)
  }

  @Test func `code page 932 writes what it reads`() {
    for scalar in "表計算①髙～－ｱ\\あ漢".unicodeScalars {
      let bytes = CP932.encode(scalar) ?? []
      #expect(CP932.decode(bytes).utf8 == Array(String(scalar).utf8))
    }
    #expect(CP932.encode("🙂") == nil)
  }
}
