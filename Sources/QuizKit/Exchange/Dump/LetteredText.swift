import QuizSupport

/// A text that contains a question and its choices, which have letters in order.
struct LetteredText {
  /// The text before the choices.
  private(set) var stem = ""
  /// The choices without their letters.
  private(set) var choices: [String] = []
  /// The text after the choices.
  private(set) var rest = ""

  /// `nil` when the text does not contain two choices.
  ///
  /// - Parameter isList: Whether nothing but choices is expected.
  init?(_ text: String, isList: Bool = false) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    if !take(lines) {
      let pieces = lines.flatMap { InlineChoices.pieces(of: $0, isList: isList) ?? [$0] }
      guard take(pieces) else { return nil }
    }
    guard choices.count > 1, choices.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  /// Takes the choices that have a line each, or several; returns `false` if there are none.
  private mutating func take(_ lines: [String]) -> Bool {
    guard
      let start = lines.indices.last(where: { index in
        Self.label(of: lines[index], 0) != nil
          && lines[(index + 1)...].contains { Self.label(of: $0, 1) != nil }
      })
    else { return false }
    stem = FieldText.make(lines[..<start].joined(separator: "\n"))
    var isAfterBlank = false
    for line in lines[start...] {
      if !rest.isEmpty {
        rest += "\n" + line
      } else if let text = Self.label(of: line, choices.count) {
        choices.append(text)
      } else if line.isBlank {
        isAfterBlank = true
        continue
      } else if isAfterBlank || DumpLine.letters(inKey: line) != nil {
        rest = line
      } else {
        choices[choices.count - 1] += "\n" + line
      }
      isAfterBlank = false
    }
    choices = choices.map { FieldText.make($0) }
    rest = FieldText.make(rest)
    return true
  }

  /// The text after the letter of the choice at `place`, from 0; `nil` if the line does not begin
  /// with it.
  static func label(of line: String, _ place: Int) -> String? {
    guard let label = DumpLabel(FieldText.make(line)[...], isInList: true), label.place == place,
      label.style == .capital || label.style == .small || label.style == .kana
    else { return nil }
    return FieldText.make(label.text)
  }

  /// The texts without letters, if all of them begin with the letters in order; otherwise `nil`.
  static func unlabelled(_ texts: [String]) -> [String]? {
    guard texts.count > 1 else { return nil }
    var plain: [String] = []
    for (place, text) in texts.enumerated() {
      guard let rest = label(of: text, place), !rest.isEmpty else { return nil }
      plain.append(rest)
    }
    return plain
  }
}
