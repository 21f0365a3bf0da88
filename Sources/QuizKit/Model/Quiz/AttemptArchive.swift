import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// Turns stored attempts back into quizzes.
struct AttemptArchive {
  /// An attempt with everything needed to resume it.
  struct Saved {
    var attempt: Attempt
    var progressRecord: AttemptProgress
    var answers: [Answer]
    var setup: QuizSetup
    var progress: QuizProgress
  }

  private let store: StoreContext
  private let now: Date

  /// - Parameter now: the current date. It determines how far an exam has come whose time keeps
  ///   running while the player is away.
  init(_ store: StoreContext, now: Date) {
    (self.store, self.now) = (store, now)
  }

  /// The unfinished attempts and how far they have come, last started first.
  func waiting() throws -> [(attempt: AttemptSummary, progress: AttemptProgress)] {
    let progress = try store.fetch(FetchDescriptor<AttemptProgress>())
    let byAttempt = Dictionary(progress.map { ($0.attemptID, $0) }) { _, last in last }
    let attempts: [AttemptSummary] = try store.savedParts(of: byAttempt.keys.sorted(by: >))
    return attempts.compactMap { attempt in byAttempt[attempt.id].map { (attempt, $0) } }
  }

  /// The exam as the player left it, if its time has run out since; `nil` for all other unfinished
  /// quizzes.
  func expired(_ summary: AttemptSummary) throws -> Saved? {
    guard summary.exam != nil, let attempt: Attempt = try store.record(for: summary.id),
      let saved = try saved(attempt), saved.isExpired
    else { return nil }
    return saved
  }

  /// Restores `attempt` to where the player left it; `nil` when none of its questions is in the
  /// bank any more.
  ///
  /// Leaves out questions that were deleted in the meantime.
  func saved(_ attempt: Attempt) throws -> Saved? {
    let id = attempt.id
    guard let progress = try store.records(whose: \AttemptProgress.attemptID, is: id).first else {
      return nil
    }
    let answers = try store.records(whose: \Answer.attemptID, is: id)
    let byPosition = answers.byPosition
    let questions = try store.questions(of: attempt)
    var items: [QuizItem] = []
    for (index, item) in attempt.items.enumerated() {
      guard let question = questions[item.questionID] else { continue }
      var restored = QuizItem(
        question: question, item: item, answer: byPosition[index], mode: attempt.mode)
      restored.place = index
      restored.section = item.section.flatMap {
        attempt.exam?.sections.indices.contains($0) == true ? $0 : nil
      }
      guard let after = item.after else {
        items.append(restored)
        continue
      }
      // The question has waited long enough.
      restored.repetition = Repetition(precedingPlace: after, answerCount: 0, instant: .zero)
      items.insert(
        restored, at: items.firstIndex { $0.place == after }.map { $0 + 1 } ?? items.count)
    }
    guard !items.isEmpty else { return nil }
    // The question on the screen may have been deleted. The quiz then continues with the next one.
    let onScreen = items.firstIndex { $0.place == progress.position }
    let position =
      onScreen ?? items.firstIndex { $0.place > progress.position } ?? items.count - 1
    var setup = QuizSetup(
      title: attempt.title, items: items, mode: attempt.mode,
      time: attempt.timeLimit.map { .milliseconds($0) },
      perQuestion: attempt.questionTimeLimit.map { .milliseconds($0) })
    setup.repeatsMistakes = attempt.repeatsMistakes ?? false
    setup.grading = Grading(
      isPartial: attempt.isPartial ?? false, isExam: attempt.exam != nil)
    setup.exam = attempt.exam
    var reached = QuizProgress(
      position: position, isConfirming: progress.isConfirming,
      isRevising: progress.isRevising, isTimedOut: progress.isTimedOut,
      elapsed: .milliseconds(progress.elapsed),
      timeLeft: progress.timeLeft.map { .milliseconds($0) },
      // The remaining time belongs to the question that was on the screen.
      questionTimeLeft: onScreen != nil
        ? progress.questionTimeLeft.map { .milliseconds($0) } : nil,
      sectionTimesLeft: progress.sectionTimesLeft?.map { .milliseconds($0) })
    reached.recordedCount = attempt.items.count
    reached.recordedFirstCount = attempt.items.count { $0.after == nil }
    if let exam = setup.exam { reached.runOn(for: progress.absence(at: now), exam, items) }
    return Saved(
      attempt: attempt, progressRecord: progress, answers: answers, setup: setup,
      progress: reached)
  }
}

extension AttemptProgress {
  /// How long the time has kept running while the player was away. Zero if the time was stopped, or
  /// if the computer's clock was set back.
  func absence(at now: Date) -> Duration {
    let seconds = runningSince.map { now.timeIntervalSince($0) } ?? 0
    return seconds > 0 ? .milliseconds(Int((min(seconds, 1e9) * 1000).rounded())) : .zero
  }
}

