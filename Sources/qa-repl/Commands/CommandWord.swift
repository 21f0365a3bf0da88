/// A word as it must stand in a command line.
enum CommandWord {
  /// The word, in quotation marks if it contains a blank or such a mark.
  static func quoted(_ word: String) -> String {
    guard word.contains(where: { Tokenizer.isBlank($0) || $0 == "\"" || $0 == "'" }) else {
      return word
    }
    return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
