import QuizSupport

/// Reads task lists as choices, under headings or inside `<quiz>` blocks.
///
/// This is also the dialect that is written. As in Markdown itself, a backslash at the beginning of
/// a line prevents it from being read as a heading, a list or a fence.
struct CheckBoxDialect: MarkdownReading {
  private let collector: QuestionCollector
  private let inBlocks: Bool
  private let survey: MarkdownSurvey
  private var card: MarkdownCard?
  private var heading: MarkdownHeading?
  private var category: String?
  /// Whether the next line can continue the last choice.
  private var isInChoice = false
  /// Whether the last line was the heading. A blank line after it is not part of the question.
  private var isAfterHeading = false
  /// Whether the last line was blank. Then only an indented line continues a choice.
  private var isAfterBlank = false
  /// Code or images at the margin below a choice, until it is known what they belong to.
  private var pending: [MarkdownLine] = []
  /// Whether such lines were part of an earlier choice of this question.
  private var hasBlocksInChoices = false
  /// Boxes below the commentary and what belongs to them, until it is known whether they are
  /// choices.
  private var late: [MarkdownLine] = []
  /// Whether a box below the commentary was reported.
  private var hasLateBox = false

  init(_ collector: QuestionCollector, inBlocks: Bool, _ survey: MarkdownSurvey) {
    self.collector = collector
    self.inBlocks = inBlocks
    self.survey = survey
  }

  mutating func take(_ line: MarkdownLine) {
    if inBlocks, line.kind == .text, line.text == "<quiz>" {
      finish()
      card = MarkdownCard(line: line.number + 1, category: category, stem: "")
    } else if inBlocks, line.kind == .text, line.text == "</quiz>" {
      finish()
    } else if case .heading(let level, let text) = line.kind, !inBlocks || card == nil {
      begin(MarkdownHeading(level: level, text: text), on: line.number)
    } else if !inBlocks, let text = survey.stemWithoutHeading(line) {
      begin(MarkdownHeading(level: heading?.level ?? 2, text: text), on: line.number)
    } else {
      takeBody(line)
    }
    isAfterBlank = line.kind == .blank
  }

  mutating func finish() { finish(before: nil) }

  private mutating func finish(before next: MarkdownHeading?) {
    endPending()
    endLate()
    defer {
      (card, heading) = (nil, nil)
      (isInChoice, hasBlocksInChoices, hasLateBox) = (false, false, false)
    }
    guard let card else { return }
    if let heading, heading.level == 1, card.choices.isEmpty, !heading.text.isEmpty {
      category = FieldText.make(heading.text)
    }
    if let order = card.asOrder {
      order.submitOrder(to: collector)
    } else if !card.choices.isEmpty {
      card.submitByBoxes(to: collector, mark: .checkBox)
    } else if inBlocks {
      submitGap(of: card)
    } else {
      card.reportNoChoices(under: heading, before: next, in: survey, to: collector)
    }
  }

  /// Submits a block without choices as a question about its gaps. A rule separates its text from
  /// the commentary.
  private func submitGap(of card: MarkdownCard) {
    var card = card
    let rule = card.stem.firstIndex { !$0.isCode && FieldText.make($0.text) == "---" }
    if let rule {
      card.commentary = Array(card.stem[(rule + 1)...])
      card.stem.removeSubrange(rule...)
    }
    if let gaps = CardGaps(in: card.stem, .brackets) {
      card.stem = gaps.lines
      card.submit(gaps.solution, to: collector)
    } else {
      let hasGap = card.stem.contains { $0.text.contains("[[") }
      collector.refuse(card.draft().draft, .notMultipleChoice(hasGap ? .gaps : .other))
    }
  }

  private mutating func begin(_ next: MarkdownHeading, on line: Int) {
    finish(before: next)
    if next.level == 1, next.text.isEmpty || inBlocks {
      category = next.text.isEmpty ? nil : FieldText.make(next.text)
    }
    guard !inBlocks else { return }
    isAfterHeading = true
    heading = next
    card = MarkdownCard(line: line, category: category, heading: next)
  }

  private mutating func takeBody(_ line: MarkdownLine) {
    guard card != nil else { return }
    if !late.isEmpty {
      if Self.isBox(line) || line.kind == .blank || line.indent >= 2 { return late.append(line) }
      endLate()
    }
    if case .item(_, let item) = line.kind, let box = CheckBox(item) {
      takeBox(box, line)
    } else if card?.choices.isEmpty == true {
      if !isAfterHeading || line.kind != .blank {
        card?.stem.append(line.textLine(MarkdownEscape.undone(line)))
      }
      isAfterHeading = false
    } else if isInChoice, isAtMargin(line) {
      pending.append(line)
    } else {
      if !pending.isEmpty, line.kind != .blank { endPending() }
      takeText(line)
    }
  }

