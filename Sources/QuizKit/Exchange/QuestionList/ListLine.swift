import QuizSupport

/// A line of a list of questions and what it means for a question.
struct ListLine {
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
    case start(QuestionStart, level: Int?)
    /// A labelled choice.
    case choice(ListLabel)
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

    /// The text of an item of a list.
    var item: String? {
      switch self {
      case .choice(let label): label.text
      case .box(let box): box.text
      case .bullet(_, let text): text
      case .start(let start, nil) where start.kind == .number: start.text
      default: nil
      }
    }
  }

  var line: MarkdownLine
  var kind: Kind
  var isInList = false

  /// - Parameter above: The line above it; `nil` where none is known.
  init(_ line: MarkdownLine, below above: MarkdownLine? = nil) {
    self.line = line
    switch line.kind {
    case .blank: kind = .blank
    case .code: kind = .code
    case .rule: kind = .rule
    case .heading(let level, let text): kind = Self.heading(level, text, line.isLiteral)
    case .item(let mark, let text):
      kind = Self.item(mark, text, line.isLiteral)
      isInList = if case .start = kind { false } else { true }
    case .text: kind = Self.text(line)
    }
    switch line.sign {
    case .box(let isChecked):
      kind = .box(CheckBox(isChecked: isChecked, text: kind.item ?? line.text))
      isInList = true
    case .answer: kind = .key(word: "", value: line.text)
    case .right, .truth, nil: break
    }
    // The second line of a calculation is not an answer.
    if case .key(word: "=", _) = kind, above?.kind == .text, above?.text.contains("=") == true {
      kind = .text
    }
  }

  private static func heading(_ level: Int, _ text: String, _ isLiteral: Bool) -> Kind {
    let bare = ListText.bare(text, isLiteral: isLiteral)
    if isChoiceTitle(bare) { return .wrapper }
    if let start = QuestionStart(word: bare, isTitle: true) { return .start(start, level: level) }
    if let start = QuestionStart(number: bare) ?? QuestionStart(numberAlone: bare) {
      return .start(start, level: level)
    }
    return key(bare, isTitle: true) ?? explanation(bare, isTitle: true) ?? .heading(level: level)
  }

  private static func item(_ mark: Character, _ text: String, _ isLiteral: Bool) -> Kind {
    if let box = CheckBox(text) { return .box(box) }
    // `- **12. Which?**`
    if text.hasPrefix("**"), text.hasSuffix("**"), let start = QuestionStart(number: text[...]) {
      return .start(start, level: nil)
    }
    if let label = ListLabel(text[...], isInList: true) { return .choice(label) }
    let bare = ListText.bare(text, isLiteral: isLiteral)
    if bare.utf8.count != text.utf8.count, var label = ListLabel(bare, isInList: true) {
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
    if first == "#", let start = QuestionStart(word: text.drop { $0 == "#" }, isTitle: true) {
      return .start(start, level: nil)
    }
    let bare = ListText.bare(text, isLiteral: line.isLiteral)
    if text.utf8.count <= 90, isSection(bare) { return .heading(level: 6) }
    // edX and text2qti: `= 1.41 +- 0.01`
    if first == "=", text.hasPrefix("= "), text.utf8.count > 2 {
      return .key(word: "=", value: FieldText.make(String(text.dropFirst())))
    }
    if let label = label(text, indent: line.indent) { return label }
    if let item = signed(text, bare) { return item }
    if let box = CheckBox(signed: text) { return .box(box) }
    if bare.isEmpty { return first == "<" ? .wrapper : .text }
    if isChoiceTitle(bare) { return .wrapper }
    if first == "<", let label = label(String(bare), indent: line.indent) { return label }
    let isTitle = first == "*" || first == "_"
    if let start = QuestionStart(word: bare, isTitle: isTitle) { return .start(start, level: nil) }
    if let start = QuestionStart(keyed: bare) { return .start(start, level: nil) }
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
    if !mark.isEmpty, var label = ListLabel(bare, isInList: true) {
      label.text += mark
      return .choice(label)
    }
    if bullets.contains(first) || circles.contains(first) {
      let rest = Substring(ListText.trimmed(scalars.dropFirst()))
      if let label = ListLabel(rest, isInList: true) { return .choice(label) }
      guard bullets.contains(first) else { return nil }
      return key(ListText.bare(String(rest))) ?? .bullet(mark: Character(first), text: String(rest))
    }
    guard let rest = Vocabulary.options.rest(of: scalars),
      let label = ListLabel(Substring(ListText.trimmed(rest))), label.style == .capital,
      Vocabulary.answer.rest(of: scalars) == nil
    else { return nil }
    return .choice(label)
  }

  private static let bullets = Set("•‣◦▪●・".unicodeScalars)
  /// What only labels make an item: circles are answers elsewhere, and `>` begins any quotation.
  private static let circles = Set("○◯>☐□".unicodeScalars)

  /// Reads the label of a choice or the number of a question.
  private static func label(_ text: String, indent: Int) -> Kind? {
    if let label = ListLabel(text[...]), label.style != .digits { return .choice(label) }
    guard indent < 4, let start = QuestionStart(number: text[...]) else { return nil }
    return .start(start, level: nil)
  }

  /// Reads "Answer: B", "The answer is B", "Ans. B", 「正解は B」 and the word alone.
  static func key(_ bare: Substring, isTitle: Bool = false) -> Kind? {
    var text = bare.unicodeScalars
    // 【正解】B, "(Answer: B)"
    let closer = text.first.flatMap { ListText.closers[$0] }
    if closer != nil { text.removeFirst() }
    guard let behind = Vocabulary.answer.rest(of: text) ?? behindKey(text) else { return nil }
    let word = String(text[..<behind.startIndex])
    var rest = behind
    if let closer {
      if rest.first == closer {
        let value = rest.dropFirst().drop { ListText.isBlank($0) || separators.contains($0) }
        return value.isEmpty ? .keyTitle : .key(word: word, value: String(Substring(value)))
      }
      guard rest.last == closer else { return nil }
      rest.removeLast()
    }
    rest = ListText.trimmed(rest.drop { $0 == "*" || $0 == "_" })
    if let value = value(rest, of: word, isTitle: isTitle) { return value }
    return isWholeTitle(rest) ? .keyTitle : nil
  }

  /// The capital letters that a line names as the right choices: `Answer: B, c`; `nil` for any other
  /// line.
  static func letters(inKey line: String) -> [Character]? {
    guard case .key(_, let value)? = key(ListText.bare(line)) else { return nil }
    let isWord = value.count > 1 && value.allSatisfy { ("A"..."J").contains($0) }
    guard
      isWord && Set(value).count == value.count
        || KeyLabel.areAll(ListText.bare(value).unicodeScalars, withNumbers: false)
    else { return nil }
    let words = value.split { !$0.isLetter }
    let letters = (isWord ? [value[...]] : words.filter { $0.count == 1 }).joined().uppercased()
    return letters.isEmpty ? nil : Array(letters)
  }

  /// The text behind "Key", which is a word for the answer only before labels or alone.
  private static func behindKey(_ text: ListText.Scalars) -> ListText.Scalars? {
    guard ["k", "K"].contains(text.first), let behind = Vocabulary.keys.rest(of: text) else {
      return nil
    }
    let value = behind.drop { ListText.isBlank($0) || separators.contains($0) || $0 == "*" }
    return value.isEmpty || KeyLabel.areAll(value, withNumbers: true) ? behind : nil
  }

  /// Whether a line is only the title of the choices that follow.
  private static func isChoiceTitle(_ bare: Substring) -> Bool {
    let first = bare.unicodeScalars.first { $0 != "*" && !ListText.isBlank($0) }
    guard bare.utf8.count <= 40, Vocabulary.mayBeTitle(first) else { return false }
    let plain = bare.utf8.contains(UInt8(ascii: "*")) ? bare.filter { $0 != "*" } : String(bare)
    let title = FieldText.make(plain).ofOneWidth.lowercased()
    return Vocabulary.choiceTitles.contains(title)
  }

  /// Whether a line is the title of a part with questions of one kind: 「一、判断题（每题2分）」
  private static func isSection(_ bare: Substring) -> Bool {
    guard bare.utf8.count >= shortestSection else { return false }
    var title = bare.unicodeScalars
    if let open = title.firstIndex(where: isSectionNote), open > title.startIndex {
      title = title[..<open]
    }
    if let mark = title.firstIndex(where: isSectionMark),
      Substring(title[..<mark]).utf8.count <= 10, title.index(after: mark) < title.endIndex
    {
      title = title[title.index(after: mark)...]
    }
    // No title is shorter, and most lines of a list are.
    guard Substring(title).utf8.count >= shortestSection else { return false }
    let first = title.first { !ListText.isBlank($0) && $0 != ":" && $0 != "：" }
    guard Vocabulary.mayBeTitle(first) else { return false }
    let kept = String.UnicodeScalarView(title.lazy.filter { $0 != ":" && $0 != "：" })
    let word = FieldText.make(String(kept)).lowercased()
    return Vocabulary.sections.contains(word)
  }

  /// The length of the shortest title, in bytes.
  private static let shortestSection = Vocabulary.sections.map(\.utf8.count).min() ?? 0

  /// Whether a bracket opens a note behind the title of a section.
  private static func isSectionNote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "(", "（", "[", "【": true
    default: false
    }
  }

  /// Whether a mark ends the number of a section.
  private static func isSectionMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "、", ".", ":", "：": true
    default: false
    }
  }

  private static func value(
    _ text: ListText.Scalars, of word: String, isTitle: Bool
  ) -> Kind? {
    var rest = text
    if let copula = Vocabulary.copulas.rest(of: rest) {
      rest = copula
    } else if let mark = rest.first, separators.contains(mark) {
      let areLabels = KeyLabel.areAll(ListText.trimmed(rest.dropFirst()), withNumbers: true)
      if mark == "-" || mark == "–" || mark == "—" {
        guard areLabels || rest.dropFirst().first.map(ListText.isBlank) ?? true else { return nil }
      }
      if mark == ".", word.lowercased() != "ans", !areLabels { return nil }
    } else if !isTitle, KeyLabel.areAll(rest, withNumbers: !word.utf8.allSatisfy { $0 < 0x80 }) {
      // "Answer B" and 「正解 3」 are keys, "Answer 3" is a title.
    } else {
      return nil
    }
    rest = rest.drop {
      ListText.isBlank($0) || separators.contains($0) || $0 == "*" || $0 == "_"
    }
    return rest.isEmpty ? .keyTitle : .key(word: word, value: String(Substring(rest)))
  }

  /// Whether a text after the word for the answer only completes a title.
  private static func isWholeTitle(_ text: ListText.Scalars) -> Bool {
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
    var rest = ListText.trimmed(behind)
    if isEnclosed {
      guard let close = rest.popFirst(), close == "】" || close == "]" else { return nil }
    } else if let mark = rest.first {
      guard mark == ":" || mark == "：" || mark == "*" else { return nil }
      rest = rest.drop { $0 == ":" || $0 == "：" || $0 == "*" }
    } else if !isTitle, bare.utf8.count > 14 {
      return nil
    }
    return .explanation(text: String(Substring(ListText.trimmed(rest))))
  }
}

