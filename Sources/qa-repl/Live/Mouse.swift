import Signals

/// Finds out which row a click chooses, and keeps the keys that come after it until that is known.
///
/// The region is wherever the cursor happened to be, and only the terminal knows where that is: it
/// has folded rows after a resize, and other programs may have written meanwhile. So the terminal
/// is asked at each click, and not at all while the user does not click.
final class Mouse {
  /// A click, with the row that it chooses.
  struct Click {
    let cell: ScreenCell
    /// The row of the list; `nil` when the click was beside all rows, or when the terminal does not
    /// report where the cursor is.
    let row: Int?
    /// The number of the question on the screen when the click was read.
    let question: Int
    /// The keys that came after the click.
    let held: [(keys: [Key], question: Int)]
  }

  /// Whether the mouse can choose rows.
  let isOn: Bool
  /// Emits each click when its row is known.
  var clicks: Signal<Click> { subject.signal }
  /// The time until which an answer of the terminal may arrive; `nil` when none is awaited.
  private(set) var deadline: Duration?

  private let screen: LiveScreen
  private let scheduler: any TimeScheduler
  private let timing: LiveTiming
  private let subject = PublishSubject<Click>()
  private var pending: (cell: ScreenCell, frame: Frame, question: Int)?
  private var held: [(keys: [Key], question: Int)] = []
  private var givingUp: Disposable?
  private var lastAnswer: (cell: ScreenCell, time: Duration)?

  init(screen: LiveScreen, scheduler: any TimeScheduler, timing: LiveTiming, isOn: Bool) {
    (self.screen, self.scheduler, self.timing, self.isOn) = (screen, scheduler, timing, isOn)
  }

  /// Whether a click waits for the terminal's answer.
  var isWaiting: Bool { pending != nil }

  /// Asks the terminal where a click was. The second half of a double click that answered a
  /// question must not answer the next one.
  func press(_ cell: ScreenCell, readFor question: Int) {
    let isSecondHalf =
      lastAnswer.map { $0.cell == cell && scheduler.now - $0.time < timing.doubleClick } ?? false
    guard isOn, !isSecondHalf, let frame = screen.askCursor() else { return }
    pending = (cell, frame, question)
    let end = scheduler.now + timing.answer
    deadline = end
    givingUp = scheduler.schedule(at: end) { [unowned self] in decide { _ in nil } }
  }

  /// Keeps keys until the click is decided.
  func hold(_ keys: ArraySlice<Key>, _ question: Int) {
    held.append((Array(keys), question))
  }

  /// Takes the terminal's report about the cursor.
  func take(_ cursor: ScreenCell) {
    decide { $0.frame.row(at: $0.cell, cursor: cursor) }
  }

  /// Notes that a click has answered a question.
  func answered(by click: Click) {
    lastAnswer = (click.cell, scheduler.now)
  }

  private func decide(_ row: ((cell: ScreenCell, frame: Frame, question: Int)) -> Int?) {
    guard let pending else { return }
    let click = Click(
      cell: pending.cell, row: row(pending), question: pending.question, held: held)
    (self.pending, deadline, givingUp, held) = (nil, nil, nil, [])
    subject.emit(click)
  }
}
