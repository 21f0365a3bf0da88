/// The lines that the choices of a question take, in the column of its text and its choices as it
/// was drawn last.
struct ChoiceLines: Equatable {
  private var ranges: [Range<Int>] = []

  /// No choices, or rows of one line each.
  init() {}

  /// Choices of so many lines each, one below the other.
  ///
  /// - Parameter first: The line at which the first one begins.
  init(_ counts: [Int], from first: Int) {
    for count in counts {
      let start = ranges.last?.upperBound ?? first
      ranges.append(start..<(start + count))
    }
  }

  /// The lines of the choice at a position, from 0; `nil` when there is none.
  subscript(position: Int) -> Range<Int>? {
    ranges.indices.contains(position) ? ranges[position] : nil
  }

  /// Whether not even the first line of a choice is on the screen.
  func hides(_ position: Int, _ scroll: ScrollPosition) -> Bool {
    guard let range = self[position], scroll.canScroll else { return false }
    return !scroll.shown.contains(range.lowerBound)
  }

  /// Whether an arrow key goes on by one line, instead of to another choice: until the choice at
  /// the cursor is on the screen, and from the first choice back to the beginning of the question.
  func reads(_ move: CursorMove, at position: Int, _ scroll: ScrollPosition) -> Bool {
    guard case .rows(let distance) = move, let range = self[position], scroll.canScroll else {
      return false
    }
    let shown = scroll.shown
    if distance > 0 { return range.upperBound > shown.upperBound }
    return position == 0 || !shown.contains(range.lowerBound)
  }

  /// The position of a choice that is on the screen, as near as possible to `position`; the first
  /// choice while none is.
  func position(near position: Int, _ scroll: ScrollPosition) -> Int {
    guard let range = self[position], hides(position, scroll) else { return position }
    let visible = ranges.indices.filter { scroll.shown.contains(ranges[$0].lowerBound) }
    let isAbove = range.lowerBound < scroll.shown.lowerBound
    return (isAbove ? visible.first ?? position : visible.last) ?? 0
  }
}
