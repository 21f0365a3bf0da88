import QuizSupport

/// The beginning of a question: `Question 12`, `Q12.`, `問12`, `12.`, or an identifier with its key
/// such as `T1A01 (C)`.
struct QuestionStart {
  /// How sure it is that a question begins there.
  enum Kind {
    /// A word for a question and a number.
    case word
    /// A number alone, which may also be an item of a list.
    case number
    /// An identifier with the letter of the right answer.
    case keyed
  }

  var kind: Kind
  var number: Int
  /// The text after the number.
  var text: String
  /// A code for the signs around the number, such as the full stop of `12.`. Items of lists often
  /// have other signs than questions.
  private(set) var style: UInt8 = 0
  /// The letter of the right answer, or the identifier's other data.
  var key = ""
  /// The identifier, if it is not just a number.
  var title: String?

  private typealias Scalars = ListText.Scalars

  /// Reads the word and the number.
  ///
  /// - Parameters:
  ///   - isTitle: Whether the text is a heading or emphasised. Other lines need a mark after the
  ///     number, because a sentence can begin with "Question 5", too.
  init?(word text: Substring, isTitle: Bool) {
    var rest = Self.withoutTopic(text.unicodeScalars.drop { $0 == "/" })
    if let number = Self.commented(text) {
      (kind, self.number, self.text) = (.word, number, "")
      return
    }
    let open = rest.first.flatMap { ListText.closers[$0] }
    if open != nil { rest.removeFirst() }
    let behindWord = Vocabulary.question.rest(of: rest)
    guard let after = behindWord ?? Self.letterQ(rest) else { return nil }
    let hasOnlyQ = behindWord == nil
    rest = ListText.trimmed(after)
    if let sign = Vocabulary.numberSigns.rest(of: rest) { rest = sign }
    rest = rest.drop { ListText.isBlank($0) || "#.:-：．".unicodeScalars.contains($0) }
    guard let (number, behind) = Self.digits(rest), !Self.isRange(behind) else { return nil }
    rest = behind
    if let first = rest.first, "問问题題".unicodeScalars.contains(first) { rest.removeFirst() }
    rest = Self.withoutLetter(rest)
    rest = Self.withoutTotal(rest)
    let trimmed = ListText.trimmed(rest)
    if let open, trimmed.first != open { return nil }
    // 「第2問」 and 「問2」 need no mark.
    let isTitle = isTitle || !(text.utf8.first.map { $0 < 0x80 } ?? true)
    if let next = rest.first, !isTitle, !ListText.isBlank(next), next.isASCII,
      !Self.ends.contains(next)
    {
      return nil
    }
    if let next = trimmed.first, !isTitle, next.isASCII, !Self.ends.contains(next), next != "(" {
      // `Q12 Which …` is a question, "Question 12 asks …" is not.
      let isQuestion = hasOnlyQ && next.properties.isUppercase
      let topic = Self.withoutTopic(trimmed)
      guard isQuestion || topic.count < trimmed.count else { return nil }
    }
    kind = .word
    self.number = number
    rest = trimmed.drop { ListText.isBlank($0) || Self.ends.contains($0) || $0 == "*" }
    rest = Self.withoutTopic(rest)
    // `Question 3 of 10: 3) Which …` has its number twice.
    if let again = QuestionStart(number: Substring(rest)), again.number == number {
      self.text = again.text
    } else {
      self.text = Self.text(rest)
    }
  }

