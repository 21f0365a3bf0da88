import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The decks and questions of one store.
public final class QuestionBank {
  /// The types of records that the program stores.
  public static let schema = BankSchema.usual

  /// Emits when decks or questions were saved, or the places of questions in files, or another deck
  /// was selected, or a setting was changed. Playing a quiz does not change the bank.
  package var changes: Signal<Void> {
    let kinds: [any StoredRecord.Type] = [
      Deck.self, Question.self, FollowedSource.self, FollowedFile.self,
    ]
    return .merge(
      store.saves.filter { saved in kinds.contains { saved.concerns($0) } }.map { _ in },
      selections.signal, world.settings.changes.map { _ in })
  }

  /// Whether a person uses the program, and not a script. See ``Models/servePerson(byNeed:)``.
  package var servesPerson = false

  /// The name of the deck for quizzes whose options do not name one; `nil` for the whole bank.
  public var selectedDeck: String? {
    get throws { try selection.deckID.flatMap { try store.record(for: $0) }?.name }
  }

  /// Undo and redo of all that is changed in the bank, whichever model changes it. Answers of a
  /// quiz are not affected.
  package let undoHistory: UndoHistory

  /// The decks and questions that follow files.
  package let followed: FollowedPlaces

  /// The pictures of the questions.
  package let pictures: PictureBook

  let store: StoreContext
  let world: World
  /// The texts of the questions, for searching.
  let texts: SearchableTexts
  private let knownCards: Kept<Set<Identifier<Question>>>
  /// The current date.
  var now: () -> Date { world.now }
  /// The time zone that decides on which calendar day a date falls.
  var timeZone: TimeZone { world.timeZone }
  /// The selected deck. It is kept as an identifier, so that the deck stays selected when it is
  /// renamed.
  private let selection: DeckSelection
  /// The settings that the bank stores, such as the selected deck.
  let settings: BankSettings
  private let selections = PublishSubject<Void>()

