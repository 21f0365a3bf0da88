import QuizSupport

/// A line of a dump and what it means for a question.
struct DumpLine {
  /// The meaning of a line, as far as the line alone shows it.
  enum Kind {
    case blank
    /// A line of a fenced block.
    case code
    case text
    case rule
    /// HTML tags around an answer, and the title that unfolds it.
    case wrapper
    case heading(level: Int)
    /// The beginning of a question; with its level if it is a heading.
    case start(DumpStart, level: Int?)
    /// A labelled choice.
    case choice(DumpLabel)
    /// A choice with a box before it.
    case box(CheckBox)
    /// An item of a list without a label.
    case bullet(mark: Character, text: String)
    /// A word for the answer, and what follows it.
    case key(word: String, value: String)
    /// A word for the answer alone. The answer, or a list of answers, follows below.
    case keyTitle
    /// "B is correct because …": the letters that a sentence calls right.
    case statement([Character])
    /// A word for the explanation, and what follows it.
    case explanation(text: String)
  }

  var line: MarkdownLine
  var kind: Kind
  var isInList = false

  init(_ line: MarkdownLine) {
    self.line = line
    switch line.kind {
    case .blank: kind = .blank
    case .code: kind = .code
    case .rule: kind = .rule
    case .heading(let level, let text): kind = Self.heading(level, text)
    case .item(let mark, let text):
      kind = Self.item(mark, text)
      isInList = if case .start = kind { false } else { true }
    case .text: kind = Self.text(line)
    }
  }

  private static func heading(_ level: Int, _ text: String) -> Kind {
    let bare = DumpText.bare(text)
    if isChoiceTitle(bare) { return .wrapper }
    if let start = DumpStart(word: bare, isTitle: true) { return .start(start, level: level) }
    if let start = DumpStart(number: bare) ?? DumpStart(numberAlone: bare) {
      return .start(start, level: level)
    }
    return key(bare, isTitle: true) ?? explanation(bare, isTitle: true) ?? .heading(level: level)
  }

  private static func item(_ mark: Character, _ text: String) -> Kind {
    if let box = CheckBox(text) { return .box(box) }
    // `- **12. Which?**`
    if text.hasPrefix("**"), text.hasSuffix("**"), let start = DumpStart(number: text[...]) {
      return .start(start, level: nil)
    }
    if let label = DumpLabel(text[...], isInList: true) { return .choice(label) }
    let bare = DumpText.bare(text)
    if bare.utf8.count != text.utf8.count, var label = DumpLabel(bare, isInList: true) {
      label.text += RightMark.before(text)
      return .choice(label)
    }
    return key(bare) ?? .bullet(mark: mark, text: text)
  }

  private static func text(_ line: MarkdownLine) -> Kind {
    let text = line.text
    guard let first = text.unicodeScalars.first else { return .blank }
    if "=~_*-".unicodeScalars.contains(first), text.utf8.count > 1,
      text.unicodeScalars.allSatisfy({ $0 == first })
    {
      return .rule
    }
    if first == "[" || first == "(", let box = CheckBox(text) { return .box(box) }
    let bare = DumpText.bare(text)
    if text.utf8.count <= 90, isSection(bare) { return .heading(level: 6) }
    // edX and text2qti: `= 1.41 +- 0.01`
    if text.hasPrefix("= "), text.utf8.count > 2 {
      return .key(word: "=", value: FieldText.make(String(text.dropFirst())))
    }
    if let label = label(text, indent: line.indent) { return label }
    if let item = signed(text, bare) { return item }
    if bare.isEmpty { return first == "<" ? .wrapper : .text }
    if isChoiceTitle(bare) { return .wrapper }
    if first == "<", let label = label(String(bare), indent: line.indent) { return label }
    let isTitle = first == "*" || first == "_"
    if let start = DumpStart(word: bare, isTitle: isTitle) { return .start(start, level: nil) }
    if let start = DumpStart(keyed: bare) { return .start(start, level: nil) }
    if let key = key(bare) { return key }
    if let explanation = explanation(bare, isTitle: isTitle) { return explanation }
    if let letters = Statement.letters(bare) { return .statement(letters) }
    if first == "<", text.contains("<summary") || text.hasPrefix("<details") { return .wrapper }
    if text.hasSuffix("</summary>") { return .wrapper }
    return .text
  }

