import Testing

@testable import QuizExchange

@Suite struct NumberSolutionTests {
  // The expectations of Moodle's question/type/numerical/tests/answerprocessor_test.php, without
  // its units.
  @Test(
    arguments: [
      ("3.142", 3.142), (".2", 0.2), ("1.", 1), ("1.0", 1), ("-1.", -1), ("+1.0", 1), ("1e4", 1e4),
      ("3.142E-4", 3.142e-4), (".2e+2", 20), ("1.e-1", 0.1), ("1.0e0", 1), ("3x10^8", 3e8),
      ("3×10^8", 3e8),
      ("3.0*10^8", 3e8), ("3.00x10**-8", 3e-8), ("0.001×10**7", 1e4), ("1,000,000", 1_000_000),
      ("1,000.00", 1000), ("0001.000", 1), ("-1 000", -1000), ("3,14159", 3.14159),
      ("1234.56", 1234.56),
      ("1,234.56", 1234.56), ("100.", 100), ("2*10**-3", 0.002),
    ] as [(String, Double)])
  func `a number is read as Moodle reads it`(_ typed: String, _ value: Double) {
    #expect(TypedNumber.value(of: typed) == value)
  }

  @Test(
    arguments: [
      ("1,234", 1234), ("12,345", 12345), ("0,125", 0.125), ("1234,567", 1234.567), ("3,14", 3.14),
      ("-0,5", -0.5), (",5", 0.5), ("３．１４", 3.14), ("１，２３４", 1234), ("　42 ", 42), ("42。", 42),
      ("−3", -3),
      ("－３", -3), ("1\u{202F}000", 1000), ("0,5e3", 500),
    ] as [(String, Double)])
  func `full-width digits, blanks and decimal commas are read`(_ typed: String, _ value: Double) {
    #expect(TypedNumber.value(of: typed) == value)
  }

  @Test(arguments: [
    "frog", "3 frogs", ".", ",", "", " ", "-", "1.2.3", "12,34.5", "1,2,3", "1.234,5", "e8", ".e8",
    "1e", "0x10",
    "nan", "inf", "1e999", "--1", "1x10", "1x10^", "1e5.0", "1/2", "①",
    String(repeating: "9", count: 5000),
  ])
  func `what is no number is none`(_ typed: String) {
    #expect(TypedNumber.value(of: typed) == nil)
  }

  // The expectations of Moodle's question/type/numerical/tests/answer_test.php for nominal
  // tolerances.
  @Test(
    arguments: [
      (NumberSpan.value(7, tolerance: 1), [6, 7, 8], [5.99, 8.01]),
      (.value(1e-20, tolerance: 0), [1e-20], [0.9999999e-20, 1.0000001e-20]),
      (
        .value(0, tolerance: 1e-24), [-1e-24, 0, 1e-24, -1e-35, 1e-35],
        [-2e-24, 2e-24, -1e-20, 1e-20]
      ),
      (.value(1e-20, tolerance: 1e-24), [1e-20, 1.0001e-20], [1.0002e-20]),
      (.value(1234, tolerance: 0), [1234], [1234.000001, 0]),
      (.value(0.3, tolerance: 0), [0.1 + 0.2], [0.31]),
      (.range(3, 4), [3, 3.5, 4], [2.99, 4.01]), (.range(-4, -3), [-4, -3], [-2.99, 3]),
      (.range(0.1, 0.3), [0.1 + 0.2, 0.1], [0.0999, 0.3001]), (.any, [0, -1e300], []),
    ] as [(NumberSpan, [Double], [Double])])
  func `a tolerance is as wide as in Moodle`(
    _ span: NumberSpan, _ inside: [Double], _ outside: [Double]
  ) {
    for number in inside { #expect(span.contains(number), "\(number)") }
    for number in outside { #expect(!span.contains(number), "\(number)") }
  }

  @Test func `numbers are written as people read them`() {
    let spans: [NumberSpan] = [
      .value(42, tolerance: 0), .value(3.14, tolerance: 0.01), .range(-3, 4.5), .any,
    ]
    #expect(spans.map(\.text) == ["42", "3.14 ± 0.01", "-3 – 4.5", "*"])
  }

  @Test func `impossible numbers are refused`() {
    let spans: [NumberSpan] = [
      .value(.infinity, tolerance: 0), .value(1, tolerance: .nan), .value(1, tolerance: -1),
      .range(4, 3), .range(-.infinity, 3),
    ]
    for span in spans { #expect(NumberSolution(accepted: [AcceptedNumber(span)]).fault != nil) }
    #expect(NumberSolution(accepted: []).fault != nil)
    #expect(NumberSolution(accepted: [AcceptedNumber(.range(3, 3))]).fault == nil)
  }
}
