import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Plans when the questions of a bank come back, and how well they are known. Calculates this from
/// the answers in the history.
public final class Reviews {
  /// Emits when the numbers of the formulas changed.
  package var fitChanges: Signal<Void> {
    bank.store.saves.filter { $0.concerns(KeptFit.self) }.map { _ in }
  }

  let bank: QuestionBank
  let answers: AnswerLog
  private let target: ReviewTarget
  private let known: Kept<KnownAnswers>
  /// Whether ``overview()`` is kept ready.
  private var keepsOverview = false

  /// Creates the reviews of the questions in a bank.
  package init(bank: QuestionBank, history: AttemptHistory) {
    self.bank = bank
    answers = history.answers
    target = ReviewTarget(settings: bank.settings, of: bank.world.settings)
    known = Kept(of: Question.self, KeptFit.self, growing: Answer.self, in: bank.store)
  }

  /// The chance of recall at which questions come back, in percent.
  package var percent: Int { get throws { try target.percent } }

  /// Whether the bank has a target of its own, in place of that of the settings.
  var hasOwnTarget: Bool { get throws { try bank.settings.current().reviewTarget != nil } }

  /// Chooses the chance of recall at which questions come back, in percent.
  ///
  /// - Precondition: `percent` is one of ``ReviewTarget/percents``.
  /// - Throws: ``SaveFailure``.
  package func choose(percent: Int) throws {
    try target.choose(percent)
  }

  /// The plan of when each answered question comes back, and how well it is known now.
  ///
  /// Calculated from the answers of finished quizzes, with the numbers that `Fitter` keeps.
  ///
  /// - Parameter target: the desired chance of recall when a question comes back, one of
  ///   ``RecallPlan/targets``.
  /// - Throws: The store's error when it cannot be read.
  public func plan(target: Double) throws -> RecallPlan {
    try withModel { $0.plan(at: bank.now(), in: bank.world.days, target: target) }
  }

  /// Today's plan for some of the questions, with the target and the numbers that the bank keeps.
  ///
  /// - Throws: Errors of the store.
  func plan(of scope: ReviewScope = ReviewScope()) throws -> RecallPlan {
    let plan = try plan(target: Double(try percent) / 100)
    let all = try bank.questionIdentifiers(in: scope.deckID)
    var questions = try bank.askable(all)
    guard scope != ReviewScope() || questions.count < all.count else { return plan }
    if let tag = scope.tag {
      questions = try bank.store.questions(bearing: { $0 == tag }, among: questions)
    }
    return plan.among(questions)
  }

  /// How many questions of a plan were right when they were last asked.
  ///
  /// - Throws: The store's error when it cannot be read.
  func lastRight(in plan: RecallPlan) throws -> Int {
    let wrong = try answers.mistakes()
    return plan.items.count { !wrong.contains($0.questionID) }
  }

  /// Tells a person how many due questions are left out because their pictures are missing.
  ///
  /// - Throws: Errors of the store.
  func tellLeftOut(of scope: ReviewScope) throws {
    var lacking = try bank.lacking()
    if lacking.isEmpty { return }
    lacking.formIntersection(try bank.questionIdentifiers(in: scope.deckID))
    var questions = Array(lacking)
    if let tag = scope.tag {
      questions = try bank.store.questions(bearing: { $0 == tag }, among: questions)
    }
    let all = try plan(target: Double(try percent) / 100)
    bank.pictures.tell(leftOut: all.among(questions).due.count)
  }

  /// The scope for a deck and a tag; `nil` for all decks or all questions.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``BankError/unknownTag(_:known:)``; what the
  ///   store throws.
  package func scope(deck name: String?, tag: String?) throws -> ReviewScope {
    let deckID = try name.map { try bank.deck(meantBy: $0).id }
    if let tag { _ = try bank.questions(tagged: tag) }
    return ReviewScope(deckID: deckID, tag: tag)
  }

