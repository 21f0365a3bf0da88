import QuizExchange
import Signals

/// The part of a quiz that is on the screen.
package enum QuizPhase: Sendable {
  /// A question is on the screen.
  case asking
  /// The list of answers is on the screen.
  case confirming
  /// The result is on the screen; nothing can be changed any more.
  case finished
}

/// The course of a quiz: which question is on the screen, the answers so far, and how it goes on.
///
/// Each step keeps the time for which the question was on the screen, and then lets those times run
/// that should run. What the player may not do, the course only names: ``QuizSession`` refuses it.
final class QuizCourse {
  let setup: QuizSetup
  let clock: QuizClock
  private(set) var sheet: AnswerSheet
  private(set) var position = 0
  private(set) var phase = QuizPhase.asking
  private(set) var isPaused = false
  private(set) var isTimedOut = false
  private(set) var isRevising = false
  private let scheduler: any TimeScheduler

  /// Starts at the first question, or goes on from `progress`. No time runs before ``runClock()``.
  init(_ setup: QuizSetup, from progress: QuizProgress?, scheduler: any TimeScheduler) {
    (self.setup, self.scheduler) = (setup, scheduler)
    sheet = AnswerSheet(setup, from: progress)
    clock = QuizClock(
      time: setup.time, perQuestion: setup.perQuestion, sections: setup.exam?.sectionTimes ?? [],
      scheduler: scheduler)
    guard let progress else { return }
    position = min(progress.position, sheet.items.count - 1)
    isTimedOut = progress.isTimedOut
    phase = progress.isConfirming ? .confirming : .asking
    isRevising = progress.isRevising
    if let left = progress.questionTimeLeft { sheet[position].timeLeft = left }
    clock.restore(
      elapsed: progress.elapsed, left: progress.timeLeft, sections: progress.sectionTimesLeft,
      shown: sheet.items)
  }

  /// The question on the screen.
  var current: QuizItem { sheet[position] }

  /// The state needed to resume the quiz later, in addition to the answers.
  var progress: QuizProgress {
    QuizProgress(
      position: position, isConfirming: phase == .confirming, isRevising: isRevising,
      isTimedOut: isTimedOut, elapsed: clock.elapsed, timeLeft: clock.timeLeft,
      questionTimeLeft: clock.questionTimeLeft, sectionTimesLeft: clock.sectionTimesLeft)
  }

  // MARK: What the player may do

  /// Whether time ran out, for the whole quiz, for a section or for any question.
  var anyTimeRanOut: Bool {
    isTimedOut || sheet.items.indices.contains { sheet[$0].isOutOfTime || isClosed($0) }
  }

  /// The time to wait until the question on the screen may be asked again; `nil` when there is
  /// nothing to wait for.
  var untilAgain: Duration? {
    guard phase == .asking, let repetition = current.repetition, !current.isRevealed else {
      return nil
    }
    let wait = repetition.wait(at: scheduler.now, answered: sheet.answeredCount)
    return wait > .zero ? wait : nil
  }

  /// The section of the question at `index`; `nil` outside exams with sections.
  func section(at index: Int) -> ExamRules.Section? {
    sheet[index].section.flatMap { setup.exam?.sections[$0] }
  }

  func requireRunning() throws(QuizRefusal) {
    if isPaused { throw .paused }
  }

  /// The reason why the question on the screen cannot be answered now.
  var refusalToAnswer: QuizRefusal? {
    if isPaused { return .paused }
    if current.isRevealed { return .alreadyRevealed }
    if untilAgain != nil { return .notYetAgain }
    return refusal(toRevise: position)
  }

  /// The reason why an exam does not show the question at `index`; `nil` if it shows it, and for
  /// all other quizzes.
  func refusal(toShow index: Int) -> QuizRefusal? {
    guard let exam = setup.exam else { return nil }
    if isTimedOut { return .timeIsUp }
    if isClosed(index), let section = section(at: index) { return .sectionClosed(section.name) }
    if exam.allowsBack { return nil }
    let isDone = phase == .confirming && sheet[index].response != nil
    return index != position || isDone ? .noGoingBack : nil
  }

  /// The reason why the answer at `index` cannot be changed from the list of answers.
  func refusal(toRevise index: Int) -> QuizRefusal? {
    if setup.exam != nil { return refusal(toShow: index) }
    return isTimedOut || sheet[index].isOutOfTime ? .timeIsUp : nil
  }

  /// Whether the time for the section of the question at `index` is over.
  private func isClosed(_ index: Int) -> Bool {
    sheet[index].section.map(clock.isOver) ?? false
  }

  /// The next question whose section is open.
  private var nextOpen: Int? {
    sheet.items.indices.dropFirst(position + 1).first { !isClosed($0) }
  }

  // MARK: Answers

