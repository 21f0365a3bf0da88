import QuizSupport

/// The only gap in a text, which players fill in: `_word|other word_` in hascard, `[[word]]` in
/// mkdocs-quiz.
struct CardGap {
  /// The marks around a gap.
  enum Marks {
    /// One underscore on each side; `\_` is the character itself, and `|` separates the accepted
    /// texts.
    case underscores
    /// Two brackets on each side.
    case brackets
  }

  /// The text that replaces the gap.
  static let blank = "_____"

  /// The text in which a blank replaces the gap.
  private(set) var lines: [MarkdownTextLine]
  /// The texts that are accepted in the gap.
  private(set) var accepted: [String]

  /// Finds the gap; `nil` when there is no gap or more than one.
  init?(in lines: [MarkdownTextLine], _ marks: Marks) {
    var lines = lines
    var gaps: [Substring] = []
    for index in lines.indices where !lines[index].isCode {
      guard let found = Self.gaps(in: lines[index].text, marks) else { return nil }
      gaps += found.gaps
      lines[index].text = found.text
    }
    guard gaps.count == 1 else { return nil }
    let texts = marks == .underscores ? gaps[0].split(separator: "|") : gaps
    accepted = texts.map { FieldText.make(String($0)) }.filter { !$0.isEmpty }
    if accepted.isEmpty { return nil }
    self.lines = lines
  }

  /// Whether the text consists of nothing but the gap.
  var isWholeText: Bool {
    lines.allSatisfy { $0.text.isBlank || FieldText.make($0.text) == Self.blank }
  }

  /// The solution: numbers if all accepted texts are plain numbers, otherwise texts.
  var solution: Solution {
    let numbers = accepted.compactMap { text in
      TypedNumber.value(of: text).flatMap { TypedNumber.text(of: $0) == text ? $0 : nil }
    }
    if numbers.count == accepted.count {
      return .number(
        NumberSolution(accepted: numbers.map { AcceptedNumber(.value($0, tolerance: 0)) }))
    }
    return .text(
      TextSolution(accepted: accepted.map { AcceptedText($0.replacing("*", with: "\\*")) }))
  }

  /// The gaps of a line, and its text with blanks in their place; `nil` when a mark is left over.
  private static func gaps(
    in line: String, _ marks: Marks
  ) -> (text: String, gaps: [Substring])? {
    switch marks {
    case .underscores: underscored(line)
    case .brackets: bracketed(line)
    }
  }

  private static func underscored(_ line: String) -> (text: String, gaps: [Substring])? {
    var text = ""
    var gaps: [Substring] = []
    var start: String.Index?
    var isEscaped = false
    for index in line.indices {
      let character = line[index]
      if character == "_", !isEscaped {
        if let opened = start {
          gaps.append(line[opened..<index])
          text += blank
        }
        start = start == nil ? line.index(after: index) : nil
      } else if start == nil, character != "\\" || isEscaped {
        if isEscaped, character != "_" { text += "\\" }
        text.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if isEscaped { text += "\\" }
    return start == nil ? (text, gaps) : nil
  }

  private static func bracketed(_ line: String) -> (text: String, gaps: [Substring])? {
    var text = ""
    var gaps: [Substring] = []
    var rest = line[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      gaps.append(rest[open.upperBound..<close.lowerBound])
      text += rest[..<open.lowerBound] + blank
      rest = rest[close.upperBound...]
    }
    return (text + rest, gaps)
  }
}