extension QuizItem {
  /// Restores the item. If the number of choices no longer fits the stored order, the item starts
  /// unanswered in the author's order, or in any other order if the author's would give the answer
  /// away.
  fileprivate init(
    question: Question, item: Attempt.Item, answer: Answer?, mode: QuizOptions.Mode
  ) {
    let positions = Array(question.content.options.indices)
    let order = item.order ?? positions
    let isUnchanged = order.sorted() == positions
    self.init(
      question: question,
      order: isUnchanged
        ? order : ChoiceOrder.disordered(question.content, seed: question.id.rawValue))
    guard let answer else { return }
    (isFlagged, certainty) = (answer.isFlagged, answer.certainty)
    timeLeft = answer.timeLeft.map { .milliseconds($0) }
    taken = answer.milliseconds.map { .milliseconds($0) }
    if isUnchanged, let response = answer.response, response.fits(question.content) {
      self.response = response
    }
    if isUnchanged, let ticked = answer.ticked, question.content.kind == .several,
      ticked.allSatisfy(positions.contains)
    {
      self.ticked = ticked
    }
    if isUnchanged, let draft = answer.draft, draft.fits(question.content) { self.draft = draft }
    // The player has already seen the right answer, so the question cannot be answered again.
    isRevealed = mode == .practice && (response != nil || isOutOfTime)
  }
}

extension Attempt {
  /// Creates the record of a quiz that is starting.
  init(_ setup: QuizSetup, startedAt: Date) {
    title = setup.title
    mode = setup.mode
    timeLimit = setup.time?.wholeMilliseconds
    questionTimeLimit = setup.perQuestion?.wholeMilliseconds
    repeatsMistakes = setup.repeatsMistakes ? true : nil
    isPartial = setup.grading.isPartial ? true : nil
    exam = setup.exam
    self.startedAt = startedAt
    items = setup.items.map(Item.init)
  }

  /// Removes all questions except those at these places, which are in ascending order.
  mutating func keepItems(at places: [Int]) {
    items = places.map { place in
      var item = items[place]
      item.after = item.after.map { after in max(0, places.count { $0 <= after } - 1) }
      return item
    }
  }
}

extension Attempt.Item {
  /// Creates the record of a question of a quiz.
  init(_ item: QuizItem) {
    let isAuthors = item.order == Array(item.question.content.options.indices)
    self.init(
      questionID: item.question.id, order: isAuthors ? nil : item.order,
      after: item.repetition?.precedingPlace, section: item.section)
  }
}

extension AttemptProgress {
  /// Creates the record of how far a quiz has come.
  ///
  /// - Parameter runningSince: the current date if the time keeps running while the player is away;
  ///   otherwise `nil`.
  init(
    _ attemptID: Identifier<Attempt>, _ progress: QuizProgress, position: Int,
    runningSince: Date?
  ) {
    self.attemptID = attemptID
    self.position = position
    isConfirming = progress.isConfirming
    isRevising = progress.isRevising
    isTimedOut = progress.isTimedOut
    elapsed = progress.elapsed.wholeMilliseconds
    timeLeft = progress.timeLeft?.wholeMilliseconds
    questionTimeLeft = progress.questionTimeLeft?.wholeMilliseconds
    sectionTimesLeft = progress.sectionTimesLeft?.map(\.wholeMilliseconds)
    self.runningSince = runningSince
  }

  /// Replaces everything but the identifiers with the quiz's current progress.
  mutating func update(_ progress: QuizProgress, position: Int, runningSince: Date?) {
    let updated = AttemptProgress(
      attemptID, progress, position: position, runningSince: runningSince)
    let id = id
    self = updated
    self.id = id
  }
}

extension Answer {
  /// Creates the record of a question with its answer.
  init(_ attemptID: Identifier<Attempt>, _ item: QuizItem, position: Int, changedAt: Date) {
    self.attemptID = attemptID
    self.position = position
    questionID = item.question.id
    response = item.response
    ticked = item.ticked
    draft = item.draft
    (isCorrect, points) = (item.isCorrect, item.grade.unusualPoints)
    (isFlagged, certainty) = (item.isFlagged, item.certainty)
    timeLeft = item.timeLeft?.wholeMilliseconds
    milliseconds = item.taken?.wholeMilliseconds
    choices = item.question.content.pickedCount
    guesses = item.question.content.guesses == choices ? nil : item.question.content.guesses
    self.changedAt = changedAt
  }

