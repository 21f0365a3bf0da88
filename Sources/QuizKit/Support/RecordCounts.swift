/// The number of affected records of each kind.
package struct RecordCounts: Sendable, Equatable {
  /// The kinds in the order of reports.
  package private(set) var names: [RecordName]
  private var counts: [RecordName: Int] = [:]

  /// Creates counts of zero.
  package init(_ names: [RecordName]) { self.names = names }

  /// How many records of a kind there are.
  package subscript(name: RecordName) -> Int {
    get { counts[name] ?? 0 }
    set {
      if !names.contains(name) { names.append(name) }
      counts[name] = newValue == 0 ? nil : newValue
    }
  }

  /// Texts such as `1 deck` and `2 notes`. A kind without records is left out.
  package func texts(in language: Language) -> [String] {
    names.filter { self[$0] > 0 }.map { $0.text(of: self[$0], in: language) }
  }

  /// The counts without those of the kinds `others`.
  package func without(_ others: [RecordName]) -> Self {
    var rest = RecordCounts(names.filter { !others.contains($0) })
    for name in rest.names { rest[name] = self[name] }
    return rest
  }

  /// Adds two counts.
  package static func + (left: Self, right: Self) -> Self {
    var sum = left
    for name in right.names { sum[name] += right[name] }
    return sum
  }

  /// Whether the numbers are the same.
  package static func == (left: Self, right: Self) -> Bool { left.counts == right.counts }
}

extension RecordCounts: Encodable {
  /// Writes a member for each kind. Its name is the plural name of the kind.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    for name in names { try container.encode(self[name], forKey: Member(stringValue: name.many)) }
  }

  /// The name of a member.
  package struct Member: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { return nil }
  }
}
