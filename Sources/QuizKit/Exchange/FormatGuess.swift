/// Tells the format of a file that nobody named: by extension first, by contents between rivals.
enum FormatGuess {
  /// Only so much of a file is looked at.
  private static let window = 262_144

  /// The format, or `nil` if neither the name nor the text says it.
  static func format(of source: SourceText) -> QuestionFormat? {
    switch source.fileExtension {
    case "gift": .gift
    case "aiken": .aiken
    case "csv": .csv
    case "tsv", "tab": .tsv
    case "md", "markdown": .markdown
    case "json", "jsonl", "ndjson": json(source)
    case "xml": .moodleXML
    default: contents(of: source)
    }
  }

  /// What the text itself looks like, whatever the file is called.
  static func contents(of source: SourceText) -> QuestionFormat? {
    switch source.bytes.first(where: { $0 > 0x20 }) {
    case nil: return nil
    case UInt8(ascii: "["), UInt8(ascii: "{"): return json(source)
    case UInt8(ascii: "<") where head(source).contains("<quiz>"): return .moodleXML
    default: break
    }
    let marks = TextMarks(head(source))
    if marks.hasAikenAnswer { return .aiken }
    if marks.hasAnkiSetting { return .anki }
    if marks.hasTriviaStem, marks.hasTriviaKey { return .openTriviaQA }
    if marks.hasGIFTAnswers { return .gift }
    if marks.hasHeading, marks.hasItem, marks.hasRule { return .hascard }
    if MarkdownDialect.guess(source) != nil { return .markdown }
    if source.bytes.withUnsafeBufferPointer({ DelimiterGuess.guess($0) }) != nil { return .csv }
    return marks.mostLinesHaveOneTab ? .anki : nil
  }

  /// Whether it is a document whose lines mean nothing, because all of it may stand on one.
  static func isDocument(_ source: SourceText, named: QuestionFormat?) -> Bool {
    let documents = [QuestionFormat.json, .jsonLines, .openTriviaDB, .moodleXML].map(\.name)
    if let named { return documents.contains(named.name) }
    switch source.fileExtension {
    case "json", "jsonl", "ndjson", "xml": return true
    case "gift", "aiken", "csv", "tsv", "tab", "md", "markdown": return false
    default: break
    }
    switch source.bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return true
    case UInt8(ascii: "<"): return head(source).contains("<quiz>")
    default: return false
    }
  }

  /// Which of the JSON formats it is, by the names of its members.
  private static func json(_ source: SourceText) -> QuestionFormat {
    let head = head(source)
    if head.contains("\"qa-repl\"") { return .json }
    if head.contains("\"incorrect_answers\"") || head.contains("\"response_code\"") {
      return .openTriviaDB
    }
    return .jsonLines
  }

  private static func head(_ source: SourceText) -> String {
    String(decoding: source.bytes.prefix(window), as: UTF8.self)
  }
}

/// The lines by which the text formats are known.
private struct TextMarks {
  var hasAikenAnswer = false
  var hasAnkiSetting = false
  var hasTriviaStem = false
  var hasTriviaKey = false
  var hasGIFTAnswers = false
  var hasHeading = false
  var hasItem = false
  var hasRule = false
  private var lines = 0
  private var linesWithOneTab = 0

  var mostLinesHaveOneTab: Bool { linesWithOneTab * 2 > lines }

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let rest = line.drop { $0 == " " || $0 == "\t" }
      if rest.isEmpty { continue }
      lines += 1
      linesWithOneTab += line.utf8.count { $0 == 0x09 } == 1 ? 1 : 0
      if rest.hasPrefix("ANSWER:") { hasAikenAnswer = true }
      if lines == 1, rest.lowercased().hasPrefix("#separator:") { hasAnkiSetting = true }
      hasTriviaStem = hasTriviaStem || rest.hasPrefix("#Q ")
      hasTriviaKey = hasTriviaKey || rest.hasPrefix("^ ")
      hasHeading = hasHeading || rest.hasPrefix("# ")
      hasItem = hasItem || rest.hasPrefix("* ") || rest.hasPrefix("[*] ")
      hasRule = hasRule || (rest.hasPrefix("---") && rest.allSatisfy { $0 == "-" })
    }
    hasGIFTAnswers = Self.holdsGIFTAnswers(text)
  }

  /// An unescaped `{ … }` with `=` or `~` in it, or a true or false.
  private static func holdsGIFTAnswers(_ text: String) -> Bool {
    var isInside = false
    var hasMark = false
    var content = ""
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "{") {
        (isInside, hasMark, content) = (true, false, "")
      } else if byte == UInt8(ascii: "}") {
        if isInside, hasMark || ["T", "F", "TRUE", "FALSE"].contains(content) { return true }
        isInside = false
      } else if isInside {
        hasMark = hasMark || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "~")
        if content.utf8.count < 6 { content.unicodeScalars.append(Unicode.Scalar(byte)) }
      }
    }
    return false
  }
}
