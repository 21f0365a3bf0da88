import Foundation
import QuizSupport

/// When a field was changed: a hybrid logical clock.
///
/// It follows the wall clock if possible. If a device's clock is behind the changes that the device
/// has already seen, it counts on from them. So a change is always later than the one that it
/// replaces, however wrong the clocks are.
///
/// Source: Kulkarni and others, "Logical Physical Clocks and Consistent Snapshots in Globally
/// Distributed Databases" (2014). Here the clock is kept for each record, because a change only has
/// to follow what its author saw of the same record.
struct HybridClock: Hashable, Sendable {
  /// The wall times that a clock may have: the years 1970 to 8999. No device reaches the end by
  /// itself, and a damaged line with a later time is refused.
  static let times: Range<Int64> = 0..<221_845_392_000_000
  /// The counters that a clock may have.
  static let counters = 0..<1_000_000_000

  /// The wall time, in milliseconds since 1970.
  var milliseconds: Int64
  /// A counter that distinguishes changes with the same wall time.
  var counter: Int
  /// The device on which the change was made.
  var device: DeviceIdentity

  /// The wall time as a date.
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  init(_ milliseconds: Int64, counter: Int = 0, device: DeviceIdentity) {
    (self.milliseconds, self.counter, self.device) = (milliseconds, counter, device)
  }

  /// The clock for a change that follows this one on `device`; `nil` after the last possible clock.
  ///
  /// - Parameter milliseconds: the wall time of the change.
  func next(at milliseconds: Int64, on device: DeviceIdentity) -> HybridClock? {
    let next = follower(at: milliseconds, on: device)
    return next.isUsable ? next : nil
  }

  /// Whether a file may contain the clock. The clock and the one that follows it must be within the
  /// limits.
  var isUsable: Bool {
    isInLimits && follower(at: Self.times.lowerBound, on: device).isInLimits
  }

  private var isInLimits: Bool {
    Self.times.contains(milliseconds) && Self.counters.contains(counter)
  }

  /// The clock for a deletion that follows this one; `nil` where nothing could follow the deletion,
  /// so that it would be for ever and other devices would refuse it.
  func nextDeletion(at milliseconds: Int64, on device: DeviceIdentity) -> HybridClock? {
    guard let next = next(at: milliseconds, on: device),
      next.next(at: milliseconds, on: device) != nil
    else { return nil }
    return next
  }

  private func follower(at milliseconds: Int64, on device: DeviceIdentity) -> HybridClock {
    if milliseconds > self.milliseconds { return HybridClock(milliseconds, device: device) }
    let isFull = counter + 1 >= Self.counters.upperBound
    return isFull
      ? HybridClock(self.milliseconds + 1, device: device)
      : HybridClock(self.milliseconds, counter: counter + 1, device: device)
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
  /// The three parts separated by dots: `1766400000000.0.0123456789abcdef`.
  var text: String { "\(milliseconds).\(counter).\(device.text)" }

  /// Reads ``text``; fails if it has another form.
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let milliseconds = Int64(Substring(parts[0])), milliseconds >= 0,
      milliseconds < Int64.max, let counter = Int(Substring(parts[1])),
      Self.counters.contains(counter), let device = DeviceIdentity(Substring(parts[2]))
    else { return nil }
    self.init(milliseconds, counter: counter, device: device)
  }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let clock = Self(text) else {
      throw JSONDecoding.refusal(Self.refusal, by: decoder)
    }
    self = clock.isUsable ? clock : clock.mended
  }

  /// The clock moved into the limits, for a clock that an older program has stored.
  ///
  /// Older programs accepted lines with any clock up to the year 9999, and made later clocks to
  /// follow them. Clocks at the end of that year keep their order. All other changes count as
  /// later.
  private var mended: HybridClock {
    let endOfOldLimits: Int64 = 253_402_300_800_000
    let second: Int64 = 1000
    let place = min(max(milliseconds - (endOfOldLimits - second), 0), 2 * second)
    return HybridClock(place, counter: counter, device: device)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The reason why a line with an unusable clock is refused.
  static let lateness = Reason(
    "its clock is in the year 9000 or later, so no change could follow it. "
      + "Delete the file and synchronize its device, which writes it anew",
    "時計の値が 9000 年以降のため、その後の変更を記録できません。このファイルを削除して、書いたデバイスで同期すると、書き直されます")

  static let refusal = Reason(
    "this is not a clock such as 1766400000000.0.0123456789abcdef",
    "時計の値の形式が違います(1766400000000.0.0123456789abcdef のように書きます)")
}