  /// Creates a bank over the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
    undoHistory = UndoHistory(world: world)
    texts = SearchableTexts(of: store)
    knownCards = Kept(ofEach: Question.self, in: store)
    followed = FollowedPlaces(world: world)
    pictures = PictureBook(world: world)
    settings = BankSettings(store: world.unitOfWork())
    selection = DeckSelection(settings: settings)
    self.world = world
  }

  /// Of some questions those that can be asked: for a person, those with all their pictures. A script
  /// gets what it asks for.
  func askable(_ questions: [Identifier<Question>]) throws -> [Identifier<Question>] {
    let lacking = try lacking()
    return lacking.isEmpty ? questions : questions.filter { !lacking.contains($0) }
  }

  /// The questions that a person is not asked because a picture is missing; none for a script.
  func lacking() throws -> Set<Identifier<Question>> {
    servesPerson ? try pictures.lacking() : []
  }

  // MARK: Decks

  /// The decks, in the order in which they were created.
  package func decks() throws -> [Deck] {
    try store.fetch(FetchDescriptor<Deck>())
  }

  /// The decks, in the order in which they were created, updated after each save that changes them.
  func liveDecks() throws -> LiveQuery<[Deck]> {
    try LiveQuery(FetchDescriptor<Deck>(), in: store)
  }

  /// The decks with their numbers of questions, in the order in which they were created.
  public func summaries() throws -> [DeckSummary] {
    try summaries(of: decks())
  }

  /// Summaries of `decks`.
  func summaries(of decks: [Deck]) throws -> [DeckSummary] {
    let counts = try store.counts(by: \Question.deckID)
    let problems = try followed.problems()
    return decks.map {
      DeckSummary(
        name: $0.name, questions: counts[$0.id] ?? 0, problemCount: problems[$0.id])
    }
  }

  /// Selects the deck for quizzes whose options do not name one; `nil` for the whole bank. The bank
  /// remembers it.
  ///
  /// - Throws: `BankError/unknownDeck(_:known:)`; `SaveFailure`; what the store throws.
  public func select(deck name: String?) throws {
    try selection.select(try name.map { try deck(named: $0).id })
    selections.emit(())
  }

  /// Creates a deck.
  ///
  /// - Throws: `DeckRefusal`; `SaveFailure`. Nothing is then changed.
  public func makeDeck(named name: String) throws {
    let name = try freeName(name)
    try store.saving(.deck) { store.insert(Deck(name: name, createdAt: now())) }
  }

  /// Renames a deck. Exams with questions of it follow.
  ///
  /// - Throws: `BankError/unknownDeck(_:known:)`; `DeckRefusal`; `SaveFailure`. Nothing is
  ///   then changed.
  public func renameDeck(_ name: String, to newName: String) throws {
    var deck = try deck(named: name)
    guard newName.trimmed != deck.name else { return }
    let free = try freeName(newName, except: deck)
    try store.saving(.renaming) { try store.rename(&deck, to: free, at: now()) }
  }

  /// Deletes decks with their questions. The trash keeps them.
  ///
  /// - Throws: `BankError/unknownDeck(_:known:)`; `DeletionFailure`. Nothing is then changed.
  public func deleteDecks(_ names: [String]) throws {
    let ids = try names.map { try deck(named: $0).id }
    try store.deleting(in: world) { try $0.delete(ids) }
  }

  /// Returns the name as it will be stored, if no other deck has it.
  private func freeName(_ name: String, except own: Deck? = nil) throws -> String {
    let name = name.trimmed
    if name.isEmpty { throw DeckRefusal.emptyName }
    let others = try decks().filter { $0.id != own?.id }.map(\.name)
    if let taken = DeckFinder(others).position(named: name) {
      throw DeckRefusal.nameTaken(others[taken])
    }
    return name
  }

  private func knownOrNewDeck(named name: String) throws -> Identifier<Deck> {
    let decks = try decks()
    return DeckFinder(decks.map(\.name)).position(named: name).map { decks[$0].id }
      ?? store.insert(Deck(name: name, createdAt: now()))
  }

  /// Adds the sample decks that are missing, and selects the one in `language`.
  ///
  /// - Throws: `BankError/samplesExist`; what the store throws.
  public func addSamples(language: Language) throws {
    let names = Set(try decks().map(\.name))
    let all = SampleDeck.all.filter { !names.contains($0.name) }
    let own = all.filter { $0.language == language }
    let samples = servesPerson ? own + all.filter { $0.language != language } : all
    guard !samples.isEmpty else { throw BankError.samplesExist }
    let intake = try BankIntake(self, allowDuplicates: true)
    for sample in samples {
      for content in sample.questions {
        try intake.add(content, deck: sample.name)
      }
    }
    let before = try selection.deckID
    let chosen = SampleDeck.all.first { $0.language == language }?.name
    selection.hold(try chosen.map { try intake.deck(named: $0) })
    do {
      try intake.save()
    } catch {
      selection.hold(before)
      throw error
    }
    try selection.select(try chosen.map { try deck(named: $0).id })
  }

  // MARK: Questions

  /// The questions of a deck, or of the whole bank, in the order in which they were added.
  func questionIdentifiers(in deckID: Identifier<Deck>?) throws -> [Identifier<Question>] {
    guard let deckID else { return try store.identifiers(FetchDescriptor<Question>()) }
    return try store.identifiers(FetchDescriptor<Question>(.whose(\.deckID, is: deckID)))
  }

  /// The questions with these identifiers, in that order, leaving out deleted ones.
  func questions(_ identifiers: some Sequence<Identifier<Question>>) throws -> [Question] {
    try store.records(for: Array(identifiers))
  }

  /// The current version of the question; `nil` when it was deleted.
  func latest(_ question: Question) throws -> Question? {
    try store.record(for: question.id)
  }

  /// The saved questions that are cards.
  func cards() throws -> Set<Identifier<Question>> {
    try knownCards.current {
      Set(try cards(among: store.savedQuestions()))
    } update: { cards, changed in
      let changed = changed.map { Identifier<Question>(rawValue: $0) }
      cards.subtract(changed)
      cards.formUnion(try self.cards(among: changed))
    }
  }

  private func cards(among ids: [Identifier<Question>]) throws -> [Identifier<Question>] {
    let kinds: [QuestionKind] = try store.savedParts(of: ids)
    return kinds.filter { $0.kind == .card }.map(\.id)
  }

  /// The tags of all questions, each once, in alphabetical order.
  package func tags() throws -> [String] {
    Set(try store.savedIdentifiers(by: \Question.content.tags).keys.joined()).sorted()
  }

  /// The questions that have a tag, in the order in which they were added.
  ///
  /// - Parameter ids: The questions to look at; `nil` for all.
  /// - Throws: `BankError/unknownTag(_:known:)` when there are questions, but none has the tag;
  ///   errors of the store.
  func questions(
    tagged tag: String, among ids: [Identifier<Question>]? = nil
  ) throws -> [Identifier<Question>] {
    let tagged = try store.questions(bearing: { $0 == tag }, among: ids)
    guard tagged.isEmpty, ids?.isEmpty != true else { return tagged }
    let known = Set(
      try store.savedIdentifiers(by: \Question.content.tags, among: ids).keys.joined())
    throw BankError.unknownTag(tag, known: known.sorted())
  }

  // MARK: Changes to questions

  /// Adds a question to the deck of that name, and creates the deck when there is none.
  ///
  /// - Throws: `SaveFailure`. Nothing is then changed.
  public func register(_ content: QuestionContent, deck name: String) throws {
    try store.saving(.registration) {
      store.insert(written(content, in: try knownOrNewDeck(named: name)))
    }
  }

  /// Replaces a question's content. The question keeps its history.
  ///
  /// - Parameter deck: The name of the deck to move it to, which is created if it does not exist;
  ///   `nil` to leave the question where it is.
  /// - Throws: `SaveFailure`, which is a conflict when the question has changed since `question`
  ///   was read. Nothing is then changed.
  package func update(
    _ question: Question, content: QuestionContent, deck: String? = nil
  ) throws {
    var changed = question
    changed.edit(content, at: now())
    try store.saving(.edit) {
      if let deck { changed.deckID = try knownOrNewDeck(named: deck) }
      if changed != question {
        changed.said = question.lastSaid
        changed.changedAt = now()
      }
      try store.update(changed, from: question)
    }
  }

  /// Adds `content` as a new question beside `question`, which stays as it is.
  ///
  /// - Parameter deck: The name of its deck, which is created if it does not exist; `nil` for the
  ///   deck of `question`.
  /// - Throws: `SaveFailure`. Nothing is then changed.
  package func addBeside(
    _ question: Question, content: QuestionContent, deck: String? = nil
  ) throws {
    try store.saving(.registration) {
      let deckID = try deck.map { try knownOrNewDeck(named: $0) } ?? question.deckID
      store.insert(written(content, in: deckID))
    }
  }

  /// A new question that a person wrote, so that no file has said anything about it.
  private func written(_ content: QuestionContent, in deckID: Identifier<Deck>) -> Question {
    var question = Question(deckID: deckID, content: content, createdAt: now())
    question.said = SaidFields()
    return question
  }

  /// Deletes questions. Their answers stay in the history, and the trash keeps the questions.
  ///
  /// - Throws: `DeletionFailure`. Nothing is then changed.
  package func delete(_ questions: [Identifier<Question>]) throws {
    try store.deleting(in: world) { try $0.delete(questions) }
  }
}