  /// The questions that are due and match `options`, the least likely to be recalled first.
  ///
  /// - Throws: ``BankError/nothingDue(next:)``, ``BankError/unknownDeck(_:known:)``,
  ///   ``BankError/unknownTag(_:known:)``; what the store throws.
  func dueQuestions(for options: QuizOptions) throws -> [Identifier<Question>] {
    let scope = try scope(deck: options.deck, tag: options.tag)
    try tellLeftOut(of: scope)
    var plan = try plan(of: scope)
    if options.mistakes { plan = plan.among(Array(try answers.mistakes())) }
    let due = plan.due(within: options.ahead).map(\.questionID)
    guard !due.isEmpty else { throw BankError.nothingDue(next: plan.next) }
    return due
  }

  /// Some questions in the order in which the learner needs them: those that are due, the longest
  /// waiting first, then one that was wrong when it was last asked before every three that were never
  /// asked, then those that were not asked for the longest time. Questions that were never asked keep
  /// their order.
  ///
  /// - Throws: The store's error when it cannot be read.
  public func byNeed(_ questions: [Identifier<Question>]) throws -> [Identifier<Question>] {
    let need = try need(of: questions)
    var (wrong, new) = (need.wrong[...], need.new[...])
    var order = need.due
    while !wrong.isEmpty || !new.isEmpty {
      order += wrong.prefix(1) + new.prefix(Self.newForEachWrong)
      (wrong, new) = (wrong.dropFirst(), new.dropFirst(Self.newForEachWrong))
    }
    return order + need.others
  }

  /// How many questions that were never asked come for each that was wrong.
  static let newForEachWrong = 3

  /// Questions by why a learner needs them, the most needed of each kind first.
  struct Need {
    var due: [Identifier<Question>] = []
    /// Not due, and wrong when last asked.
    var wrong: [Identifier<Question>] = []
    /// Never asked.
    var new: [Identifier<Question>] = []
    /// Right when last asked, and not due.
    var others: [Identifier<Question>] = []
  }

  func need(of questions: [Identifier<Question>]) throws -> Need {
    guard try answerCount() > 0 else { return Need(new: questions) }
    let plan = try plan().among(questions)
    let waiting = plan.items.filter { $0.next <= plan.today }
      .map { (day: $0.next.number, id: $0.questionID) }
    var need = Need(due: waiting.sorted { ($0.day, $0.id) < ($1.day, $1.id) }.map(\.id))
    let (due, mistakes) = (IdentifierSet(need.due), try answers.mistakes())
    let times = try answers.lastAsked()
    var asked: [(time: Int64, id: Identifier<Question>)] = []
    for id in questions where !due.contains(id) {
      if let time = times[id] { asked.append((time, id)) } else { need.new.append(id) }
    }
    asked.sort { ($0.time, $0.id) < ($1.time, $1.id) }
    for (_, id) in asked {
      if mistakes.contains(id) { need.wrong.append(id) } else { need.others.append(id) }
    }
    return need
  }

  /// Today.
  var today: Day { bank.world.days.day(of: bank.now()) }

  /// The day on which a question comes back after its last settled answer; `nil` when it has none.
  ///
  /// - Throws: The store's error when it cannot be read.
  func next(of question: Identifier<Question>) throws -> Day? {
    let target = Double(try percent) / 100
    return try withModel { $0.next(of: question, in: bank.world.days, target: target) }
  }

  /// The days after which a question comes back, for each grade that it may get now.
  ///
  /// - Throws: The store's error when it cannot be read.
  func intervals(of question: Identifier<Question>) throws -> [Int] {
    let target = Double(try percent) / 100
    return try withModel {
      $0.intervals(of: question, at: bank.now(), in: bank.world.days, target: target)
    }
  }

  /// The quality of the predictions of the settled answers.
  ///
  /// - Throws: The store's error when it cannot be read.
  func predictionTally() throws -> PredictionTally {
    try withModel { $0.tally }
  }

  /// The numbers that were fitted to the learner; `nil` if the default ones are used.
  ///
  /// - Throws: The store's error when it cannot be read.
  package func keptFit() throws -> KeptFit? {
    try bank.store.fetch(FetchDescriptor<KeptFit>()).last { $0.formulaParameters != nil }
  }

  /// The settled answers to questions that are still in the bank, in the form that the formulas
  /// need. Leaves out those that were given before what is right was changed.
  ///
  /// - Throws: The store's error when it cannot be read.
  package func reviewAnswers() throws -> [ReviewAnswer] {
    try reviewAnswers(answers.settled())
  }

