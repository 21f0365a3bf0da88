@testable import QuizKit
@testable import QuizStore

/// The texts of decks, questions, exams and notes that a device has written, until another device
/// replaces them. Then the device's log has to have them.
struct WrittenTexts {
  /// A field of a record of the device's bank.
  private struct Place: Hashable {
    var kind: RecordKind
    var id: Int64
    var name: String
  }

  private var values: [Place: String] = [:]
  private var own: Set<Place> = []
  /// The texts that somebody else has repeated. They are not the device's own when the trash brings them back.
  private var repeated: Set<String> = []

  /// Somebody has repeated texts of the device, which are those of that one from then on.
  mutating func giveUp() {
    own = []
    repeated.formUnion(values.values)
  }

  /// Takes what the device's bank says now, after a step on the device.
  ///
  /// - Parameter received: whether the step took over what other devices have written; `nil` where
  ///   that is not known.
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
      try StoreContext(store).fetch(FetchDescriptor<LostText>()).map {
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
