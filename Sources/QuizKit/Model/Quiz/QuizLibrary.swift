import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Starts quizzes and resumes unfinished ones. Selects and orders the questions, and records the
/// answers.
public final class QuizLibrary {
  /// Emits each quiz that starts or resumes.
  public var started: Signal<QuizSession> { begun.signal }

  /// Emits the error when an answer cannot be saved. The quiz goes on.
  public var failures: Signal<any ReportableError> { failed.signal }

  /// Emits the unfinished quizzes when the user has not chosen which of them to resume.
  package var choices: Signal<WaitingQuizzes> { listed.signal }

  /// Emits each exam that ``handInExpired()`` has handed in.
  package var expirations: Signal<ExpiredExam> { expired.signal }

  /// Emits the questions of a resumed quiz that have to be answered again.
  package var reopenings: Signal<ReopenedQuestions> { reopened.signal }

  /// The order of questions and choices where no command names one.
  package var usualOrder: QuizOptions.Order {
    get { world.settings.current.order }
    set { world.settings.give(.order, newValue.rawValue) }
  }

  let bank: QuestionBank
  let reviews: Reviews
  let world: World
  package let ways: QuizWays
  private let begun = PublishSubject<QuizSession>()
  private let failed = PublishSubject<any ReportableError>()
  private let listed = PublishSubject<WaitingQuizzes>()
  private let expired = PublishSubject<ExpiredExam>()
  private let reopened = PublishSubject<ReopenedQuestions>()
  /// The quiz that was started or resumed last.
  private weak var session: QuizSession?
  private var recorder: AttemptRecorder?
  private var recorderHandle: Disposable?

  /// Creates a library over a bank.
  package init(bank: QuestionBank, reviews: Reviews, world: World) {
    self.bank = bank
    self.reviews = reviews
    self.world = world
    ways = QuizWays(settings: bank.settings, of: world.settings)
  }

  /// The unfinished quizzes, last started first. Leaves out exams whose time ran out while the
  /// player was away.
  package func waiting() throws -> [WaitingQuiz] { try unfinished().filter { !$0.isExpired } }

  /// Whether a quiz that waits was started or answered today.
  func isOfToday(_ quiz: WaitingQuiz) throws -> Bool {
    let days = world.days
    let today = days.day(of: world.now())
    if days.day(of: quiz.startedAt) >= today { return true }
    return try world.store.records(whose: \Answer.attemptID, is: quiz.id).contains {
      days.day(of: $0.changedAt) >= today
    }
  }

  /// The unfinished quiz with this number, as ``resume(number:)`` takes it.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``; errors of the store.
  func waiting(numbered number: Int) throws -> WaitingQuiz { try unfinished().line(number) }

  /// All quizzes without a result. They include expired exams, so that a number that the user has
  /// seen in the list still means the same quiz after a time limit has passed.
  private func unfinished() throws -> [WaitingQuiz] {
    let now = world.now()
    let archive = AttemptArchive(world.store, now: now)
    return try archive.waiting().enumerated().map { index, waiting in
      var quiz = WaitingQuiz(waiting.attempt, waiting.progress, number: index + 1, now: now)
      quiz.isExpired = try archive.expired(waiting.attempt) != nil
      return quiz
    }
  }

  /// Hands in the exams whose time ran out while the player was away. Each is handed in with its
  /// answers so far, as of the moment when its time ran out. If the store is read-only, they stay
  /// as they are.
  ///
  /// - Throws: The store's error when it cannot be read.
  package func handInExpired() throws {
    guard !world.store.store.isReadOnly else { return }
    let archive = AttemptArchive(world.store, now: world.now())
    for waiting in try archive.waiting() {
      guard let saved = try archive.expired(waiting.attempt) else { continue }
      if recorder?.records(saved.attempt.id) == true {
        session = nil
        recorder = nil
        recorderHandle = nil
      }
      try handIn(saved)
    }
  }