  /// Reads `12.`, `12)`, `12:`, `(12)`, `12、`, `12 - Which`, `No. 12 Which`, `#12 Which`.
  init?(number text: Substring) {
    guard let first = text.utf8.first,
      (0x30...0x39).contains(first) || first >= 0x80 || "([*_Nn#".utf8.contains(first)
    else { return nil }
    // Pandoc counts such items itself.
    if first == UInt8(ascii: "#"), text.hasPrefix("#. ") {
      (kind, number, self.text) = (.number, 0, FieldText.make(String(text.dropFirst(3))))
      style = UInt8(ascii: "#")
      return
    }
    var rest = text.unicodeScalars
    let emphasis = rest.prefix { $0 == "*" || $0 == "_" }.count
    rest = rest.dropFirst(emphasis)
    let open = rest.first.flatMap { ListText.closers[$0] }
    if open != nil { rest.removeFirst() }
    let sign = Vocabulary.numberSigns.rest(of: rest)
    if let sign { rest = sign.drop { $0 == "." || $0 == " " } }
    guard case let (number, behind)? = Self.digits(rest) else { return nil }
    rest = behind
    if rest.first == "\\" { rest.removeFirst() }
    let ended = rest.prefix { $0 == "*" || $0 == "_" }.count
    if ended > 0, ended == emphasis { rest = rest.dropFirst(ended) }
    guard let rest = Self.behindMark(rest, closer: open, hasSign: sign != nil) else { return nil }
    kind = .number
    self.number = number
    style = Self.style(of: text.unicodeScalars[..<rest.startIndex])
    var text = rest
    if emphasis > 0, let next = rest.first, next == "*" || next == "_" {
      text = rest.drop { $0 == "*" || $0 == "_" }
    }
    self.text =
      emphasis > 0 ? Self.text(ListText.trimmed(text)) : String(ListText.trimmed(text))
  }

  /// The number of an identifier in a line of its own: `//QZ1.2)`.
  private static func commented(_ text: Substring) -> Int? {
    guard text.utf8.starts(with: "//".utf8), text.utf8.count <= 20 else { return nil }
    var rest = text.dropFirst(2)
    let letters = rest.prefix { $0.isASCII && $0.isUppercase }
    rest = rest.dropFirst(letters.count)
    if let last = rest.last, ").:".contains(last) { rest = rest.dropLast() }
    guard letters.first == "Q", rest.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else {
      return nil
    }
    return rest.split(separator: ".").last.flatMap { Int($0) }
  }

  /// Whether a number is the first of several: "Questions 1–3 are about this text."
  private static func isRange(_ text: Scalars) -> Bool {
    let rest = ListText.trimmed(text)
    guard let dash = rest.first, "-–—~～".unicodeScalars.contains(dash) else { return false }
    return digits(ListText.trimmed(rest.dropFirst())) != nil
  }

  private static func style(of label: Scalars) -> UInt8 {
    label.lazy.filter { !("0"..."9").contains(ListText.folded($0)) && !ListText.isBlank($0) }
      .reduce(0) { $0 &* 31 &+ UInt8(truncatingIfNeeded: $1.value) }
  }

  /// The text behind what ends a number; `nil` if the number does not end there.
  private static func behindMark(
    _ text: Scalars, closer: Unicode.Scalar?, hasSign: Bool
  ) -> Scalars? {
    guard let mark = text.first else { return nil }
    let rest = text.dropFirst()
    let next = rest.first
    let isParted = next.map { ListText.isBlank($0) || !$0.isASCII } ?? true
    if let closer { return mark == closer && isParted ? rest : nil }
    switch mark {
    case ".", ")", ":":
      // `1.Which`, but not "1.5".
      let isDirect = next.map { $0 == "*" || $0 == "_" || $0.properties.isUppercase } ?? false
      return isParted || isDirect ? rest : nil
    case "．", "）", "：", "、":
      guard let next, ("0"..."9").contains(next) else { return rest }
      // `3、1969年`, but neither "3、4" nor "3．14".
      let year = rest.prefix { ("0"..."9").contains($0) }
      let isText = rest.dropFirst(year.count).first.map {
        !$0.isASCII && $0.properties.isAlphabetic
      }
      return mark != "．" && year.count > 1 && isText == true ? rest : nil
    default:
      guard ListText.isBlank(mark) else { return nil }
      let after = ListText.trimmed(rest)
      // `12 - Which`
      if let dash = after.first, "-–—".unicodeScalars.contains(dash),
        after.dropFirst().first.map(ListText.isBlank) == true
      {
        return after.dropFirst()
      }
      let isText = after.first.map { $0.properties.isUppercase || !$0.isASCII } ?? false
      return hasSign && isText ? after : nil
    }
  }

