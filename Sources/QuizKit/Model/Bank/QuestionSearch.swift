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

  let bank: QuestionBank
  private let timeZone: TimeZone
  private var deckID: Identifier<Deck>?
  /// The matching questions, newest first, up to the query's limit.
  private(set) var found: [Identifier<Question>] = []
  /// The results of the query without its words, newest first.
  private let candidates: Kept<(query: SearchQuery, ids: [Identifier<Question>])>
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
    candidates = Kept(until: bank.changes)
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
  func prepare() throws { try bank.texts.read() }

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
      try QuestionBrowser(
        bank: bank, deckID: deckID, query: query, found: found, first: question))
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
    return try candidates.current {
      $0.query == all && !bank.store.hasChanges
    } make: {
      (all, try QuestionMatch(all, deckID: deckID, timeZone: timeZone).all(in: bank.store))
    }.ids
  }
}

/// A query for questions.
package struct SearchQuery: Hashable, Sendable {
  /// Words that must all occur in a question, its choices or its commentary, ignoring width, case
  /// and the kind of kana.
  package var words: [String]
  /// Only questions of this deck; `nil` for the whole bank.
  package var deck: String?
  /// Only questions with this tag.
  package var tag: String?
  /// Only questions added on this day or later.
  package var since: Day?
  /// The maximum number of results; `nil` for all.
  package var limit: Int?

  /// Creates a query. Without arguments, it matches all questions.
  package init(
    words: [String] = [], deck: String? = nil, tag: String? = nil, since: Day? = nil,
    limit: Int? = nil
  ) {
    self.words = words
    self.deck = deck
    self.tag = tag
    self.since = since
    self.limit = limit
  }
}

/// The conditions of a query apart from its words.
struct QuestionMatch {
  private let tag: String?
  private let deckID: Identifier<Deck>?
  private let start: Date?

  init(_ query: SearchQuery, deckID: Identifier<Deck>?, timeZone: TimeZone) {
    tag = query.tag.map(SearchText.folded)
    self.deckID = deckID
    start = query.since?.start(in: timeZone)
  }

  /// The identifiers of the matching questions, newest first.
  func all(in store: StoreContext) throws -> [Identifier<Question>] {
    let ordered = FetchDescriptor<Question>(.ordered(by: \.createdAt))
    var found: [Identifier<Question>] = try store.identifiers(ordered).reversed()
    func narrow(to selection: Selection<Question>) throws {
      let wanted = IdentifierSet(try store.identifiers(FetchDescriptor(selection)))
      found = found.filter { wanted.contains($0) }
    }
    if let deckID { try narrow(to: .whose(\.deckID, is: deckID)) }
    if let start { try narrow(to: .whose(\.createdAt, isIn: start..<Date.distantFuture)) }
    guard let tag else { return found }
    let wanted = IdentifierSet(
      try store.questions(bearing: { SearchText.folded($0) == tag }, among: found))
    return found.filter { wanted.contains($0) }
  }
}

/// Many texts in one block of memory, each with a number. Finds the texts that contain some words.
struct TextLines {
  /// The numbers of the texts; 0 for one that was removed.
  private var numbers: [Int64] = []
  /// The texts, each followed by a byte that does not occur in any word.
  private var bytes: [UInt8] = []
  /// The position after each text.
  private var ends: [Int] = []
  /// Whether it can be seen from the bytes of each text where its characters begin.
  private var isPlain: [Bool] = []
  private var removed = 0

  private static let separator: UInt8 = 0

  mutating func append(_ text: String, of number: Int64) {
    var text = text
    let isComposed = text.withUTF8 { TextForm.isSurelyComposed(UnsafeRawBufferPointer($0)) }
    if !isComposed { text = text.precomposedStringWithCanonicalMapping }
    numbers.append(number)
    isPlain.append(isComposed)
    bytes += text.utf8
    ends.append(bytes.count)
    bytes.append(Self.separator)
  }

  /// Removes the texts with these numbers. Ignores numbers that do not exist.
  mutating func remove(_ others: [Int64]) {
    if numbers.isEmpty { return }
    let others = Set(others)
    for index in numbers.indices where numbers[index] != 0 && others.contains(numbers[index]) {
      numbers[index] = 0
      removed += 1
    }
    if removed > numbers.count / 2 { compact() }
  }

  private mutating func compact() {
    var kept = TextLines()
    for index in numbers.indices where numbers[index] != 0 {
      kept.numbers.append(numbers[index])
      kept.isPlain.append(isPlain[index])
      kept.bytes += bytes[range(of: index)]
      kept.ends.append(kept.bytes.count)
      kept.bytes.append(Self.separator)
    }
    self = kept
  }

