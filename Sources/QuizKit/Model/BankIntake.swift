import Foundation

/// Adds many questions to the bank in one save: makes decks as they are named, and knows what is there already.
final class BankIntake {
  /// What makes two questions the same: the stem and the choices, in any order.
  private struct Likeness: Hashable {
    let text: String
    let choices: Set<String>

    init(_ content: QuestionContent) {
      text = content.text
      choices = Set(content.choices.map(\.text))
    }
  }

  private let bank: QuestionBank
  private let allowsDuplicates: Bool
  private var decks: [String: Identifier<Deck>] = [:]
  /// What each deck held before; filled when a deck is first needed. Questions of one import are not held against each other: a
  /// bank that asks the same thing twice may mean to.
  private var known: [Identifier<Deck>: Set<Likeness>] = [:]

  init(_ bank: QuestionBank, allowDuplicates: Bool) throws {
    self.bank = bank
    allowsDuplicates = allowDuplicates
    for deck in try bank.decks() { decks[deck.name] = deck.id }
  }

  /// Adds one question; `false` when the deck has it already.
  func add(_ content: QuestionContent, deck name: String) throws -> Bool {
    let deckID = try deck(named: name)
    if !allowsDuplicates, known[deckID, default: []].contains(Likeness(content)) { return false }
    bank.store.insert(Question(deckID: deckID, content: content, createdAt: bank.now()))
    return true
  }

  /// Writes everything that was added, or throws and writes nothing.
  func save() throws {
    do {
      try bank.store.save()
    } catch {
      bank.store.rollback()
      throw error
    }
  }

  /// Forgets everything that was added.
  func discard() {
    bank.store.rollback()
  }

  /// The deck of that name, which is made when there is none.
  func deck(named name: String) throws -> Identifier<Deck> {
    if let id = decks[name] {
      if !allowsDuplicates, known[id] == nil { known[id] = try likenesses(in: id) }
      return id
    }
    let id = bank.store.insert(Deck(name: name, createdAt: bank.now()))
    decks[name] = id
    known[id] = []
    return id
  }

  private func likenesses(in deckID: Identifier<Deck>) throws -> Set<Likeness> {
    let questions = try bank.store.records(whose: \Question.deckID, is: deckID)
    return Set(questions.lazy.filter { $0.id.isPermanent }.map { Likeness($0.content) })
  }
}