  private func handIn(_ saved: AttemptArchive.Saved) throws {
    let session = QuizSession(
      setup: saved.setup, progress: saved.progress, scheduler: world.scheduler)
    let end = saved.lastMoment
    let recorder = AttemptRecorder(session, resuming: saved, world: world) { end }
    let handle = recorder.failures.observe { [unowned self] in failed.emit($0) }
    session.showResult()
    handle.dispose()
    let attempt: Attempt? = try world.store.record(for: saved.attempt.id)
    if let attempt, let exam = ExpiredExam(attempt) { expired.emit(exam) }
  }

  /// Starts a quiz.
  ///
  /// - Throws: `BankError` when the deck does not exist or no question matches; what the store
  ///   throws.
  public func start(_ options: QuizOptions) throws {
    var options = options
    options.deck = try options.deck.map { try bank.deck(meantBy: $0).name }
    let order = options.order ?? usualOrder
    var picked = try candidates(for: options)
    switch order {
    case .random:
      var random = world.random
      picked.shuffle(using: &random)
    case .need where !options.due: picked = try reviews.byNeed(picked)
    case .need, .author: break
    }
    let count = min(options.count ?? picked.count, picked.count)
    let items = try items(picked.prefix(count), order)
    var setup = QuizSetup(
      title: try title(for: options, items), items: items, mode: options.mode,
      time: options.time, perQuestion: options.perQuestion)
    setup.order = order
    setup.repeatsMistakes = options.due
    setup.grading = Grading(isPartial: options.isPartial)
    setup.remainder = QuizSetup.Remainder(
      questions: Array(picked.dropFirst(count)), size: count, asked: 0)
    try begin(setup)
  }

  /// Plays a deck, or the whole bank with `nil`, in this way, and remembers the way. If that cannot
  /// be saved, the quiz goes on.
  ///
  /// - Throws: As ``start(_:)`` does.
  package func play(_ deck: Deck?, _ way: ChosenWay) throws {
    let count = try bank.askable(bank.questionIdentifiers(in: deck?.id)).count
    try start(way.options(deck: deck?.name, count: count))
    failed.attempt { try ways.remember(way, for: deck?.id) }
  }

  /// Starts a quiz with the questions that follow those of a finished quiz.
  ///
  /// - Throws: ``QuizRefusal/nothingMore``; what the store throws.
  package func continueAfter(_ session: QuizSession) throws {
    var setup = session.setup
    guard var remainder = setup.remainder else { throw QuizRefusal.nothingMore }
    let picked = remainder.questions.prefix(remainder.size)
    setup.items = try items(picked, setup.order)
    guard !setup.items.isEmpty else { throw QuizRefusal.nothingMore }
    remainder.questions.removeFirst(picked.count)
    remainder.asked += remainder.size
    (setup.remainder, setup.isPart) = (remainder, true)
    try begin(setup)
  }

  /// Starts a quiz that asks the questions of a finished quiz again, as they are in the bank now:
  /// between the two a file that a deck follows may have been corrected.
  ///
  /// - Throws: ``QuizRefusal/nothingToRetry`` when `onlyMistakes` is true and all answers were
  ///   right; ``BankError/noQuestions`` when all of them have been deleted; errors of the store.
  package func replay(_ session: QuizSession, onlyMistakes: Bool) throws {
    var setup = session.setup
    let asked = onlyMistakes ? session.mistakes : setup.items.filter { !$0.isAgain }
    guard !asked.isEmpty else { throw QuizRefusal.nothingToRetry }
    let mixes = onlyMistakes && setup.order == .need
    let questions = Dictionary(
      try bank.questions(asked.map(\.question.id)).map { ($0.id, $0) }
    ) { first, _ in first }
    var items = asked.compactMap { item in
      questions[item.question.id].map {
        item.renewed(as: $0, mixes: mixes, using: world.random)
      }
    }
    guard !items.isEmpty else { throw BankError.noQuestions }
    // A quiz with only the mistakes is not an exam and does not have sections.
    if onlyMistakes, setup.exam != nil {
      (setup.exam, setup.time) = (nil, nil)
      for index in items.indices { items[index].section = nil }
    }
    setup.items = items
    setup.isPart = setup.isPart && !onlyMistakes
    try begin(setup)
  }

