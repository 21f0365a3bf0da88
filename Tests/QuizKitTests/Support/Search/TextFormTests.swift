import Testing

@testable import QuizSupport

/// Tests whether the bytes of a text are enough to recognise that it is in composed form.
struct TextFormTests {
  private func isSurelyComposed(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes(TextForm.isSurelyComposed)
  }

  @Test("a character gets the same result alone and among the many of a long text")
  func judgesTheSameInALongText() {
    var different: [UInt32] = []
    for value in UInt32(0x20)...0x1_FFFF {
      guard let character = Unicode.Scalar(value) else { continue }
      let alone = isSurelyComposed(String(character))
      let among = isSurelyComposed("0123456789abcdef\(character)です")
      if alone != among { different.append(value) }
    }
    #expect(different == [])
  }

  @Test(
    "marks that combine are never taken for composed",
    arguments: ["\u{3099}", "\u{309A}", "\u{302A}", "\u{302F}", "\u{301}", "\u{212B}", "\u{FB1D}"])
  func noticesMarks(_ mark: Character) {
    for length in [1, 30] {
      let text = String(repeating: "か", count: length)
      #expect(isSurelyComposed(text))
      #expect(!isSurelyComposed(text + "\(mark)" + "が"), "\(length)")
    }
  }
}