  /// Changes what the player says of the question on the screen besides the answer.
  func note(_ change: (inout QuizItem) -> Void) { change(&sheet[position]) }

  /// Answers the question on the screen. An exam then moves on; practice shows the right answer.
  func answer(_ response: Response) {
    keepQuestionTime()
    sheet.answer(response, at: position, taken: clock.timeShown(current.place))
    moveOnOrReveal()
  }

  /// Takes the last answer back, and shows its question again.
  func undo() {
    guard let step = sheet.nextUndo else { return }
    sheet.undo()
    show(step.position, revising: isRevising || phase == .confirming)
  }

  /// Gives the answer again that was taken back last, and moves on as after any answer.
  func redo() {
    guard let step = sheet.nextRedo else { return }
    keepQuestionTime()
    (position, phase) = (step.position, .asking)
    sheet.redo(taken: clock.timeShown(current.place))
    goOn()
  }

  private func moveOnOrReveal() {
    guard setup.mode == .practice else { return goOn() }
    sheet[position].isRevealed = true
    if setup.repeatsMistakes {
      sheet.repeatMistake(at: position, now: scheduler.now, mixes: setup.order == .need)
    }
    runClock()
  }

  // MARK: Steps of the player

  /// Moves on from the question on the screen without changing its answer. A question that waits
  /// until it may be asked again is asked now instead.
  func skip() {
    keepQuestionTime()
    guard untilAgain != nil else { return goOn() }
    sheet[position].repetition?.instant = scheduler.now
    runClock()
  }

  func show(_ index: Int, revising: Bool) {
    keepQuestionTime()
    (position, phase, isRevising) = (index, .asking, revising)
    runClock()
  }

  /// Shows the list of answers.
  func confirm() {
    keepQuestionTime()
    (phase, isRevising) = (.confirming, false)
    runClock()
  }

  func showResult() {
    keepQuestionTime()
    dropUnreached()
    (phase, isRevising) = (.finished, false)
    runClock()
  }

  func pause() {
    isPaused = true
    keepQuestionTime()
    runClock()
  }

  func resume() {
    isPaused = false
    runClock()
  }

  func restart() {
    sheet.clear()
    (position, phase, isPaused, isTimedOut, isRevising) = (0, .asking, false, false, false)
    clock.reset()
    runClock()
  }

  /// Stops all times.
  func leave() {
    keepQuestionTime()
    clock.run(QuizClock.Times(questionLeft: current.timeLeft))
  }

  private func goOn() {
    if !isRevising, let next = nextOpen {
      position = next
    } else {
      phase = setup.mode == .practice ? .finished : .confirming
      isRevising = false
      if phase == .finished { dropUnreached() }
    }
    runClock()
  }

  private func dropUnreached() {
    guard setup.repeatsMistakes else { return }
    sheet.dropUnreached(onScreen: position)
    // No question is on the screen any more; the position only has to be one.
    position = 0
  }

  // MARK: Times

  /// Goes on after time has passed, and returns what changed.
  func goOn(after event: QuizClock.Event) -> QuizChange {
    switch event {
    case .tick: return .time
    case .ended:
      timeRanOut()
      return .timedOut
    case .questionEnded:
      let ended = position
      sheet[ended].timeLeft = .zero
      moveOnOrReveal()
      return .questionTimedOut(ended)
    case .sectionEnded(let section):
      sectionTimeRanOut()
      return .sectionTimedOut(section)
    case .waitEnded:
      runClock()
      return .moved
    }
  }

  private func timeRanOut() {
    keepQuestionTime()
    (isTimedOut, phase, isRevising) = (true, .confirming, false)
    runClock()
  }

  /// Closes the section on the screen, and moves on to the next open question.
  private func sectionTimeRanOut() {
    keepQuestionTime()
    if phase == .asking {
      if !isRevising, let next = nextOpen {
        position = next
      } else {
        (phase, isRevising) = (.confirming, false)
      }
    }
    runClock()
  }

  /// Starts the countdowns that should run in the current state and pauses the others. The time for
  /// the question is stopped while an answer is shown. All countdowns are stopped after the end and
  /// during a pause.
  func runClock() {
    let wait = isPaused ? nil : untilAgain
    let counts = phase != .finished && !isPaused && !isTimedOut
    let asks = phase == .asking && !current.isRevealed && wait == nil
    let isOn = counts && (asks || phase == .confirming)
    // In an exam the time also runs in the list of answers, because the player can think there as
    // well.
    clock.run(
      QuizClock.Times(
        stopwatch: setup.exam == nil ? counts && asks : isOn, quiz: isOn,
        section: isOn ? current.section : nil, question: counts && asks,
        questionLeft: current.timeLeft, shown: asks ? current.place : nil, wait: wait))
  }

  private func keepQuestionTime() {
    clock.keepShownTime()
    if let left = clock.questionTimeLeft { sheet[position].timeLeft = left }
  }
}