  /// Reads a heading that is nothing but a number.
  init?(numberAlone text: Substring) {
    guard QuestionNumber.isAlone(String(text)), let number = Int(text) else { return nil }
    (kind, self.number, self.text) = (.number, number, "")
  }

  /// Reads an identifier and its key: `T1A01 (C) [97.1]`.
  init?(keyed text: Substring) {
    guard let first = text.utf8.first, (0x41...0x5A).contains(first) else { return nil }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let bytes = text.utf8.prefix {
      (0x41...0x5A).contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
    }
    guard (3...12).contains(bytes.count), bytes.contains(where: digits.contains) else { return nil }
    let identifier = text[..<bytes.endIndex]
    let rest = text[bytes.endIndex...]
    guard rest.hasPrefix(" (") else { return nil }
    let letter = rest.dropFirst(2).prefix(1)
    let behind = rest.dropFirst(3)
    guard let key = letter.first, key.isASCII, key.isUppercase, behind.first == ")",
      case let data = behind.dropFirst().drop(while: { $0 == " " }),
      data.first?.isLetter != true
    else { return nil }
    kind = .keyed
    number = 0
    self.key = String(letter)
    title = String(identifier)
    self.text = String(data)
  }

  private static let ends: Set<Unicode.Scalar> = [
    ".", ":", ")", "]", "-", "–", "—", "|", "：", "．", "）", "】", "］", "、", "｜", "。",
  ]

  /// The Q of "Q12", "Q.12" or "Q-12", which only digits may follow.
  private static func letterQ(_ text: Scalars) -> Scalars? {
    guard let first = text.first, first == "Q" || first == "q" || first == "Ｑ" else { return nil }
    let rest = text.dropFirst()
    let digits = rest.drop { " .#-".unicodeScalars.contains($0) }
    return digits.count + 2 >= rest.count && Self.digits(digits) != nil ? rest : nil
  }

  private static func digits(_ text: Scalars) -> (number: Int, rest: Scalars)? {
    var number = 0
    var count = 0
    var rest = text
    while let scalar = rest.first {
      let value = scalar.value
      let digit =
        (0x30...0x39).contains(value)
        ? value - 0x30 : (0xFF10...0xFF19).contains(value) ? value - 0xFF10 : nil
      guard let digit else { break }
      number = number * 10 + Int(digit)
      count += 1
      if count > 5 { return nil }
      rest.removeFirst()
    }
    return count == 0 ? nil : (number, rest)
  }

  /// Drops the letter of a part: the `.b` of `Q42.b.`
  private static func withoutLetter(_ text: Scalars) -> Scalars {
    var rest = text
    if rest.first == "." { rest.removeFirst() }
    guard let letter = rest.first, letter.isASCII, letter.properties.isAlphabetic,
      let mark = rest.dropFirst().first, mark == "." || mark == ")" || mark == ":"
    else { return text }
    return rest.dropFirst()
  }

  /// Drops the number of all questions: "of 65", "/ 65", "von 65".
  private static func withoutTotal(_ text: Scalars) -> Scalars {
    var rest = ListText.trimmed(text)
    let words = ["of", "von", "sur", "de", "/"]
    guard let word = words.first(where: { rest.starts(with: $0.unicodeScalars) }) else {
      return text
    }
    rest = ListText.trimmed(rest.dropFirst(word.unicodeScalars.count))
    return digits(rest)?.rest ?? text
  }

