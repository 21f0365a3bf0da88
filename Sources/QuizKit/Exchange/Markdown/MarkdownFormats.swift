extension QuestionFormat {
  /// Question lists in Markdown. Several dialects are read; task lists are written.
  package static let markdown = QuestionFormat(
    name: "markdown", title: MarkdownReader.formatName, extensions: ["md", "markdown"],
    keeps: [.commentary, .category, .lineBreaks], kinds: [.single, .trueFalse, .several],
    recognitions: [
      // A dump may have braces in its code, which look like GIFT.
      Recognition(by: .line) { $0.mayHaveLetteredChoices && $0.survey.dialect == .dump },
      Recognition(by: .survey) { $0.survey.dialect != nil },
    ],
    reader: MarkdownReader(), writer: { _, _ in MarkdownWriter() })

  /// Decks of the program hascard.
  package static let hascard = QuestionFormat(
    name: "hascard", title: HascardReader.formatName, extensions: [],
    keeps: [.severalOfOne, .lineBreaks],
    kinds: .all.subtracting([.match]),
    recognitions: [
      Recognition(by: .shape) { clues in
        let lines = clues.trimmedLines
        let rules = lines.indices.filter { isRule(lines[$0]) }
        let begun = rules.count { $0 + 1 == lines.count || lines[$0 + 1].hasPrefix("# ") }
        return lines.contains { $0.hasPrefix("# ") } && !rules.isEmpty && begun * 2 >= rules.count
          && (lines.contains { $0.hasPrefix("* ") || $0.hasPrefix("[*] ") }
            || isOnlyCards(lines, rules))
      }
    ],
    reader: HascardReader(), writer: { _, _ in HascardWriter() })

  private static func isRule(_ line: Substring) -> Bool {
    line.hasPrefix("---") && line.allSatisfy { $0 == "-" }
  }

  /// Whether a heading follows on each rule, as in decks of nothing but cards.
  private static func isOnlyCards(_ lines: [Substring], _ rules: [Int]) -> Bool {
    ([-1] + rules).allSatisfy { rule in
      rule + 1 == lines.count || lines[rule + 1].hasPrefix("# ")
    } && !lines.contains { $0.hasPrefix("- [") }
  }
}