extension StoreContext {
  /// The questions that have a tag for which `isWanted` is true, in the order in which they were
  /// added.
  func questions(
    bearing isWanted: (String) -> Bool, among ids: [Identifier<Question>]? = nil
  ) throws -> [Identifier<Question>] {
    try savedIdentifiers(by: \Question.content.tags, among: ids)
      .filter { $0.key.contains(where: isWanted) }.values.joined().sorted()
  }
}

/// Why a deck could not be created or renamed.
package enum DeckRefusal: ReportableError, Equatable {
  /// The name is blank.
  case emptyName
  /// There is already a deck with this name.
  case nameTaken(String)

  package var message: Message {
    switch self {
    case .emptyName: Message("empty-name", "A deck needs a name.", "問題集の名前を入力してください。")
    case .nameTaken(let name):
      Message("name-taken", "There is a deck “\(name)” already.", "「\(name)」という問題集はすでにあります。")
    }
  }
}

/// Finds the decks that a person means by what was typed.
package struct DeckFinder {
  private let names: [String]
  private let folded: [String]

  /// - Parameter names: The names of all decks.
  package init(_ names: [String]) {
    self.names = names
    folded = names.map(Self.folded)
  }

  /// The position of the deck with a name: the deck that has it to the letter, or else the only one
  /// that has it in another case or width; `nil` when there is none.
  package func position(named name: String) -> Int? {
    if let same = names.firstIndex(of: name) { return same }
    let word = Self.folded(name)
    return folded.indices.filter { folded[$0] == word }.single
  }

  /// The name of the deck into which something is written: that of the deck that has it in another
  /// case or width, or else a new one.
  package func name(for typed: String) -> String {
    position(named: typed).map { names[$0] } ?? typed
  }

  /// The positions of the decks that a name means where parts of names are understood: the one with
  /// this name, or else those that begin with it, or else those that contain it. Empty for none.
  package func positions(meantBy name: String) -> [Int] {
    if let whole = position(named: name) { return [whole] }
    let word = Self.folded(name)
    if word.isEmpty { return [] }
    let beginning = folded.indices.filter { folded[$0].hasPrefix(word) }
    return beginning.isEmpty ? folded.indices.filter { folded[$0].contains(word) } : beginning
  }

  /// The positions of the decks that a search finds by their names, the likeliest first and among
  /// equals in the order of the list.
  ///
  /// Words are found in any order, and initials too: `saap` finds “Solutions Architect Associate,
  /// Practice”.
  package func positions(found query: String) -> [Int] {
    let words = SearchText.words(query)
    guard !words.isEmpty else { return [] }
    let phrase = words.joined(separator: " ")
    let ranks = names.map { Self.rank(of: phrase, words, in: SearchText.folded($0)) }
    return ranks.indices.filter { ranks[$0] != nil }.sorted {
      (ranks[$0] ?? .max, $0) < (ranks[$1] ?? .max, $1)
    }
  }

  /// How well a name fits, 0 for the best; `nil` where it does not.
  private static func rank(of phrase: String, _ words: [String], in name: String) -> Int? {
    if name == phrase { return 0 }
    if name.hasPrefix(phrase) { return 1 }
    if name.contains(" " + phrase) { return 2 }
    if name.contains(phrase) { return 3 }
    if words.allSatisfy({ name.contains($0) }) { return 4 }
    return hasInitials(Array(words.joined().prefix(mostInitials)), Array(name)) ? 5 : nil
  }

  /// The most letters that are looked up as initials. The time grows with their number.
  private static let mostInitials = 24

  /// Whether a name has the letters in this order, each at the beginning of a word or behind the
  /// letter before it.
  private static func hasInitials(_ letters: [Character], _ name: [Character]) -> Bool {
    guard letters.count > 1 else { return false }
    let begins = name.indices.map { index in
      index == 0 || !(name[index - 1].isLetter || name[index - 1].isNumber)
    }
    // The places in the name at which the letters so far can end.
    var ends = Set(name.indices.filter { begins[$0] && name[$0] == letters[0] })
    for letter in letters.dropFirst() {
      let first = ends.min() ?? name.count
      ends = Set(
        name.indices.filter { index in
          index > first && name[index] == letter && (begins[index] || ends.contains(index - 1))
        })
      if ends.isEmpty { return false }
    }
    return true
  }

  /// A name with the differences of case and width removed.
  private static func folded(_ name: String) -> String {
    name.trimmed.precomposedStringWithCompatibilityMapping.lowercased()
  }
}