  /// Reads an item with a sign or a word that Markdown does not know: `• A. text`, `○ A. text`,
  /// `Option A: text`.
  private static func signed(_ text: String, _ bare: Substring) -> Kind? {
    let scalars = text[...].unicodeScalars
    guard let first = scalars.first else { return nil }
    let mark = RightMark.before(text)
    if !mark.isEmpty, var label = DumpLabel(bare, isInList: true) {
      label.text += mark
      return .choice(label)
    }
    if bullets.contains(first) || circles.contains(first) {
      let rest = Substring(DumpText.trimmed(scalars.dropFirst()))
      if let label = DumpLabel(rest, isInList: true) { return .choice(label) }
      guard bullets.contains(first) else { return nil }
      return key(DumpText.bare(String(rest))) ?? .bullet(mark: Character(first), text: String(rest))
    }
    guard Vocabulary.answer.rest(of: scalars) == nil,
      let rest = Vocabulary.options.rest(of: scalars),
      let label = DumpLabel(Substring(DumpText.trimmed(rest))), label.style == .capital
    else { return nil }
    return .choice(label)
  }

  private static let bullets = Set("•‣◦▪●・".unicodeScalars)
  /// What only labels make an item: circles are answers elsewhere, and `>` begins any quotation.
  private static let circles = Set("○◯>".unicodeScalars)

  /// Reads the label of a choice or the number of a question.
  private static func label(_ text: String, indent: Int) -> Kind? {
    if let label = DumpLabel(text[...]), label.style != .digits { return .choice(label) }
    guard indent < 4, let start = DumpStart(number: text[...]) else { return nil }
    return .start(start, level: nil)
  }

  /// Reads "Answer: B", "The answer is B", "Ans. B", 「正解は B」 and the word alone.
  static func key(_ bare: Substring, isTitle: Bool = false) -> Kind? {
    var text = bare.unicodeScalars
    // 【正解】B, "(Answer: B)"
    let closer = text.first.flatMap { DumpText.closers[$0] }
    if closer != nil { text.removeFirst() }
    guard let behind = Vocabulary.answer.rest(of: text) ?? behindKey(text) else { return nil }
    let word = String(text[..<behind.startIndex])
    var rest = behind
    if let closer {
      if rest.first == closer {
        let value = rest.dropFirst().drop { DumpText.isBlank($0) || separators.contains($0) }
        return value.isEmpty ? .keyTitle : .key(word: word, value: String(Substring(value)))
      }
      guard rest.last == closer else { return nil }
      rest.removeLast()
    }
    rest = DumpText.trimmed(rest.drop { $0 == "*" || $0 == "_" })
    if let value = value(rest, of: word, isTitle: isTitle) { return value }
    return isWholeTitle(rest) ? .keyTitle : nil
  }

  /// The capital letters that a line names as the right choices: `Answer: B, c`; `nil` for any other
  /// line.
  static func letters(inKey line: String) -> [Character]? {
    guard case .key(_, let value)? = key(DumpText.bare(line)) else { return nil }
    let isWord = value.count > 1 && value.allSatisfy { ("A"..."J").contains($0) }
    guard
      isWord && Set(value).count == value.count
        || KeyLabel.areAll(DumpText.bare(value).unicodeScalars, withNumbers: false)
    else { return nil }
    let words = value.split { !$0.isLetter }
    let letters = (isWord ? [value[...]] : words.filter { $0.count == 1 }).joined().uppercased()
    return letters.isEmpty ? nil : Array(letters)
  }

  /// The text behind "Key", which is a word for the answer only before labels or alone.
  private static func behindKey(_ text: DumpText.Scalars) -> DumpText.Scalars? {
    guard ["k", "K"].contains(text.first), let behind = Vocabulary.keys.rest(of: text) else {
      return nil
    }
    let value = behind.drop { DumpText.isBlank($0) || separators.contains($0) || $0 == "*" }
    return value.isEmpty || KeyLabel.areAll(value, withNumbers: true) ? behind : nil
  }

  /// Whether a line is only the title of the choices that follow.
  private static func isChoiceTitle(_ bare: Substring) -> Bool {
    bare.utf8.count <= 40
      && Vocabulary.choiceTitles.contains(FieldText.make(String(bare)).ofOneWidth.lowercased())
  }

