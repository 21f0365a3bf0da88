import QuizSupport
import Testing

@Suite struct NanosecondsTests {
  @Test(
    arguments: [
      (0, 5, 5), (2, 1, 2_000_000_001), (-1, 5, -999_999_995),
      (9_223_372_036, 854_775_807, Int64.max), (9_223_372_036, 854_775_808, .max),
      (13_569_465_600, 0, .max), (-13_569_465_600, 0, .min),
    ] as [(Int64, Int64, Int64)])
  func `a date that is too far away is the farthest`(seconds: Int64, rest: Int64, all: Int64) {
    #expect(Int64.nanoseconds(seconds, rest) == all)
  }
}
