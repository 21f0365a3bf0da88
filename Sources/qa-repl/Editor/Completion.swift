/// The possible completions of the word before the cursor.
struct Completion: Equatable {
  /// The number of characters before the cursor that a candidate replaces.
  var replaced: Int
  /// Whole words, in the order of presentation.
  var candidates: [String]
  /// What each candidate means; nothing for one that speaks for itself.
  var explanations: [String: String]

  init(
    replaced: Int = 0, candidates: [String] = [], explanations: [String: String] = [:]
  ) {
    self.replaced = replaced
    self.candidates = candidates
    self.explanations = explanations
  }

  /// The longest common beginning of all candidates.
  var commonPrefix: String {
    guard let first = candidates.first else { return "" }
    return candidates.dropFirst().reduce(first) { common, candidate in
      String(zip(common, candidate).prefix { $0 == $1 }.map(\.0))
    }
  }
}

/// The candidates of a completion while Tab cycles through them.
struct Offer: Equatable {
  let candidates: [String]
  /// What each candidate means; nothing for one that speaks for itself.
  let explanations: [String: String]
  /// The number of characters before the cursor that the next candidate replaces.
  private(set) var replaced: Int
  private(set) var selected: Int?

  init(_ completion: Completion, replaced: Int) {
    (candidates, explanations) = (completion.candidates, completion.explanations)
    self.replaced = replaced
  }

  /// Moves to the next candidate, or to the previous one, and returns it.
  mutating func turn(back: Bool) -> String {
    let count = candidates.count
    let next = selected.map { ($0 + (back ? count - 1 : 1)) % count } ?? (back ? count - 1 : 0)
    selected = next
    replaced = candidates[next].count
    return candidates[next]
  }
}

/// Completes what a user types at a prompt.
protocol Completer {
  /// The completions for the last word of `head`, which is the line up to the cursor.
  func completion(of head: String) -> Completion

  /// The keys that do something with the typed line, with their effects; empty where nothing is
  /// known about it.
  func hints(for line: String) -> [String]

  /// The dim text to show after the line, or `nil` for none.
  func hint(for line: String) -> Hint?
}

/// Dim text after the cursor.
struct Hint: Equatable {
  var text: String
  /// Whether the text continues the line, so that the right arrow accepts it. Otherwise it only
  /// describes what can follow.
  var continues: Bool
}
