import Testing

@testable import QuizSupport

@Suite struct DurationTextTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("5s", .seconds(5)), ("2m", .seconds(120)),
    ("1h", .seconds(3600)), ("1m30s", .seconds(90)), ("90", .seconds(90)), ("９０", .seconds(90)),
    ("2分30秒", .seconds(150)), ("0", .zero), ("10S", .seconds(10)),
  ])
  func `times are read as people write them`(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(arguments: ["", "s", "soon", "-5s", "1.5s", "1m30", "5 s", "99999999999h", "10x"])
  func `what is no time is refused`(text: String) {
    #expect(DurationText.parse(text) == nil)
  }
}
