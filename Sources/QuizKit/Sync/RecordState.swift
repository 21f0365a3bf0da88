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
    (self.base, self.clocks, self.back, self.gone) = (base, clocks, back, gone)
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
      let takesOver =
        mine == theirs ? (value ?? "") < (other.values[name] ?? "") : mine < theirs
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
