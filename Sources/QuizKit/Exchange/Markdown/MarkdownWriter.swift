import QuizSupport

/// Writes Markdown task lists under headings, which are readable anywhere and can be imported
/// again.
struct MarkdownWriter: QuestionWriter {
  /// The indentation of a choice's further lines: the width of `- [x] `.
  static let choiceIndent = 6

  private var category: String?

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    if question.category != category {
      category = question.category
      text += "# \(Self.oneLine(category ?? ""))\n\n".utf8
    }
    text += Self.text(of: question.content).utf8
    return nil
  }

  private static func text(of content: QuestionContent) -> String {
    var text = "###"
    var lines = EscapedLines(content.text)
    if let first = lines.popPlainFirst() {
      // A number at the beginning would be read as the question's number in the list.
      let isNumbered =
        QuestionNumber.dropped(from: first) != nil || QuestionNumber.isAlone(first)
        || DumpStart(word: DumpText.bare(first), isTitle: true) != nil
      text += isNumbered ? " 1. \(first)" : " \(first)"
    }
    text += "\n\n"
    if !lines.isEmpty { text += lines.joined(indent: 0) + "\n\n" }
    for (index, choice) in content.choices.enumerated() {
      // Of several equally good choices only one can be marked, or the player would have to pick
      // them all.
      let isRight =
        content.solution.rightChoice.map { $0 == index }
        ?? content.solution.rightChoices.contains(index)
      text += isRight ? "- [x]" : "- [ ]"
      var lines = EscapedLines(choice.text, isInChoice: true)
      if let first = lines.popPlainFirst() { text += " \(first)" }
      text += "\n"
      if !lines.isEmpty { text += lines.joined(indent: choiceIndent) + "\n" }
    }
    text += "\n"
    if !content.commentary.isEmpty {
      text += EscapedLines(content.commentary).joined(indent: 0) + "\n\n"
    }
    return text
  }

  private static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
}

/// The lines of a text, with a backslash before anything that would be read as a mark.
private struct EscapedLines {
  private struct Line {
    var plain: String
    var escaped: String
    var isFence: Bool
  }

  private var lines: [Line]

  init(_ text: String, isInChoice: Bool = false) {
    let originals = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let texts = originals.map(Self.withoutMarkup)
    let isCode = Self.codeLines(of: texts.joined(separator: "\n"))
    lines = zip(originals, texts).enumerated().map { index, line in
      isCode.contains(index + 1)
        ? Line(plain: line.0, escaped: line.0, isFence: true)
        : Line(plain: line.1, escaped: Self.escaped(line.1, isInChoice: isInChoice), isFence: false)
    }
  }

  /// Puts a backslash before everything that would be read as HTML, a reference, an image or a
  /// comment. Inline code needs none.
  private static func withoutMarkup(_ line: String) -> String {
    guard MarkdownConstructs.mayBe(in: line) else { return line }
    var constructs = MarkdownConstructs(Array(line.utf8))
    let bytes = constructs.line
    var escaped: [UInt8] = []
    var index = 0
    var constructEnd = 0
    while index < bytes.count {
      var end = index + 1
      if bytes[index] == CodeSpans.mark {
        end = constructs.end(ofBackticksAt: index)
      } else if index >= constructEnd, let construct = constructs.construct(at: index) {
        escaped.append(UInt8(ascii: "\\"))
        constructEnd = construct.end
      } else if bytes[index...].starts(with: "<!--".utf8) {
        escaped.append(UInt8(ascii: "\\"))
      }
      escaped += bytes[index..<end]
      index = end
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// The numbers of the code lines, counted from 1. They are written unchanged. Empty if a fence is
  /// not closed.
  private static func codeLines(of text: String) -> Set<Int> {
    var numbers: Set<Int> = []
    SourceText(Array(text.utf8), name: "").withBytes { bytes in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() {
        if line.kind == .code { numbers.insert(line.number) }
      }
      if !lines.warnings.isEmpty { numbers = [] }
    }
    return numbers
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Removes and returns the first line, to be written after a mark on the same line; `nil` if it
  /// opens a fence.
  mutating func popPlainFirst() -> String? {
    guard let first = lines.first, !first.isFence, MarkdownFence(first.plain) == nil else {
      return nil
    }
    return lines.removeFirst().plain
  }

  func joined(indent: Int) -> String {
    let blanks = String(repeating: " ", count: indent)
    return lines.map { $0.escaped.isEmpty ? "" : blanks + $0.escaped }.joined(separator: "\n")
  }

  private static func escaped(_ line: String, isInChoice: Bool) -> String {
    guard let start = line.firstIndex(where: { $0 != " " && $0 != "\t" }),
      MarkdownEscape.marks.contains(line[start]) && (line[start] != ">" || isInChoice)
        || MarkdownLine.numberedBox(line[start...].unicodeScalars) != nil,
      line[start] != "`" || MarkdownFence(line) != nil
    else { return line }
    return line[..<start] + "\\" + line[start...]
  }
}