  /// Copies the player's changes. An answer that stays the same keeps its date, because a mark that
  /// is set later is not a new answer.
  mutating func update(_ item: QuizItem, changedAt: Date) {
    if response != item.response || item.response == nil { self.changedAt = changedAt }
    response = item.response
    ticked = item.ticked
    draft = item.draft
    (isCorrect, points) = (item.isCorrect, item.grade.unusualPoints)
    (isFlagged, certainty) = (item.isFlagged, item.certainty)
    timeLeft = item.timeLeft?.wholeMilliseconds
    milliseconds = item.taken?.wholeMilliseconds
    choices = item.question.content.pickedCount
    guesses = item.question.content.guesses == choices ? nil : item.question.content.guesses
  }

  /// Whether the record already agrees with `item`.
  func says(_ item: QuizItem) -> Bool {
    response == item.response && ticked == item.ticked && draft == item.draft
      && isFlagged == item.isFlagged && certainty == item.certainty
      && timeLeft == item.timeLeft?.wholeMilliseconds
  }
}

extension QuestionContent {
  /// The number of choices to pick from; 0 if none are to be picked.
  fileprivate var pickedCount: Int { kind.isPicked ? choices.count : 0 }
}

/// The part of the matching questions that a quiz asks.
public struct QuizPart: Encodable, Equatable, Sendable {
  /// The number of its first question among the matching questions, from 1.
  public var first: Int
  /// The number of its last question among the matching questions.
  public var last: Int
  /// How many questions match.
  public var total: Int
}

extension QuizSetup {
  /// The part of the matching questions that this quiz asks; `nil` when it asks all of them, or
  /// other questions.
  package var part: QuizPart? {
    guard let remainder, isPart else { return nil }
    let last = remainder.asked + items.count
    let total = last + remainder.questions.count
    return items.count < total
      ? QuizPart(first: remainder.asked + 1, last: last, total: total) : nil
  }

  /// The number of questions that the next quiz of the same kind would ask.
  package var more: Int { remainder.map { min($0.size, $0.questions.count) } ?? 0 }
}

/// The questions and rules of a quiz, fixed when it starts.
package struct QuizSetup: Equatable, Sendable {
  /// The title: the deck's name, or empty for the whole bank.
  package var title: String
  /// The questions in the order in which they are asked, each with the order of its choices.
  package var items: [QuizItem]
  /// When the player sees the right answers.
  package var mode: QuizOptions.Mode
  /// The time limit for the whole quiz; `nil` for none.
  package var time: Duration?
  /// The time limit for each question; `nil` for none.
  package var perQuestion: Duration?
  /// How the answers are graded.
  package var grading = Grading()
  /// The rules if the quiz is an exam; `nil` for other quizzes.
  package var exam: ExamRules?
  /// How questions and choices are arranged, for the quizzes that follow this one.
  var order = QuizOptions.Order.author
  /// Whether a question is repeated when its answer was wrong. Only possible in practice mode,
  /// because an exam does not say which answers were wrong.
  var repeatsMistakes = false
  /// The questions left for later quizzes; `nil` when the quiz was resumed, or was started with
  /// certain questions.
  var remainder: Remainder?
  /// Whether a quiz that is left before anything was answered stays, to be resumed. Where time runs,
  /// it always does.
  var staysUnanswered = true
  /// Whether the questions are exactly those before the remainder, and not a selection of them.
  var isPart = true

  /// Whether the time keeps running while the player is away, as in an exam that cannot be paused.
  var runsOn: Bool { exam?.allowsPause == false && (time != nil || exam?.timesSections == true) }

  /// Creates a setup.
  package init(
    title: String, items: [QuizItem], mode: QuizOptions.Mode = .exam, time: Duration? = nil,
    perQuestion: Duration? = nil
  ) {
    self.title = title
    self.items = items
    self.mode = mode
    self.time = time
    self.perQuestion = perQuestion
  }

  /// The questions that a quiz left for later quizzes, because it asks a limited number at a time.
  package struct Remainder: Equatable, Sendable {
    /// The questions, in the order in which they come.
    var questions: [Identifier<Question>]
    /// The number of questions that a quiz asks at a time.
    var size: Int
    /// The number of questions that were asked before this quiz.
    var asked: Int
  }
}

/// The order in which a question's choices are shown.
enum ChoiceOrder {
  /// The order for a question of a quiz; `nil` for the author's order.
  ///
  /// - Parameter shuffles: whether the choices that a player picks are shuffled. Those that are to
  ///   be put in order, and the lines to be matched, always are.
  static func order(
    of content: QuestionContent, shuffles: Bool, using random: some RandomNumberGenerator
  ) -> [Int]? {
    content.needsDisorder || shuffles ? shuffled(content, using: random) : nil
  }

