import Testing

@testable import QuizSupport

@Suite struct FieldTextTests {
  @Test func `blanks of every width go from the ends and stay inside`() {
    #expect(FieldText.make("\u{3000} \u{A0}全角　空白\t\n ") == "全角　空白")
    #expect(FieldText.make(" \u{3000}\u{A0}\n") == "")
  }

  @Test func `control characters never come through`() {
    #expect(FieldText.make("\u{1B}[31mred\u{7}\u{9B}2J\u{7F}") == "[31mred2J")
    #expect(FieldText.make("a\tb\nc") == "a\tb\nc")
  }

  @Test func `carriage returns of JSON and entities become newlines`() {
    #expect(FieldText.make("a\r\nb\rc\r\r\nd\r\n") == "a\nb\nc\n\nd")
    #expect(FieldText.make("\r\n").isEmpty)
    #expect(FieldText.make("12345678\r") == "12345678")
  }

  @Test func `a blank behind a control character is an end as well`() {
    #expect(FieldText.make("\u{1} a \u{2}") == "a")
  }

  @Test func `text is not normalised`() {
    #expect(Array(FieldText.make("①ｶﾞe\u{301}").utf8) == Array("①ｶﾞe\u{301}".utf8))
  }
}
