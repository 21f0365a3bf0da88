import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The decks and questions of one store.
public final class QuestionBank {
  /// The types of records that the program stores.
  public static let schema = BankSchema.usual

  /// Emits when decks or questions were saved, or another deck was selected. Playing a quiz does
  /// not change the bank.
  package var changes: Signal<Void> {
    .merge(
      store.saves.filter { $0.concerns(Deck.self) || $0.concerns(Question.self) }.map { _ in },
      selections.signal)
  }

  /// Whether a person uses the program, and not a script. See ``Models/servePerson(byNeed:)``.
  package var servesPerson = false

  /// The name of the deck for quizzes whose options do not name one; `nil` for the whole bank.
  public var selectedDeck: String? {
    get throws { try selection.deckID.flatMap { try store.record(for: $0) }?.name }
  }

  /// Undo and redo of changes to decks and questions. Answers of a quiz are not affected.
  package let undoHistory: UndoHistory

  let store: StoreContext
  let world: World
  /// The texts of the questions, for searching.
  let texts: SearchableTexts
  /// The questions that are cards.
  let cards: CardQuestions
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
    undoHistory = UndoHistory(of: store)
    texts = SearchableTexts(of: store)
    cards = CardQuestions(of: store)
    settings = BankSettings(store: world.unitOfWork())
    selection = DeckSelection(settings: settings)
    self.world = world
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
    return decks.map { DeckSummary(name: $0.name, questions: counts[$0.id] ?? 0) }
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
    let name = deck.name
    guard newName.trimmed != name else { return }
    deck.name = try freeName(newName, except: deck)
    try store.saving(.renaming) {
      try store.update(deck)
      for exam in try store.fetch(FetchDescriptor<Exam>()) {
        var changed = exam
        changed.renameDeck(name, to: deck.name)
        guard changed != exam else { continue }
        changed.changedAt = now()
        try store.update(changed)
      }
    }
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
