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
    name: "hascard", title: HascardReader.formatName, extensions: [], keeps: [.lineBreaks],
    recognitions: [
      Recognition(by: .shape) { clues in
        let lines = clues.trimmedLines
        return lines.contains { $0.hasPrefix("# ") }
          && lines.contains { $0.hasPrefix("* ") || $0.hasPrefix("[*] ") }
          && lines.contains { $0.hasPrefix("---") && $0.allSatisfy { $0 == "-" } }
      }
    ],
    reader: HascardReader(), writer: nil)
}