  private mutating func takeBox(_ box: CheckBox, _ line: MarkdownLine) {
    guard card?.commentary.isEmpty == true else { return late.append(line) }
    if !pending.isEmpty {
      hasBlocksInChoices = true
      continueChoice(with: pending)
      pending.removeAll()
    }
    card?.choices.append(.init(box.text, on: line.number, isChecked: box.isChecked))
    isInChoice = true
  }

  private static func isBox(_ line: MarkdownLine) -> Bool {
    if case .item(_, let item) = line.kind { CheckBox.isIn(item) } else { false }
  }

  /// Decides about the boxes below the commentary. Several are choices, unless they have a right
  /// answer of their own, which another question would have.
  private mutating func endLate() {
    guard !late.isEmpty else { return }
    let lines = late
    late.removeAll()
    let boxes = lines.compactMap { line -> CheckBox? in
      if case .item(_, let item) = line.kind { CheckBox(item) } else { nil }
    }
    let isAnother =
      boxes.contains(where: \.isChecked) && card?.choices.contains(where: \.isChecked) == true
    if boxes.count > 1, !isAnother {
      for line in lines {
        if case .item(_, let item) = line.kind, let box = CheckBox(item) {
          card?.choices.append(.init(box.text, on: line.number, isChecked: box.isChecked))
        } else {
          continueChoice(with: [line])
        }
      }
      return
    }
    for line in lines {
      card?.commentary.append(line.textLine(MarkdownEscape.undone(line)))
      if Self.isBox(line), !hasLateBox {
        hasLateBox = true
        collector.report(.boxBelowCommentary, line: line.number, question: card?.text ?? "")
      }
    }
  }

  private mutating func takeText(_ line: MarkdownLine) {
    if isInChoice, line.kind == .blank || line.indent >= 2 || !isAfterBlank {
      continueChoice(with: [line])
    } else {
      isInChoice = false
      card?.commentary.append(line.textLine(MarkdownEscape.undone(line)))
    }
  }

  /// Whether the line is code or an image at the margin, below a blank line. It is part of the
  /// choice above only if more choices follow, or if other choices have such parts.
  private func isAtMargin(_ line: MarkdownLine) -> Bool {
    switch line.kind {
    case .code:
      !pending.isEmpty || (isAfterBlank && line.fenceIndent < 2)
    case .blank:
      !pending.isEmpty
    case .text:
      (isAfterBlank || !pending.isEmpty) && line.indent < 2
        && MarkdownConstructs.mayBe(in: line.raw) && MarkdownConstructs.isOnlyImage(line.text)
    case .heading, .item, .rule: false
    }
  }

  /// Decides about the pending lines at the end of the list.
  private mutating func endPending() {
    guard !pending.isEmpty else { return }
    var lines = pending[...]
    pending.removeAll()
    if hasBlocksInChoices {
      let first = lines.prefix { $0.kind != .blank }
      continueChoice(with: Array(first))
      lines = lines.dropFirst(first.count)
    }
    for line in lines { card?.commentary.append(line.textLine(MarkdownEscape.undone(line))) }
    isInChoice = false
  }

  private mutating func continueChoice(with lines: [MarkdownLine]) {
    for line in lines {
      let indent = MarkdownWriter.choiceIndent
      // A quotation below a choice is what players read who pick it.
      if line.kind == .text, line.text.hasPrefix(">") {
        card?.addFeedback(FieldText.make(String(line.text.dropFirst())))
        continue
      }
      card?.continueChoice(
        line, MarkdownEscape.undone(line),
        dropping: line.kind == .code ? min(indent, line.fenceIndent) : indent)
    }
  }
}

/// The backslash that prevents a line from being read as a mark.
enum MarkdownEscape {
  /// Returns the line without the backslash that escapes a mark at its beginning.
  ///
  /// One before HTML stays: it is undone where HTML is read.
  static func undone(_ line: MarkdownLine) -> String {
    guard line.kind != .code, line.raw.utf8.contains(UInt8(ascii: "\\")),
      let slash = line.raw.firstIndex(where: { $0 != " " && $0 != "\t" }),
      line.raw[slash] == "\\", case let next = line.raw.index(after: slash),
      next < line.raw.endIndex,
      marks.contains(line.raw[next])
        || MarkdownLine.numberedBox(line.raw[next...].unicodeScalars) != nil,
      line.raw[next] != "<" || !MarkdownConstructs.begins(line.raw[next...])
    else { return line.raw }
    var raw = line.raw
    raw.remove(at: slash)
    return raw
  }

  static let marks: Set<Character> = [">", "#", "-", "*", "+", "<", "`", "~", "\\"]
}
