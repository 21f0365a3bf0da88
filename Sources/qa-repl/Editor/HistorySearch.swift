/// A search backwards in the history while it goes on.
struct HistorySearch: Equatable {
  /// What a key led to.
  enum Outcome: Equatable {
    case found(EditBuffer)
    case nothing
    /// The line is to be as it was, or as it was found.
    case givenUp, kept
    /// A key that is no part of the search and is carried out on what was found.
    case leftBy
  }

  private(set) var words = ""
  private var match: Int?
  /// The line before the search.
  let original: EditBuffer

  init(original: EditBuffer) {
    self.original = original
  }

  mutating func apply(_ key: Key, in history: History) -> Outcome {
    let count = history.entries.count
    switch key {
    case .text(let text), .paste(let text):
      words += text.sanitisedLine
      return look(in: history, before: (match ?? count - 1) + 1)
    case .named(.backspace, _):
      _ = words.popLast()
      return look(in: history, before: count)
    case .control("r"): return look(in: history, before: match ?? count)
    case .control("c"), .control("g"): return .givenUp
    case .named(.escape, _): return .kept
    default: return .leftBy
    }
  }

  private mutating func look(in history: History, before bound: Int) -> Outcome {
    guard !words.isEmpty else {
      match = nil
      return .found(original)
    }
    guard let found = history.search(words, before: bound) else { return .nothing }
    match = found
    return .found(EditBuffer(history.entries[found]))
  }
}
