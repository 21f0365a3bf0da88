import Testing

@testable import QuizKit

@Suite struct ImportStatusTests {
  func status(_ completed: Int, of total: Int, after elapsed: Duration) -> ImportStatus {
    ImportStatus(
      .init(number: 1, completedBytes: completed, totalBytes: total), paths: ["a.csv"],
      elapsed: elapsed)
  }

  @Test func `rate and time left follow from what is done`() {
    let status = status(2_000_000, of: 8_000_000, after: .seconds(1))
    #expect(status.progress == 25)
    #expect(status.kilobytesPerSecond == 2000)
    #expect(status.remaining == 3)
  }

  @Test func `before anything is done there is no rate`() {
    let status = status(0, of: 100, after: .zero)
    #expect(status.kilobytesPerSecond == nil)
    #expect(status.remaining == nil)
  }

  @Test func `a rate that the first bytes would give is not said`() {
    let status = status(99, of: 10_000, after: .seconds(1))
    #expect(status.kilobytesPerSecond == nil)
    #expect(status.remaining == nil)
  }

  @Test func `an empty file is done at once`() {
    #expect(status(0, of: 0, after: .zero).progress == 100)
  }
}
