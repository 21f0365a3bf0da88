/// A set of identifiers that answers faster than a `Set`; see ``IdentifierTable``.
package struct IdentifierSet<Record> {
  private var marks: IdentifierTable<Record, Bool>

  package init(_ identifiers: some Collection<Identifier<Record>>) {
    marks = IdentifierTable(identifiers, initially: false)
    for identifier in identifiers { marks[identifier] = true }
  }

  /// - Parameter numbers: the numbers of the identifiers.
  init(numbers: some Collection<Int64>) where Record == Void {
    self.init(numbers.map { Identifier<Void>(rawValue: $0) })
  }

  package func contains(_ identifier: Identifier<Record>) -> Bool { marks[identifier] }

  func contains(_ number: Int64) -> Bool { marks[Identifier(rawValue: number)] }
}
