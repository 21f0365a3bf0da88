import Foundation
import QuizStore
import QuizSupport
import Signals

/// Shows the questions of a deck, of the whole bank or of a search, one at a time. Those of a deck
/// or of the bank come in the order in which they were added.
///
/// Updates after every save. If the current question is deleted, the next one becomes current, or
/// the last one if there is no next. If it comes back, it is current again.
package final class QuestionBrowser {
  /// The current question; `nil` when there are none.
  package private(set) var current: Question?
  /// The position of the current question, from 0.
  package private(set) var position = 0
  /// How many questions there are.
  package var count: Int { identifiers.count }

  /// Emits when one of the properties above has changed.
  package var changes: Signal<Void> { changed.signal }

  /// Emits the error when the questions cannot be read after a change.
  package var failures: Signal<any ReportableError> { failed.signal }

  let bank: QuestionBank
  private let deckID: Identifier<Deck>?
  /// The decks. They are kept in memory so that a form can be shown even while the bank cannot be
  /// read.
  private let decks: LiveQuery<[Deck]>
  /// The search that found the questions; `nil` for all of the deck or the bank.
  package let query: SearchQuery?
  /// The questions that the search has found; `nil` for all of the deck or the bank.
  private let found: [Identifier<Question>]?
  /// The questions in the order of their numbers.
  private(set) var identifiers: [Identifier<Question>] = []
  /// Whether the current question stays current when a deleted one comes back. True while the user
  /// edits the current question.
  var holdsCurrent = false
  /// The questions that were deleted since the browser was opened.
  private var gone: Set<Identifier<Question>> = []
  /// The questions that were read last. They are kept because each movement of the cursor asks for
  /// the same ones.
  private let read: Kept<(positions: Range<Int>, questions: [Question])>
  private let changed = PublishSubject<Void>()
  private let failed = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Opens the questions of a deck, or of the whole bank.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  package init(bank: QuestionBank, deck: String?) throws {
    self.bank = bank
    read = Kept(until: bank.changes)
    decks = try bank.liveDecks()
    deckID = try deck.map { try bank.deck(meantBy: $0).id }
    (query, found) = (nil, nil)
    try reload()
    bank.changes.observe { [unowned self] in follow() }.disposed(by: bag)
  }

  /// Opens the questions that the search for `query` has found in a deck or in the whole bank.
  init(
    bank: QuestionBank, deckID: Identifier<Deck>?, query: SearchQuery,
    found: [Identifier<Question>], first: Identifier<Question>
  ) throws {
    self.bank = bank
    self.deckID = deckID
    (self.query, self.found) = (query, found)
    read = Kept(until: bank.changes)
    decks = try bank.liveDecks()
    try reload()
    if let index = identifiers.firstIndex(of: first) { try show(index) }
    bank.changes.observe { [unowned self] in follow() }.disposed(by: bag)
  }

  /// The name of the deck being browsed, or its last name if it was deleted; `nil` for the whole
  /// bank.
  package private(set) var deckName: String?

  /// The name of the current question's deck.
  package var currentDeckName: String? {
    current.flatMap { question in decks.value.first { $0.id == question.deckID } }?.name
  }

  /// The names of all decks.
  var deckNames: [String] { decks.value.map(\.name) }

  /// Makes the question at `index`, counted from 0, the current one.
  ///
  /// - Throws: ``BrowsingRefusal/noSuchQuestion(number:count:)``, ``BankError/noQuestions``; what
  ///   the store throws.
  package func go(to index: Int) throws {
    guard count > 0 else { throw BankError.noQuestions }
    guard identifiers.indices.contains(index) else {
      throw BrowsingRefusal.noSuchQuestion(number: index + 1, count: count)
    }
    try show(index)
    changed.emit(())
  }

  /// Moves to the next question.
  ///
  /// - Throws: ``BrowsingRefusal/atLast``, ``BankError/noQuestions``; what the store throws.
  package func goForward() throws {
    if count > 0, position == count - 1 { throw BrowsingRefusal.atLast }
    try go(to: position + 1)
  }

  /// Moves to the previous question.
  ///
  /// - Throws: ``BrowsingRefusal/atFirst``, ``BankError/noQuestions``; what the store throws.
  package func goBack() throws {
    if count > 0, position == 0 { throw BrowsingRefusal.atFirst }
    try go(to: position - 1)
  }

  private func show(_ index: Int) throws {
    current = try bank.store.record(for: identifiers[index])
    position = index
  }

  private func follow() {
    failed.attempt {
      try reload()
      changed.emit(())
    }
  }

  /// The questions at `positions`, counted from 0. Positions beyond the last question are ignored.
  func questions(at positions: Range<Int>) throws -> [Question] {
    try read.current {
      $0.positions == positions
    } make: {
      let shown = identifiers[positions.clamped(to: identifiers.indices)]
      return (positions, try shown.compactMap { try bank.store.record(for: $0) })
    }.questions
  }

  private func reload() throws {
    deckName = try deckID.flatMap { try bank.store.record(for: $0) }?.name ?? deckName
    let (front, before) = (current?.id, identifiers)
    identifiers = try bank.questionIdentifiers(in: deckID)
    if let found { identifiers = found.filter(Set(identifiers).contains) }
    var back: Int?
    if identifiers != before, !before.isEmpty || !gone.isEmpty {
      back = gone.isEmpty || holdsCurrent ? nil : identifiers.firstIndex(where: gone.contains)
      gone = gone.union(before).subtracting(identifiers)
    }
    guard !identifiers.isEmpty else {
      (current, position) = (nil, 0)
      return
    }
    let place = back ?? front.flatMap { identifiers.firstIndex(of: $0) } ?? position
    try show(min(place, identifiers.count - 1))
  }
}

/// Why the browser did not move to another question.
package enum BrowsingRefusal: ReportableError, Equatable {
  /// The current question is the first.
  case atFirst
  /// The current question is the last.
  case atLast
  /// There is no question with this number; there are `count` questions.
  case noSuchQuestion(number: Int, count: Int)

  package var message: Message {
    switch self {
    case .atFirst: Message("at-first-question", "This is the first question.", "最初の質問です。")
    case .atLast: Message("at-last-question", "This is the last question.", "最後の質問です。")
    case .noSuchQuestion(let number, let count):
      QuizRefusal.noSuchQuestion(number: number, count: count).message
    }
  }
}
