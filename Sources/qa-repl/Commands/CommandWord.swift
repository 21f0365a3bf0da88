import QuizSupport

/// A word of a command line.
enum CommandWord {
  /// The form in which the words of commands are compared: half width, lower case. It folds both
  /// the typed words and those of the tables.
  static func folded(_ word: String) -> String { FullWidth.folded(word).lowercased() }

  /// The word, in quotation marks if it contains a blank or such a mark.
  static func quoted(_ word: String) -> String {
    guard word.contains(where: { Tokenizer.isBlank($0) || $0 == "\"" || $0 == "'" }) else {
      return word
    }
    return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
