/// Yes and no as people type and read them.
package enum YesOrNo {
  /// What a typed word means; `nil` when it is neither yes nor no. Width and case do not matter.
  package static func value(of word: String) -> Bool? {
    switch FullWidth.folded(word).lowercased() {
    case "yes", "y", "はい": true
    case "no", "n", "いいえ": false
    default: nil
    }
  }

  /// The word for a value, which ``value(of:)`` reads again.
  package static func word(for value: Bool, in language: Language) -> String {
    value ? language.text("yes", "はい") : language.text("no", "いいえ")
  }
}
