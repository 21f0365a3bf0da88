import Signals

/// Drops keys that the user pressed for the previous question, and the repeats of a held key once
/// the place for which it was pressed is gone.
final class KeyFilter {
  /// A key, and its possible effect.
  struct Press {
    let key: Key
    /// The number of the question on the screen when the key was read.
    let shown: Int
    /// The place on the screen. See ``LiveView/place``.
    let place: String
    /// Whether nothing has been typed yet.
    let isFresh: Bool
    /// The effect that the key has at once; `nil` when the key is typed.
    let action: KeyBinding.Action?
    /// Whether the key answers a question, or has just answered the one before.
    let isAnswer: Bool
    /// Whether any key does something at once.
    let hasActions: Bool
  }

  /// All keys, as they are pressed.
  let presses = PublishSubject<Press>()
  /// The number of the current question.
  private(set) var question = 0

  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  /// Emits the number of each question when it is drawn for the first time.
  private let drawings = PublishSubject<Int>()
  private var drawn: Int?
  /// The last key and when it came, and the place and question on the screen when it was first
  /// pressed, not when it was repeated.
  private var last: (key: Key, time: Duration, place: String, question: Int)?
  /// The time until which confirming keys are dropped.
  private var end: Duration = .zero
  /// The letters of a word that are dropped if they come next, before the time is over.
  private var rest: (letters: Substring, end: Duration) = ("", .zero)

  init(scheduler: any TimeScheduler, timing: LiveTiming) {
    self.scheduler = scheduler
    self.timing = timing
  }

  /// The keys that the user meant for the current question. A key that answers counts once the
  /// question has been on the screen for a moment, so that a double tap does not answer two.
  var meant: Signal<Press> {
    let settled = drawings.signal.debounce(for: timing.doubleTap, on: scheduler).start(with: 0)
    return presses.signal
      .filter { [unowned self] in !isHeld($0) }
      .filter { [unowned self] in !isRest($0) }
      .filter { [unowned self] in !isMisplaced($0) }
      .withLatest(settled) { ($0, $1) }
      .filter { [unowned self] press, settled in !press.isAnswer || settled == question }
      .map { press, _ in press }
  }

  /// Starts a new question. If the user did not cause it, confirming keys are dropped for a while.
  func changeQuestion(isAsked: Bool) {
    if !isAsked, drawn != nil { end = scheduler.now + timing.guarding }
    question += 1
  }

  /// Call this when a question is drawn.
  func show() {
    guard drawn != question else { return }
    drawn = question
    drawings.emit(question)
  }

  /// Drops the letters after the first one of `word`, which has just answered, if they come soon,
  /// and the Enter after them.
  func dropRest(of word: String) {
    rest = (word.dropFirst(), scheduler.now + timing.typing)
  }

  private func isRest(_ press: Press) -> Bool {
    guard scheduler.now < rest.end else { return false }
    if press.key == .named(.enter) {
      rest.end = .zero
      return true
    }
    guard case .text(let text) = press.key,
      rest.letters.first.map({ String($0) }) == text.lowercased()
    else {
      rest.end = .zero
      return false
    }
    rest.letters.removeFirst()
    return true
  }

  /// Whether a key is held down that was pressed at another place, or, if it answers, for another
  /// question. Terminals do not say when a key is let go, so each repeat counts as a press.
  private func isHeld(_ press: Press) -> Bool {
    // People press Ctrl-C twice in a hurry to get out.
    if press.key == .control("c") { return false }
    let now = scheduler.now
    if let last, last.key == press.key, now - last.time < timing.doubleTap,
      last.place != press.place || press.isAnswer && last.question != question
    {
      self.last?.time = now
      return true
    }
    last = (press.key, now, press.place, question)
    return false
  }

  /// Whether a key would confirm or answer, and was pressed before the question was drawn or too
  /// soon after a change that the user did not cause.
  private func isMisplaced(_ press: Press) -> Bool {
    let isEarly = press.shown < question && press.hasActions
    guard scheduler.now < end || isEarly else { return false }
    switch press.key {
    case .named(.enter, _), .paste: return true
    default:
      switch press.action {
      case .perform, .take, .reply, .onward, .click, .tick, .remove, .nothing: return true
      case .move, .filter, .explain, .palette, .putIntoLine, .whole, .find, .typeCommand, .close,
        nil:
        return false
      }
    }
  }
}
