import QuizSupport

/// The paragraphs of a Word text as people type them, with the numbers and letters of Word's lists,
/// for the reader of dumps.
struct WordDump {
  let source: SourceText
  /// The number of the paragraph of each line.
  let places: [Int]
  /// Whether some choices have a mark that says that they are right.
  let hasMarks: Bool

  /// - Parameter showsMarks: Whether choices that stand out get a sign.
  /// - Returns: `nil` where the letters of a list go on from question to question, so that they are
  ///   not those of the choices.
  init?(_ paragraphs: [WordParagraph], name: String, showsMarks: Bool) {
    if Self.hasLateLetters(paragraphs) { return nil }
    var lines = paragraphs.map { WordDumpLine($0) }
    WordDumpLine.takeStars(&lines)
    let groups = showsMarks ? WordChoiceGroups(lines) : nil
    hasMarks = groups?.mark(&lines) ?? false
    // A title is the beginning of a question only where others begin with a number or a heading.
    let isNumbered = lines.contains(where: \.mayBegin)
    let questions = Set(WordQuestions.questionLists(of: paragraphs))
    let hasTyped = lines.contains { $0.paragraph.list == nil && $0.mayBegin }
    var text = ""
    var places: [Int] = []
    for (index, line) in lines.enumerated() {
      if index > 0, !line.continues(lines[index - 1]) {
        text += "\n"
        places.append(line.paragraph.number)
      }
      var body = line.isTitle && !isNumbered ? "---" : line.text
      // Choices and questions may both have numbers.
      if let list = line.paragraph.list, list.style == .numbers, line.paragraph.heading == nil,
        list.level > 0 || !questions.contains(list.identifier) && (hasTyped || !questions.isEmpty)
      {
        body = "   " + body
      }
      for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
        text += MarkdownConstructs.escaped(line) + "\n"
        places.append(lines[index].paragraph.number)
      }
    }
    self.places = places
    source = SourceText(Array(text.utf8), name: name)
  }

  private static func hasLateLetters(_ paragraphs: [WordParagraph]) -> Bool {
    zip([nil] + paragraphs.map { Optional($0) }, paragraphs).contains { last, paragraph in
      guard let list = paragraph.list, list.style == .letters, last?.list?.style == .numbers
      else { return false }
      return DumpLabel("\(list.label) x").map { $0.place > 1 } ?? false
    }
  }
}

/// A paragraph of Word as a line of a dump.
struct WordDumpLine {
  let paragraph: WordParagraph
  /// The text with what Word writes before it.
  var text: String
  let kind: DumpLine.Kind

  init(_ paragraph: WordParagraph) {
    self.paragraph = paragraph
    var text = Self.beginning(paragraph) + paragraph.text
    if let key = Self.key(text) { text = key }
    self.text = text
    let first = String(text.prefix { $0 != "\n" })
    kind = DumpLine(MarkdownLine(number: 0, kind: MarkdownLine.kind(of: first), raw: first)).kind
  }

  private static func beginning(_ paragraph: WordParagraph) -> String {
    let heading = paragraph.heading.map { String(repeating: "#", count: min(max($0, 1), 6)) + " " }
    guard let list = paragraph.list else { return heading ?? "" }
    return (heading ?? "") + (list.style == .bullets ? "-" : list.label) + " "
  }

  /// `Key: B`, and `Key` above the answers, with the usual word.
  private static func key(_ text: String) -> String? {
    if text.utf8.count < 12, ["key", "key:"].contains(text.drop { "# ".contains($0) }.lowercased())
    {
      return "Answers"
    }
    guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }),
      text[..<colon].lowercased() == "key",
      case let value = text[text.index(after: colon)...].unicodeScalars.drop(while: { $0 == " " }),
      KeyLabel.areAll(value, withNumbers: true)
    else { return nil }
    return "Answer: " + String(Substring(value))
  }

  /// Whether the answers follow.
  var isKeyTitle: Bool { if case .keyTitle = kind { true } else { false } }

  var isTitle: Bool { if case .heading(level: 1) = kind { true } else { false } }

  /// Makes signs of the stars before or behind labelled choices. A single one may be there by
  /// chance.
  static func takeStars(_ lines: inout [WordDumpLine]) {
    let starred = lines.indices.compactMap { index in lines[index].unstarred.map { (index, $0) } }
    for (index, text) in starred where starred.count > 1 {
      var paragraph = lines[index].paragraph
      paragraph.text = text + " ✓"
      lines[index] = WordDumpLine(paragraph)
    }
  }

  /// The text of a labelled choice without its star; `nil` if it has none.
  private var unstarred: String? {
    let text = paragraph.text
    guard text.utf8.first == UInt8(ascii: "*") || text.utf8.last == UInt8(ascii: "*"),
      InlineChoices.pieces(of: text.replacing("*", with: " "), isList: true) == nil
    else { return nil }
    if text.hasPrefix("*"), !text.hasPrefix("**") {
      let rest = FieldText.make(String(text.dropFirst()))
      return DumpLabel(rest[...]) != nil || paragraph.list != nil ? rest : nil
    }
    // Where choices have letters, the reader of Word's own layout takes them.
    guard text.hasSuffix("*"), !text.hasSuffix("**") else { return nil }
    let rest = FieldText.make(String(text.dropLast()))
    guard let label = DumpLabel(rest[...]) else { return paragraph.list == nil ? nil : rest }
    return label.style == .capital || label.style == .small ? nil : rest
  }

  /// Whether a question surely may begin here.
  var mayBegin: Bool {
    switch kind {
    case .start: true
    case .heading(let level): level > 1
    default: false
    }
  }

  /// Whether the paragraph is more of the question's text before it: what follows a line that asks,
  /// or is not bold below a bold one.
  func continues(_ last: WordDumpLine) -> Bool {
    guard case .text = kind, case .text = last.kind, let end = last.text.last else { return false }
    let isBold = paragraph.marks.contains(.bold)
    let asks = "?？:：".contains(end) && !text.contains("?") && !text.contains("？")
    return asks || last.paragraph.marks.contains(.bold) && !isBold
  }
}

extension MarkdownConstructs {
  /// A line in which no text of Word is taken for HTML, a reference or an image.
  fileprivate static func escaped(_ line: Substring) -> String {
    guard mayBe(in: String(line)) else { return String(line) }
    let bytes = Array(line.utf8)
    var constructs = MarkdownConstructs(bytes)
    var escaped: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == CodeSpans.mark {
        let end = constructs.end(ofBackticksAt: index)
        escaped += bytes[index..<end]
        index = end
        continue
      }
      switch byte {
      case UInt8(ascii: "<"): escaped += Array("&lt;".utf8)
      case UInt8(ascii: "&"): escaped += Array("&amp;".utf8)
      case UInt8(ascii: "!") where constructs.construct(at: index) != nil:
        escaped += [UInt8(ascii: "\\"), byte]
      default: escaped.append(byte)
      }
      index += 1
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
