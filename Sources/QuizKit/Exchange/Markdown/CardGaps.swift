import QuizSupport

/// The gaps in a text, which players fill in: `_word|other word_` in hascard, `[[word]]` in
/// mkdocs-quiz.
struct CardGaps {
  /// The marks around a gap.
  enum Marks {
    /// One underscore on each side; `\_` is the character itself, and `|` separates the accepted
    /// texts.
    case underscores
    /// Two brackets on each side.
    case brackets
  }

  /// The text that replaces the only gap of a text.
  static let blank = "_____"

  /// The text in which marks replace the gaps.
  private(set) var lines: [MarkdownTextLine]
  /// The texts that are accepted in each gap.
  private(set) var accepted: [[String]] = []

  /// Finds the gaps; `nil` when there are none, one is empty, or a mark is left over.
  init?(in lines: [MarkdownTextLine], _ marks: Marks) {
    self.lines = lines
    for index in lines.indices where !lines[index].isCode {
      guard let found = Self.gaps(in: lines[index].text, marks, from: accepted.count) else {
        return nil
      }
      for gap in found.gaps {
        let texts = marks == .underscores ? gap.split(separator: "|") : [gap]
        var known: Set<String> = []
        let plain = texts.map { FieldText.make(String($0)) }
          .filter { !$0.isEmpty && known.insert($0).inserted }
        if plain.isEmpty { return nil }
        accepted.append(plain)
      }
      self.lines[index].text = found.text
    }
    if accepted.isEmpty { return nil }
    guard accepted.count == 1 else {
      self.lines = self.lines.map { $0.isCode ? escaped($0) : $0 }
      return
    }
    // A single gap is a question with one answer.
    for index in lines.indices where !lines[index].isCode {
      self.lines[index].text = self.lines[index].text.replacing(GapText.mark(0), with: Self.blank)
    }
  }

  /// A line without gaps in the text of the question. What looks like the mark of a gap in it is
  /// none.
  func escaped(_ line: MarkdownTextLine) -> MarkdownTextLine {
    var line = line
    if accepted.count > 1 { line.text = GapText.escaped(line.text) }
    return line
  }

  /// Whether the text consists of nothing but one gap.
  var isWholeText: Bool {
    accepted.count == 1
      && lines.allSatisfy { $0.text.isBlank || FieldText.make($0.text) == Self.blank }
  }

  /// The solution: a number if all texts that are accepted in the only gap are plain numbers, one
  /// text for any other single gap, and otherwise a text for each gap.
  var solution: Solution { Self.solution(accepted) }

  /// The solution for the texts that are accepted in each gap.
  static func solution(_ accepted: [[String]]) -> Solution {
    guard accepted.count == 1 else {
      return .gaps(GapsSolution(accepted.map { .typed(Self.text($0)) }))
    }
    let numbers = accepted[0].compactMap { text in
      TypedNumber.value(of: text).flatMap { TypedNumber.text(of: $0) == text ? $0 : nil }
    }
    if numbers.count == accepted[0].count {
      return .number(
        NumberSolution(accepted: numbers.map { AcceptedNumber(.value($0, tolerance: 0)) }))
    }
    return .text(Self.text(accepted[0]))
  }

  private static func text(_ accepted: [String]) -> TextSolution {
    TextSolution(accepted: accepted.map { AcceptedText($0.replacing("*", with: "\\*")) })
  }

  /// The gaps of a line, and its text with marks in their place; `nil` when a mark is left over.
  private static func gaps(
    in line: String, _ marks: Marks, from first: Int
  ) -> (text: String, gaps: [Substring])? {
    switch marks {
    case .underscores: underscored(line, from: first)
    case .brackets: bracketed(line, from: first)
    }
  }

  private static func underscored(
    _ line: String, from first: Int
  ) -> (text: String, gaps: [Substring])? {
    var text = ""
    // The text since the last gap.
    var between = ""
    var gaps: [Substring] = []
    var start: String.Index?
    var isEscaped = false
    for index in line.indices {
      let character = line[index]
      if character == "_", !isEscaped {
        if let opened = start {
          text += GapText.escaped(between) + GapText.mark(first + gaps.count)
          between = ""
          gaps.append(line[opened..<index])
        }
        start = start == nil ? line.index(after: index) : nil
      } else if start == nil, character != "\\" || isEscaped {
        if isEscaped, character != "_" { between += "\\" }
        between.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if isEscaped { between += "\\" }
    return start == nil ? (text + GapText.escaped(between), gaps) : nil
  }

  private static func bracketed(
    _ line: String, from first: Int
  ) -> (text: String, gaps: [Substring])? {
    var text = ""
    var gaps: [Substring] = []
    var rest = line[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      text += rest[..<open.lowerBound] + GapText.mark(first + gaps.count)
      gaps.append(rest[open.upperBound..<close.lowerBound])
      rest = rest[close.upperBound...]
    }
    return (text + rest, gaps)
  }
}
