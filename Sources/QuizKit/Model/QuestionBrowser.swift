import Foundation
import Signals

/// Goes through the questions of a deck, or of the whole bank, one by one, in the order in which they were registered.
///
/// It follows every save: a question that is new is there at once, and where the question in front is deleted, the one behind
/// it comes to the front, or the last one.
public final class QuestionBrowser {
  /// The question in front; `nil` when there are none.
  public private(set) var current: Question?
  /// The position of the question in front, counted from 0.
  public private(set) var position = 0
  /// How many questions there are.
  public var count: Int { identifiers.count }

  /// Something of the above has changed.
  public var changes: Signal<Void> { changed.signal }

  /// What kept the questions from being read after a change.
  public var failures: Signal<any ReportableError> { failed.signal }

  let bank: QuestionBank
  private let deckID: Identifier<Deck>?
  private var identifiers: [Identifier<Question>] = []
  private let changed = PublishSubject<Void>()
  private let failed = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Opens the questions of a deck, or of the whole bank.
  ///
  /// - Parameter first: The question to begin with; without one, the first.
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  public init(bank: QuestionBank, deck: String?, first: Identifier<Question>? = nil) throws {
    self.bank = bank
    deckID = try deck.map { try bank.deck(named: $0).id }
    try reload()
    if let first, let index = identifiers.firstIndex(of: first) { try show(index) }
    bank.changes.observe { [unowned self] in follow() }.disposed(by: bag)
  }

  /// The name of the deck that is gone through; `nil` for the whole bank.
  public var deckName: String? {
    get throws { try deckID.flatMap { try bank.store.record(for: $0) }?.name }
  }

  /// The name of the deck of the question in front.
  public var currentDeckName: String? {
    get throws { try current.flatMap { try bank.store.record(for: $0.deckID) }?.name }
  }

  /// Brings the question at `index`, counted from 0, to the front.
  ///
  /// - Throws: ``BrowsingRefusal/noSuchQuestion(number:count:)``, ``BankError/noQuestions``; what the store throws.
  public func go(to index: Int) throws {
    guard count > 0 else { throw BankError.noQuestions }
    guard identifiers.indices.contains(index) else {
      throw BrowsingRefusal.noSuchQuestion(number: index + 1, count: count)
    }
    try show(index)
    changed.emit(())
  }

  /// Brings the question after the one in front to the front.
  ///
  /// - Throws: ``BrowsingRefusal/atLast``, ``BankError/noQuestions``; what the store throws.
  public func goForward() throws {
    if count > 0, position == count - 1 { throw BrowsingRefusal.atLast }
    try go(to: position + 1)
  }

  /// Brings the question before the one in front to the front.
  ///
  /// - Throws: ``BrowsingRefusal/atFirst``, ``BankError/noQuestions``; what the store throws.
  public func goBack() throws {
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

  private func reload() throws {
    let front = current?.id
    identifiers = try bank.questionIdentifiers(in: deckID)
    guard !identifiers.isEmpty else {
      (current, position) = (nil, 0)
      return
    }
    let place = front.flatMap { identifiers.firstIndex(of: $0) } ?? position
    try show(min(place, identifiers.count - 1))
  }
}

/// Why another question was not brought to the front.
public enum BrowsingRefusal: ReportableError, Equatable {
  /// The question in front is the first.
  case atFirst
  /// The question in front is the last.
  case atLast
  /// There is no question of this number; there are `count`.
  case noSuchQuestion(number: Int, count: Int)

  public var code: String {
    switch self {
    case .atFirst: "at-first-question"
    case .atLast: "at-last-question"
    case .noSuchQuestion: "no-such-question"
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .atFirst: language.text("This is the first question.", "最初の質問です。")
    case .atLast: language.text("This is the last question.", "最後の質問です。")
    case .noSuchQuestion(let number, let count):
      language.text(
        "There is no question \(number); there are 1 to \(count).",
        "質問 \(number) はありません。1〜\(count) を指定してください。")
    }
  }
}
