@testable import QuizKit
@testable import QuizStore

/// The texts of decks, questions, exams and notes that a device has written, until another device
/// replaces them. Until then the device's log must contain them.
struct WrittenTexts {
  /// A field of a record of the device's bank.
  private struct Place: Hashable {
    var kind: RecordKind
    var id: Int64
    var name: String
  }

  private var values: [Place: String] = [:]
  private var own: Set<Place> = []
  /// The texts that the strange device has repeated. They do not become the device's own again when
  /// the trash brings them back.
  private var repeated: Set<String> = []

  /// Gives up the device's texts, because the strange device has repeated them and they belong to
  /// that one from then on.
  mutating func giveUp() {
    own = []
    repeated.formUnion(values.values)
  }

  /// Records the current texts of the device's bank, after a step on the device.
  ///
  /// - Parameter received: whether the step took over changes of other devices; `nil` where that is
  ///   not known.
  mutating func check(_ store: any DataStore, received: Bool?, device: Int) throws {
    let now = try Self.values(of: store)
    let changed = Set(values.keys).union(now.keys).filter { values[$0] != now[$0] }
    defer { values = now }
    guard received == true else {
      let mine = changed.filter { !repeated.contains(now[$0] ?? "") }
      if received == nil { own.subtract(changed) } else { own.formUnion(mine) }
      own.formIntersection(now.keys)
      return
    }
    let lost = Set(
      try StoreContext(store).fetch(FetchDescriptor<OverwrittenText>()).map {
        [$0.kind.rawValue, $0.field, $0.value]
      })
    for place in own.intersection(changed) {
      own.remove(place)
      let isThere = now[Place(kind: place.kind, id: place.id, name: "createdAt")] != nil
      guard isThere, let before = values[place], before.contains(" of \(device + 1)"),
        !lost.contains([place.kind.rawValue, place.name, before])
      else { continue }
      throw SimulationFailure(
        rule: "what other devices replace is in the log",
        detail: "device \(device + 1): \(place.name) “\(before)” of \(place.kind) \(place.id)")
    }
  }

  private static func values(of store: any DataStore) throws -> [Place: String] {
    let context = StoreContext(store)
    var values: [Place: String] = [:]
    for kind in context.kinds.exchanged where kind.hasTexts {
      try add(kind, of: context, to: &values)
    }
    return values
  }

  private static func add<R: BankRecord>(
    _ kind: R.Type, of context: StoreContext, to values: inout [Place: String]
  ) throws {
    let coder = FieldCoder()
    for record in try context.fetch(FetchDescriptor<R>()) {
      for (name, value) in try coder.fields(of: record, { "\($1)" }) {
        values[Place(kind: R.kind, id: record.id.rawValue, name: name)] = value
      }
    }
  }
}