extension Collection {
  /// The only element; `nil` when there are none or several.
  fileprivate var single: Element? { count == 1 ? first : nil }
}

extension QuestionBank {
  /// The deck of that name, in any case and width.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  package func deck(named name: String) throws -> Deck {
    let decks = try decks()
    let finder = DeckFinder(decks.map(\.name))
    guard let position = finder.position(named: name) else {
      throw BankError.unknownDeck(name, known: decks.map(\.name))
    }
    return decks[position]
  }

  /// The deck that a person means who wants to read: a beginning or a part of its name is enough
  /// where no other deck has it. Scripts give whole names; see ``servesPerson``.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``BankError/ambiguousDeck(_:among:)``; what the
  ///   store throws.
  package func deck(meantBy name: String) throws -> Deck {
    guard servesPerson else { return try deck(named: name) }
    let decks = try decks()
    let found = DeckFinder(decks.map(\.name)).positions(meantBy: name).map { decks[$0] }
    guard let first = found.first else {
      throw BankError.unknownDeck(name, known: decks.map(\.name))
    }
    if found.count > 1 { throw BankError.ambiguousDeck(name, among: found.map(\.name)) }
    return first
  }
}

/// The texts of all questions of a bank, kept in memory for searches for words.
///
/// A search that runs at every keystroke asks for almost the same again and again. Reading all
/// questions from the store each time would take longer than one frame. So the first search reads
/// them all. After a save, only the changed questions are read again.
final class SearchableTexts {
  private let store: StoreContext
  private let saved: Kept<TextLines>

