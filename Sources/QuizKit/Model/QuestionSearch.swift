import Foundation
import Signals

/// The questions that a query finds, the newest first. It follows every save.
public final class QuestionSearch {
  /// What is looked for.
  public private(set) var query: SearchQuery
  /// How many questions there are, whatever the query's limit is.
  public private(set) var total = 0
  /// The page of the list that is shown.
  public private(set) var page = ListPage(1, total: 0)

  /// Something of the above, or one of the questions found, has changed.
  public var changes: Signal<Void> { changed.signal }

  /// What kept the bank from being searched after a change.
  public var failures: Signal<any ReportableError> { failed.signal }

  /// Questions that were chosen from the list, to be looked at one by one from there.
  public var chosen: Signal<QuestionBrowser> { opened.signal }

  private let bank: QuestionBank
  private let timeZone: TimeZone
  private var deckID: Identifier<Deck>?
  /// The questions found, the newest first, as many as the query wants.
  private var found: [Identifier<Question>] = []
  private let changed = PublishSubject<Void>()
  private let failed = PublishSubject<any ReportableError>()
  private let opened = PublishSubject<QuestionBrowser>()
  private let bag = DisposeBag()

  /// Searches.
  ///
  /// - Parameter timeZone: Where the query's day begins.
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  public init(bank: QuestionBank, query: SearchQuery, timeZone: TimeZone) throws {
    self.bank = bank
    self.query = query
    self.timeZone = timeZone
    deckID = try query.deck.map { try bank.deck(named: $0).id }
    try search()
    bank.changes.observe { [unowned self] in follow() }.disposed(by: bag)
  }

  /// Looks for something else.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws. The list stays as it is then.
  public func find(_ query: SearchQuery) throws {
    deckID = try query.deck.map { try bank.deck(named: $0).id }
    self.query = query
    page.number = 1
    try search()
    changed.emit(())
  }

  /// Shows another page.
  ///
  /// - Throws: ``ListRefusal`` when there is no such page.
  public func turn(by pages: Int) throws(ListRefusal) {
    page = try page.turned(by: pages)
    changed.emit(())
  }

  /// Opens the question of this number in the list, from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``; what the store throws.
  public func choose(_ number: Int) throws {
    let question = try found.line(number)
    opened.emit(try QuestionBrowser(bank: bank, deck: try deckName, first: question))
  }

  /// The name of the deck that is searched; `nil` for the whole bank.
  var deckName: String? {
    get throws { try deckID.flatMap { try bank.store.record(for: $0) }?.name }
  }

  /// The questions on the page, each with its number in the list, from 1, and the name of its deck.
  func shown() throws -> [(number: Int, question: Question, deck: String)] {
    try page.positions(total: found.count).compactMap { position in
      guard let question = try bank.store.record(for: found[position]) else { return nil }
      let deck = try bank.store.record(for: question.deckID)?.name ?? ""
      return (position + 1, question, deck)
    }
  }

  private func follow() {
    failed.attempt {
      try search()
      changed.emit(())
    }
  }

  private func search() throws {
    let matches = try QuestionMatch(query, deckID: deckID, timeZone: timeZone).all(in: bank.store)
    total = matches.count
    found = Array(matches.prefix(query.limit ?? .max))
    page = ListPage(page.number, total: found.count)
  }
}
