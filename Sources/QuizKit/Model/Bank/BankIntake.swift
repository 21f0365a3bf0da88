import Foundation
import QuizExchange
import QuizStore
import QuizSupport

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
  /// over changes of the file since it was last imported, unless the user has changed the same here.
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

/// The questions that a deck had before an import. Keeps only digests and identifiers, to save
/// memory.
struct KnownQuestions {
  /// A question that the deck has already.
  struct Match {
    /// The question of the bank.
    var question: Question
    /// Whether it is there a second time in what is imported, so that it is known and nothing else.
    var isRepeated = false
  }

  private var identifiers: [QuestionDigest: Identifier<Question>] = [:]
  /// More questions with the same digest, because a deck may contain a question twice.
  private var further: [QuestionDigest: [Identifier<Question>]] = [:]
  /// The question with each external identifier. `nil` when several questions have it, or when the
  /// import has already matched it.
  private var keys: [String: Identifier<Question>?] = [:]
  /// The questions that a person has edited, by the text and choices that a file last said.
  private var reworded: [String: Identifier<Question>] = [:]
  /// The questions that the import has matched.
  private var matched: Set<Identifier<Question>> = []

  /// Creates an empty collection, for a deck without questions.
  init() {}

  init(of deckID: Identifier<Deck>, in store: StoreContext) throws {
    try store.enumerate(FetchDescriptor<Question>(.whose(\.deckID, is: deckID))) {
      for question in $0 where question.id.isPermanent { add(question) }
    }
  }

  private mutating func add(_ question: Question) {
    let digest = QuestionDigest(question.content)
    if identifiers[digest] == nil {
      identifiers[digest] = question.id
    } else {
      further[digest, default: []].append(question.id)
    }
    if let key = question.content.externalID {
      keys[key] = .some(keys[key] == nil ? question.id : nil)
    }
    if let identity = question.said?.identity { reworded[identity] = question.id }
  }

  /// Finds the questions that some questions of a file are versions of; `nil` for new ones.
  ///
  /// Each question of the deck is found once in an import: first by its external identifier, then
  /// if it is the same in text, choices and what is right, then by the text and choices that a file
  /// last said before a person reworded it, and at last by text and choices alone.
  mutating func matches(_ parsed: [ParsedQuestion], in store: StoreContext) throws -> [Match?] {
    var matches: [Match?] = try parsed.map { question in
      guard let key = question.content.externalID, let known = keys[key], let id = known,
        let found = try store.record(for: id)
      else { return nil }
      // Some files give several questions the same identifier. Only the first one is the question
      // in the deck.
      keys[key] = .some(nil)
      matched.insert(id)
      return Match(question: found)
    }
    guard !identifiers.isEmpty else { return matches }
    func match(_ find: (ParsedQuestion) throws -> Match?) rethrows {
      for index in matches.indices where matches[index] == nil {
        matches[index] = try find(parsed[index])
        if let match = matches[index] { matched.insert(match.question.id) }
      }
    }
    try match { question in
      try candidates(for: question, in: store).first { isFree($0) && $0.hasKey(of: question) }
        .map { Match(question: $0) }
    }
    if !reworded.isEmpty {
      try match { question in
        guard let id = reworded[SaidFields.identity(of: question.content)],
          let found = try store.record(for: id), isFree(found), found.maySay(question)
        else { return nil }
        return Match(question: found)
      }
    }
    try match { question in
      let candidates = try candidates(for: question, in: store)
      if let free = candidates.first(where: { isFree($0) && $0.maySay(question) }) {
        return Match(question: free)
      }
      return candidates.first { $0.hasKey(of: question) }
        .map { Match(question: $0, isRepeated: true) }
    }
    return matches
  }

  private func isFree(_ question: Question) -> Bool { !matched.contains(question.id) }

