import Testing

@testable import qa_repl

@Suite struct FittingTests {
  @Test func `a text is padded in cells on the side away from its alignment`() {
    #expect("日本".padded(to: 6) == "日本  ")
    #expect("日本".padded(to: 6, .trailing) == "  日本")
    #expect("日本語".padded(to: 4) == "日本語")
  }

  @Test func `a text that is too long is cut between clusters and marked`() {
    #expect("日本語の問題".truncated(to: 9) == "日本語..")
    #expect("short".truncated(to: 9) == "short")
    #expect("日本語".truncated(to: 3) == "日")
  }

  @Test func `a cut keeps the end of a colour`() {
    #expect("\u{1B}[1mabcdefgh\u{1B}[0m".truncated(to: 6) == "\u{1B}[1mabcd..\u{1B}[0m")
  }
}
