import Testing

@testable import QuizKit

@Suite struct SearchTextTests {
  @Test(arguments: [
    ("ﾃｽﾄ", "てすと"), ("ｶﾞｷﾞ", "がぎ"), ("Ｓｗｉｆｔ", "swift"), ("１２", "12"), ("ヴ", "ゔ"), ("É", "é"),
  ])
  func `what people take for the same letter is the same`(a: String, b: String) {
    #expect(SearchText.folded(a) == SearchText.folded(b))
  }

  @Test(arguments: [("か", "が"), ("は", "ぱ"), ("つ", "っ"), ("日", "目"), ("a", "b")])
  func `different letters stay different`(a: String, b: String) {
    #expect(SearchText.folded(a) != SearchText.folded(b))
  }

  @Test func `a query is parted at blanks of every width`() {
    #expect(SearchText.words(" Red　ｱｵ ") == ["red", "アオ"])
  }
}
