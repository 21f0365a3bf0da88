/// A text that contains a question and its choices, which have letters in order.
struct LetteredText {
  /// The text before the choices.
  private(set) var stem = ""
  /// The choices without their letters.
  private(set) var choices: [String] = []
  /// The text after the choices.
  private(set) var rest = ""

  /// `nil` when the text does not contain two choices.
  init?(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    guard let parts = Self.parts(of: lines) ?? Self.parts(ofLine: lines) else { return nil }
    self = parts
    guard choices.count > 1, choices.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  private init() {}

  /// The choices that have a line each, or several.
  private static func parts(of lines: [String]) -> LetteredText? {
    guard
      let start = lines.indices.last(where: { index in
        label(of: lines[index], 0) != nil
          && lines[(index + 1)...].contains { label(of: $0, 1) != nil }
      })
    else { return nil }
    var parts = LetteredText()
    parts.stem = FieldText.make(lines[..<start].joined(separator: "\n"))
    var isAfterBlank = false
    for index in start..<lines.count {
      let line = lines[index]
      if !parts.rest.isEmpty {
        parts.rest += "\n" + line
      } else if let text = label(of: line, parts.choices.count) {
        parts.choices.append(text)
      } else if line.isBlank {
        isAfterBlank = true
        continue
      } else if isAfterBlank {
        parts.rest = line
      } else {
        parts.choices[parts.choices.count - 1] += "\n" + line
      }
      isAfterBlank = false
    }
    parts.choices = parts.choices.map { FieldText.make($0) }
    parts.rest = FieldText.make(parts.rest)
    return parts
  }

  /// The choices at the end of the last line: `What? A) one B) two`.
  private static func parts(ofLine lines: [String]) -> LetteredText? {
    guard let last = lines.last(where: { !$0.isBlank }) else { return nil }
    var words = last.split(separator: " ", omittingEmptySubsequences: false)[...]
    var parts = LetteredText()
    var current: [Substring] = []
    func take() {
      let text = FieldText.make(current.joined(separator: " "))
      if parts.choices.isEmpty, parts.stem.isEmpty {
        parts.stem = text
      } else {
        parts.choices.append(text)
      }
      current = []
    }
    var next = 0
    while let word = words.popFirst() {
      if isLabel(word, next) {
        take()
        next += 1
      } else {
        current.append(word)
      }
    }
    take()
    guard next > 1, next == parts.choices.count else { return nil }
    let before = lines.prefix { $0 != last }.joined(separator: "\n")
    parts.stem = FieldText.make(before + "\n" + parts.stem)
    return parts
  }

  /// The text after the letter of the choice at `place`, from 0; `nil` if the line does not begin
  /// with it.
  static func label(of line: String, _ place: Int) -> String? {
    let text = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{3000}" }
    let isOpen = text.first == "(" || text.first == "("
    let rest = text.dropFirst(isOpen ? 1 : 0)
    guard let letter = rest.first, isLetter(letter, place) else { return nil }
    let after = rest.dropFirst()
    guard let mark = after.first, (isOpen ? "))" : ".):．)：、").contains(mark) else { return nil }
    let content = after.dropFirst()
    // Without a blank it could be an abbreviation such as "A.I.".
    guard mark != "." || content.isEmpty || content.first?.isWhitespace == true else { return nil }
    return FieldText.make(String(content))
  }

  private static func isLabel(_ word: Substring, _ place: Int) -> Bool {
    label(of: String(word), place)?.isEmpty == true
  }

  private static func isLetter(_ letter: Character, _ place: Int) -> Bool {
    if ChoiceKana.order.indices.contains(place), ChoiceKana.order[place] == letter { return true }
    guard let code = letter.asciiValue, place < 26 else { return false }
    return code | 0x20 == UInt8(ascii: "a") + UInt8(place) && letter.isLetter
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