  /// Drops "Topic 1", which some lists put before or after the number.
  private static func withoutTopic(_ text: Scalars) -> Scalars {
    guard text.first == "T" || text.first == "t" || text.first == "(",
      case let word = text.drop(while: { $0 == "(" }),
      String(String.UnicodeScalarView(word.prefix(6))).lowercased() == "topic ",
      let (_, rest) = digits(word.dropFirst(6))
    else { return text }
    return rest.drop { ListText.isBlank($0) || ",-–:)".unicodeScalars.contains($0) }
  }

  private static func text(_ rest: Scalars) -> String {
    String(ListText.trimmed(ListText.withoutOpenEmphasis(rest)))
  }
}

/// The lines of a question in a list, as places among all lines.
struct QuestionSpan {
  /// The beginning of the question.
  enum Origin {
    /// A word for a question and its number, or an identifier.
    case word
    /// A heading with a number.
    case numberedHeading
    /// A heading without a number.
    case heading
    /// A line with a number.
    case number
    /// Its text alone.
    case text
  }

  /// The choices of the question.
  enum Choices {
    case letters, numbers, boxes, bullets, none
  }

  /// What may say that a choice is right.
  enum Sign {
    case bold, star

    /// What tells it in the mark of a choice.
    var mark: KeyPath<LineRole, Bool> { self == .bold ? \.isBold : \.endsInStar }
  }

  var origin: Origin
  /// The level of the heading that the question begins with; 7 for other lines.
  var level: UInt8 = 7
  var number: Int?
  /// The first line.
  var start: Int
  var choices: Choices
  /// The lines with which the choices begin.
  var choiceLines: [Int]
  /// The line after the question's last one.
  var end: Int
  /// Whether an answer is below the choices, in them, or in the first line.
  var hasKey: Bool
  /// Whether the text ends with a question mark.
  var isAsking = false
  /// Whether it is a statement that is true or false.
  var isStatement = false
  /// The statement, if its line says or asks itself whether it is true.
  var statement: TruthStatement?
  /// What makes some of the choices look different from the others.
  var signs: [Sign] = []
  /// How a choice says that it is right where nothing else does.
  var sign: Sign?
  /// Whether the choices are to be put in the order in which they stand.
  var isOrdering = false
  /// Whether the items below the text are the answers that may be typed.
  var isTyped = false
  /// Whether its only box is not one of several to choose from, but the answer.
  var isCard = false
  /// The answer in a list at the end of the section or file.
  var entry: AnswerList.Entry?

  /// - Parameters:
  ///   - choicePlaces: The places of the choices.
  ///   - end: The place after the question's text.
  init(
    _ start: SpanSearch.Start, _ choices: Choices, lines choicePlaces: [Int], hasKey: Bool,
    until end: Int, in roles: [LineRole]
  ) {
    let role = roles[start.place]
    (origin, self.choices, self.hasKey) = (start.origin, choices, hasKey)
    self.start = Int(role.line)
    choiceLines = choicePlaces.map { Int(roles[$0].line) }
    self.end = self.start + 1
    if role.level > 0 { level = role.level }
    if role.kind == .word || role.kind == .number { number = Int(role.value) }
    isAsking = roles[start.place..<end].contains(where: \.isAsking)
    isOrdering = role.isOrdering
  }

  /// Whether the span is a question. Without an answer it is one if it has labelled choices.
  var isQuestion: Bool { hasKey || choices == .letters || choices == .boxes }

  /// Takes the question's answer from a list.
  mutating func take(_ entry: AnswerList.Entry) {
    (self.entry, hasKey) = (entry, true)
  }
}

/// Finds out where the questions of a list end.
struct SpanEnds {
  let roles: [LineRole]
  /// The number of lines.
  let count: Int