  /// Resumes the unfinished quiz with this number in ``waiting()``, from 1. Without a number,
  /// resumes the only unfinished quiz. If there are several, ``choices`` emits the list of them.
  ///
  /// - Throws: `BankError/nothingToResume`; ``ListRefusal/noSuchLine(number:count:)``; errors of
  ///   the store.
  package func resume(number: Int?) throws {
    let all = try unfinished()
    guard let first = all.first else { throw BankError.nothingToResume }
    if let number { return try resume(try all.line(number).id) }
    let waiting = all.filter { !$0.isExpired }
    if waiting.count > 1 { return listed.emit(WaitingQuizzes(waiting: waiting)) }
    try resume((waiting.first ?? first).id)
  }

  /// Resumes an unfinished quiz, at the same question and with the same time left.
  ///
  /// - Throws: `BankError/alreadyFinished`; `BankError/nothingToResume` when all of its
  ///   questions have been deleted; errors of the store.
  func resume(_ id: Identifier<Attempt>) throws {
    guard let attempt: Attempt = try world.store.record(for: id) else {
      throw BankError.nothingToResume
    }
    guard attempt.outcome == nil else { throw BankError.alreadyFinished }
    let archive = AttemptArchive(world.store, now: world.now())
    guard var saved = try archive.saved(attempt) else { throw BankError.nothingToResume }
    if let session, recorder?.records(id) == true {
      // The time of the current quiz has not been saved yet.
      session.leave()
      saved = try archive.saved(attempt) ?? saved
    }
    var setup = saved.setup
    setup.order = usualOrder
    let session = QuizSession(
      setup: setup, progress: saved.progress, scheduler: world.scheduler)
    follow(session, recorder: AttemptRecorder(session, resuming: saved, world: world))
    guard let positions = saved.progressRecord.takenOut else { return }
    try world.store.saving(nil) {
      guard var progress = try world.store.record(for: saved.progressRecord.id) else { return }
      progress.takenOut = nil
      try world.store.update(progress)
    }
    let numbers = positions.compactMap { position in
      saved.setup.items.firstIndex { $0.place == position }.map { $0 + 1 }
    }
    if !numbers.isEmpty { reopened.emit(ReopenedQuestions(numbers: numbers.sorted())) }
  }

  /// The title of a quiz with these options, which is its deck's name: for a person's review the deck
  /// of all its questions, if they have one. Empty for the whole bank.
  private func title(for options: QuizOptions, _ items: [QuizItem]) throws -> String {
    if let deck = options.deck { return deck }
    guard options.due else { return try bank.selectedDeck ?? "" }
    let decks = Set(items.map(\.question.deckID))
    guard bank.servesPerson, decks.count == 1, let deck = decks.first else { return "" }
    return try bank.store.record(for: deck)?.name ?? ""
  }

  /// The questions that match `options`, in the order in which they were added. For a review, the
  /// questions that are least likely to be recalled come first. The caller orders them and limits
  /// their number.
  ///
  /// Returns identifiers only, so that a short quiz from a large bank does not read the other
  /// questions.
  ///
  /// - Throws: `BankError`; what the store throws.
  func candidates(for options: QuizOptions) throws -> [Identifier<Question>] {
    if options.due { return try reviews.dueQuestions(for: options) }
    let deckID = try (options.deck ?? bank.selectedDeck).map { try bank.deck(named: $0).id }
    var candidates = try bank.questionIdentifiers(in: deckID)
    if let tag = options.tag {
      candidates = try bank.questions(tagged: tag, among: candidates)
    }
    guard !candidates.isEmpty else { throw BankError.noQuestions }
    let count = candidates.count
    candidates = try bank.askable(candidates)
    bank.pictures.tell(leftOut: candidates.isEmpty ? 0 : count - candidates.count)
    guard !candidates.isEmpty else { throw BankError.picturesMissing(count) }
    guard options.mistakes else { return candidates }
    let wrong = try reviews.answers.mistakes()
    candidates = candidates.filter { wrong.contains($0) }
    guard !candidates.isEmpty else { throw BankError.noMistakes }
    return candidates
  }

