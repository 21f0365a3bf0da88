import QuizStore
import QuizSupport

/// The kinds of records that make up a bank, found in the schema of its store.
struct BankKinds: Sendable {
  /// The order of the oldest kinds in reports and backups, on which other programs rely. Newer
  /// kinds follow in the order of the schema.
  private static let oldest = ["question", "deck", "note", "attempt", "progress", "answer"]

  /// All kinds, in the order of reports and backups.
  let all: [any BankRecord.Type]

  /// The kinds of every bank.
  static let usual = BankKinds(of: BankSchema.usual)

  /// The key under which a decoder finds the kinds, if its store has other kinds than usual.
  private static let userInfoKey = CodingUserInfoKey(rawValue: "BankKinds")

  /// Finds the kinds of the bank whose record a decoder reads.
  init(of decoder: any Decoder) {
    self = Self.userInfoKey.flatMap { decoder.userInfo[$0] } as? BankKinds ?? .usual
  }

  /// These kinds in the form of a decoder's `userInfo`.
  var userInfo: [CodingUserInfoKey: any Sendable] {
    Self.userInfoKey.map { [$0: self] } ?? [:]
  }

  /// - Parameter schema: the schema of the store.
  init(of schema: Schema) {
    let kinds = schema.records.compactMap { $0 as? any BankRecord.Type }
    let old = Self.oldest.compactMap { name in kinds.first { $0.entityName == name } }
    all = old + kinds.filter { !Self.oldest.contains($0.entityName) }
  }

  /// All kinds, each after the kinds that it refers to.
  var ownersFirst: [any BankRecord.Type] {
    var sorted: [any BankRecord.Type] = []
    func add(_ kind: any BankRecord.Type) {
      guard !sorted.contains(where: { $0 == kind }) else { return }
      for owner in kind.owners where owner != kind.kind {
        if let owner = self[owner] { add(owner) }
      }
      sorted.append(kind)
    }
    for kind in all { add(kind) }
    return sorted
  }

  /// The kinds that devices exchange by themselves, each after the kinds that it refers to.
  var exchanged: [any BankRecord.Type] {
    ownersFirst.filter { [.shared, .personal].contains($0.exchange) }
  }

  /// The type for a kind; `nil` when this program does not know it.
  subscript(kind: RecordKind) -> (any BankRecord.Type)? { all.first { $0.kind == kind } }

  /// Counts of zero for all kinds that users see.
  var counts: RecordCounts { RecordCounts(all.compactMap { $0.name }) }
}

extension BankRecord {
  /// The kinds that the keys refer to, in their order.
  static var owners: [RecordKind] { keys.compactMap(\.target).map(RecordKind.init(rawValue:)) }
}

extension StoreContext {
  /// The kinds of records of the bank.
  var kinds: BankKinds { BankKinds(of: store.schema) }
}
