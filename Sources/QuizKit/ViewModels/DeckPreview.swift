import QuizSupport

/// The first questions of a deck, shown beside a list of decks in a wide window. Not encoded,
/// because scripts list questions with `manage`.
package struct DeckPreview: Equatable, Sendable {
  /// The name of the deck.
  package let deck: String
  /// The texts of its first questions.
  package let questions: [String]

  /// The most questions that a window has room for.
  private static let most = 60

  /// The preview of the deck with this name; `nil` when there is none.
  ///
  /// - Throws: The store's error when it cannot be read.
  init?(of name: String, in bank: QuestionBank) throws {
    guard let deck = try bank.decks().first(where: { $0.name == name }) else { return nil }
    let first = try bank.questionIdentifiers(in: deck.id).prefix(Self.most)
    self.deck = name
    questions = try bank.questions(first).map(\.content.text)
  }
}