  private func items(
    _ identifiers: some Sequence<Identifier<Question>>, _ order: QuizOptions.Order
  ) throws -> [QuizItem] {
    let questions = try bank.questions(identifiers)
    let mixes = order == .need && world.settings.current.isOn(.shuffle)
    let known = mixes ? try reviews.answers.asked() : IdentifierSet([])
    return questions.map { question in
      let shuffles = order == .random || known.contains(question.id)
      return QuizItem(
        question: question,
        order: ChoiceOrder.order(of: question.content, shuffles: shuffles, using: world.random))
    }
  }

  func begin(_ setup: QuizSetup) throws {
    var setup = setup
    let isTimed = setup.exam != nil || setup.time != nil || setup.perQuestion != nil
    setup.staysUnanswered = !bank.servesPerson || isTimed
    if bank.servesPerson, !isTimed, setup.items.allSatisfy({ $0.question.content.kind == .card }) {
      // Cards are graded one by one. There is nothing to hand in, and what was forgotten comes again.
      (setup.mode, setup.repeatsMistakes) = (.practice, true)
    }
    let session = QuizSession(setup: setup, scheduler: world.scheduler)
    follow(session, recorder: try AttemptRecorder(session, world: world))
  }

  /// Observes a session. The recorder observes it first, so that an answer is on disk before the
  /// next question is on the screen.
  private func follow(_ session: QuizSession, recorder: AttemptRecorder) {
    // The previous quiz saves its time here, while its recorder still observes it.
    self.session?.leave()
    self.session = session
    recorderHandle = recorder.failures.observe { [unowned self] in failed.emit($0) }
    self.recorder = recorder
    begun.emit(session)
  }
}

extension QuizLibrary {
  /// The ways in which a deck, or the whole bank with `nil`, can be played now, each with the number
  /// of questions to choose from. The one that was chosen last comes first.
  ///
  /// - Throws: The store's error when it cannot be read.
  func openWays(for deckID: Identifier<Deck>?) throws -> [(way: QuizWay, questions: Int)] {
    let questions = try bank.askable(bank.questionIdentifiers(in: deckID))
    let wrong = try reviews.answers.mistakes()
    let due = try reviews.plan(of: ReviewScope(deckID: deckID)).due.count
    let open = QuizWay.allCases.map { way in
      let count =
        switch way {
        case .review: due
        case .mistakes: questions.count(where: wrong.contains)
        case .all where ways.usual.size(of: questions.count) == questions.count: 0
        case .shuffled where questions.count < 2, .inOrder where questions.count < 2: 0
        case .play, .practice, .timed, .all, .shuffled, .inOrder: questions.count
        }
      return (way: way, questions: count)
    }.filter { $0.questions > 0 }
    let last = try ways.last(for: deckID)?.way
    return open.filter { $0.way == last } + open.filter { $0.way != last }
  }
}

/// Remembers in which way each deck was played last, and how many questions that asked. The bank
/// stores a way when it differs from the one before, so that playing a deck as usual costs nothing.
package final class QuizWays {
  private let settings: BankSettings
  private let book: SettingsBook

  init(settings: BankSettings, of book: SettingsBook) {
    (self.settings, self.book) = (settings, book)
  }

  /// The way to play where none was chosen.
  package var usual: ChosenWay {
    ChosenWay(
      way: book.current.isOn(.practice) ? .practice : .play, limit: book.current.limit)
  }

  /// The way that was chosen last for a deck, or for the whole bank with `nil`; `nil` when none
  /// was.
  func last(for deckID: Identifier<Deck>?) throws -> ChosenWay? {
    try all()[deckID]
  }

  /// The ways that were chosen last, by deck; `nil` stands for the whole bank.
  func all() throws -> [Identifier<Deck>?: ChosenWay] {
    let known = try settings.current().ways ?? []
    return Dictionary(
      known.compactMap { known in
        QuizWay(rawValue: known.way).map {
          (known.deckID, ChosenWay(way: $0, limit: max(0, known.count ?? usual.limit)))
        }
      }
    ) {
      $1
    }
  }

  /// Keeps a way as the one that was chosen last.
  ///
  /// - Throws: ``SaveFailure``.
  func remember(_ chosen: ChosenWay, for deckID: Identifier<Deck>?) throws {
    guard try last(for: deckID) != chosen else { return }
    let count = chosen.limit == usual.limit ? nil : chosen.limit
    try settings.change { settings in
      settings.ways =
        (settings.ways ?? []).filter { $0.deckID != deckID }
        + [BankSetting.DeckWay(deckID: deckID, way: chosen.way.rawValue, count: count)]
    }
  }
}

