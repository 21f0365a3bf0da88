import QuizSupport

/// Splits a line of an exam's text form, where quotes keep a name with commas or colons together.
enum ExamWords {
  /// The parts between `separator`, without blanks at their ends. A separator inside quotes does
  /// not count.
  ///
  /// - Parameter limit: the most splits.
  /// - Throws: ``ExamFault/openQuote``.
  static func split(
    _ text: String, at separator: Character, limit: Int = .max
  ) throws(ExamFault) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, folded(character) == separator, parts.count <= limit {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
    }
    if isQuoted { throw .openQuote }
    return parts.map(\.trimmed)
  }

  /// The first word, which is a keyword, and the rest of the text.
  static func keyword(_ text: String) -> (word: String, rest: String) {
    let word = text.prefix { !$0.isWhitespace }
    return (FullWidth.folded(String(word)).lowercased(), String(text.dropFirst(word.count)).trimmed)
  }

  /// The name in a text, with or without quotes.
  static func name(_ text: String) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
    var name = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        name.append(character)
        isEscaped = false
      }
    }
    return name.trimmed
  }

  /// The written form of a name: in quotes if it could be taken for something else.
  static func quoted(_ name: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_ .&+'()/".contains($0) }
    if isPlain { return name }
    return "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func folded(_ character: Character) -> Character {
    switch character {
    case "\u{FF0C}", "\u{3001}": ","
    case "\u{FF1A}": ":"
    default: character
    }
  }
}
