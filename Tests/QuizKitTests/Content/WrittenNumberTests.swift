import Testing

@testable import QuizExchange

@Suite struct WrittenNumberTests {
  @Test(arguments: [
    ("3", NumberSpan.value(3, tolerance: 0)),
    (" -2.5 ", .value(-2.5, tolerance: 0)),
    ("３．５", .value(3.5, tolerance: 0)),
    ("3,14", .value(3.14, tolerance: 0)),
    ("3.14 ± 0.01", .value(3.14, tolerance: 0.01)),
    ("3.14±0.01", .value(3.14, tolerance: 0.01)),
    ("3.14 +- 0.01", .value(3.14, tolerance: 0.01)),
    ("-1e3 +/- 5", .value(-1000, tolerance: 5)),
    ("3 to 4", .range(3, 4)),
    ("3 TO 4", .range(3, 4)),
    ("-4..-3", .range(-4, -3)),
    ("3 – 4", .range(3, 4)),
    ("3 - 4", .range(3, 4)),
    ("-4 - -3", .range(-4, -3)),
    ("3〜4", .range(3, 4)),
    ("3から4", .range(3, 4)),
    ("*", .any),
  ])
  func `numbers are read as authors write them`(text: String, span: NumberSpan) {
    #expect(NumberSpan(text) == span)
  }

  @Test(arguments: ["", "three", "3 to", "to 4", "3 ± x", "4 to 3", "3 ± -1", "3-4", "**"])
  func `what is no number is not guessed`(text: String) {
    #expect(NumberSpan(text) == nil)
  }

  @Test(arguments: [
    NumberSpan.value(3, tolerance: 0), .value(3.14, tolerance: 0.01), .range(-4, -3),
    .range(0.5, 1e20), .any,
  ])
  func `what is shown is read again`(span: NumberSpan) {
    #expect(NumberSpan(span.text) == span)
  }
}
