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

  /// The bank with what was added so far. A desk of its own: what the bank does meanwhile is saved without it.
  let store: StoreContext
  private let bank: QuestionBank
  private let allowsDuplicates: Bool
  /// Whether nothing will be saved, so that new records need not be kept.
  private let isDryRun: Bool
  private var decks: [String: Identifier<Deck>] = [:]
  /// What each deck held before; filled when a deck is first needed. Questions of one import are not held against each other: a
  /// bank that asks the same thing twice may mean to.
  private var known: [Identifier<Deck>: KnownQuestions] = [:]

  init(_ bank: QuestionBank, allowDuplicates: Bool, isDryRun: Bool = false) throws {
    self.bank = bank
    self.isDryRun = isDryRun
    store = StoreContext(beside: bank.store)
    allowsDuplicates = allowDuplicates
    for deck in try bank.decks() { decks[deck.name] = deck.id }
  }

  /// Adds one question, unless the deck has it already.
  @discardableResult
  func add(_ prepared: PreparedQuestion, deck name: String) throws -> Admission {
    try add([(prepared, name)])[0]
  }

  /// Adds questions, each with its deck's name, as far as the decks do not have them already.
  func add(_ questions: [(prepared: PreparedQuestion, deck: String)]) throws -> [Admission] {
    var there: [Identifier<Question>?] = []
    var new: [Question] = []
    for (prepared, name) in questions {
      let deckID = try deck(named: name)
      if !allowsDuplicates, let id = try known[deckID]?.next(like: prepared, in: store) {
        there.append(id)
      } else {
        there.append(nil)
        new.append(record(of: prepared, in: deckID))
      }
    }
    var identifiers = try insert(new).makeIterator()
    return there.compactMap { known in
      if let known { return Admission(id: known, isNew: false) }
      return identifiers.next().map { Admission(id: $0, isNew: true) }
    }
  }

  private func record(of prepared: PreparedQuestion, in deckID: Identifier<Deck>) -> Question {
    var question = prepared.question
    question.deckID = deckID
    question.createdAt = prepared.origin?.createdAt ?? bank.now()
    question.changedAt = prepared.origin?.changedAt ?? question.createdAt
    return question
  }

  /// Takes new records, which need no memory until they are saved where the store is a journal.
  func insert<R: StoredRecord>(_ records: [R]) throws -> [Identifier<R>] {
    if isDryRun { return records.map { _ in store.newIdentifier() } }
    return records.isEmpty ? [] : try store.stage(records)
  }

  /// Writes everything that was added as one change of the bank, or throws and writes nothing.
  func save() throws {
    bank.store.takeOver(store)
    do {
      try bank.store.save()
    } catch {
      bank.store.rollback()
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
      if !allowsDuplicates, known[id] == nil { known[id] = try KnownQuestions(of: id, in: store) }
      return id
    }
    let id = try insert([Deck(name: name, createdAt: createdAt ?? bank.now())])[0]
    decks[name] = id
    known[id] = KnownQuestions()
    return id
  }
}
