import Foundation
import QuizSupport
import Testing

@testable import QuizKit

@Suite struct DayFinderTests {
  @Test(arguments: [
    "GMT", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Europe/Moscow",
    "Australia/Lord_Howe",
  ])
  func `it finds the days that the time zone has, over all changes of the clock`(
    _ name: String
  ) throws {
    let zone = try #require(TimeZone(identifier: name))
    // Twenty years from 2005, every five hours and some minutes.
    let seconds = stride(from: 1_104_537_600.0, to: 1_735_689_600, by: 18_137)
    for begins in [0, 4 * 3600] {
      let local = LocalDays(zone, begins: begins)
      let days = DayFinder(from: 1_104_537_600, to: 1_735_689_600, in: local)
      #expect(
        seconds.allSatisfy { days.day(of: $0) == local.day(of: Date(timeIntervalSince1970: $0)) })
    }
  }

  @Test func `one instant is enough`() {
    #expect(DayFinder(from: 0, to: 0, in: .gmt).day(of: 0) == Day(number: 0))
  }
}