  /// - Parameter store: the unit of work of the bank. Its unsaved changes are searched, too.
  init(of store: StoreContext) {
    self.store = store
    saved = Kept(ofEach: Question.self, in: store)
  }

  /// The questions whose text contains all of these folded words, and those in which they are near
  /// each other.
  func questions(
    containing words: [String]
  ) throws -> (all: IdentifierSet<Question>, near: IdentifierSet<Question>) {
    let saved = try read()
    let lines = store.hasChanges ? try unsaved() : saved
    let found = lines.numbers(containing: words)
    return (
      IdentifierSet(found.all.map(Identifier.init(rawValue:))),
      IdentifierSet(found.near.map(Identifier.init(rawValue:)))
    )
  }

  /// Reads the texts, so that the first search takes no longer than the next.
  @discardableResult
  func read() throws -> TextLines {
    try saved.current {
      var lines = TextLines()
      try append(store.savedQuestions(), to: &lines)
      return lines
    } update: { lines, changed in
      lines.remove(changed)
      try append(changed.map { Identifier<Question>(rawValue: $0) }, to: &lines)
    }
  }

  private func append(_ ids: [Identifier<Question>], to lines: inout TextLines) throws {
    let texts: [QuestionText] = try store.savedParts(of: ids)
    for text in texts { lines.append(text.folded, of: text.id.rawValue) }
  }

  /// The texts, including unsaved changes.
  private func unsaved() throws -> TextLines {
    var lines = TextLines()
    for question in try store.fetch(FetchDescriptor<Question>()) {
      lines.append(question.content.searchText, of: question.id.rawValue)
    }
    return lines
  }
}

extension StoreContext {
  /// All questions that are saved.
  fileprivate func savedQuestions() throws -> [Identifier<Question>] {
    try identifiers(FetchDescriptor<Question>(includesPendingChanges: false))
  }
}

/// The text by which a search finds a question.
private struct QuestionText: RecordPart {
  let id: Identifier<Question>
  let folded: String

