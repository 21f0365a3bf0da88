/// Knows the meaning of members of JSON objects by their names (``FieldNames``).
///
/// It is a class because it remembers the names that it has judged. The objects of a file have the
/// same few.
final class RecordNames {
  typealias Use = FieldNames.Use

  /// The names that the user assigned to roles.
  let mapped: [NamedColumn: String]
  private var known: [String: [Use]] = [:]
  /// The names of all objects so far, in the order in which they appeared.
  private(set) var seen: [String] = []
  private var found: Set<NamedColumn> = []

  /// - Parameter columns: the names that the user assigned to roles. They take precedence.
  init(_ columns: [NamedColumn: String]) { mapped = columns }

  /// A name that the user assigned and that no object has.
  var missing: String? {
    mapped.filter { !found.contains($0.key) }.map(\.value).min()
  }

  /// Notes that an object has the member that the user assigned to a role.
  func note(_ column: NamedColumn) { found.insert(column) }

  /// The possible meanings of a name; empty if it has none.
  func uses(of name: String) -> [Use] {
    if let uses = known[name] { return uses }
    let uses = judge(name)
    // A file may have other names in each object.
    if known.count < 10_000 {
      known[name] = uses
      seen.append(name)
    }
    return uses
  }

  /// Whether a name is that of a question, of its choices or of its answer, and of little else.
  func isOfQuestion(_ name: String) -> Bool {
    FieldNames.roles(of: uses(of: name)).contains {
      $0 == .question || ColumnRole.ofAnswers.contains($0)
    }
  }

  private func judge(_ name: String) -> [Use] {
    let folded = HeaderName.folded(name)
    if let mapped = mapped.first(where: { HeaderName.folded($0.value) == folded }) {
      found.insert(mapped.key)
      return [Use(column: mapped.key, rank: -1)]
    }
    let taken = Set(mapped.keys.map(\.role))
    return FieldNames.uses(of: name).filter { !taken.contains($0.column.role) }
  }
}

extension RecordNames.Use {
  /// Whether the name says that the member is a question, whatever else the object has.
  var isSurelyQuestion: Bool {
    column.role == .question && !isWeak
  }
}
