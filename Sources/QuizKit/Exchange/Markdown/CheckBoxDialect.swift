/// Reads task lists as choices, under headings or inside `<quiz>` blocks.
///
/// This is also the dialect that is written. As in Markdown itself, a backslash at the beginning of
/// a line prevents it from being read as a heading, a list or a fence.
struct CheckBoxDialect: MarkdownReading {
  private let intake: Intake
  private let inBlocks: Bool
  private var card: MarkdownCard?
  private var category: String?
  /// Whether the next line can continue the last choice.
  private var isInChoice = false
  /// Whether the last line was the heading. A blank line after it is not part of the question.
  private var isAfterHeading = false
  /// Whether the last line was blank. Then only an indented line continues a choice.
  private var isAfterBlank = false

  init(_ intake: Intake, inBlocks: Bool) {
    self.intake = intake
    self.inBlocks = inBlocks
  }

  mutating func take(_ line: MarkdownLine) {
    if inBlocks, line.kind == .text, line.text == "<quiz>" {
      finish()
      card = MarkdownCard(line: line.number + 1, category: category, stem: "")
    } else if inBlocks, line.kind == .text, line.text == "</quiz>" {
      finish()
    } else if case .heading(let level, let text) = line.kind, !inBlocks || card == nil {
      begin(level, text, on: line.number)
    } else {
      takeBody(line)
    }
    isAfterBlank = line.kind == .blank
  }

  mutating func finish() {
    defer { (card, isInChoice) = (nil, false) }
    guard let card else { return }
    if !card.choices.isEmpty {
      card.submitByBoxes(to: intake, mark: .checkBox)
    } else if inBlocks {
      let hasGap = card.stem.contains { $0.contains("[[") }
      intake.refuse(card.draft, .notMultipleChoice(hasGap ? .gaps : .other))
    }
  }

  private mutating func begin(_ level: Int, _ text: String, on line: Int) {
    finish()
    if level == 1 { category = text.isEmpty ? nil : FieldText.make(text) }
    guard !inBlocks else { return }
    isAfterHeading = true
    card = MarkdownCard(
      line: line, category: category, stem: QuestionNumber.dropped(from: text) ?? text)
  }

  private mutating func takeBody(_ line: MarkdownLine) {
    guard card != nil else { return }
    if case .item(_, let item) = line.kind, let box = CheckBox(item),
      card?.commentary.isEmpty == true
    {
      card?.choices.append(.init(lines: [box.text], isChecked: box.isChecked))
      isInChoice = true
    } else if card?.choices.isEmpty == true {
      if !isAfterHeading || line.kind != .blank { card?.stem.append(MarkdownEscape.undone(line)) }
      isAfterHeading = false
    } else if isInChoice, line.kind == .blank || line.indent >= 2 || !isAfterBlank {
      card?.continueChoice(MarkdownEscape.undone(line), dropping: MarkdownWriter.choiceIndent)
    } else {
      isInChoice = false
      card?.commentary.append(MarkdownEscape.undone(line))
    }
  }
}

/// The backslash that prevents a line from being read as a mark.
enum MarkdownEscape {
  /// Returns the line without the backslash that escapes a mark at its beginning.
  static func undone(_ line: MarkdownLine) -> String {
    guard line.kind != .code, line.raw.utf8.contains(UInt8(ascii: "\\")),
      let slash = line.raw.firstIndex(where: { $0 != " " && $0 != "\t" }),
      line.raw[slash] == "\\", case let next = line.raw.index(after: slash),
      next < line.raw.endIndex, marks.contains(line.raw[next])
    else { return line.raw }
    var raw = line.raw
    raw.remove(at: slash)
    return raw
  }

  static let marks: Set<Character> = ["#", "-", "*", "+", "<", "`", "~", "\\"]
}