  /// Some answers, in the form that the formulas need.
  func reviewAnswers(_ answers: [AnswerLog.Entry]) throws -> [ReviewAnswer] {
    let questions = IdentifierSet(try bank.questionIdentifiers(in: nil))
    let changes = try self.answers.keyChanges()
    let older = answers.lazy.filter { $0.guesses == nil }.map(\.questionID)
    let choices = try choiceCounts(of: Set(older).filter { questions.contains($0) }.sorted())
    return answers.compactMap { answer in
      guard questions.contains(answer.questionID) else { return nil }
      if let changed = changes[answer.questionID], answer.changedAt < changed { return nil }
      let count = answer.guesses ?? choices[answer.questionID]
      return ReviewAnswer(
        to: answer.questionID, at: answer.changedAt,
        grade: answer.grade ?? RecallGrade(isRight: answer.isCorrect), choices: count)
    }
  }

  /// The number of choices of some questions. Needed for answers of older versions, which do not
  /// contain it.
  private func choiceCounts(
    of ids: [Identifier<Question>]
  ) throws -> IdentifierTable<Question, Int> {
    let questions: [QuestionChoices] = try bank.store.savedParts(of: ids)
    var choices = IdentifierTable<Question, Int>(questions.map(\.id), initially: 0)
    for question in questions { choices[question.id] = question.count }
    return choices
  }

  // MARK: The model

  /// A model of settled answers. New answers are added to it, so that not all of them are read
  /// again.
  private struct KnownAnswers {
    var model: RecallModel
    /// The number of settled answers that the model has seen, and the last of them.
    var count: Int
    var last: AnswerLog.Entry?
    /// The instant of the latest answer in the model.
    var latest: Date
  }

  /// Calls `body` with the model of the settled answers. Changes that `body` makes to the model are
  /// kept, so that the next call can be faster.
  ///
  /// - Throws: The store's error when it cannot be read.
  func withModel<Result>(_ body: (inout RecallModel) throws -> Result) throws -> Result {
    let settled = try answers.settled()
    var next = try continued(with: settled) ?? all(settled)
    // Give up the second reference, so that the model is changed in place and not copied.
    known.value = nil
    defer { known.value = next }
    return try body(&next.model)
  }

  private func all(_ settled: [AnswerLog.Entry]) throws -> KnownAnswers {
    let fit = try keptFit()?.formulaParameters ?? .standard
    let model = RecallModel(of: try reviewAnswers(settled), formulas: FSRS(fit))
    return KnownAnswers(
      model: model, count: settled.count, last: settled.last,
      latest: settled.lazy.map(\.changedAt).max() ?? .distantPast)
  }

  /// The known model extended by newer answers; `nil` when there are not only newer ones.
  private func continued(with settled: [AnswerLog.Entry]) throws -> KnownAnswers? {
    guard var next = known.value, settled.count >= next.count,
      next.count == 0 || settled[next.count - 1] == next.last
    else { return nil }
    let new = settled[next.count...].sorted { $0.changedAt < $1.changedAt }
    guard let first = new.first, let last = new.last else { return next }
    guard first.changedAt >= next.latest else { return nil }
    let answers = try reviewAnswers(new)
    known.value = nil
    for answer in answers { next.model.add(answer) }
    next.count = settled.count
    next.last = settled.last
    next.latest = last.changedAt
    return next
  }

  // MARK: The overview

  /// Keeps an ``overview()`` ready from now on. This requires all answers, so a program that does
  /// not show the overview should not call it.
  package func keepOverview() { keepsOverview = true }

  /// Whether there are answers, but so many that ``overview()`` does not read them by itself.
  ///
  /// - Throws: Errors of the store.
  func awaitsOverview() throws -> Bool {
    let count = try answerCount()
    return count > 0 && !hasOverview(of: count)
  }

  /// How many questions are due, known and right in the bank and in each deck. `nil` until
  /// ``keepOverview()`` is called, while no question has been asked, and when there are more than
  /// ``RecallOverview/mostAnswersAtOnce`` answers that were not read yet.
  ///
  /// - Throws: Errors of the store.
  func overview() throws -> RecallOverview? {
    try hasOverview(of: try answerCount()) ? readOverview() : nil
  }