  /// Whether a line is the title of a part with questions of one kind: 「一、判断题（每题2分）」
  private static func isSection(_ bare: Substring) -> Bool {
    var title = bare.unicodeScalars
    if let open = title.firstIndex(where: sectionNotes.contains), open > title.startIndex {
      title = title[..<open]
    }
    if let mark = title.firstIndex(where: sectionMarks.contains),
      Substring(title[..<mark]).utf8.count <= 10, title.index(after: mark) < title.endIndex
    {
      title = title[title.index(after: mark)...]
    }
    let kept = String(String.UnicodeScalarView(title.filter { $0 != ":" && $0 != "：" }))
    let word = FieldText.make(kept).lowercased()
    return Vocabulary.sections.contains(word)
  }

  /// The brackets that open a note behind the title of a section.
  private static let sectionNotes = Set("(（[【".unicodeScalars)
  /// The marks behind the number of a section.
  private static let sectionMarks = Set("、.:：".unicodeScalars)

  private static func value(
    _ text: DumpText.Scalars, of word: String, isTitle: Bool
  ) -> Kind? {
    var rest = text
    if let copula = Vocabulary.copulas.rest(of: rest) {
      rest = copula
    } else if let mark = rest.first, separators.contains(mark) {
      let areLabels = KeyLabel.areAll(DumpText.trimmed(rest.dropFirst()), withNumbers: true)
      if mark == "-" || mark == "–" || mark == "—" {
        guard areLabels || rest.dropFirst().first.map(DumpText.isBlank) ?? true else { return nil }
      }
      if mark == ".", word.lowercased() != "ans", !areLabels { return nil }
    } else if !isTitle, KeyLabel.areAll(rest, withNumbers: !word.utf8.allSatisfy { $0 < 0x80 }) {
      // "Answer B" and 「正解 3」 are keys, "Answer 3" is a title.
    } else {
      return nil
    }
    rest = rest.drop {
      DumpText.isBlank($0) || separators.contains($0) || $0 == "*" || $0 == "_"
    }
    return rest.isEmpty ? .keyTitle : .key(word: word, value: String(Substring(rest)))
  }

  /// Whether a text after the word for the answer only completes a title.
  private static func isWholeTitle(_ text: DumpText.Scalars) -> Bool {
    let rest = String(Substring(text)).lowercased()
    return rest.isEmpty || Vocabulary.companions.contains { $0 == rest || $0 + ":" == rest }
  }

  private static let separators: Set<Unicode.Scalar> = [
    ":", "：", "=", "-", "–", "—", ".", "．", "→", "⇒",
  ]

  private static func explanation(_ bare: Substring, isTitle: Bool) -> Kind? {
    var text = bare.unicodeScalars
    let isEnclosed = text.first == "【" || text.first == "["
    if isEnclosed { text.removeFirst() }
    guard let behind = Vocabulary.explanation.rest(of: text) else { return nil }
    var rest = DumpText.trimmed(behind)
    if isEnclosed {
      guard let close = rest.popFirst(), close == "】" || close == "]" else { return nil }
    } else if let mark = rest.first {
      guard mark == ":" || mark == "：" || mark == "*" else { return nil }
      rest = rest.drop { $0 == ":" || $0 == "：" || $0 == "*" }
    } else if !isTitle, bare.utf8.count > 14 {
      return nil
    }
    return .explanation(text: String(Substring(DumpText.trimmed(rest))))
  }
}

/// A sentence that calls a choice right: "B is correct because …".
private enum Statement {
  static func letters(_ bare: Substring) -> [Character]? {
    guard bare.utf8.count > 11 else { return nil }
    var rest = bare.unicodeScalars
    if let option = Vocabulary.options.rest(of: rest) { rest = DumpText.trimmed(option) }
    var letters: [Character] = []
    while let letter = rest.first, (0x41...0x5A).contains(letter.value) {
      letters.append(Character(letter))
      rest = DumpText.trimmed(rest.dropFirst())
      let plain = rest
      if rest.first == "," || rest.first == "&" {
        rest = DumpText.trimmed(rest.dropFirst())
      }
      if rest.starts(with: "and ".unicodeScalars) {
        rest = DumpText.trimmed(rest.dropFirst(4))
      }
      guard rest.startIndex != plain.startIndex else { break }
    }
    guard !letters.isEmpty,
      let verb = ["is ", "are "].first(where: { rest.starts(with: $0.unicodeScalars) })
    else { return nil }
    rest = rest.dropFirst(verb.unicodeScalars.count)
    if rest.starts(with: "the ".unicodeScalars) { rest = rest.dropFirst(4) }
    return rest.starts(with: "correct".unicodeScalars) || rest.starts(with: "right ".unicodeScalars)
      ? letters : nil
  }
}
