import QuizKit

/// A word of a command line, and where the text after it begins.
struct Word: Equatable {
  /// The word without its quotes and with its escapes undone.
  var text: String

  /// Whether any part of it was quoted; a quoted word is never taken for an option.
  var isQuoted = false

  /// Everything on the line from this word on, as it was typed. Field commands take their text from here.
  var lineFromHere: String
}

/// Splits a line into words: blanks part them, `"…"` keeps blanks, and `\"`, `\\`, `\n` stand for what they look like.
///
/// The full-width blank U+3000 parts words like the ASCII one, because that is what a Japanese keyboard types.
struct Tokenizer {
  /// The words of `line`.
  ///
  /// - Throws: ``CommandError/unfinishedQuote`` when a quotation mark has no partner.
  static func words(of line: String) throws(CommandError) -> [Word] {
    var words: [Word] = []
    var rest = line[...]
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      var word = Word(text: "", lineFromHere: String(rest))
      while let character = rest.first, !isBlank(character) {
        rest.removeFirst()
        if character == "\"" {
          word.isQuoted = true
          word.text += try quoted(&rest)
        } else {
          word.text.append(character)
        }
      }
      words.append(word)
    }
    return words
  }

  /// The first `count` words of `line`, parted by blanks alone, then all that follows them as one word, as it stands. Of an
  /// author's text nothing is an option, a quote or an escape.
  static func words(of line: String, beforeText count: Int) -> [Word] {
    var words: [Word] = []
    var rest = line[...]
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      let end = words.count == count ? nil : rest.firstIndex(where: isBlank)
      let text = String(rest[..<(end ?? rest.endIndex)])
      words.append(Word(text: text, isQuoted: words.count == count, lineFromHere: String(rest)))
      guard let end else { break }
      rest = rest[end...]
    }
    return words
  }

  static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\u{3000}"
  }

  /// What stands before the closing quotation mark, which is consumed as well.
  private static func quoted(_ rest: inout Substring) throws(CommandError) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        return text
      case "\\":
        switch rest.popFirst() {
        case "n": text.append("\n")
        case let escaped? where escaped == "\"" || escaped == "\\": text.append(escaped)
        case let other?: text += "\\\(other)"
        case nil: throw .unfinishedQuote
        }
      default:
        text.append(character)
      }
    }
    throw .unfinishedQuote
  }
}
