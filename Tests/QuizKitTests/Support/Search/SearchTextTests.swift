import Testing

@testable import QuizSupport

@Suite struct SearchTextTests {
  @Test(arguments: [
    ("ﾃｽﾄ", "てすと"), ("ｶﾞｷﾞ", "がぎ"), ("ﾊﾟﾝｹｰｷ", "パンケーキ"), ("Ｓｗｉｆｔ", "swift"), ("１２", "12"),
    ("ヴ", "ゔ"), ("É", "é"),
  ])
  func `what people take for the same letter is the same`(a: String, b: String) {
    // Compare scalars, because strings are equal even if their scalars differ.
    #expect(SearchText.folded(a).unicodeScalars.elementsEqual(SearchText.folded(b).unicodeScalars))
  }

  @Test(arguments: [("か", "が"), ("は", "ぱ"), ("つ", "っ"), ("日", "目"), ("a", "b")])
  func `different letters stay different`(a: String, b: String) {
    #expect(SearchText.folded(a) != SearchText.folded(b))
  }

  @Test func `a query is parted at blanks of every width`() {
    #expect(SearchText.words(" Red　ｱｵ ") == ["red", "アオ"])
  }

  @Test func `texts that need no tables are levelled as if they did`() {
    // A full-width letter needs folding.
    let plain: [ClosedRange<UInt32>] = [
      0x09...0x0A, 0x20...0x7E, 0x3001...0x3002, 0x3005...0x3011, 0x3041...0x3096,
      0x30A1...0x30FE, 0x4E00...0x9FFF,
    ]
    for code in plain.joined() {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let text = "A\(scalar)"
      #expect(SearchText.folded(text) + "a" == SearchText.folded(text + "Ａ"), "\(code)")
    }
  }
}