  /// The questions of the deck with the same text and choices.
  private func candidates(
    for question: ParsedQuestion, in store: StoreContext
  ) throws -> [Question] {
    guard let first = identifiers[question.digest] else { return [] }
    return try ([first] + further[question.digest, default: []])
      .compactMap { try store.record(for: $0) }
      .filter { $0.content.isAlike(question.content) }
  }
}

extension Question {
  /// Whether the question has the same right answer as one of a file.
  fileprivate func hasKey(of parsed: ParsedQuestion) -> Bool {
    content == parsed.content
      || content.statement(about: .key) == parsed.content.statement(about: .key)
  }

  /// Whether a question of a file with the same text and choices may be a newer version of this
  /// one. It is not where both have an identifier of their own.
  fileprivate func maySay(_ parsed: ParsedQuestion) -> Bool {
    guard let mine = content.externalID, let theirs = parsed.content.externalID else { return true }
    return mine == theirs
  }
}

extension QuestionContent {
  /// The content after a backup with the newer version `new` was imported. Keeps what the file does not contain,
  /// because many formats cannot hold everything. Also keeps the order of the choices if they only
  /// changed places.
  func updated(by new: QuestionContent) -> QuestionContent {
    var content = new
    if isAlike(new), new.kind == kind, Set(rightAnswers) == Set(new.rightAnswers),
      let kept = new.solution.keeping(solution.rightChoices, of: choices, from: new.choices)
    {
      (content.choices, content.solution) = (choices, kept)
      for index in choices.indices {
        let feedback = new.choices.first { $0.text == choices[index].text }?.feedback ?? ""
        if !feedback.isEmpty { content.choices[index].feedback = feedback }
      }
    }
    if new.commentary.isEmpty { content.commentary = commentary }
    if new.tags.isEmpty { content.tags = tags }
    content.title = new.title ?? title
    content.otherFields = new.otherFields ?? otherFields
    content.pictures = new.pictures.isEmpty ? pictures : new.pictures.filled(from: pictures)
    return content
  }
}

/// The exams of a bank while an import adds others.
final class IncomingExams {
  private unowned let intake: BankIntake
  /// The exams that the bank had before, by name, with the changes made since.
  private var known: [String: Exam]
  /// The exams that were added.
  private var new: [String: Identifier<Exam>] = [:]

