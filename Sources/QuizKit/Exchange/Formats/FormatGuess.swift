/// Guesses the format of a file from its extension, and from its contents if that is not enough.
enum FormatGuess {
  /// Returns the format, or `nil` if neither the extension nor the contents reveal it.
  static func format(of clues: FormatClues) -> QuestionFormat? {
    format(of: clues, contents: contents(of: clues))
  }

  /// - Parameter contents: The format that the contents alone reveal.
  static func format(
    of clues: FormatClues, contents: @autoclosure () -> QuestionFormat?
  ) -> QuestionFormat? {
    guard let format = formatByEnding(of: clues.source) else { return contents() }
    if format.isNamedByEnding { return format }
    let found = surest(clues, document: format.document)
    // A document with the usual ending that is something else is told what is expected of it.
    return found ?? (format.document == .xml ? format : nil)
  }

  /// Guesses the format from the contents alone, ignoring the file name.
  ///
  /// - Parameter last: the least sure sign to look for.
  static func contents(
    of clues: FormatClues, upTo last: Recognition.Sign = .columns
  ) -> QuestionFormat? {
    guard clues.source.bytes.contains(where: { $0 > 0x20 }) else { return nil }
    if let document = document(of: clues.source), let format = surest(clues, document: document) {
      return format
    }
    return isMarkup(clues.head) ? nil : surest(clues, document: nil, upTo: last)
  }

  /// Whether a text declares that it is XML or a page of HTML. Its braces and commas mean nothing.
  private static func isMarkup(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(20).lowercased()
    return ["<?xml", "<!doctype", "<html"].contains { start.hasPrefix($0) }
  }

  /// Whether the file is a document. A document may be a single line, so the limit on the length of
  /// lines does not apply to it.
  static func isDocument(_ clues: FormatClues, named: QuestionFormat?) -> Bool {
    if let format = named ?? formatByEnding(of: clues.source) { return format.document != nil }
    guard let document = document(of: clues.source) else { return false }
    return surest(clues, document: document) != nil
  }

  /// The language of the document that a file may contain, according to its first character.
  private static func document(of source: SourceText) -> QuestionFormat.Document? {
    let text = source.bytes.drop { $0 <= 0x20 }
    switch text.first {
    case UInt8(ascii: "{"):
      // A template of a program begins with `{%` or `{{`.
      return text.dropFirst().first { $0 > 0x20 }.map { "\"}".utf8.contains($0) } ?? true
        ? .json : nil
    case UInt8(ascii: "["):
      // `[1] Which?` begins a list of questions.
      let line = String(decoding: text.prefix(80).prefix { $0 != 0x0A }, as: UTF8.self)
      return QuestionStart(number: line[...]).map { $0.text.isBlank } ?? true ? .json : nil
    case UInt8(ascii: "<"): return .xml
    default: return nil
    }
  }

  /// The format with the extension of the file's name. If that is a document format, at least the
  /// language of the document is known.
  private static func formatByEnding(of source: SourceText) -> QuestionFormat? {
    let ending = source.fileExtension
    let head = String(decoding: source.bytes.prefix(20), as: UTF8.self)
    if ["csv", "tsv"].contains(ending), AnkiHeader.isFound(in: head[...]) { return .anki }
    return (QuestionFormat.all + [.exam]).first { format in
      format.extensions.contains(ending) && (format.isNamedByEnding || format.document != nil)
    }
  }

  /// The format that is recognised by the surest sign.
  private static func surest(
    _ clues: FormatClues, document: QuestionFormat.Document?,
    upTo last: Recognition.Sign = .columns
  ) -> QuestionFormat? {
    let candidates = QuestionFormat.all.filter { $0.document == document }
    for sign in Recognition.Sign.allCases where sign <= last {
      let found = candidates.first { format in
        format.recognitions.contains { $0.sign == sign && $0.isFound(clues) }
      }
      if let found { return found }
    }
    return nil
  }
}
