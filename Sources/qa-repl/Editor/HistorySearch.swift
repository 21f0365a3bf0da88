/// A backward search in the history that is in progress.
struct HistorySearch: Equatable {
  /// The effect of a key on the search.
  enum Response: Equatable {
    case found(EditBuffer)
    case nothing
    /// The search ended: restore the original line, or keep the found one.
    case givenUp, kept
    /// The key is not part of the search and must be applied to the found line.
    case leftBy
  }

  private(set) var words = ""
  private var match: Int?
  /// The line before the search.
  let original: EditBuffer

  init(original: EditBuffer) {
    self.original = original
  }

  mutating func apply(_ key: Key, in history: History) -> Response {
    let count = history.entries.count
    switch key {
    case .text(let text), .paste(let text):
      words += text.sanitisedLine
      return theme(in: history, before: (match ?? count - 1) + 1)
    case .named(.backspace, _):
      _ = words.popLast()
      return theme(in: history, before: count)
    case .control("r"): return theme(in: history, before: match ?? count)
    case .control("c"), .control("g"): return .givenUp
    case .named(.escape, _): return .kept
    default: return .leftBy
    }
  }

  private mutating func theme(in history: History, before bound: Int) -> Response {
    guard !words.isEmpty else {
      match = nil
      return .found(original)
    }
    guard let found = history.search(words, before: bound) else { return .nothing }
    match = found
    return .found(EditBuffer(history.entries[found]))
  }
}
