import Foundation
import QuizStore
import QuizSupport
import Signals

/// The results of a search, newest first. Updates after every save.
package final class QuestionSearch {
  /// The current query.
  package private(set) var query: SearchQuery
  /// How many questions match, ignoring the query's limit.
  package private(set) var total = 0
  /// The page of results on the screen.
  package private(set) var page = ListPosition(1, total: 0)

  /// Emits when one of the properties above, or a question in the results, has changed.
  package var changes: Signal<Void> { changed.signal }

  /// Emits the error when the search fails after a change.
  package var failures: Signal<any ReportableError> { failed.signal }

  /// Emits a browser when the user opens a question of the results.
  package var chosen: Signal<QuestionBrowser> { opened.signal }

  private let bank: QuestionBank
  private let timeZone: TimeZone
  private var deckID: Identifier<Deck>?
  /// The matching questions, newest first, up to the query's limit.
  private var found: [Identifier<Question>] = []
  /// The results of the query without its words, newest first. Kept until the next save.
  private var candidates: (query: SearchQuery, ids: [Identifier<Question>])?
  private let changed = PublishSubject<Void>()
  private let failed = PublishSubject<any ReportableError>()
  private let opened = PublishSubject<QuestionBrowser>()
  private let bag = DisposeBag()

  /// Starts a search.
  ///
  /// - Parameter timeZone: The time zone for the query's day.
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``BankError/unknownTag(_:known:)``; what the
  ///   store throws.
  package init(bank: QuestionBank, query: SearchQuery, timeZone: TimeZone) throws {
    self.bank = bank
    self.query = query
    self.timeZone = timeZone
    deckID = try query.deck.map { try bank.deck(meantBy: $0).id }
    try requireTag(of: query)
    try search()
    bank.changes.observe { [unowned self] in follow() }.disposed(by: bag)
  }

  /// Starts another search.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``BankError/unknownTag(_:known:)``; what the
  ///   store throws.
  package func find(_ query: SearchQuery) throws {
    if deckID == nil || query.deck != deckName {
      deckID = try query.deck.map { try bank.deck(meantBy: $0).id }
      deckName = query.deck
    }
    if query.tag != self.query.tag { try requireTag(of: query) }
    self.query = query
    page = page.toStart()
    try search()
    changed.emit(())
  }

  /// Reads the texts of the questions, so that the first word is found as fast as the next.
  ///
  /// - Throws: The store's error when it cannot be read.
  func prepare() throws { try bank.texts.update() }

  /// Moves through the results.
  ///
  /// - Throws: ``ListRefusal`` when there is no such page.
  package func perform(_ move: ListMove) throws(ListRefusal) {
    try page.perform(move, total: found.count)
    changed.emit(())
  }

  /// Opens the question with this number in the results, counted from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``; what the store throws.
  package func choose(_ number: Int) throws {
    let question = try found.line(number)
    opened.emit(
      try QuestionBrowser(bank: bank, deckID: deckID, found: found, first: question))
  }

  /// Deletes the questions with these numbers in the results, counted from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``; ``DeletionFailure``.
  func delete(_ numbers: LineNumbers) throws {
    try bank.delete(try found.lines(numbers))
  }

  /// The name of the deck being searched, or its last name if it was deleted; `nil` for the whole
  /// bank.
  private(set) var deckName: String?

  /// The questions on the page, each with its number in the results, counted from 1, and its deck's
  /// name.
  func shown() throws -> [(number: Int, question: Question, deck: String)] {
    try page.positions(total: found.count).compactMap { position in
      guard let question = try bank.store.record(for: found[position]) else { return nil }
      let deck = try bank.store.record(for: question.deckID)?.name ?? ""
      return (position + 1, question, deck)
    }
  }

  private func follow() {
    candidates = nil
    failed.attempt {
      try search()
      changed.emit(())
    }
  }

  /// Throws when there are questions, but none has the tag.
  private func requireTag(of query: SearchQuery) throws {
    guard let tag = query.tag else { return }
    let tagged = QuestionMatch(SearchQuery(tag: tag), deckID: nil, timeZone: timeZone)
    guard try tagged.all(in: bank.store).isEmpty else { return }
    let known = try bank.tags()
    if !known.isEmpty { throw BankError.unknownTag(tag, known: known) }
  }

  private func search() throws {
    deckName = try deckID.flatMap { try bank.store.record(for: $0) }?.name ?? deckName
    let candidates = try questionsWithoutWords()
    let words = query.words.map(SearchText.folded).filter { !$0.isBlank }
    let wanted = words.isEmpty ? nil : try bank.texts.questions(containing: words)
    var matches = candidates
    if let wanted {
      matches = candidates.filter { wanted.all.contains($0) }
      if bank.servesPerson { matches = try ranked(matches, near: wanted.near, words) }
    }
    total = matches.count
    found = Array(matches.prefix(query.limit ?? .max))
    page = page.adapted(to: found.count)
  }

  /// The questions in which the words are near each other, or that are of a deck whose name has one
  /// of them, before the others; otherwise in the same order.
  private func ranked(
    _ matches: [Identifier<Question>], near: IdentifierSet<Question>, _ words: [String]
  ) throws -> [Identifier<Question>] {
    let all = try bank.decks()
    let named = all.filter { deck in
      let name = SearchText.folded(deck.name)
      return words.contains { name.contains($0) }
    }
    // A word in most names tells nothing.
    var ofNamed: IdentifierSet<Question>?
    if deckID == nil, !named.isEmpty, named.count * 2 <= all.count {
      ofNamed = try IdentifierSet(named.flatMap { try bank.questionIdentifiers(in: $0.id) })
    }
    func rank(_ id: Identifier<Question>) -> Int {
      (near.contains(id) ? 0 : 2) + (ofNamed?.contains(id) == true ? 0 : 1)
    }
    let ranks = matches.map(rank)
    return (0...3).flatMap { wanted in
      zip(matches, ranks).compactMap { $1 == wanted ? $0 : nil }
    }
  }

  private func questionsWithoutWords() throws -> [Identifier<Question>] {
    var all = query
    (all.words, all.limit) = ([], nil)
    if let candidates, candidates.query == all, !bank.store.hasChanges { return candidates.ids }
    let ids = try QuestionMatch(all, deckID: deckID, timeZone: timeZone).all(in: bank.store)
    candidates = (all, ids)
    return ids
  }
}
