/// What people call records of one kind.
package struct RecordName: Sendable, Hashable {
  /// One of them, in English.
  package let one: String
  /// Several of them, in English. Reports in JSON have their number under this name.
  package let many: String
  /// One or several, in Japanese.
  package let japanese: String
  /// The Japanese word that follows a number of them.
  package let counter: String

  private let full: Reason

  /// Creates a name.
  ///
  /// - Parameter full: what a list with records of several kinds says instead of the name of one.
  package init(
    _ one: String, _ many: String, _ japanese: String, _ counter: String = "件",
    full: Reason? = nil
  ) {
    (self.one, self.many, self.japanese, self.counter) = (one, many, japanese, counter)
    self.full = full ?? Reason(one, japanese)
  }

  /// The name in a list with records of several kinds.
  package func text(in language: Language) -> String { full.text(in: language) }

  /// A number of them, as `2 notes`.
  package func text(of count: Int, in language: Language) -> String {
    language.text("\(count) \(count == 1 ? one : many)", "\(japanese) \(count) \(counter)")
  }
}
