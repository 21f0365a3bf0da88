import Testing

@testable import QuizSupport

@Suite struct ByteCountTests {
  @Test(arguments: [
    ("64MB", 64_000_000), ("1 gb", 1_000_000_000), ("500kB", 500_000), ("12", 12), ("7b", 7),
    ("2m", 2_000_000), ("3K", 3000), ("1G", 1_000_000_000),
  ])
  func `a size is read with its unit`(text: String, count: Int) {
    #expect(ByteCount.parse(text) == count)
  }

  @Test(arguments: [
    "", "MB", "0", "-1", "1.5MB", "1TB", "64 M B", "9999999999999999999", "99999999999GB",
  ])
  func `anything else is no size`(text: String) {
    #expect(ByteCount.parse(text) == nil)
  }

  @Test(arguments: [
    (64_000_000, "64 MB"), (12_345_678, "12 MB"), (2_000_000, "2 MB"), (1500, "1500 B"),
    (3000, "3 kB"), (0, "0 B"),
  ])
  func `a size is written with the unit that suits it`(count: Int, text: String) {
    #expect(ByteCount.text(count) == text)
  }
}
