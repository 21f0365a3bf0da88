import Foundation
import QuizExchange
import QuizStore

/// Adds many questions to the bank in one save. Creates decks as needed, skips questions that a
/// deck already has, and updates those of which a file brings a newer version.
final class BankIntake {
  /// The result of adding one question.
  struct Admission {
    /// The result for a question.
    enum Fate {
      /// The question was new to the deck.
      case added
      /// The deck has the question already.
      case known
      /// The deck had an older version of the question.
      case updated
    }

    /// The question in the bank: the new one, or the existing one.
    let id: Identifier<Question>
    /// The result for the question.
    let fate: Fate
    /// The fields that both the file and a person changed, so that those of the bank stay.
    var differing: [SaidFields.Field] = []
  }

  /// The bank plus what was added so far. A separate unit of work, so that the bank's own saves in
  /// the meantime do not include it.
  let store: StoreContext
  let bank: QuestionBank
  private let allowsDuplicates: Bool
  /// Whether questions that the deck already has stay as they are.
  let keepsExisting: Bool
  /// Whether the file's version is taken of what both the file and a person have changed.
  private let takesTheirs: Bool
  /// Whether nothing will be saved, so that new records can be dropped at once.
  private let isDryRun: Bool
  /// The deck of the first question that is new; `nil` without one.
  private(set) var newDeck: Identifier<Deck>?
  private var decks: [String: Identifier<Deck>] = [:]
  /// The exams, read when the first one is added.
  private var exams: IncomingExams?
  /// The questions that each deck had before, loaded when the deck is first needed. Questions of
  /// one import are not compared with each other, because asking the same thing twice may be
  /// intended.
  private var known: [Identifier<Deck>: KnownQuestions] = [:]

  init(
    _ bank: QuestionBank, allowDuplicates: Bool, keepsExisting: Bool = false,
    takesTheirs: Bool = false, isDryRun: Bool = false
  ) throws {
    self.bank = bank
    self.keepsExisting = keepsExisting
    self.takesTheirs = takesTheirs
    self.isDryRun = isDryRun
    store = StoreContext(beside: bank.store)
    allowsDuplicates = allowDuplicates
    for deck in try bank.decks() { decks[deck.name] = deck.id }
  }

  /// Adds one question, unless the deck has it already.
  @discardableResult
  func add(_ content: QuestionContent, deck name: String) throws -> Admission {
    try add([(ParsedQuestion(content: content), name)])[0]
  }

  /// Adds questions, each to the deck of the given name. Of those that the deck already has, takes
  /// over what the file has changed since it was last imported and nobody changed here.
  ///
  /// - Parameter format: the format of the file; `nil` for one that can hold everything.
  func add(
    _ questions: [(question: ParsedQuestion, deck: String)], format: QuestionFormat? = nil
  ) throws -> [Admission] {
    let decks = try questions.map { try deck(named: $0.deck) }
    var there: [Admission?] = Array(repeating: nil, count: questions.count)
    if !allowsDuplicates {
      for (deckID, places) in Dictionary(grouping: decks.indices, by: { decks[$0] }) {
        let matches = try known[deckID]?.matches(places.map { questions[$0].question }, in: store)
        for (place, match) in zip(places, matches ?? []) {
          guard let match else { continue }
          there[place] = try admit(questions[place].question, as: match, format)
        }
      }
    }
    let new = there.indices.filter { there[$0] == nil }
    newDeck = newDeck ?? new.first.map { decks[$0] }
    let records = new.map { record(of: questions[$0].question, in: decks[$0]) }
    for (place, id) in zip(new, try insert(records)) {
      there[place] = Admission(id: id, fate: .added)
    }
    return there.compactMap(\.self)
  }

  private func admit(
    _ question: ParsedQuestion, as match: KnownQuestions.Match, _ format: QuestionFormat?
  ) throws -> Admission {
    let existing = match.question
    let known = Admission(id: existing.id, fate: .known)
    if keepsExisting || match.isRepeated { return known }
    if let origin = question.origin {
      return try restore(question, origin, over: existing) ?? known
    }
    // Most questions of a file that comes again are as they were, and digests take time.
    if existing.isAsBrought, question.content == existing.content { return known }
    let comparison = FileComparison(
      existing.content, said: existing.lastSaid, file: question.content, format: format,
      takesTheirs: takesTheirs)
    let isChanged = comparison.content != existing.content
    if !isDryRun, isChanged || !existing.isAsBrought && comparison.said != existing.lastSaid {
      var changed = existing
      changed.edit(comparison.content, at: bank.now())
      changed.said = comparison.said
      if isChanged { changed.changedAt = bank.now() }
      try store.update(changed)
    }
    return Admission(
      id: existing.id, fate: isChanged ? .updated : .known, differing: comparison.differing)
  }

  /// Takes over a question of a backup, unless it is older than the one in the bank.
  ///
  /// - Returns: `nil` if nothing changes.
  private func restore(
    _ question: ParsedQuestion, _ origin: ParsedQuestion.Origin, over existing: Question
  ) throws -> Admission? {
    let content = existing.content.updated(by: question.content)
    let isOlder = origin.changedAt.map { $0 <= existing.changedAt } ?? false
    if isOlder || content == existing.content { return nil }
    if !isDryRun {
      var changed = existing
      changed.edit(content, at: origin.keyChangedAt ?? bank.now())
      changed.changedAt = bank.now()
      try store.update(changed)
    }
    return Admission(id: existing.id, fate: .updated)
  }

  private func record(of parsed: ParsedQuestion, in deckID: Identifier<Deck>) -> Question {
    var question = Question(
      deckID: deckID, content: parsed.content, createdAt: parsed.origin?.createdAt ?? bank.now())
    question.changedAt = parsed.origin?.changedAt ?? question.createdAt
    question.keyChangedAt = parsed.origin?.keyChangedAt
    return question
  }

  /// Adds an exam, or updates the exam with the same name.
  ///
  /// - Returns: The exam, and whether anything is new.
  func add(
    exam name: String, _ blueprint: ExamBlueprint, createdAt: Date?, changedAt: Date?
  ) throws -> (id: Identifier<Exam>, isNew: Bool) {
    let exams = try exams ?? IncomingExams(of: self)
    self.exams = exams
    return try exams.add(name, blueprint, createdAt: createdAt, changedAt: changedAt)
  }

  /// Stages new records, which then need less memory until they are saved.
  func insert<R: StoredRecord>(_ records: [R]) throws -> [Identifier<R>] {
    if isDryRun { return records.map { _ in store.newIdentifier() } }
    return records.isEmpty ? [] : try store.stage(records)
  }

  /// Saves everything that was added as one change of the bank.
  ///
  /// - Throws: ``SaveFailure``; nothing is then saved.
  func save() throws(SaveFailure) {
    try bank.store.save(takingOver: store, as: .imported)
  }

  /// Discards everything that was added.
  func discard() {
    store.rollback()
  }

  /// Whether there is a deck of that name, including decks that were just added.
  func hasDeck(named name: String) -> Bool { decks[name] != nil }

  /// The deck of that name, created when there is none.
  func deck(named name: String, createdAt: Date? = nil) throws -> Identifier<Deck> {
    if let id = decks[name] {
      if !allowsDuplicates, known[id] == nil { known[id] = try KnownQuestions(of: id, in: store) }
      return id
    }
    let id = try insert([Deck(name: name, createdAt: createdAt ?? bank.now())])[0]
    decks[name] = id
    known[id] = KnownQuestions()
    return id
  }
}
