import Foundation
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
  /// The current date.
  var now: () -> Date { world.now }
  /// The time zone that decides on which calendar day a date falls.
  var timeZone: TimeZone { world.timeZone }
  /// The selected deck. It is kept as an identifier, so that the deck stays selected when it is
  /// renamed.
  private let selection: DeckSelection
  private let selections = PublishSubject<Void>()

  /// Creates a bank over the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
    undoHistory = UndoHistory(of: store)
    texts = SearchableTexts(of: store)
    selection = DeckSelection(store: world.unitOfWork())
    self.world = world
  }

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

  /// The deck of that name.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  package func deck(named name: String) throws -> Deck {
    let decks = try decks()
    guard let deck = decks.first(where: { $0.name == name }) else {
      throw BankError.unknownDeck(name, known: decks.map(\.name))
    }
    return deck
  }

  /// The questions of a deck, or of the whole bank, in the order in which they were added.
  func questionIdentifiers(in deckID: Identifier<Deck>?) throws -> [Identifier<Question>] {
    guard let deckID else { return try store.identifiers(FetchDescriptor<Question>()) }
    return try store.identifiers(FetchDescriptor<Question>(.whose(\.deckID, is: deckID)))
  }

  /// Adds the sample decks that are missing, and selects the one in `language`.
  ///
  /// - Throws: ``BankError/samplesExist``; what the store throws.
  public func addSamples(language: Language) throws {
    let names = Set(try decks().map(\.name))
    let samples = SampleDeck.all.filter { !names.contains($0.name) }
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

  /// Selects the deck for quizzes whose options do not name one; `nil` for the whole bank. The bank
  /// remembers it.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; ``SaveFailure``; what the store throws.
  public func select(deck name: String?) throws {
    try selection.select(try name.map { try deck(named: $0).id })
    selections.emit(())
  }

  /// The questions with these identifiers, in that order, leaving out deleted ones.
  func questions(_ identifiers: some Sequence<Identifier<Question>>) throws -> [Question] {
    try store.records(for: Array(identifiers))
  }
}
