/// What could stand at the cursor instead of the word begun there.
struct Completion: Equatable {
  /// The number of characters before the cursor that a candidate replaces.
  var replaced: Int
  /// Whole words, in the order in which they are offered.
  var candidates: [String]

  init(replaced: Int = 0, candidates: [String] = []) {
    self.replaced = replaced
    self.candidates = candidates
  }

  /// What all candidates begin with.
  var commonPrefix: String {
    guard let first = candidates.first else { return "" }
    return candidates.dropFirst().reduce(first) { common, candidate in
      String(zip(common, candidate).prefix { $0 == $1 }.map(\.0))
    }
  }
}

/// The candidates of a completion while Tab goes round them.
struct Offer: Equatable {
  let candidates: [String]
  /// The number of characters before the cursor that the next candidate replaces.
  private(set) var replaced: Int
  private(set) var selected: Int?

  init(candidates: [String], replaced: Int) {
    self.candidates = candidates
    self.replaced = replaced
  }

  /// Goes on to the next candidate, or to the one before.
  mutating func turn(back: Bool) -> String {
    let count = candidates.count
    let next = selected.map { ($0 + (back ? count - 1 : 1)) % count } ?? (back ? count - 1 : 0)
    selected = next
    replaced = candidates[next].count
    return candidates[next]
  }
}

/// Knows the words of the language that is typed at a prompt.
protocol Completer {
  /// What the word that ends at the end of `head` (the line up to the cursor) could become.
  func completion(of head: String) -> Completion

  /// What is shown dimly behind a line, `nil` for nothing.
  func hint(for line: String) -> Hint?
}

/// Dim text behind the cursor.
struct Hint: Equatable {
  var text: String
  /// Whether the text goes on with the line, so that the right arrow takes it over; otherwise it
  /// only says what could follow.
  var continues: Bool
}