  /// An order that depends on nothing but the seed, for a question whose order is the answer; `nil`
  /// for the author's order of all other questions.
  static func disordered(_ content: QuestionContent, seed: Int64) -> [Int]? {
    content.needsDisorder
      ? shuffled(content, using: RandomSource(seed: UInt64(bitPattern: seed))) : nil
  }

  /// Returns the author's positions in random order. True and false keep their order, and choices
  /// that refer to all others keep their places. Nothing moves if a text of the question names
  /// choices by letter, number or place.
  static func shuffled(
    _ content: QuestionContent, using random: some RandomNumberGenerator
  ) -> [Int] {
    let texts = content.options.map(\.text)
    let positions = Array(texts.indices)
    if content.needsDisorder { return disorder(of: texts, using: random) }
    guard content.kind != .trueFalse, !FixedOrder.isIn(content) else { return positions }
    var random = random
    let free = positions.filter { !isClosing(texts[$0]) }
    var order = positions
    for (place, choice) in zip(free, free.shuffled(using: &random)) { order[place] = choice }
    return order
  }

  /// Positions in random order, but not so that the texts are in order. If all texts are equal,
  /// nothing can be done.
  private static func disorder(
    of texts: [String], using random: some RandomNumberGenerator
  ) -> [Int] {
    var random = random
    var order = texts.indices.shuffled(using: &random)
    if order.map({ texts[$0] }) == texts,
      let other = order.indices.first(where: { texts[order[$0]] != texts[order[0]] })
    {
      order.swapAt(0, other)
    }
    return order
  }

  /// The position of the first choice that mentions the others in words like "any two of the
  /// above", and is shuffled all the same, because the words are not among those that keep a choice
  /// in place; `nil` when there is none.
  static func shuffledReference(in content: QuestionContent) -> Int? {
    let texts = content.choices.map(\.text)
    guard content.kind.isPicked, content.kind != .trueFalse, !FixedOrder.isIn(content)
    else { return nil }
    return texts.firstIndex { text in
      let lowered = text.lowercased()
      return !isClosing(text) && references.contains { lowered.contains($0) }
    }
  }

  // MARK: Choices that refer to other choices

  /// Words that mention the other choices, anywhere in a choice.
  private static let references = [
    "the above", "of these answers", "of these options", "of the answers", "of the options",
    "of the other answers", "of the other options", "of the choices", "all answers", "all options",
    "all are correct", "all are true", "上記", "以上のすべて", "以上の全て", "すべての選択肢", "全ての選択肢", "他の選択肢",
  ]

  /// Beginnings of texts that mean "all of the above" or similar, collected from real question
  /// banks. The only effect of a wrong entry is that a choice is not shuffled.
  private static let closingBeginnings = [
    "all of the above", "all the above", "all of these", "all of them", "none of", "both of",
    "neither of", "any of the above", "any of these",
    "上記", "上のすべて", "上の全て", "以上すべて", "以上の", "以上全て", "これらすべて", "これら全て", "これらのすべて", "これらの全て",
    "これらのいずれ", "これらのどれ", "いずれでもない", "いずれも", "どれでもない", "どれも", "どちらでもない", "どちらも", "該当なし",
    "すべて正し", "全て正し",
  ]

  /// Complete texts with the same meaning.
  private static let closingTexts: Set<String> = [
    "all", "none", "both", "neither", "neither one", "すべて", "全て", "全部", "両方", "どちらか", "なし",
  ]

  private static func isClosing(_ text: String) -> Bool {
    let lowered = text.lowercased()
    return closingBeginnings.contains { lowered.hasPrefix($0) }
      || closingTexts.contains(lowered.trimmingMarks)
  }
}

extension QuestionContent {
  /// Whether the author's order of the choices is the answer.
  fileprivate var needsDisorder: Bool { kind == .order || kind == .match }
}

extension String {
  /// The text without a full stop at the end.
  fileprivate var trimmingMarks: String {
    hasSuffix(".") || hasSuffix("。") ? String(dropLast()) : self
  }
}

extension QuizItem {
  /// The same question with its choices in another order, as if it had never been shown.
  func mixed(using random: some RandomNumberGenerator) -> QuizItem {
    cleared(order: ChoiceOrder.shuffled(question.content, using: random))
  }

  /// The question as it is now, as if it had never been shown. Its choices keep their places where
  /// they are the same.
  func renewed(as now: Question, mixes: Bool, using random: some RandomNumberGenerator) -> QuizItem
  {
    let isSame = now.content.options.map(\.text) == question.content.options.map(\.text)
    let order =
      isSame && !mixes
      ? order : ChoiceOrder.order(of: now.content, shuffles: mixes, using: random)
    return cleared(as: now, order: order ?? Array(now.content.options.indices))
  }
}