/// A sentence that calls a choice right: "B is correct because …".
private enum Statement {
  static func letters(_ bare: Substring) -> [Character]? {
    guard bare.utf8.count > 11 else { return nil }
    var rest = bare.unicodeScalars
    if let option = Vocabulary.options.rest(of: rest) { rest = ListText.trimmed(option) }
    var letters: [Character] = []
    while let letter = rest.first, (0x41...0x5A).contains(letter.value) {
      letters.append(Character(letter))
      rest = ListText.trimmed(rest.dropFirst())
      let plain = rest
      if rest.first == "," || rest.first == "&" {
        rest = ListText.trimmed(rest.dropFirst())
      }
      if rest.starts(with: "and ".unicodeScalars) {
        rest = ListText.trimmed(rest.dropFirst(4))
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

/// The label of a choice: `A.`, `b)`, `(c)`, `**D.**`, `ア`, `①`, `2.`
struct ListLabel {
  /// The series that a label belongs to.
  enum Style: UInt8 {
    case capital, small, kana, circled, digits
    /// イ, ロ, ハ, ニ. The first one is read as the second of ア, イ, ウ until another follows.
    case iroha
    case cyrillic, arabic, hangul

    /// Whether the series has letters of scripts with words of many letters, so that a label ends
    /// only where no letter follows.
    var isOfWords: Bool { self == .cyrillic || self == .arabic || self == .hangul }
  }

  var style: Style
  /// The place in the series, counted from 0.
  var place: Int
  /// The text after the label, without the emphasis that begins before the label.
  var text: String
  /// Whether the label has a star before it, which marks the right choice: `*b) 8`.
  private(set) var isStarred = false
  /// Whether the emphasis goes from before the label to the end of the text.
  private(set) var isEmphasized = false

  typealias Scalars = ListText.Scalars

  /// Reads a label at the beginning of a text; `nil` if there is none.
  ///
  /// - Parameter isInList: Whether the text is an item of a list. Then `A:text` has a label, too.
  init?(_ text: Substring, isInList: Bool = false) {
    guard Self.mayBegin(text) else { return nil }
    var rest = text.unicodeScalars
    let emphasis = rest.prefix { $0 == "*" || $0 == "_" }.count
    guard emphasis <= 3 else { return nil }
    rest = rest.dropFirst(emphasis)
    let open = rest.first.flatMap { ListText.closers[$0] }
    if open != nil { rest.removeFirst() }
    guard let (style, place, after) = Self.series(rest),
      (0..<QuestionContent.maximumChoices).contains(place)
    else { return nil }
    guard
      let end = Self.end(after, style, closer: open, isInList: isInList, emphasis: emphasis)
        ?? Self.number(after, style, place)
    else { return nil }
    (self.style, self.place) = (style, place)
    var kept = end
    if emphasis > 0 {
      if kept.first == "*" || kept.first == "_" {
        kept = kept.drop { $0 == "*" || $0 == "_" }
      } else {
        let whole = kept
        kept = ListText.withoutOpenEmphasis(kept)
        isEmphasized = kept.count < ListText.trimmedBehind(whole).count
        isStarred = emphasis == 1 && text.utf8.first == UInt8(ascii: "*") && whole.last != "*"
      }
    }
    self.text = String(ListText.trimmed(kept))
  }

  /// Whether the first two bytes can be the beginning of a label; those of most lines cannot.
  private static func mayBegin(_ text: Substring) -> Bool {
    var bytes = text.utf8.makeIterator()
    guard let first = bytes.next() else { return false }
    switch first {
    case 0x41...0x5A, 0x61...0x7A:
      guard let second = bytes.next() else { return false }
      return second >= 0x80 || ".):]-–\\| *_".utf8.contains(second)
    case 0x30...0x39, 0x28, 0x5B, 0x2A, 0x5F, 0x80...0xFF: return true
    default: return false
    }
  }

  private static let kana = Array("アイウエオカキクケコ".unicodeScalars)
  private static let iroha = Array("イロハニホヘトチリヌ".unicodeScalars)

  /// The labels of other scripts. Small letters of Cyrillic stand for capital ones.
  private static let others: [(style: Style, labels: [Unicode.Scalar])] = [
    (.cyrillic, Array("АБВГДЕЖЗИК".unicodeScalars)),
    (.cyrillic, Array("абвгдежзик".unicodeScalars)),
    (.arabic, Array("أبجدهوزحطي".unicodeScalars)), (.arabic, Array("ابجدهوزحطي".unicodeScalars)),
    (.hangul, Array("가나다라마바사아자차".unicodeScalars)),
  ]

  /// The series and the place of a kana.
  static func kana(_ scalar: Unicode.Scalar) -> (style: Style, place: Int)? {
    kana.firstIndex(of: scalar).map { (.kana, $0) }
      ?? iroha.firstIndex(of: scalar).map { (.iroha, $0) }
  }

  /// The series and the place of a letter that is neither Latin nor kana.
  private static func other(_ scalar: Unicode.Scalar) -> (style: Style, place: Int)? {
    for (style, labels) in others {
      if let place = labels.firstIndex(of: scalar) { return (style, place) }
    }
    return nil
  }

  /// Reads the letter, or the number of one or two digits, that a text begins with.
  static func series(
    _ text: Scalars
  ) -> (style: Style, place: Int, rest: Scalars)? {
    guard let first = text.first else { return nil }
    let rest = text.dropFirst()
    let folded = ListText.folded(first)
    switch folded.value {
    case 0x41...0x5A: return (.capital, Int(folded.value - 0x41), rest)
    case 0x61...0x7A: return (.small, Int(folded.value - 0x61), rest)
    case 0x30...0x39:
      var number = Int(folded.value - 0x30)
      var after = rest
      if let next = after.first.map(ListText.folded), (0x30...0x39).contains(next.value) {
        number = number * 10 + Int(next.value - 0x30)
        after.removeFirst()
      }
      return (.digits, number - 1, after)
    case 0x2460...0x2473: return (.circled, Int(folded.value - 0x2460), rest)
    default:
      guard !first.isASCII else { return nil }
      return (kana(first) ?? other(first)).map { ($0.style, $0.place, rest) }
    }
  }

  /// The highest place of a letter that a number may follow at once.
  private static let mostBeforeNumbers = 10

  /// The number that directly follows a label: `A.7`, `b:-3`. The letters from K on are those of
  /// other things, such as `Q.12`, and `A.1.` and `A.1.2.3` are numbers of sections.
  private static func number(_ text: Scalars, _ style: Style, _ place: Int) -> Scalars? {
    guard style == .capital || style == .small, place < mostBeforeNumbers,
      let mark = text.first, mark == "." || mark == ":"
    else { return nil }
    let rest = text.dropFirst()
    let digits = rest.drop { "+-−".unicodeScalars.contains($0) }
    guard let first = digits.first, ("0"..."9").contains(first),
      case let behind = digits.drop(while: { ("0"..."9").contains($0) || $0 == "." }),
      case let number = digits[..<behind.startIndex], number.last != ".",
      number.count(where: { $0 == "." }) < 2
    else { return nil }
    return rest
  }

  /// Reads what ends a label; returns the rest of the text.
  private static func end(
    _ text: Scalars, _ style: Style, closer: Unicode.Scalar?, isInList: Bool, emphasis: Int
  ) -> Scalars? {
    var text = text
    if let closer {
      guard text.first == closer else { return nil }
      text.removeFirst()
      if let mark = text.first, mark == "." || mark == ":" || mark == "：" { text.removeFirst() }
      return text
    }
    if style == .circled {
      if let mark = text.first, ".):：．".unicodeScalars.contains(mark) { text.removeFirst() }
      return text
    }
    var inner = text
    // `**A**. text` and `A\. text`.
    let ended = inner.prefix { $0 == "*" || $0 == "_" }.count
    if ended > 0, ended == emphasis { inner = inner.dropFirst(ended) }
    if inner.first == "\\" { inner.removeFirst() }
    guard let mark = inner.first else { return nil }
    let rest = inner.dropFirst()
    switch mark {
    case ")", "）", "]", "．", "、": return rest
    case ".", ":", "：", "|", "｜":
      guard let next = rest.first else { return rest }
      let isParted = ListText.isBlank(next) || next == "*" || next == "_" || !next.isASCII
      if isParted || isInList && mark != "." { return rest }
      // `A.text`, but not "A.M."
      // `Q.12` is a number.
      let isText =
        next.properties.isAlphabetic || "'\"`<([$€£".unicodeScalars.contains(next)
      let isDirect =
        mark == "." && style == .capital && isText && rest.dropFirst().first != "."
      return isDirect ? rest : nil
    case " ", "\u{3000}":
      // 「ア 文」 needs no mark, and `A - text` has one behind the blank.
      if style == .kana || style == .iroha { return rest }
      let after = ListText.trimmed(rest)
      guard style == .capital, let dash = after.first, dash == "-" || dash == "–" || dash == "—",
        after.dropFirst().first.map(ListText.isBlank) == true
      else { return nil }
      return after.dropFirst()
    default: return nil
    }
  }
}

/// A line as a survey keeps it: a few bytes instead of its text.
struct LineRole {
  enum Kind: UInt8 {
    /// A line of text. Lines that follow it directly have no role of their own.
    case text
    case rule
    case heading
    /// A word for a question with a number, or an identifier with its key.
    case word
    /// A number, which begins a question or an item of a list.
    case number
    case choice
    case box
    case bullet
    case key
    case keyTitle
    case explanation
  }

  var kind: Kind
  /// The place of the line among all lines, those of split lines included.
  var line: Int32
  /// The number of a question, the place of a label, or the level of any other heading.
  var value: Int32 = 0
  /// The level of a heading, or 0 for other lines.
  var level: UInt8 = 0
  /// The style of a label or of a number; the character of a bullet.
  var style: UInt8 = 0
  var indent: UInt8 = 0
  var isInList = false
  /// Whether a box is checked, the beginning of a question has its key in it, or a key needs no
  /// choices.
  var isChecked = false
  /// Whether a key is a text to type.
  var isTyped = false
  /// Whether the line is the answer to a question in a list of answers: `12. B`.
  var isEntry = false
  /// Whether the text of the line ends with a question mark.
  var isAsking = false
  /// The same of the text behind the number or the heading of a question.
  var asks = false
  /// Whether the line has nothing but an image.
  var isImage = false
  /// Whether a heading says that what follows is to be put in order.
  var isOrdering = false
  /// Whether an item begins with a sign that says that it is right.
  var isSigned = false
  /// Whether a blank line comes before the line.
  var isParted = false
  /// Whether the whole text of a choice is bold and does not ask.
  var isBold = false
  /// Whether the label of a choice has a star before it.
  var isStarred = false
  /// Whether the text of a choice ends in a star.
  var endsInStar = false
  /// Whether the text has a blank to fill in.
  var hasBlank = false
  /// Whether it is a sentence below a title that says that statements follow.
  var isClaim = false

  /// The role of a line; `nil` for lines that have no meaning of their own.
  init?(_ line: ListLine, at place: Int) {
    self.line = Int32(clamping: place)
    indent = UInt8(clamping: line.line.indent)
    isInList = line.isInList
    switch line.kind {
    case .blank, .code, .wrapper: return nil
    case .text:
      kind = .text
      isAsking = Self.isAsking(line.line.text)
      asks = isAsking
      isImage = line.line.isOnlyImage
      hasBlank = TextBlanks(line.line.text)?.areInSentence ?? false
    case .rule: kind = .rule
    case .heading(let level):
      (kind, self.level) = (.heading, UInt8(level))
      if case .heading(_, let text) = line.line.kind {
        asks = Self.isAsking(text)
        isOrdering = Vocabulary.isAny(of: Vocabulary.orders, in: text.lowercased())
      }
    case .start(let start, let level):
      kind = start.kind == .number ? .number : .word
      value = Int32(start.number)
      self.level = UInt8(level ?? 0)
      style = start.style
      isChecked = !start.key.isEmpty
      isBold = ListText.insideBold(start.text).map { !Self.isAsking($0) } ?? false
      asks = Self.isAsking(start.text)
      hasBlank = TextBlanks(start.text) != nil
    case .choice(let label):
      (kind, value, style) = (.choice, Int32(label.place), label.style.rawValue)
      if label.style == .digits { (kind, value) = (.number, Int32(label.place + 1)) }
      isStarred = label.isStarred
      takeMarks(of: label.text)
      isChecked = isChecked || isStarred || line.line.sign == .right
      isBold = isBold || label.isEmphasized && !Self.isAsking(label.text)
    case .box(let box): (kind, isChecked) = (.box, box.isChecked)
    case .bullet(let mark, let text):
      (kind, style) = (.bullet, mark.asciiValue ?? 0)
      takeMarks(of: text)
      // Lists of good and bad examples have signs, too.
      isSigned = !RightMark.before(text).isEmpty
      isChecked = RightMark.isBehind(text) || line.line.sign == .right
    case .key(let word, let value):
      kind = .key
      isTyped = word == "="
      isChecked = isTyped || Vocabulary.truth(of: ListText.comparable(value)) != nil
    case .statement: kind = .key
    case .keyTitle:
      kind = .keyTitle
      if case .heading(let level, _) = line.line.kind { self.level = UInt8(level) }
    case .explanation:
      kind = .explanation
      if case .heading(let level, _) = line.line.kind { self.level = UInt8(level) }
    }
  }
}

extension LineRole {
  private mutating func takeMarks(of text: String) {
    isChecked = RightMark.isIn(text)
    isBold = ListText.insideBold(text).map { !Self.isAsking($0) } ?? false
    endsInStar = text.hasSuffix("*") && !text.hasSuffix("**") && text.count { $0 == "*" } == 1
  }

  private static func isAsking(_ text: String) -> Bool {
    text.unicodeScalars.last.map { $0 == "?" || $0 == "？" } ?? false
  }
}