  /// Reads the exams of the bank. If two have the same name, the first one counts.
  init(of intake: BankIntake) throws {
    self.intake = intake
    let exams = try intake.store.fetch(FetchDescriptor<Exam>())
    known = Dictionary(exams.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Adds an exam, or updates the exam with the same name.
  ///
  /// - Returns: The exam, and whether anything is new. Nothing is new if the bank has the same exam
  ///   or a newer one.
  func add(
    _ name: String, _ blueprint: ExamBlueprint, createdAt: Date?, changedAt: Date?
  ) throws -> (id: Identifier<Exam>, isNew: Bool) {
    let name = FieldText.make(name)
    let created = createdAt ?? intake.bank.now()
    // Several files may contain the same exam.
    if let id = new[name] { return (id, false) }
    guard var exam = known[name] else {
      var exam = Exam(name: name, blueprint: blueprint, createdAt: created)
      exam.changedAt = changedAt ?? created
      let id = try intake.insert([exam])[0]
      new[name] = id
      return (id, true)
    }
    let isOlder = changedAt.map { $0 <= exam.changedAt } ?? false
    if intake.keepsExisting || isOlder || exam.blueprint == blueprint { return (exam.id, false) }
    exam.blueprint = blueprint
    exam.changedAt = changedAt ?? intake.bank.now()
    try intake.store.update(exam)
    known[name] = exam
    return (exam.id, true)
  }
}

/// Compares three versions of a question field by field: what a file says now, what it said last,
/// and what the bank has.
struct FileComparison {
  /// The question with everything that is taken over from the file.
  private(set) var content: QuestionContent
  /// The digests to keep for the next import. A field that differs keeps the old digest, so that
  /// the next import reports it again.
  private(set) var said: SaidFields
  /// The fields that both the file and a person changed. The bank's stay.
  private(set) var differing: [SaidFields.Field] = []

  private let bank: QuestionContent
  private let file: QuestionContent
  private let before: SaidFields?
  private let format: QuestionFormat?
  private let takesTheirs: Bool
  private let isFollowed: Bool

  /// - Parameters:
  ///   - before: what a file last said; `nil` if that is not known.
  ///   - format: the format of the file; `nil` for one that can hold everything.
  ///   - takesTheirs: whether the file's fields are taken where both have changed.
  ///   - isFollowed: whether the file is known as it was before, so that its author has emptied what
  ///     is empty now and was not.
  init(
    _ bank: QuestionContent, said before: SaidFields?, file: QuestionContent,
    format: QuestionFormat?, takesTheirs: Bool, isFollowed: Bool = false
  ) {
    content = bank
    var file = file
    // A picture that is not beside this copy of the file is not gone for that.
    file.pictures = file.pictures.filled(from: bank.pictures)
    self.bank = bank
    self.file = file
    self.before = before
    self.format = format
    self.takesTheirs = takesTheirs
    self.isFollowed = isFollowed
    said = before ?? SaidFields()
    compare()
    guard content.fault != nil, bank.fault == nil else { return }
    // The fields that were taken do not fit those that stay.
    content = bank
    said = before ?? SaidFields()
    differing = SaidFields.Field.allCases.filter {
      file.statement(about: $0) != nil
        && file.statement(about: $0) != bank.statement(about: $0)
    }
  }

  private mutating func compare() {
    compare([.text]) { $0.text = $1.text }
    if bank.hasSameOptions(as: file) {
      compare([.key]) { $0.takeKey(of: $1) }
      compare([.choose]) { $0.takeKey(of: $1) }
      compare([.weights]) { $0.takeWeights(of: $1) }
    } else {
      // The right answer means nothing without the texts to choose from.
      compare([.choices, .key]) { $0.takeOptions(of: $1) }
    }
    compare([.feedback]) { $0.takeFeedback(of: $1) }
    compare([.letterCase]) { $0.takeLetterCase(of: $1) }
    compare([.commentary]) { $0.commentary = $1.commentary }
    compare([.tags]) { $0.tags = $1.tags }
    compare([.title]) { $0.title = $1.title }
    compare([.otherFields]) { $0.otherFields = $1.otherFields }
    compare([.pictures]) { $0.pictures = $1.pictures }
  }

  /// Compares fields that only make sense together.
  private mutating func compare(
    _ fields: [SaidFields.Field], _ take: (inout QuestionContent, QuestionContent) -> Void
  ) {
    guard fields.contains(where: says) else { return }
    var taken = content
    take(&taken, file)
    let isNew = taken != content && !fields.allSatisfy(isSame)
    let isAsSaid = fields.allSatisfy { said[$0] == digest($0, of: file) }
    let isUntouched = fields.allSatisfy { field in
      let here = digest(field, of: bank)
      return before.map { $0[field] == here } ?? (here == nil)
    }
    if isNew, isAsSaid { return }
    if isNew, !isUntouched, !takesTheirs { return differing += fields.prefix(1) }
    if isNew { content = taken }
    for field in fields { said[field] = digest(field, of: file) }
  }

  private func digest(_ field: SaidFields.Field, of content: QuestionContent) -> String? {
    content.statement(about: field).map(SaidFields.digest)
  }

  private func keeps(_ feature: QuestionFormat.Feature) -> Bool {
    format?.keeps.contains(feature) ?? true
  }

  /// Whether the file says anything about a field. What its format cannot hold, or what it leaves
  /// empty, it does not say.
  private func says(_ field: SaidFields.Field) -> Bool {
    let isSaid = file.statement(about: field) != nil
    guard isSaid || isFollowed && before?[field] != nil else { return false }
    return switch field {
    case .letterCase: keeps(.letterCase)
    case .weights: Set(file.rightAnswers) == Set(content.rightAnswers)
    // A writer puts the feedback here where the format has no place for it.
    case .commentary: keeps(.feedback) || file.commentary != bank.explanation
    default: true
    }
  }

  /// Whether file and bank say the same about a field, as far as the format can hold it.
  private func isSame(_ field: SaidFields.Field) -> Bool {
    guard let theirs = file.statement(about: field), let mine = bank.statement(about: field) else {
      return file.statement(about: field) == bank.statement(about: field)
    }
    if theirs == mine { return true }
    if field == .key, !keeps(.weights), case .single = file.solution,
      case .single = bank.solution
    {
      // Of several choices that are equally good such a format names one.
      return Set(file.rightAnswers).isSubset(of: bank.rightAnswers)
    }
    let isText = [.text, .choices, .commentary, .title].contains(field)
    return isText && !keeps(.lineBreaks)
      && file.words(of: field) == bank.words(of: field)
  }
}

extension QuestionContent {
  /// Whether two questions of kinds that can be compared have the same texts to choose from.
  fileprivate func hasSameOptions(as other: QuestionContent) -> Bool {
    sort == other.sort && matchingTexts.sorted() == other.matchingTexts.sorted()
      && solution.gapShapes == other.solution.gapShapes
  }

  /// The words of a text, without regard to blanks and line breaks.
  fileprivate func words(of field: SaidFields.Field) -> [[Substring]] {
    let texts =
      switch field {
      case .text: [text]
      case .choices: matchingTexts
      case .commentary: [commentary]
      default: [title ?? ""]
      }
    return texts.map { $0.split { $0.isWhitespace } }
      .sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }
  }

  /// Takes the right answer of a version with the same texts to choose from. Choices stay where
  /// they are.
  fileprivate mutating func takeKey(of file: QuestionContent) {
    switch (solution, file.solution) {
    case (.single, _), (.trueFalse, _), (.several, _):
      if choices.map(\.text) == file.choices.map(\.text) { return solution = file.solution }
      let right = Set(file.rightAnswers)
      let positions = choices.indices.filter { right.contains(choices[$0].text) }
      solution = file.solution.keeping(positions, of: choices, from: file.choices) ?? solution
    case (.order, _):
      var rest = choices
      choices = file.choices.map { choice in
        guard let index = rest.firstIndex(where: { $0.text == choice.text }) else { return choice }
        return rest.remove(at: index)
      }
    case (.text, .text), (.gaps, .gaps):
      solution.changeTexts(by: file.solution, takesPicked: true) { $0.takeRight(of: $1) }
    case (.number(var mine), .number(let theirs)):
      let right = theirs.accepted.filter(\.isRight).map { answer in
        mine.accepted.first { $0.span == answer.span && $0.isRight } ?? answer
      }
      mine.accepted = right + mine.accepted.filter { !$0.isRight }
      solution = .number(mine).withoutRepetitions
    default: solution = file.solution
    }
  }

  /// Takes the credit for answers that are not quite right.
  fileprivate mutating func takeWeights(of file: QuestionContent) {
    switch (solution, file.solution) {
    case (.text, .text), (.gaps, .gaps):
      solution.changeTexts(by: file.solution) { $0.takePartial(of: $1) }
    case (.number(var mine), .number(let theirs)):
      let right = mine.accepted.filter(\.isRight)
      mine.accepted = right + theirs.accepted.filter { !$0.isRight }
      solution = .number(mine)
    default:
      let choose = solution
      takeKey(of: file)
      if case (.several(let before), .several(var now)) = (choose, solution), now.choose == nil {
        now.choose = before.choose
        solution = .several(now)
      }
    }
  }

  /// Takes the texts to choose from together with what is right. Feedback that the file does not
  /// have stays with its text.
  fileprivate mutating func takeOptions(of file: QuestionContent) {
    let feedback = Dictionary(choices.map { ($0.text, $0.feedback) }) { first, _ in first }
    (choices, solution) = (file.choices, file.solution)
    for index in choices.indices where choices[index].feedback.isEmpty {
      choices[index].feedback = feedback[choices[index].text] ?? ""
    }
  }

  fileprivate mutating func takeFeedback(of file: QuestionContent) {
    let isInPlace = choices.map(\.text) == file.choices.map(\.text)
    for index in choices.indices {
      let same =
        isInPlace ? file.choices[index] : file.choices.first { $0.text == choices[index].text }
      if let same, !same.feedback.isEmpty { choices[index].feedback = same.feedback }
    }
    guard case (.number(var mine), .number(let theirs)) = (solution, file.solution) else {
      return solution.changeTexts(by: file.solution) { $0.takeFeedback(of: $1) }
    }
    for index in mine.accepted.indices {
      let same = theirs.accepted.first { $0.span == mine.accepted[index].span }
      if let same, !same.feedback.isEmpty { mine.accepted[index].feedback = same.feedback }
    }
    solution = .number(mine)
  }

  fileprivate mutating func takeLetterCase(of file: QuestionContent) {
    solution.changeTexts(by: file.solution) { $0.isCaseSensitive = $1.isCaseSensitive }
  }
}

extension Solution {
  /// Whether each gap is typed or picked; empty for other kinds.
  fileprivate var gapShapes: [Bool] {
    guard case .gaps(let solution) = self else { return [] }
    return solution.gaps.map { if case .typed = $0 { true } else { false } }
  }

