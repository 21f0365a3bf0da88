import Foundation

/// Adds many questions to the bank in one save: makes decks as they are named, and knows what is there already.
final class BankIntake {
  /// Where a question went.
  struct Admission {
    /// The question in the bank: the new one, or the one that was there.
    let id: Identifier<Question>
    /// Whether the deck did not have it.
    let isNew: Bool
  }

  let store: StoreContext
  private let now: () -> Date
  private let allowsDuplicates: Bool
  private var decks: [String: Identifier<Deck>] = [:]
  /// What each deck held before; filled when a deck is first needed. Questions of one import are not held against each other: a
  /// bank that asks the same thing twice may mean to.
  private var known: [Identifier<Deck>: KnownQuestions] = [:]

  init(_ bank: QuestionBank, allowDuplicates: Bool) throws {
    store = bank.store
    now = bank.now
    allowsDuplicates = allowDuplicates
    for deck in try bank.decks() { decks[deck.name] = deck.id }
  }

  /// Adds one question, unless the deck has it already.
  @discardableResult
  func add(
    _ content: QuestionContent, deck name: String, origin: ParsedQuestion.Origin? = nil
  ) throws -> Admission {
    let deckID = try deck(named: name)
    if !allowsDuplicates, let id = try known[deckID]?.next(like: content, in: store) {
      return Admission(id: id, isNew: false)
    }
    var question = Question(
      deckID: deckID, content: content, createdAt: origin?.createdAt ?? now())
    if let changedAt = origin?.changedAt { question.changedAt = changedAt }
    return Admission(id: store.insert(question), isNew: true)
  }

  /// Writes everything that was added, or throws and writes nothing.
  func save() throws {
    do {
      try store.save()
    } catch {
      store.rollback()
      throw error
    }
  }

  /// Forgets everything that was added.
  func discard() {
    store.rollback()
  }

  /// Whether there is a deck of that name, new ones included.
  func hasDeck(named name: String) -> Bool { decks[name] != nil }

  /// The deck of that name, which is made when there is none.
  func deck(named name: String, createdAt: Date? = nil) throws -> Identifier<Deck> {
    if let id = decks[name] {
      if !allowsDuplicates, known[id] == nil { known[id] = try questions(in: id) }
      return id
    }
    let id = store.insert(Deck(name: name, createdAt: createdAt ?? now()))
    decks[name] = id
    known[id] = KnownQuestions()
    return id
  }

  private func questions(in deckID: Identifier<Deck>) throws -> KnownQuestions {
    var known = KnownQuestions()
    for question in try store.records(whose: \Question.deckID, is: deckID)
    where question.id.isPermanent {
      known.add(question)
    }
    return known
  }
}

/// The questions that a deck had before an import, by their digests.
private struct KnownQuestions {
  private var identifiers: [QuestionDigest: Identifier<Question>] = [:]
  /// Further questions of one digest; a deck may ask the same thing twice.
  private var further: [QuestionDigest: [Identifier<Question>]] = [:]

  mutating func add(_ question: Question) {
    let digest = QuestionDigest(question.content)
    if identifiers[digest] == nil {
      identifiers[digest] = question.id
    } else {
      further[digest, default: []].append(question.id)
    }
  }

  /// The question like `content`; the second one when asked for the second time, as far as there are so many.
  mutating func next(
    like content: QuestionContent, in store: StoreContext
  ) throws -> Identifier<Question>? {
    let digest = QuestionDigest(content)
    guard let id = identifiers[digest],
      let question = try store.record(for: id), question.content.isAlike(content)
    else { return nil }
    if let next = further[digest]?.first {
      identifiers[digest] = next
      further[digest]?.removeFirst()
    }
    return id
  }
}
