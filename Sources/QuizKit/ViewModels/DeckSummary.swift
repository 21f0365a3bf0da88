/// One deck of a list.
public struct DeckSummary: Encodable, Equatable, Sendable {
  /// The deck's name.
  public var name: String
  /// How many questions it has.
  public var questions: Int
}

extension DeckSummary {
  /// All decks in the order in which they were made.
  static func all(in bank: QuestionBank) throws -> [DeckSummary] {
    try bank.summaries().map { DeckSummary(name: $0.name, questions: $0.questions) }
  }
}
