import Foundation

extension Date {
  /// Whether the date is in the years 1 to 9999, which the program can turn into days and texts.
  package var isOnCalendars: Bool {
    (-62_135_596_800..<253_402_300_800).contains(timeIntervalSince1970)
  }
}
