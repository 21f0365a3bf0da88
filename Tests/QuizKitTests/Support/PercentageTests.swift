import QuizSupport
import Testing

@Suite struct PercentageTests {
  @Test(arguments: [
    (0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 8, 13), (199, 200, 100), (1, 201, 0), (3, 3, 100),
    (0, 0, 0),
  ])
  func `a share is rounded to whole percent`(part: Int, whole: Int, percent: Int) {
    #expect(part.percent(of: whole) == percent)
  }
}
