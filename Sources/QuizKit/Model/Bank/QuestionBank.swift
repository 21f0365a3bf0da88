import Foundation
import Signals

/// The decks and questions of one store.
public final class QuestionBank {
  /// The types of records that the program stores.
  public static let schema = Schema(
    version: 1, Deck.self, Question.self, Attempt.self, AttemptProgress.self, Answer.self,
    StudyNote.self, TrashEntry.self, TrashedRecord.self, BankSetting.self, KeptFit.self,
    SyncFolder.self, SyncedRecord.self, LostText.self)

  /// Emits when decks or questions were saved, or another deck was selected. Playing a quiz does not change the bank.
  public var changes: Signal<Void> {
    .merge(
      store.saves.filter { $0.concerns(Deck.self) || $0.concerns(Question.self) }.map { _ in },
      selections.signal)
  }

  /// Emits when the numbers of the formulas of reviews changed.
  public var fitChanges: Signal<Void> {
    store.saves.filter { $0.concerns(KeptFit.self) }.map { _ in }
  }

  /// The name of the deck for quizzes that name none; `nil` for the whole bank.
  public var selectedDeck: String? {
    get throws { try selection.deckID.flatMap { try store.record(for: $0) }?.name }
  }

  /// Undo and redo of changes to decks and questions. Answers of a quiz are not affected.
  public let undoHistory: UndoHistory

  let store: StoreContext
  /// The answers to the bank's questions.
  let answers: AnswerLog
  let world: World
  /// The current date.
  var now: () -> Date { world.now }
  /// The time zone that decides on which calendar day a date falls.
  var timeZone: TimeZone { world.timeZone }
  let reviewTarget: ReviewTarget
  let recall: RecallKeeper
  /// An identifier, so that renaming the deck keeps it selected.
  private let selection: DeckSelection
  private let selections = PublishSubject<Void>()

  /// Creates a bank over the world's store.
  public init(world: World) {
    // A separate unit of work, so that undo affects decks and questions only, and not the answers of a quiz.
    store = StoreContext(world.store.store)
    undoHistory = UndoHistory(of: store)
    answers = AnswerLog(store: store)
    recall = RecallKeeper(store: store)
    reviewTarget = ReviewTarget(store: StoreContext(world.store.store))
    selection = DeckSelection(store: StoreContext(world.store.store))
    self.world = world
  }

  /// The decks, in the order in which they were created.
  public func decks() throws -> [Deck] {
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
  public func deck(named name: String) throws -> Deck {
    let decks = try decks()
    guard let deck = decks.first(where: { $0.name == name }) else {
      throw BankError.unknownDeck(name, known: decks.map(\.name))
    }
    return deck
  }

  /// The questions of a deck, or of the whole bank, in the order in which they were added.
  func questionIdentifiers(in deckID: Identifier<Deck>?) throws -> [Identifier<Question>] {
    guard let deckID else { return try store.identifiers(FetchDescriptor<Question>()) }
    return try store.identifiers(
      FetchDescriptor<Question>(predicate: #Predicate { $0.deckID == deckID }))
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
        try intake.add(PreparedQuestion(content), deck: sample.name)
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

  /// Selects the deck for quizzes that name none; `nil` for the whole bank. The bank remembers it.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; ``SaveFailure``; what the store throws.
  public func select(deck name: String?) throws {
    try selection.select(try name.map { try deck(named: $0).id })
    selections.emit(())
  }

  /// The title of a quiz with these options: its deck's name. Empty for the whole bank, and for a review that names no deck.
  func title(for options: QuizOptions) throws -> String {
    try options.deck ?? (options.due ? nil : selectedDeck) ?? ""
  }

  /// The questions that match `options`, in the order in which they were added; for a review, the least likely to be recalled first. The caller
  /// applies count and shuffling.
  ///
  /// Returns identifiers only, so that a short quiz from a large bank does not read the other questions.
  ///
  /// - Throws: ``BankError``; what the store throws.
  func candidates(for options: QuizOptions) throws -> [Identifier<Question>] {
    if options.due { return try dueQuestions(for: options) }
    var descriptor = FetchDescriptor<Question>()
    if let name = try options.deck ?? selectedDeck {
      let id = try deck(named: name).id
      descriptor.predicate = #Predicate { $0.deckID == id }
    }
    var candidates = try store.identifiers(descriptor)
    if let tag = options.tag {
      candidates = try questions(tagged: tag, among: candidates)
    }
    guard !candidates.isEmpty else { throw BankError.noQuestions }
    guard options.mistakes else { return candidates }
    let wrong = try mistakes()
    candidates = candidates.filter { wrong.contains($0) }
    guard !candidates.isEmpty else { throw BankError.noMistakes }
    return candidates
  }

  /// The questions with these identifiers, in that order, leaving out deleted ones.
  func questions(_ identifiers: some Sequence<Identifier<Question>>) throws -> [Question] {
    try store.records(for: Array(identifiers))
  }
}
