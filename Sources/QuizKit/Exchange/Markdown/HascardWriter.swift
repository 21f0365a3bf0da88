/// Writes decks of hascard, <https://github.com/Yvee1/hascard>.
///
/// The format has no escapes but for underscores. So each card is read again, and one that would be
/// read as something else is left out.
struct HascardWriter: QuestionWriter {
  private var isFirst = true

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    let content = question.content
    guard let card = Self.card(content) else {
      return .kindNotWritten(content.kind, format: HascardReader.formatName)
    }
    guard Self.isRead(card, as: content) else {
      return .unwritable(format: HascardReader.formatName)
    }
    if !isFirst { text += "---\n\n".utf8 }
    isFirst = false
    text += card.utf8
    return nil
  }

  /// The card; `nil` when hascard has none of this kind.
  private static func card(_ content: QuestionContent) -> String? {
    switch content.solution {
    case .single, .trueFalse:
      let right = content.solution.rightChoice
      return "# \(content.text)\n" + list(content) { $0 == right ? "* " : "- " }
    case .several(let solution):
      return "# \(content.text)\n"
        + list(content) { solution.correct.contains($0) ? "[*] " : "[ ] " }
    case .text(let solution):
      return gap(content.text, solution.accepted.filter(\.isRight).map(\.text))
    case .number(let solution):
      let right = solution.accepted.filter(\.isRight)
      return gap(content.text, right.map { AnswerCell.text(of: $0.span) })
    case .card(let solution): return "# \(content.text)\n\(solution.back)\n\n"
    case .gaps(let solution): return gaps(content.text, solution)
    case .order:
      // In the right order there would be nothing to do.
      let places = content.choices.indices.sorted {
        (StablePlace.of(content.choices[$0].text, count: 1 << 30), $0)
          < (StablePlace.of(content.choices[$1].text, count: 1 << 30), $1)
      }
      return "# \(content.text)\n"
        + places.map { "\($0 + 1). \(content.choices[$0].text)\n" }.joined() + "\n"
    case .match: return nil
    }
  }

  private static func list(_ content: QuestionContent, _ mark: (Int) -> String) -> String {
    content.choices.enumerated().map { mark($0) + $1.text + "\n" }.joined() + "\n"
  }

  /// A card with one gap, in the place of the blank if the text has one below its first line.
  private static func gap(_ text: String, _ accepted: [String]) -> String {
    let gap = "_\(accepted.joined(separator: "|"))_"
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = lines.removeFirst()
    let body = lines.joined(separator: "\n").split(
      separator: CardGaps.blank, omittingEmptySubsequences: false)
    guard body.count == 2 else { return "# \(text)\n\(gap)\n\n" }
    return "# \(first)\n" + body.map { escaped(String($0)) }.joined(separator: gap) + "\n\n"
  }

  private static func gaps(_ text: String, _ solution: GapsSolution) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A card needs a heading, and hascard fills no gaps in it.
    let first = GapText(lines[0]).gaps.isEmpty ? lines.removeFirst() : " "
    var body = ""
    for part in GapText(lines.joined(separator: "\n")).parts {
      switch part {
      case .text(let text): body += escaped(text)
      case .gap(let place):
        guard solution.gaps.indices.contains(place), case .typed = solution.gaps[place]
        else { return nil }
        body += "_\(solution.gaps[place].rightAnswers.joined(separator: "|"))_"
      }
    }
    return "# \(first)\n\(body)\n\n"
  }

  private static func escaped(_ text: String) -> String { text.replacing("_", with: "\\_") }

  // MARK: Reading again

  private static func isRead(_ card: String, as content: QuestionContent) -> Bool {
    let collector = QuestionCollector(file: "")
    do throws(ReadingCancelled) {
      try HascardReader().read(
        SourceText(Array(card.utf8), name: ""), options: ReadingOptions(), into: collector)
    } catch {
      return false
    }
    guard collector.questions.count == 1, let read = collector.questions.first?.content else {
      return false
    }
    return told(read) == told(content)
  }

  /// The texts and the right answers, which have to be the same, without the credit for each.
  private static func told(_ content: QuestionContent) -> [String] {
    let kind: QuestionContent.Kind = content.kind == .trueFalse ? .single : content.kind
    let right =
      kind == .single ? [content.solution.rightChoice ?? 0] : content.solution.rightChoices
    return [kind.rawValue, content.text, "\(right)"]
      + content.choices.map(\.text) + rightTexts(content.solution)
  }

  /// The texts that are wholly right. An answer that is worth a part would be as good as these. The
  /// format has no wildcards, so a pattern with one is another text there.
  private static func rightTexts(_ solution: Solution) -> [String] {
    func patterns(_ texts: TextSolution) -> [String] {
      texts.accepted.filter(\.isRight).map(\.pattern)
    }
    switch solution {
    case .text(let texts): return patterns(texts)
    case .gaps(let gaps):
      return gaps.gaps.flatMap { gap in
        if case .typed(let texts) = gap { patterns(texts) } else { gap.rightAnswers }
      }
    default:
      return solution.accepted.isEmpty
        ? solution.texts : solution.accepted.filter(\.isRight).map(\.text)
    }
  }
}
