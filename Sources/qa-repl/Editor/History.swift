/// The lines that were entered, oldest first, and the place of someone who looks through them.
struct History: Equatable {
  /// More are forgotten, the oldest first.
  static let limit = 2000

  private(set) var entries: [String] = []
  /// Where the reader stands; the count of the entries means at the line being written.
  private var position = 0
  /// The line being written, and entries that were changed in passing.
  private var drafts: [Int: String] = [:]

  init(_ entries: [String] = []) {
    self.entries = entries.suffix(Self.limit)
    position = self.entries.count
  }

  /// Whether a line is worth keeping: not blank, not begun with a blank, not the last one again.
  func wouldKeep(_ line: String) -> Bool {
    !line.allSatisfy(\.isWhitespace) && !line.hasPrefix(" ") && line != entries.last
  }

  mutating func add(_ line: String) {
    if wouldKeep(line) { entries.append(line) }
    if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
    position = entries.count
    drafts = [:]
  }

  mutating func older(leaving line: String) -> String? {
    step(by: -1, leaving: line)
  }

  mutating func newer(leaving line: String) -> String? {
    step(by: 1, leaving: line)
  }

  private mutating func step(by distance: Int, leaving line: String) -> String? {
    let target = position + distance
    guard (0...entries.count).contains(target) else { return nil }
    drafts[position] = line
    position = target
    return drafts[target] ?? (target < entries.count ? entries[target] : "")
  }

  /// The newest entry older than `bound` that holds the words; case does not matter.
  func search(_ words: String, before bound: Int) -> Int? {
    let words = words.lowercased()
    return entries.prefix(max(0, bound)).lastIndex { $0.lowercased().contains(words) }
  }
}