  /// Ends each question before the next one, the next section or a list of answers.
  func set(in spans: inout [QuestionSpan]) {
    var index = 0
    for place in spans.indices {
      let span = spans[place]
      let next = place + 1 < spans.count ? spans[place + 1].start : count
      let tail = span.choiceLines.last ?? span.start
      spans[place].end = next
      while index < roles.count, Int(roles[index].line) <= tail { index += 1 }
      var current = index
      while current < roles.count, Int(roles[current].line) < next {
        if ends(span, at: current) {
          spans[place].end = Int(roles[current].line)
          break
        }
        current += 1
      }
    }
  }

  /// Whether a line below the choices of a question is the beginning of something else.
  private func ends(_ span: QuestionSpan, at index: Int) -> Bool {
    let role = roles[index]
    switch role.kind {
    case .heading: return role.level <= span.level
    case .word: return role.level == 0 || role.level <= span.level
    case .number:
      if role.level > 0 { return role.level <= span.level }
      return role.isEntry
    case .keyTitle: return AnswerList.isTitle(at: index, of: roles)
    case .key: return role.isEntry
    default: return false
    }
  }
}

/// Removes from a line what only decorates it, so that it can be compared with words and texts.
enum ListText {
  typealias Scalars = Substring.UnicodeScalarView

  /// Returns the text without emphasis, quote marks, HTML wrappers and pictographs before it, and
  /// without blanks and the same emphasis after it.
  ///
  /// - Parameter isLiteral: Whether what looks like HTML is text.
  static func bare(_ text: String, isLiteral: Bool = false) -> Substring {
    var rest = Substring(isLiteral ? text : MarkdownTags.stripped(text)).unicodeScalars
    while let first = rest.first, isDecoration(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) || last == "*" || last == "_" { rest.removeLast() }
    return Substring(rest)
  }

  /// The text inside of bold marks that enclose all of it; `nil` for any other text.
  static func insideBold(_ text: String) -> String? {
    for mark in ["**", "__"] where text.hasPrefix(mark) && text.hasSuffix(mark) {
      let inside = text.dropFirst(2).dropLast(2)
      if !inside.isEmpty, !inside.contains(mark) { return String(inside) }
    }
    return nil
  }

  /// Returns the text in the form in which two texts are compared: without markup, quotes, case and
  /// full stop.
  static func comparable(_ text: String) -> String {
    var folded = ""
    var isAfterBlank = true
    let plain = FullWidth.folded(MarkdownTags.stripped(text))
    for scalar in plain.unicodeScalars {
      if isBlank(scalar) || scalar == "\n" {
        if !isAfterBlank { folded.unicodeScalars.append(" ") }
        isAfterBlank = true
      } else if !ignored.contains(scalar) {
        // One at a time: `append(contentsOf:)` would copy all of the text each time.
        for small in scalar.properties.lowercaseMapping.unicodeScalars {
          folded.unicodeScalars.append(small)
        }
        isAfterBlank = false
      }
    }
    while let last = folded.unicodeScalars.last, ends.contains(last) {
      folded.unicodeScalars.removeLast()
    }
    return folded
  }

  /// Drops blanks at the beginning.
  static func trimmed(_ text: Scalars) -> Scalars { text.drop(while: isBlank) }

  /// Drops blanks at the end.
  static func trimmedBehind(_ text: Scalars) -> Scalars {
    var text = text
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\u{A0}" || scalar == "\u{3000}"
  }

  static func isKatakana(_ scalar: Unicode.Scalar) -> Bool {
    (0x30A1...0x30FE).contains(scalar.value) && scalar != "・"
  }

  /// Removes emphasis that ends behind the text although it begins before it, as in the rest of
  /// `**A. text**`.
  static func withoutOpenEmphasis(_ text: Scalars) -> Scalars {
    var text = trimmedBehind(text)
    for mark in ["**", "__"] where text.reversed().starts(with: mark.unicodeScalars) {
      if count(of: mark.unicodeScalars.first ?? "*", in: text) % 4 != 0 { text.removeLast(2) }
    }
    return text
  }

  private static func count(of mark: Unicode.Scalar, in text: Scalars) -> Int {
    text.count { $0 == mark }
  }

