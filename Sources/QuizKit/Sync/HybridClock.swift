import Foundation

/// When a field was changed: a hybrid logical clock.
///
/// It follows the wall clock where that is possible. Where a device's clock is behind what the
/// device has already seen, it counts on from there. So a change is always later than the one that
/// it replaces, however wrong the clocks are.
///
/// Source: Kulkarni and others, "Logical Physical Clocks and Consistent Snapshots in Globally
/// Distributed Databases" (2014). Here the clock is kept for each record, because a change only has
/// to follow what its author saw of the same record.
struct HybridClock: Hashable, Sendable {
  /// The wall times that a file may contain: the years 1970 to 9999.
  static let times: Range<Int64> = 0..<253_402_300_800_000
  /// The counters that a file may contain.
  static let counters = 0..<1_000_000_000

  /// The wall time, in milliseconds since 1970.
  var milliseconds: Int64
  /// Tells apart changes with the same wall time.
  var counter: Int
  /// The device on which the change was made.
  var device: DeviceIdentity

  /// The wall time as a date.
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  init(_ milliseconds: Int64, counter: Int = 0, device: DeviceIdentity) {
    (self.milliseconds, self.counter, self.device) = (milliseconds, counter, device)
  }

  /// The clock of a change on `device`.
  ///
  /// - Parameter milliseconds: the wall time of the change.
  /// - Parameter last: the latest change of the record that the device knows.
  init(at milliseconds: Int64, after last: HybridClock?, on device: DeviceIdentity) {
    guard let last, last.milliseconds >= milliseconds else {
      self.init(milliseconds, device: device)
      return
    }
    if last.counter + 1 < Self.counters.upperBound {
      self.init(last.milliseconds, counter: last.counter + 1, device: device)
    } else {
      self.init(last.milliseconds + 1, device: device)
    }
  }
}

extension HybridClock: Comparable {
  /// Earlier changes come first. Devices decide between equal times, so that all of them agree.
  static func < (left: Self, right: Self) -> Bool {
    (left.milliseconds, left.counter, left.device)
      < (right.milliseconds, right.counter, right.device)
  }
}

extension HybridClock: Codable {
  /// The three parts with points between them: `1766400000000.0.0123456789abcdef`.
  var text: String { "\(milliseconds).\(counter).\(device.text)" }

  /// Reads ``text``; `nil` when it is something else or out of range.
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let milliseconds = Int64(Substring(parts[0])),
      Self.times.contains(milliseconds), let counter = Int(Substring(parts[1])),
      Self.counters.contains(counter), let device = DeviceIdentity(Substring(parts[2]))
    else { return nil }
    self.init(milliseconds, counter: counter, device: device)
  }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let clock = Self(text) else {
      throw JSONDecoding.refusal(Self.refusal, by: decoder)
    }
    self = clock
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  static let refusal = Reason(
    "this is no clock like 1766400000000.0.0123456789abcdef",
    "1766400000000.0.0123456789abcdef のような時計の値ではありません")
}