  /// The same overview, however many answers have to be read for it; `nil` while no question has
  /// been asked.
  ///
  /// - Parameter decks: the decks to tell about; `nil` for all.
  /// - Throws: Errors of the store.
  func readOverview(of decks: [Deck]? = nil) throws -> RecallOverview? {
    guard try answerCount() > 0 else { return nil }
    let (plan, wrong) = (try plan(), try answers.mistakes())
    let changed = try answers.keyChanges().keys.filter { wrong.contains($0) }
    guard !plan.items.isEmpty || !changed.isEmpty else { return nil }
    var overview = RecallOverview(
      plan, wrong: wrong, changed: changed,
      decks: try (decks ?? bank.decks()).map { try bank.questionIdentifiers(in: $0.id) })
    if decks == nil, overview.all.due > 0 {
      overview.seconds = try usualMilliseconds().map { $0 * overview.all.due / 1000 }
    }
    return overview
  }

  /// The median time of the last answers; `nil` where none was measured.
  private func usualMilliseconds() throws -> Int? {
    let last = try answers.settled().suffix(Self.recentAnswers).map(\.id)
    let times: [AnswerTime] = try bank.store.savedParts(of: last)
    let sorted = times.compactMap(\.milliseconds).filter { $0 > 0 }.sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }

  /// How many of the last answers tell how long one takes.
  private static let recentAnswers = 100

  private func hasOverview(of count: Int) -> Bool {
    keepsOverview && (count <= RecallOverview.mostAnswersAtOnce || answers.isRead)
  }

  /// Whether there are answers enough for a ``ParameterFit``. Some of them may not count for it.
  ///
  /// - Throws: The store's error when it cannot be read.
  package func mayFit() throws -> Bool { try answerCount() >= ParameterFit.leastAnswers }

  private func answerCount() throws -> Int { try bank.store.count(FetchDescriptor<Answer>()) }
}

extension AnswerLog {
  /// The time at which each question was last asked, in milliseconds since 1970.
  ///
  /// - Throws: The store's error when it cannot be read.
  func lastAsked() throws -> IdentifierTable<Question, Int64?> {
    let entries = try given()
    var times = IdentifierTable<Question, Int64?>(entries.map(\.questionID), initially: nil)
    for entry in entries {
      let time = ReviewAnswer.milliseconds(entry.changedAt)
      times[entry.questionID] = max(times[entry.questionID] ?? time, time)
    }
    return times
  }
}

/// The questions that a review is limited to.
package struct ReviewScope: Equatable, Sendable {
  /// The deck; `nil` for all decks. Stored as an identifier and not as a name, because an undo may
  /// rename the deck.
  package var deckID: Identifier<Deck>?
  /// The tag; `nil` for all questions.
  package var tag: String?

  /// Creates a scope. Without arguments, it covers all questions.
  package init(deckID: Identifier<Deck>? = nil, tag: String? = nil) {
    (self.deckID, self.tag) = (deckID, tag)
  }
}

/// The part of an ``Answer`` that tells how long it took.
struct AnswerTime: RecordPart {
  /// `nil` if it was not measured.
  let milliseconds: Int?

  init(_ answer: Answer) { milliseconds = answer.milliseconds }

  private enum CodingKeys: CodingKey {
    case milliseconds
  }

  init(from decoder: any Decoder) throws {
    milliseconds = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(Int.self, forKey: .milliseconds)
  }
}

/// The number of choices of a question, from which the chance of a lucky guess follows.
struct QuestionChoices: RecordPart {
  var id: Identifier<Question>
  var count: Int

  init(_ question: Question) {
    id = question.id
    count = question.content.choices.count
  }

  private enum CodingKeys: CodingKey {
    case id, content
  }

  private enum ContentKeys: CodingKey {
    case choices
  }

  init(from decoder: any Decoder) throws {
    let question = try decoder.container(keyedBy: CodingKeys.self)
    id = try question.decode(Identifier<Question>.self, forKey: .id)
    let content = try question.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    // The store's decoder counts the elements without decoding them.
    count = try content.nestedUnkeyedContainer(forKey: .choices).count ?? 0
  }
}
