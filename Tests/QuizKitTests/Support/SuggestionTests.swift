import Testing

@testable import QuizSupport

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("quzi", "quiz"), ("imort", "import"), ("restrat", "restart"), ("HELP", "help"),
  ])
  func `the nearest word is suggested`(typed: String, word: String) {
    let words = ["quiz", "import", "restart", "result", "help"]
    #expect(Suggestion.nearest(to: typed, among: words) == word)
  }

  @Test(arguments: ["", "x", "xyzzy", "日本語"])
  func `nothing is suggested when nothing is near`(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: ["quiz", "import"]) == nil)
  }

  @Test func `a text of megabytes is near no word, and is not measured`() {
    let text = String(repeating: "quiz", count: 1 << 20)
    #expect(Suggestion.nearest(to: text, among: Array(repeating: "import", count: 200)) == nil)
  }

  @Test func `a short word is not near one that shares half of its letters`() {
    #expect(Suggestion.nearest(to: "--nope", among: ["--now", "--lang"]) == nil)
    #expect(Suggestion.nearest(to: "--nwo", among: ["--now", "--lang"]) == "--now")
  }

  @Test func `a swap of two letters counts as one edit`() {
    #expect(Suggestion.distance(Array("abcd"), Array("acbd")) == 1)
  }
}
