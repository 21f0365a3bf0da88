import Foundation
import Signals

/// Starts quizzes and resumes unfinished ones. Picks and orders the questions, and records the answers.
public final class QuizLibrary {
  /// Emits each quiz that starts or resumes.
  public var started: Signal<QuizSession> { begun.signal }

  /// Emits the error when an answer cannot be saved. The quiz goes on.
  public var failures: Signal<any ReportableError> { failed.signal }

  private let bank: QuestionBank
  private let world: World
  private let begun = PublishSubject<QuizSession>()
  private let failed = PublishSubject<any ReportableError>()
  private var recorder: AttemptRecorder?
  private var recorderHandle: Disposable?

  /// Creates a library over a bank.
  public init(bank: QuestionBank, world: World) {
    self.bank = bank
    self.world = world
  }

  /// Whether there is an unfinished quiz to resume.
  public var canResume: Bool {
    get throws { try AttemptArchive(world.store).hasUnfinished() }
  }

  /// Starts a quiz.
  ///
  /// - Throws: ``BankError`` when the deck does not exist or no question matches; what the store throws.
  public func start(_ options: QuizOptions) throws {
    var picked = try bank.candidates(for: options)
    if options.shuffle {
      var random = world.random
      picked.shuffle(using: &random)
    }
    let items = try bank.questions(picked.prefix(options.count ?? picked.count)).map { question in
      QuizItem(
        question: question,
        order: options.shuffle ? ChoiceOrder.shuffled(question.content, using: world.random) : nil)
    }
    try begin(
      QuizSetup(
        title: try bank.title(for: options), items: items, mode: options.mode, time: options.time,
        perQuestion: options.perQuestion))
  }

  /// Starts a quiz with the questions of a finished one.
  ///
  /// - Throws: ``QuizRefusal/nothingToRetry`` when `onlyMistakes` is true and all answers were right; what
  ///   the store throws.
  public func replay(_ session: QuizSession, onlyMistakes: Bool) throws {
    let items = session.items.filter { !onlyMistakes || !$0.isCorrect }.map { $0.cleared() }
    guard !items.isEmpty else { throw QuizRefusal.nothingToRetry }
    var setup = session.setup
    setup.items = items
    try begin(setup)
  }

  /// Resumes the quiz that was started last and not finished, at the same question and with the same time left.
  ///
  /// - Throws: ``BankError/nothingToResume``; what the store throws.
  public func resume() throws {
    let archive = AttemptArchive(world.store)
    guard let attempt = try archive.unfinished(), let saved = try archive.saved(attempt) else {
      throw BankError.nothingToResume
    }
    let session = QuizSession(
      setup: saved.setup, progress: saved.progress, scheduler: world.scheduler)
    follow(session, recorder: AttemptRecorder(session, resuming: saved, world: world))
  }

  private func begin(_ setup: QuizSetup) throws {
    let session = QuizSession(setup: setup, scheduler: world.scheduler)
    follow(session, recorder: try AttemptRecorder(session, world: world))
  }

  /// The recorder observes the session before anyone else, so that an answer is on disk before the next question is on the
  /// screen.
  private func follow(_ session: QuizSession, recorder: AttemptRecorder) {
    recorderHandle = recorder.failures.observe { [unowned self] in failed.emit($0) }
    self.recorder = recorder
    begun.emit(session)
  }
}
