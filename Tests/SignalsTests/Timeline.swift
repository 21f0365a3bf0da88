import Signals

/// Runs a signal on virtual time and draws its output, one character per tick.
///
/// `-` is a tick without an event, and `|` is the completion. Events at the same tick are in
/// parentheses. The sources are drawn in the same way. At each tick they are played in the given
/// order, before the timers that are due.
struct Timeline {
  /// The duration of one tick.
  static let tick = Duration.seconds(1)

  let time = VirtualScheduler()

  func draw(
    _ sources: String...,
    extraTicks: Int = 10,
    build: ([Signal<Character>]) -> Signal<Character>
  ) -> String {
    let subjects = sources.map { _ in PublishSubject<Character>() }
    let ticks = sources.map(Self.ticks)
    var cells = [""]
    let handle = build(subjects.map(\.signal)).observe {
      cells[cells.count - 1].append($0)
    } completed: {
      cells[cells.count - 1].append("|")
    }
    let length = (ticks.map(\.count).max() ?? 0) + extraTicks
    for tick in 0..<length {
      for (subject, events) in zip(subjects, ticks) where tick < events.count {
        for event in events[tick] {
          if event == "|" { subject.complete() } else { subject.emit(event) }
        }
      }
      time.advance(by: .zero)
      cells.append("")
      time.advance(by: Self.tick)
    }
    handle.dispose()
    let drawing = cells.map { cell in
      switch cell.count {
      case 0: "-"
      case 1: cell
      default: "(\(cell))"
      }
    }.joined()
    return String(drawing.reversed().drop { $0 == "-" }.reversed())
  }

  private static func ticks(of drawing: String) -> [[Character]] {
    var ticks: [[Character]] = []
    var isInGroup = false
    for character in drawing {
      switch character {
      case "(":
        isInGroup = true
        ticks.append([])
      case ")": isInGroup = false
      case "-": ticks.append([])
      default:
        if !isInGroup { ticks.append([]) }
        ticks[ticks.count - 1].append(character)
      }
    }
    return ticks
  }
}
