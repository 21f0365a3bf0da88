import Foundation

/// Changes made with the form of a question. Each is one save.
extension QuestionBank {
  /// Adds a question to the deck of that name, and creates the deck when there is none.
  ///
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  public func register(_ content: QuestionContent, deck name: String) throws {
    try store.saving {
      let decks = try decks()
      let deckID =
        decks.first { $0.name == name }?.id ?? store.insert(Deck(name: name, createdAt: now()))
      store.insert(Question(deckID: deckID, content: content, createdAt: now()))
    }
  }

  /// Replaces a question's content. The question keeps its history.
  ///
  /// - Throws: ``SaveFailure``, which is a conflict when the question has changed since `question` was
  ///   read. Nothing is then changed.
  public func update(_ question: Question, content: QuestionContent) throws {
    var changed = question
    changed.edit { $0 = content }
    if content != question.content { changed.changedAt = now() }
    try store.saving { try store.update(changed, from: question) }
  }

  /// Adds `content` as a new question in the deck of `question`, which stays as it is.
  ///
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  public func addBeside(_ question: Question, content: QuestionContent) throws {
    try store.saving {
      store.insert(Question(deckID: question.deckID, content: content, createdAt: now()))
    }
  }

  /// Deletes questions. Their answers stay in the history, and the trash keeps the questions.
  ///
  /// - Throws: ``DeletionFailure``. Nothing is then changed.
  public func delete(_ questions: [Identifier<Question>]) throws {
    try store.deleting(in: world) { try $0.delete(questions) }
  }

  /// The current version of the question; `nil` when it was deleted.
  func latest(_ question: Question) throws -> Question? {
    try store.record(for: question.id)
  }
}