  init(_ question: Question) { (id, folded) = (question.id, question.content.searchText) }

  private enum CodingKeys: CodingKey { case id, content }

  /// Folds the text during decoding, because a store may decode many records on several processors.
  init(from decoder: any Decoder) throws {
    let question = try decoder.container(keyedBy: CodingKeys.self)
    id = try question.decode(Identifier<Question>.self, forKey: .id)
    folded = try question.decode(QuestionContent.self, forKey: .content).searchText
  }
}

extension QuestionContent {
  /// The whole text of the question, normalized by ``SearchText``.
  var searchText: String {
    let texts = [text] + choices.map(\.text) + solution.texts + [commentary]
    return SearchText.folded(texts.joined(separator: "\n"))
  }
}

/// The deck for quizzes whose options do not name one. The bank stores it, so that it stays
/// selected after a restart.
private final class DeckSelection {
  private let settings: BankSettings
  /// The selection that was read or made last; `nil` before the first use.
  private var current: Identifier<Deck>??

  init(settings: BankSettings) {
    self.settings = settings
  }

  /// The deck; `nil` for the whole bank. The deck may have been deleted.
  var deckID: Identifier<Deck>? {
    get throws {
      if let current { return current }
      let id = try settings.current().selectedDeckID
      current = .some(id)
      return id
    }
  }

  /// Selects a deck until the program ends.
  func hold(_ id: Identifier<Deck>?) {
    current = .some(id)
  }

  /// Selects a deck. A read-only bank does not store the selection.
  ///
  /// - Throws: ``SaveFailure``; the previous selection then stays.
  func select(_ id: Identifier<Deck>?) throws {
    try settings.change { $0.selectedDeckID = id }
    hold(id)
  }
}

// MARK: - How files are read

extension QuestionBank {
  /// How a person chose to read a file that is to come into a deck; `nil` if it was never chosen.
  ///
  /// - Parameter deck: The name of the deck; `nil` for the one that is named after the file.
  func keptReading(of path: String, deck: String?) throws -> KeptReading? {
    let deck = deck ?? DeckNames(of: [path])[path]
    let (path, device) = (world.files.absolute(path), world.sharing.deviceName)
    let all = try store.fetch(FetchDescriptor<KeptReading>())
    if let own = all.last(where: { $0.path == path && $0.device == device }) { return own }
    let deckID = try decks().first { $0.name == deck }?.id
    // Without names any file has such columns.
    return all.last { reading in
      reading.deckID == deckID && reading.columns?.contains { !$0.isEmpty } == true
    }
  }

  /// Keeps how a person chose to read a file, in place of what was kept for it before.
  ///
  /// - Parameter deck: The name of the deck of its first question.
  func keep(
    _ reading: ReadingOptions, format: String?, columns: [String]?, of path: String, deck: String
  ) throws {
    guard let deck = try decks().first(where: { $0.name == deck }) else { return }
    let store = world.unitOfWork()
    let kept = KeptReading(
      deckID: deck.id, path: world.files.absolute(path), device: world.sharing.deviceName,
      columns: columns, format: format, reading: reading)
    let old = try store.fetch(FetchDescriptor<KeptReading>()).filter {
      $0.path == kept.path && $0.device == kept.device
    }
    try store.saving(nil) {
      try store.delete(old.map(\.id))
      let isUsual = reading == ReadingOptions() && format == nil
      if !isUsual { _ = store.insert(kept) }
    }
  }
}

extension StoreContext {
  /// Renames a deck, also in the exams that draw questions from it.
  func rename(_ deck: inout Deck, to name: String, at date: Date) throws {
    let old = deck.name
    deck.name = name
    try update(deck)
    for exam in try fetch(FetchDescriptor<Exam>()) {
      var changed = exam
      changed.renameDeck(old, to: name)
      guard changed != exam else { continue }
      changed.changedAt = date
      try update(changed)
    }
  }
}