  private func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1] + 1)..<ends[index]
  }

  /// The numbers of the texts that contain all of these words, and of those in which they are near
  /// each other.
  func numbers(containing words: [String]) -> (all: [Int64], near: [Int64]) {
    var needles: [(word: String, search: ByteSearch)] = []
    var others: [String] = []
    for word in words {
      if let needle = WordBytes.of(word), !needle.contains(Self.separator) {
        needles.append((word, ByteSearch(needle)))
      } else {
        // A search for the bytes could miss this word.
        others.append(word)
      }
    }
    // Search for the longest word first, because it rules out the most texts.
    needles.sort { $0.search.count > $1.search.count }
    var (all, near): ([Int64], [Int64]) = ([], [])
    bytes.withUnsafeBytes { bytes in
      for (index, hit) in candidates(needles.first, bytes) {
        guard numbers[index] != 0 else { continue }
        let range = range(of: index)
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        let isPlain = isPlain[index]
        let isFound =
          (needles.first.map { Self.isWhole($0, in: text, at: hit - range.lowerBound, isPlain) }
            ?? true)
          && needles.dropFirst().allSatisfy { needle in
            needle.search.first(in: text, from: 0).map {
              Self.isWhole(needle, in: text, at: $0, isPlain)
            } ?? false
          }
          && others.allSatisfy { String(decoding: text, as: UTF8.self).firstRange(of: $0) != nil }
        guard isFound else { continue }
        all.append(numbers[index])
        if others.isEmpty, Self.areNear(needles.map(\.search), in: text) {
          near.append(numbers[index])
        }
      }
    }
    return (all, near)
  }

  /// The most bytes between words that are near each other, and the most places that are looked at.
  private static let (mostBetween, mostPlaces) = (40, 16)

  /// Whether all of the words are near one place of the first one.
  private static func areNear(_ needles: [ByteSearch], in text: UnsafeRawBufferPointer) -> Bool {
    guard needles.count > 1, let first = needles.first else { return true }
    var start = 0
    for _ in 0..<mostPlaces {
      guard let hit = first.first(in: text, from: start) else { return false }
      let end = min(text.count, hit + first.count + mostBetween)
      let room = UnsafeRawBufferPointer(rebasing: text[max(0, hit - mostBetween)..<end])
      if needles.dropFirst().allSatisfy({ $0.first(in: room, from: 0) != nil }) { return true }
      start = hit + first.count
    }
    return false
  }

  /// The texts that contain the bytes of a word, with the position of the first occurrence. All
  /// texts if there is no word.
  private func candidates(
    _ needle: (word: String, search: ByteSearch)?, _ bytes: UnsafeRawBufferPointer
  ) -> [(index: Int, hit: Int)] {
    guard let needle else { return numbers.indices.map { ($0, 0) } }
    var found: [(index: Int, hit: Int)] = []
    let search = needle.search.tuned(to: bytes)
    var (index, start) = (0, 0)
    while let hit = search.first(in: bytes, from: start) {
      while ends[index] <= hit { index += 1 }
      found.append((index, hit))
      start = ends[index] + 1
    }
    return found
  }

  /// Whether the text contains the word character by character, given that it contains its bytes.
  private static func isWhole(
    _ needle: (word: String, search: ByteSearch), in text: UnsafeRawBufferPointer, at hit: Int,
    _ isPlain: Bool
  ) -> Bool {
    (isPlain && WordBytes.beginsCharacter(in: text, at: hit + needle.search.count))
      || String(decoding: text, as: UTF8.self).firstRange(of: needle.word) != nil
  }
}

/// The bytes of a word, for finding the word as `String.contains` does. That method compares whole
/// characters, but a byte match may end in the middle of one.
private enum WordBytes {
  /// The bytes of `word` in a text in composed form (``TextForm``); `nil` when a byte search cannot
  /// find it reliably.
  static func of(_ word: String) -> [UInt8]? {
    let bytes = Array(word.precomposedStringWithCanonicalMapping.utf8)
    let isReliable = TextForm.searchBytes(word) != nil && beginAnew(bytes)
    return isReliable ? bytes : nil
  }

  /// Whether the first character never joins the one before it.
  static func beginAnew(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { beginsCharacter(in: $0, at: 0) }
  }

  /// Whether a character (a grapheme cluster, UAX #29) is certain to begin here, because the code
  /// point here never joins the one before it. True for ASCII, Latin, Cyrillic, kana, Chinese
  /// characters, Hangul and full-width forms, except the voice marks U+FF9E and U+FF9F. False for
  /// emoji.
  static func beginsCharacter(in text: UnsafeRawBufferPointer, at position: Int) -> Bool {
    guard position < text.count, text[position] >= 0x80 else { return true }
    let second = position + 1 < text.count ? text[position + 1] : 0
    let third = position + 2 < text.count ? text[position + 2] : 0
    switch text[position] {
    case 0xC3...0xCB, 0xD0, 0xD1, 0xE4...0xED: return true
    case 0xE3: return !(second == 0x80 && third >= 0xAA) && second != 0x8A
    case 0xEF: return second >= 0xBC && !(second == 0xBE && third >= 0x9E && third <= 0x9F)
    default: return false
    }
  }
}
