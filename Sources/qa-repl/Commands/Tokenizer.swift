/// One word of a command line, and the text of the line from that word on.
struct Word: Equatable {
  /// The word without quotes and with escapes resolved.
  var text: String

  /// Whether any part was quoted. A quoted word is never read as an option.
  var isQuoted = false

  /// The line from this word on, exactly as it was typed. Commands with free text use it. It is a
  /// part of the line and no copy, because a line may have very many words.
  var lineFromHere: Substring
}

/// Splits a line into words at blanks. Quotes `"…"` keep blanks; inside them `\"`, `\\` and `\n`
/// are escapes. `'…'` around a whole word keeps everything as it is; any other `'` is an
/// apostrophe.
///
/// The full-width blank U+3000 separates words too, because a Japanese keyboard types it.
struct Tokenizer {
  /// The words of `line`.
  ///
  /// - Throws: ``CommandError/unfinishedQuote`` when a quotation mark has no partner.
  static func words(of line: String) throws(CommandError) -> [Word] {
    var words: [Word] = []
    var rest = line[...]
    var mayBeWhole = true
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      var word = Word(text: "", lineFromHere: rest)
      if mayBeWhole, rest.first == "'" {
        if let text = wholeWord(&rest) {
          word = Word(text: text, isQuoted: true, lineFromHere: word.lineFromHere)
        } else {
          // No mark ends a word in the rest of the line.
          mayBeWhole = false
        }
      }
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

  /// The first `count` words of `line`, split at blanks only, and then the rest of the line as one
  /// word. In an author's text, nothing is an option, a quote or an escape.
  static func words(of line: String, beforeText count: Int) -> [Word] {
    var words: [Word] = []
    var rest = line[...]
    while let start = rest.firstIndex(where: { !isBlank($0) }) {
      rest = rest[start...]
      let end = words.count == count ? nil : rest.firstIndex(where: isBlank)
      let text = String(rest[..<(end ?? rest.endIndex)])
      words.append(Word(text: text, isQuoted: words.count == count, lineFromHere: rest))
      guard let end else { break }
      rest = rest[end...]
    }
    return words
  }

  static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\u{3000}"
  }

  /// The word behind a single quotation mark, up to one that ends a word. Consumes the marks as
  /// well. Without such an end it returns `nil` and consumes nothing.
  private static func wholeWord(_ rest: inout Substring) -> String? {
    let inner = rest.dropFirst()
    let end = inner.indices.first { index in
      guard inner[index] == "'" else { return false }
      let next = inner.index(after: index)
      return next == inner.endIndex || isBlank(inner[next])
    }
    guard let end else { return nil }
    rest = inner[inner.index(after: end)...]
    return String(inner[..<end])
  }

  /// The text before the closing quotation mark. Consumes the mark as well.
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
