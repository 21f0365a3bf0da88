import QuizStore
import QuizSupport

/// Brings the records of one entry of the trash back into the bank.
struct Restoration {
  private let entry: TrashEntry
  private let store: StoreContext
  private let world: World
  private let kinds: BankKinds
  /// The records with optional references. They are restored last, because they may refer to one of
  /// the others.
  private var last: [any BankRecord] = []
  /// The new numbers of records whose own numbers now belong to another version of them in the
  /// bank.
  private var moved: [RecordKind: [Int64: Int64]] = [:]

  /// - Parameter store: the unit of work that will save the records.
  init(of entry: TrashEntry, in store: StoreContext, world: World) {
    (self.entry, self.store, self.world) = (entry, store, world)
    kinds = store.kinds
  }

  /// Restores a record. Add the records that it refers to before it.
  mutating func add(_ record: any BankRecord) throws {
    if record.references.contains(where: { $0.need == .optional }) {
      last.append(record)
    } else {
      try restore(record)
    }
  }

  /// Restores the remaining records. Call it once.
  mutating func finish() throws {
    for record in last { try restore(record) }
  }

  private mutating func restore<R: BankRecord>(_ original: R) throws {
    let there = try store.record(for: original.id)
    if let there, original.isSame(as: there) { return }
    var record = original
    try record.relink(target)
    try giveFreeName(to: &record)
    if there != nil { record.id = .unassigned }
    let id = store.insert(record)
    if id != original.id { moved[R.kind, default: [:]][original.id.rawValue] = id.rawValue }
  }

  /// The record that a reference points to from now on; `nil` when it no longer exists.
  private func target(_ reference: RecordReference) throws -> Int64? {
    let number = reference.number
    if let moved = moved[reference.kind]?[number] { return moved }
    if reference.need == .loose { return number }
    if let kind = kinds[reference.kind], try isKnown(kind, number) { return number }
    guard reference.need == .required else { return nil }
    if reference.kind == .deck { return try deckOfSameName() }
    throw OwnerDeleted(owner: kinds[reference.kind]?.name)
  }

  private func isKnown<R: BankRecord>(_ kind: R.Type, _ number: Int64) throws -> Bool {
    try store.isKnown(Identifier<R>(rawValue: number))
  }

  /// The deck with the name of the deleted one. It is created if it does not exist.
  private func deckOfSameName() throws -> Int64 {
    let name = entry.deck ?? "?"
    let deck = try store.fetch(FetchDescriptor<Deck>()).first { $0.name == name }?.id
    return (deck ?? store.insert(Deck(name: name, createdAt: world.now()))).rawValue
  }

  /// Gives a record the first free name, if the names of its kind must be unique.
  private func giveFreeName<R: BankRecord>(to record: inout R) throws {
    guard let path = R.uniqueName?.path else { return }
    let taken = Set(try store.fetch(FetchDescriptor<R>()).map { $0[keyPath: path] })
    let name = record[keyPath: path]
    if taken.contains(name) { record[keyPath: path] = name.numbered(apartFrom: taken) }
  }
}

/// The reason why a record is not brought back: it belongs to another one, which is deleted.
struct OwnerDeleted: ReportableError, Equatable {
  /// The name of the other record's kind; `nil` for a kind without a name.
  let owner: RecordName?

  var message: Message {
    Message(
      "owner-deleted", "\(owner.english) that it belongs to is deleted. Bring that back first.",
      "もとの\(owner?.japanese ?? "データ")が削除されています。先にそちらを復元してください。")
  }
}