  /// The brackets around numbers, labels and words, by the one that opens.
  static let closers: [Unicode.Scalar: Unicode.Scalar] = [
    "(": ")", "（": "）", "[": "]", "［": "］", "【": "】",
  ]

  private static let ignored: Set<Unicode.Scalar> = ["*", "`", "\"", "“", "”", "„", "«", "»", "\r"]
  private static let ends: Set<Unicode.Scalar> = [" ", ".", "。", "．", ";", ":", ",", "、"]

  private static func isDecoration(_ scalar: Unicode.Scalar) -> Bool {
    if isBlank(scalar) || scalar == "*" || scalar == ">" || scalar == "_" { return true }
    guard scalar.value >= 0x2000 else { return false }
    // Circled digits and letters are labels of choices, circles the answers of statements.
    if (0x2460...0x24FF).contains(scalar.value) || "○〇◯×".unicodeScalars.contains(scalar) {
      return false
    }
    switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .modifierSymbol, .format, .nonspacingMark: return true
    default: return false
    }
  }

  /// How many scalars of a text make up a text that is ready to be compared; `nil` if the text
  /// begins otherwise.
  static func length(of comparable: String, in text: Scalars) -> Int? {
    guard !comparable.isEmpty else { return nil }
    var wanted = comparable.unicodeScalars[...]
    var length = 0
    var isAfterBlank = true
    for scalar in text {
      guard let next = wanted.first else { break }
      length += 1
      if ignored.contains(scalar) { continue }
      if isBlank(scalar) {
        if isAfterBlank { continue }
        guard next == " " else { return nil }
        wanted = wanted.dropFirst()
        isAfterBlank = true
        continue
      }
      let lower = folded(scalar).properties.lowercaseMapping.unicodeScalars
      guard wanted.starts(with: lower) else { return nil }
      wanted = wanted.dropFirst(lower.count)
      isAfterBlank = false
    }
    guard wanted.isEmpty else { return nil }
    let behind = text.dropFirst(length).first
    // 「Parisです」 contains a whole "Paris".
    let isLatin = comparable.utf8.last.map { $0 < 0x80 } ?? false
    let isWhole = behind.map { !$0.isLetterOrDigit || isLatin && $0.value >= 0x3000 } ?? true
    return isWhole ? length : nil
  }

  /// The ASCII character of a full-width one.
  static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0xFF01...0xFF5E).contains(scalar.value)
      ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
  }
}

extension Unicode.Scalar {
  /// Whether the character is a part of words or of numbers.
  var isLetterOrDigit: Bool { properties.isAlphabetic || ("0"..."9").contains(self) }
}

/// Faults of lists of questions.
extension Fault {
  /// The answer is given twice, and differently.
  package static func answersContradict(_ one: String, _ other: String) -> Fault {
    Fault(
      "answers-contradict", "the answer is given as \"\(one)\" and as \"\(other)\"",
      "正解が「\(one)」とも「\(other)」とも書かれています",
      hint: Reason("keep the right one of the two", "正しい方だけを残してください"))
  }

  /// Two columns have different right answers, and one of them fits every row.
  static func keyColumnDecides(_ name: String) -> Fault {
    Fault(
      "answers-contradict",
      "columns of right answers differ; “\(name)” fits every row and decides",
      "正解の列が食い違います。すべての行に合う「\(name)」を正解にしました", level: .warning)
  }
}

extension MarkdownCard.Entry {
  /// Drops bold marks around the text, or the star behind it.
  mutating func drop(_ sign: QuestionSpan.Sign) {
    guard lines.dropFirst().allSatisfy(\.text.isBlank), let text = lines.first?.text else {
      return
    }
    switch sign {
    case .bold: lines[0].text = ListText.insideBold(text) ?? text
    case .star where text.hasSuffix("*"): lines[0].text = FieldText.make(String(text.dropLast()))
    case .star: break
    }
  }
}
