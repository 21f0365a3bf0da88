/// The entered lines, oldest first, and the position of a user who browses them.
struct History: Equatable {
  /// The number of entries kept. The oldest are dropped first.
  static let limit = 2000

  private(set) var entries: [String] = []
  /// The index of the entry shown. The number of entries stands for the line being written.
  private var position = 0
  /// The line being written and entries that were edited while browsing, by position.
  private var drafts: [Int: String] = [:]

  init(_ entries: [String] = []) {
    self.entries = entries.suffix(Self.limit)
    position = self.entries.count
  }

  /// Whether to add a line: it must not be blank, start with a blank or repeat the last entry.
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

  /// The newest entry before index `bound` that contains the words, ignoring case.
  func search(_ words: String, before bound: Int) -> Int? {
    let words = words.lowercased()
    return entries.prefix(max(0, bound)).lastIndex { $0.lowercased().contains(words) }
  }
}