/// An unfinished quiz that can be resumed, as a list shows it.
public struct WaitingQuiz: Encodable, Equatable, Sendable {
  /// The attempt.
  let id: Identifier<Attempt>
  /// Its number in the list, from 1. The quiz that was started last has the number 1.
  public var number: Int
  /// The quiz's name; `nil` for the whole bank.
  @Nullable public var title: String?
  /// The number of the question on the screen, from 1.
  public var index: Int
  /// The number of questions.
  public var count: Int
  /// The whole seconds left for the quiz, rounded up; `nil` without a limit.
  @Nullable public var remaining: Int?
  /// Whether the time keeps running while the player is away. It is not encoded, because a reader
  /// of ``remaining`` gets the current value.
  public var runsOn = false
  /// Whether it is an exam or has a limit of time. It is not encoded, because the limit is.
  package var isTimed = false
  /// When it was started. Not encoded, because the history has it.
  var startedAt = Date.distantPast
  /// Whether it is an exam whose time ran out while the player was away.
  var isExpired = false

  private enum CodingKeys: CodingKey {
    case number, title, index, count, remaining
  }
}

extension WaitingQuiz {
  /// Creates the line for an attempt and how far it has come.
  init(_ attempt: AttemptSummary, _ progress: AttemptProgress, number: Int, now: Date) {
    id = attempt.id
    self.number = number
    title = attempt.title.unlessEmpty
    index = progress.position + 1
    count = attempt.count
    (runsOn, startedAt) = (progress.runningSince != nil, attempt.startedAt)
    isTimed =
      attempt.exam != nil || progress.timeLeft != nil || progress.questionTimeLeft != nil
    let absence = progress.absence(at: now)
    remaining = progress.timeLeft.map {
      max(.milliseconds($0) - absence, .zero).secondsRoundedUp
    }
  }
}

/// The unfinished quizzes, emitted when `resume` does not name one of them.
package struct WaitingQuizzes: Encodable, Equatable, Sendable {
  /// The quizzes, last started first.
  package var waiting: [WaitingQuiz]
}

/// An exam that was handed in automatically because its time ran out while the player was away.
package struct ExpiredExam: Equatable, Sendable {
  /// The exam's name.
  package let title: String
  /// The final score.
  package let score: ExamScore

  /// - Returns: `nil` if the attempt is not finished, or is not an exam.
  init?(_ attempt: Attempt) {
    guard let score = attempt.outcome?.exam else { return nil }
    (title, self.score) = (attempt.title, score)
  }
}

extension AttemptArchive.Saved {
  /// Whether this is an exam in which nothing can be answered any more because all its time has run
  /// out.
  var isExpired: Bool {
    guard let exam = setup.exam else { return false }
    if setup.time != nil { return progress.isTimedOut }
    guard let left = progress.sectionTimesLeft, left.count == exam.sections.count else {
      return false
    }
    return setup.items.allSatisfy { item in
      item.section.map { exam.sections[$0].timeLimit != nil && left[$0] <= .zero } ?? false
    }
  }

  /// The moment that ``progress`` describes. Once all the time has run out, it is the same on every
  /// device and at every call.
  var lastMoment: Date {
    attempt.startedAt.addingTimeInterval(Double(progress.elapsed.wholeMilliseconds) / 1000)
  }
}

/// The questions of a quiz whose choices have changed since they were answered.
package struct ReopenedQuestions: ReportableError, Equatable {
  /// Their numbers, from 1.
  package let numbers: [Int]

  package var message: Message {
    let list = numbers.map(String.init).joined(separator: ", ")
    return Message(
      "answers-taken-out",
      numbers.count == 1
        ? "The choices of question \(list) have changed, so it has no answer any more."
        : "The choices of questions \(list) have changed, so they have no answers any more.",
      "質問 \(list) の選択肢が変わったため、回答を取り消しました。")
  }
}
