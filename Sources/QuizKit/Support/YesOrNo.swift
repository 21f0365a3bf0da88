/// Yes and no, as typed by the user and shown to the user.
package enum YesOrNo {
  /// The meaning of a typed word; `nil` when it is neither yes nor no. Ignores width and case.
  package static func value(of word: String) -> Bool? {
    let word = FullWidth.folded(word).lowercased()
    return [true, false].first { words(for: $0).contains(word) }
  }

  /// The words for a value.
  package static func words(for value: Bool) -> [String] {
    value ? ["yes", "y", "はい"] : ["no", "n", "いいえ"]
  }

  /// The word for a value, which ``value(of:)`` reads again.
  package static func word(for value: Bool, in language: Language) -> String {
    value ? language.text("yes", "はい") : language.text("no", "いいえ")
  }
}
