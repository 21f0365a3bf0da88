import Foundation
import QuizExchange
import QuizStore

/// Changes made with the form of a question. Each is one save.
extension QuestionBank {
  /// Adds a question to the deck of that name, and creates the deck when there is none.
  ///
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  public func register(_ content: QuestionContent, deck name: String) throws {
    try store.saving(.registration) {
      store.insert(
        Question(deckID: try knownOrNewDeck(named: name), content: content, createdAt: now()))
    }
  }

  /// Replaces a question's content. The question keeps its history.
  ///
  /// - Parameter deck: The name of the deck to move it to, which is created if it does not exist;
  ///   `nil` to leave the question where it is.
  /// - Throws: ``SaveFailure``, which is a conflict when the question has changed since `question`
  ///   was read. Nothing is then changed.
  package func update(
    _ question: Question, content: QuestionContent, deck: String? = nil
  ) throws {
    var changed = question
    changed.content = content
    try store.saving(.edit) {
      if let deck { changed.deckID = try knownOrNewDeck(named: deck) }
      if changed != question { changed.changedAt = now() }
      try store.update(changed, from: question)
    }
  }

  /// Adds `content` as a new question beside `question`, which stays as it is.
  ///
  /// - Parameter deck: The name of its deck, which is created if it does not exist; `nil` for the
  ///   deck of `question`.
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  package func addBeside(
    _ question: Question, content: QuestionContent, deck: String? = nil
  ) throws {
    try store.saving(.registration) {
      let deckID = try deck.map { try knownOrNewDeck(named: $0) } ?? question.deckID
      store.insert(Question(deckID: deckID, content: content, createdAt: now()))
    }
  }

  private func knownOrNewDeck(named name: String) throws -> Identifier<Deck> {
    try decks().first { $0.name == name }?.id
      ?? store.insert(Deck(name: name, createdAt: now()))
  }

  /// Deletes questions. Their answers stay in the history, and the trash keeps the questions.
  ///
  /// - Throws: ``DeletionFailure``. Nothing is then changed.
  package func delete(_ questions: [Identifier<Question>]) throws {
    try store.deleting(in: world) { try $0.delete(questions) }
  }

  /// The current version of the question; `nil` when it was deleted.
  func latest(_ question: Question) throws -> Question? {
    try store.record(for: question.id)
  }
}
