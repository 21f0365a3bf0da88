/// A hint, split into the names of its keys and their effect.
struct KeyHint: Equatable {
  /// The keys, such as `Enter`.
  let keys: String
  /// Their effect in words; empty where the keys speak for themselves.
  let effect: String

  /// Splits a hint, which names its keys before their effect.
  init(_ hint: String, _ signs: Signs) {
    let words = hint.split(separator: " ").map(String.init)
    let arrows = [signs.upDown, signs.leftRight, signs.toLeft, signs.toRight]
      .flatMap { $0.split(separator: " ").map(String.init) }
    // A number after another key belongs to its effect, such as how many questions it plays.
    let first = words.first?.first?.isNumber == true ? 1 : 0
    let others = words.dropFirst(first).prefix { word in
      Self.names.contains(word) || arrows.contains(word) || word.hasPrefix("Ctrl-")
    }
    let keys = words.prefix(first) + others
    self.keys = keys.joined(separator: " ")
    effect = words.dropFirst(keys.count).joined(separator: " ")
  }

  /// The keys that have names, and those that are named by what they type.
  private static let names: Set<String> = [
    "Enter", "Space", "Tab", "Esc", "Backspace", "PgDn", "PgUp", "Home", "End", "Alt-Enter", "?",
    "/", "!", "q", "b", "g", "G", "y", "n",
  ]
}

/// A key that does something with the chosen row of a list.
struct RowKey {
  let hint: KeyHint
  let command: Command
}