  /// Changes what may be typed by what may be typed in the same place of another version.
  ///
  /// - Parameter takesPicked: whether gaps in which one picks are taken as they are.
  fileprivate mutating func changeTexts(
    by file: Solution, takesPicked: Bool = false,
    _ change: (inout TextSolution, TextSolution) -> Void
  ) {
    switch (self, file) {
    case (.text(var mine), .text(let theirs)):
      change(&mine, theirs)
      self = .text(mine.withoutRepetitions)
    case (.gaps(let mine), .gaps(let theirs)) where mine.gaps.count == theirs.gaps.count:
      let gaps = zip(mine.gaps, theirs.gaps).map { gap, other in
        guard case (.typed(var texts), .typed(let new)) = (gap, other) else {
          return takesPicked ? other : gap
        }
        change(&texts, new)
        return .typed(texts.withoutRepetitions)
      }
      self = .gaps(GapsSolution(gaps))
    default: break
    }
  }
}

extension TextSolution {
  fileprivate mutating func takeRight(of file: TextSolution) {
    let right = file.accepted.filter(\.isRight).map { answer in
      accepted.first { $0.pattern == answer.pattern && $0.isRight } ?? answer
    }
    accepted = right + accepted.filter { !$0.isRight }
  }

  fileprivate mutating func takePartial(of file: TextSolution) {
    accepted = accepted.filter(\.isRight) + file.accepted.filter { !$0.isRight }
  }

  fileprivate mutating func takeFeedback(of file: TextSolution) {
    for index in accepted.indices {
      let same = file.accepted.first { $0.pattern == accepted[index].pattern }
      if let same, !same.feedback.isEmpty { accepted[index].feedback = same.feedback }
    }
  }
}

extension SaidFields.Field {
  /// The name of the field in a sentence.
  var name: Reason {
    switch self {
    case .text: Reason("the text", "質問文")
    case .choices: Reason("the choices", "選択肢")
    case .key: Reason("the right answer", "正解")
    case .choose: Reason("the number of choices to pick", "選ぶ個数")
    case .weights: Reason("the weights", "配点")
    case .feedback: Reason("the feedback", "解答ごとの解説")
    case .commentary: Reason("the commentary", "解説")
    case .tags: Reason("the tags", "タグ")
    case .title: Reason("the title", "題名")
    case .letterCase: Reason("capital and small letters", "大文字と小文字の区別")
    case .otherFields: Reason("other fields", "その他の項目")
    case .pictures: Reason("the pictures", "画像")
    }
  }
}
