import Foundation

extension Date {
  /// Whether the date is in the years 1 to 9998. The program keeps and reads no others: on these it
  /// can count on for a year, in every time zone, and still write the year in four digits.
  package var isOnCalendars: Bool {
    (-62_135_596_800..<253_370_764_800).contains(timeIntervalSince1970)
  }

  /// Whether the instant after `duration` is still in these years.
  package func isOnCalendars(after duration: Duration) -> Bool {
    (self + duration / .seconds(1)).isOnCalendars
  }
}
