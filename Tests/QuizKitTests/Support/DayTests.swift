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

  /// Days as ISO 8601 writes them, and since 1970. In October 1582 ten days were left out where the
  /// Gregorian calendar was introduced, but not in ISO 8601.
  static let days = [
    ("0001-01-01", -719_162), ("1582-10-04", -141_438), ("1582-10-05", -141_437),
    ("1582-10-10", -141_432), ("1582-10-14", -141_428), ("1582-10-15", -141_427),
    ("1600-02-29", -135_081), ("1900-02-28", -25_509), ("1969-12-31", -1), ("1970-01-01", 0),
    ("2000-02-29", 11_016), ("2026-11-27", 20_784), ("9998-12-31", 2_932_531),
  ]

  @Test(arguments: days)
  func `a date that is read is written as the same date`(text: String, number: Int) throws {
    let time = text + "T12:34:56Z"
    let date = try #require(DateText.date(typed: time))
    #expect(date.timeIntervalSince1970 == Double(number) * 86_400 + 45_296)
    #expect(DateText.text(of: date) == Array(time.utf8))
    #expect(Stamp(date, in: .gmt).text == time)
    #expect(Day(date, in: .gmt) == Day(number: number) && Day(number: number).text == text)
    let parts = text.split(separator: "-").compactMap { Int($0) }
    #expect(Day(year: parts[0], month: parts[1], day: parts[2]) == Day(number: number))
    for json in ["\"\(time)\"", "\(date.timeIntervalSinceReferenceDate)"] {
      let read = try Array(json.utf8).withUnsafeBytes {
        try JSONTextDecoder().decode(Date.self, from: $0)
      }
      #expect(read == date)
      #expect(
        try JSONTextEncoder(.compact, dates: .texts).encode(read) == Array("\"\(time)\"".utf8))
    }
  }

  @Test(arguments: [
    "0000-12-31", "9999-01-01", "1900-02-29", "2001-02-29", "2024-02-30", "2023-04-31",
    "1582-10-32", "2000-13-01", "2000-00-10", "2000-01-00",
  ])
  func `a date that no calendar has is not read`(_ text: String) {
    #expect(DateText.date(typed: text + "T00:00:00Z") == nil)
    let json = Array("\"\(text)T00:00:00Z\"".utf8)
    #expect(throws: JSONFault.self) {
      try json.withUnsafeBytes { try JSONTextDecoder().decode(Date.self, from: $0) }
    }
  }

  @Test(
    arguments: [
      ("2000-01-01T09:00:00+09:00", 946_684_800), ("1999-12-31T15:30:00-0830", 946_684_800),
      ("2000-01-01T00:00:00Z", 946_684_800), ("2000-01-01T00:00:00", nil),
      ("2000-01-01T00:00:00+24:00", nil), ("2000-01-01T00:00:00+09:60", nil),
      ("2000-01-01T00:00:00+9:00", nil), ("0001-01-01T00:00:00+01:00", nil),
      ("9998-12-31T23:30:00-01:00", nil), ("2000-01-01", nil), ("", nil), ("+", nil),
    ] as [(String, Double?)])
  func `a date may be typed with its distance to Greenwich`(text: String, seconds: Double?) {
    #expect(DateText.date(typed: text)?.timeIntervalSince1970 == seconds)
  }

  @Test func `a stamp of a zone behind Greenwich, or beyond the years, does not stumble`() {
    let zone = TimeZone(secondsFromGMT: -12_600) ?? .gmt
    #expect(Stamp(Date(timeIntervalSince1970: -0.5), in: zone).text == "1969-12-31T20:29:59-03:30")
    #expect(Stamp(Date(timeIntervalSince1970: 1e12), in: .gmt).text == "1000000000000Z")
  }
}
