/// The name that people use for one kind of record.
package struct RecordName: Sendable, Hashable {
  /// The English name of one record.
  package let one: String
  /// The English name of several records. JSON reports give their number under this name.
  package let many: String
  /// The Japanese name, for one record or several.
  package let japanese: String
  /// The Japanese counter word, which follows the number of records.
  package let counter: String

  private let full: Reason

  /// Creates a name.
  ///
  /// - Parameter full: the name in a list with records of several kinds; by default the singular.
  package init(
    _ one: String, _ many: String, _ japanese: String, _ counter: String = "件",
    full: Reason? = nil
  ) {
    (self.one, self.many, self.japanese, self.counter) = (one, many, japanese, counter)
    self.full = full ?? Reason(one, japanese)
  }

  /// The name in a list with records of several kinds.
  package func text(in language: Language) -> String { full.text(in: language) }

  /// A number of records, such as `2 notes`.
  package func text(of count: Int, in language: Language) -> String {
    language.text("\(count) \(count == 1 ? one : many)", "\(japanese) \(count) \(counter)")
  }
}
