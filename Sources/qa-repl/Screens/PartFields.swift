import QuizExchange
import QuizKit

// The fields of cards, and of questions whose solution has several parts.

extension FormFields {
  /// The back of the card, or the parts with their numbers.
  func partLines(_ theme: Theme) -> [String] {
    let strings = theme.strings
    if let back { return shown(back, after: strings.back, theme) }
    if let gapTexts { return numbered(gapTexts, theme) }
    guard let pairTexts else { return [] }
    return numbered(pairTexts, theme)
      + (extra?.isEmpty == false
        ? theme.labelled(
          strings.extraField, (extra ?? []).map(theme.line).joined(separator: " | ")) : [])
  }

  private func numbered(_ parts: [String], _ theme: Theme) -> [String] {
    if parts.isEmpty { return theme.labelled(theme.strings.rightOne, missing(theme)) }
    return parts.enumerated().flatMap { index, part in
      theme.lines("   \(index + 1). " + theme.palette.right(part.sanitisedLine), indent: 6)
    }
  }
}

extension Form {
  /// The fields for the back of a card, or for the parts.
  static func partFields(of question: FormFields, _ strings: Strings) -> [Field] {
    if let back = question.back {
      return [
        Field(command: "back-side", label: strings.back, text: back, isMultiline: true)
      ]
    }
    if let gaps = question.gapTexts {
      return numbered(gaps, "gap", strings.gapField, note: strings.gapExample, strings)
    }
    return numbered(
      question.pairTexts ?? [], "pair", strings.pairField, note: strings.pairExample, strings)
      + [
        Field(
          command: "extra", label: strings.extraField,
          text: (question.extra ?? []).joined(separator: " | "), isOptional: true)
      ]
  }

  private static func numbered(
    _ texts: [String], _ command: String, _ label: (Int) -> String, note: String,
    _ strings: Strings
  ) -> [Field] {
    texts.enumerated().map { index, text in
      Field(command: "\(command) \(index + 1)", label: label(index + 1), text: text)
    } + [
      Field(
        command: "\(command) \(texts.count + 1)", label: label(texts.count + 1),
        isOptional: !texts.isEmpty, note: texts.isEmpty ? note : strings.noMoreChoices)
    ]
  }
}

extension Strings {
  fileprivate func gapField(_ number: Int) -> String { self("Gap \(number): ", "空欄\(number) : ") }
  fileprivate func pairField(_ number: Int) -> String { self("Pair \(number): ", "組\(number) : ") }
  fileprivate var extraField: String { self("More on the right: ", "右側の余り : ") }
  fileprivate var gapExample: String {
    self("(Paris | Lutetia, or =is | are)", "(Paris | Lutetia、選択肢なら =is | are)")
  }
  fileprivate var pairExample: String { self("(France | Paris)", "(France | Paris)") }
}
