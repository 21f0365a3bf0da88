import QuizSupport

/// The first questions of a deck, or of all decks, shown beside a list of decks in a wide window.
/// Not encoded, because scripts list questions with `manage`.
package struct DeckPreview: Equatable, Sendable {
  /// The name of the deck; `nil` for all decks.
  package let deck: String?
  /// The texts of the first questions.
  package let questions: [String]

  /// The most questions that a window has room for.
  private static let most = 60

  /// The preview of the deck with this name, or of all decks; `nil` when there is no such deck.
  ///
  /// - Throws: The store's error when it cannot be read.
  init?(of name: String?, in bank: QuestionBank) throws {
    let deck = try name.flatMap { name in try bank.decks().first { $0.name == name } }
    if name != nil, deck == nil { return nil }
    let first = try bank.questionIdentifiers(in: deck?.id).prefix(Self.most)
    self.deck = name
    questions = try bank.questions(first).map(\.content.text)
  }
}
