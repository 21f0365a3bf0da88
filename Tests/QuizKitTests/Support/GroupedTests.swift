import Testing

@testable import QuizSupport

@Suite struct GroupedTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (5_040, "5,040"), (123_456, "123,456"),
    (1_234_567, "1,234,567"), (-5_040, "-5,040"),
  ])
  func `a number has a comma before each three digits`(number: Int, text: String) {
    #expect(Grouped.text(number) == text)
  }
}
