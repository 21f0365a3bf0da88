import Foundation
import Testing

@testable import QuizSupport

@Suite struct DayTests {
  private let tokyo = TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt

  @Test func `a day begins at midnight on the wall and not in Greenwich`() {
    let evening = Date(timeIntervalSince1970: 15 * 3600)
    #expect(Day(evening, in: .gmt).text == "1970-01-01")
    #expect(Day(evening, in: tokyo).text == "1970-01-02")
    #expect(Day(evening - 1, in: tokyo).text == "1970-01-01")
  }

  @Test func `days before 1970 are counted backwards`() {
    let day = Day(Date(timeIntervalSince1970: -1), in: .gmt)
    #expect(day.number == -1)
    #expect(day.text == "1969-12-31")
    #expect(day.weekday == 2)
  }

  @Test(arguments: [(0, 3), (3, 6), (4, 0), (10957, 5)])
  func `weeks begin on Monday`(number: Int, weekday: Int) {
    #expect(Day(number: number).weekday == weekday)
  }

  @Test func `a stamp says the instant and the distance to Greenwich`() {
    let stamp = Stamp(Date(timeIntervalSince1970: 0), in: tokyo)
    #expect(stamp.text == "1970-01-01T09:00:00+09:00")
    #expect(stamp.minute == "1970-01-01 09:00")
    #expect(Stamp(Date(timeIntervalSince1970: 0), in: .gmt).text == "1970-01-01T00:00:00Z")
  }
}
