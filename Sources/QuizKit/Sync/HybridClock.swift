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
    self.milliseconds = milliseconds
    self.counter = counter
    self.device = device
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
    "時計の値の形式が違います（1766400000000.0.0123456789abcdef のように書きます）")
}

/// The identity of a device in a shared folder. It is random and never changes, while the device's
/// name may change.
package struct DeviceIdentity: Hashable, Sendable {
  /// The number of hexadecimal digits in ``text``.
  static let digits = 16

  private let number: UInt64

  /// Creates an identity from a random number.
  init(_ number: UInt64) {
    self.number = number
  }

  /// Reads the name of a device's folder; `nil` unless it has sixteen hexadecimal digits in lower
  /// case.
  init?(_ text: some StringProtocol) {
    let isHexadecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    guard text.utf8.count == Self.digits, isHexadecimal, let number = UInt64(text, radix: 16)
    else { return nil }
    self.number = number
  }

  /// Sixteen hexadecimal digits, which also name the device's folder.
  var text: String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: Self.digits - text.count) + text
  }
}

extension DeviceIdentity: Comparable {
  /// An order that is the same on all devices.
  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension DeviceIdentity: Codable {
  /// Reads the sixteen digits.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let identity = Self(text) else {
      throw JSONDecoding.refusal(
        Reason(
          "a device has sixteen hexadecimal digits in lower case", "デバイスの識別子は 16 桁の 16 進数（小文字）です"),
        by: decoder)
    }
    self = identity
  }

  /// Writes the sixteen digits.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The known state of one record: the value of each field and when it was changed.
///
/// Merging two states takes the later change of each field. The result does not depend on the order
/// in which states are merged, or on how often. So devices that have seen the same changes agree.
struct RecordState: Codable, Equatable, Sendable {
  /// When the record was first published. It is the clock of all fields that are not in ``clocks``,
  /// and of fields without a value.
  private(set) var base: HybridClock
  /// The clocks of the fields that were changed later.
  private(set) var clocks: [String: HybridClock] = [:]
  /// When the record was last brought back without changing a field; `nil` if never.
  private(set) var back: HybridClock?
  /// When the record was last deleted; `nil` if never.
  private(set) var gone: HybridClock?
  /// The values of the fields as JSON text. A field without a value is left out.
  private(set) var values: [String: String]

  /// The state of a new record.
  init(_ values: [String: String], at base: HybridClock) {
    (self.base, self.values) = (base, values)
  }

  /// Creates a state that was read from a file.
  init(
    base: HybridClock, clocks: [String: HybridClock], back: HybridClock?, gone: HybridClock?,
    values: [String: String]
  ) {
    self.base = base
    self.clocks = clocks
    self.back = back
    self.gone = gone
    self.values = values
  }

  /// When a field was last changed.
  func clock(of name: String) -> HybridClock { clocks[name] ?? base }

  /// Whether the record exists: it does when something was changed after its deletion.
  var isAlive: Bool { gone.map { $0 < lastUse } ?? true }

  /// The latest change of any kind.
  var latest: HybridClock { max(lastUse, gone ?? lastUse) }

  /// Whether one of the changes in force was made on one of these devices.
  func isAuthored(by devices: Set<DeviceIdentity>) -> Bool {
    [base, back, gone].contains { $0.map { devices.contains($0.device) } ?? false }
      || clocks.values.contains { devices.contains($0.device) }
  }

  /// Whether a change of a field was the first change after the deletion, and so brought the record
  /// back.
  func isRevived(by name: String) -> Bool {
    let clock = clock(of: name)
    guard let gone, gone < clock, base < clock else { return false }
    let changes = [base, back].compactMap(\.self) + clocks.values
    return !changes.contains { $0 > gone && $0 < clock }
  }

  /// The fields with what a record is shown with and can be without, those of questions and of
  /// notes: a device may have got the record from elsewhere without it.
  private static let additions: Set<String> = ["content.pictures", "pictures"]
  private static let mark = "\"attachment\":"

  /// Whether the device says anything about a field. One that began with a record without its
  /// pictures says nothing about them, so those of another device stay, whichever came first.
  private func knows(_ name: String) -> Bool {
    !Self.additions.contains(name) || clocks[name] != nil
      || values[name]?.contains(Self.mark) == true
  }

  private var lastUse: HybridClock {
    clocks.values.reduce(max(base, back ?? base)) { max($0, $1) }
  }

  /// Changes a field; `nil` removes its value.
  mutating func set(_ name: String, to value: String?, at clock: HybridClock) {
    values[name] = value
    clocks[name] = clock == base ? nil : clock
  }

  /// Deletes the record.
  mutating func delete(at clock: HybridClock) { gone = clock }

  /// Brings the record back with its old values.
  mutating func revive(at clock: HybridClock) { back = clock }

  /// Merges the later changes of `other`.
  ///
  /// - Returns: the fields whose values changed.
  @discardableResult
  mutating func merge(_ other: RecordState) -> [String] {
    var names = Set(values.keys).union(other.values.keys)
    names.formUnion(clocks.keys)
    names.formUnion(other.clocks.keys)
    let before = self
    base = max(base, other.base)
    clocks = [:]
    var changed: [String] = []
    for name in names {
      let (mine, theirs) = (before.clock(of: name), other.clock(of: name))
      let value = before.values[name]
      // Equal clocks have equal values, unless a file was written by hand or a device was copied.
      var takesOver =
        mine == theirs ? (value ?? "") < (other.values[name] ?? "") : mine < theirs
      let isKnown = (before.knows(name), other.knows(name))
      if isKnown.0 != isKnown.1 { takesOver = isKnown.1 }
      let clock = takesOver ? theirs : mine
      if clock != base { clocks[name] = clock }
      guard takesOver, value != other.values[name] else { continue }
      values[name] = other.values[name]
      changed.append(name)
    }
    back = [back, other.back].compactMap(\.self).max()
    gone = [gone, other.gone].compactMap(\.self).max()
    return changed.sorted()
  }
}
