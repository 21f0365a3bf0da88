import Foundation

/// What a form does to the bank: each is one save.
extension QuestionBank {
  /// Adds a question to the deck of that name, which is made when there is none.
  ///
  /// - Throws: ``SaveFailure``; nothing is changed then.
  public func register(_ content: QuestionContent, deck name: String) throws {
    try saving {
      let decks = try decks()
      let deckID =
        decks.first { $0.name == name }?.id ?? store.insert(Deck(name: name, createdAt: now()))
      store.insert(Question(deckID: deckID, content: content, createdAt: now()))
    }
  }

  /// Gives a question new content. It stays the same question, with its history.
  ///
  /// - Throws: ``SaveFailure``, a conflict when somebody else has changed it since `question` was read; nothing is changed then.
  public func update(_ question: Question, content: QuestionContent) throws {
    var changed = question
    changed.edit { $0 = content }
    if content != question.content { changed.changedAt = now() }
    try saving { try store.update(changed, from: question) }
  }

  /// Adds a question beside the one that `question` has become meanwhile.
  ///
  /// - Throws: ``SaveFailure``; nothing is changed then.
  public func addBeside(_ question: Question, content: QuestionContent) throws {
    try saving {
      store.insert(Question(deckID: question.deckID, content: content, createdAt: now()))
    }
  }

  /// Takes a question out of the bank. What was answered stays in the history.
  ///
  /// - Throws: ``SaveFailure``; nothing is changed then.
  public func delete(_ question: Question) throws {
    try saving { try store.delete(question.id) }
  }

  /// The question as it is now; `nil` when it is gone.
  func latest(_ question: Question) throws -> Question? {
    try store.record(for: question.id)
  }

  /// Does `work` and saves, or leaves everything as it was.
  func saving(_ work: () throws -> Void) throws {
    do {
      try store.transaction(work)
    } catch {
      throw SaveFailure(error)
    }
  }
}
