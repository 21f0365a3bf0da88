/// Guesses the format of a file from its extension, and from its contents if that is not enough.
enum FormatGuess {
  /// How many bytes at the beginning of a file are examined.
  private static let window = 262_144

  /// Returns the format, or `nil` if neither the extension nor the contents reveal it.
  static func format(of source: SourceText) -> QuestionFormat? {
    switch source.fileExtension {
    case "gift": .gift
    case "aiken": .aiken
    case "csv": .csv
    case "tsv", "tab": .tsv
    case "md", "markdown": .markdown
    case "json", "jsonl", "ndjson": json(source)
    case "xml": .moodleXML
    case "exam": .exam
    default: contents(of: source)
    }
  }

  /// Guesses the format from the contents alone, ignoring the file name.
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
    if MarkdownSurvey(of: source).dialect != nil { return .markdown }
    if source.bytes.withUnsafeBufferPointer({ DelimiterGuess.guess($0) }) != nil { return .csv }
    return marks.mostLinesHaveOneTab ? .anki : nil
  }

  /// Whether the file is a JSON or XML document. Those may be one single line, so line lengths are
  /// not limited there.
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

  /// Tells the JSON formats apart by the member names they use.
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

/// Which of the lines that are typical of a text format occur.
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

  /// Whether the text has an unescaped `{ … }` that contains `=` or `~`, or is only `T`, `F`,
  /// `TRUE` or `FALSE`.
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
