import QuizSupport

/// The answers that a text lists in one place: `1. B`, `2: A, C — because …`, `Answers: 1. B 2. C`.
enum AnswerList {
  /// The answer to the question with a number.
  struct Entry {
    var line: Int
    var number: Int
    var value: String
    /// The lines below the answer, which explain it.
    var commentary: [MarkdownTextLine] = []
  }

  /// Reads the answer after a question's number; `nil` if the text is something else.
  ///
  /// - Parameter isListed: Whether the line follows a title such as "Answers".
  static func value(after start: QuestionStart, isListed: Bool) -> String? {
    let bare = ListText.bare(start.text)
    if bare.isEmpty { return nil }
    let line = MarkdownLine(number: 0, kind: .text, raw: String(bare))
    // Few of them name an answer, and what else a line may mean takes longer to find out.
    if ListLine.key(bare) != nil, case .key(_, let value) = ListLine(line).kind { return value }
    guard start.kind == .word || isListed else { return nil }
    let isLabels = KeyLabel.areAll(bare.unicodeScalars, withNumbers: false) || areNumbers(bare)
    return isKey(bare) || isListed && isLabels ? String(bare) : nil
  }

  /// Reads several answers of one line: `1. B 2. C`, `1-B, 2-C`, `| 1 | B |`.
  static func entries(in text: String, at line: Int) -> [Entry] {
    var entries: [Entry] = []
    var rest = ListText.bare(text).unicodeScalars[...]
    while true {
      rest = rest.drop { " \t\u{3000},;|、，；*".unicodeScalars.contains($0) }
      if let first = rest.first, first == "Q" || first == "q" || first == "問" {
        rest = rest.dropFirst()
      }
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard !digits.isEmpty, digits.count <= 5, let number = Int(String(Substring(digits))) else {
        break
      }
      rest = rest.dropFirst(digits.count).drop {
        " \t.:)-–—=|→．：）*".unicodeScalars.contains($0)
      }
      let key = rest.prefix {
        $0.isASCII && $0.properties.isAlphabetic || ",/&、・".unicodeScalars.contains($0)
          || isSign($0)
      }
      let letters = key.filter { $0.properties.isAlphabetic || isSign($0) }
      guard !letters.isEmpty, letters.count <= 8,
        letters.allSatisfy({ (0x41...0x4A).contains($0.value) }) || letters.allSatisfy(isSign)
          || letters.count == 1 && letters.allSatisfy({ (0x61...0x6A).contains($0.value) })
      else { break }
      entries.append(Entry(line: line, number: number, value: String(Substring(key))))
      rest = rest.dropFirst(key.count)
      rest = rest.drop { ".)*".unicodeScalars.contains($0) }
    }
    rest = rest.drop { " \t|.".unicodeScalars.contains($0) }
    return rest.isEmpty ? entries : []
  }

  /// Whether a text is one number of a choice, or several with commas: `2`, `1, 3`
  private static func areNumbers(_ text: Substring) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { ",、".contains($0) }
    return parts.allSatisfy { part in
      let digits = part.utf8.drop { $0 == 0x20 }
      return (1...2).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  /// Whether a scalar is a label outside the alphabet: ア, ①
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    ListLabel.kana(scalar) != nil || (0x2460...0x2473).contains(scalar.value)
  }

  /// Whether a text is letters, perhaps with an explanation behind a mark.
  private static func isKey(_ text: Substring) -> Bool {
    let scalars = text.unicodeScalars
    let key = scalars.prefix {
      (0x41...0x4A).contains($0.value) || (0x61...0x6A).contains($0.value)
        || ", /&、・()".unicodeScalars.contains($0)
    }
    let letters = key.filter(\.properties.isAlphabetic)
    let behind = scalars.dropFirst(key.count)
    let isCapital = letters.allSatisfy { $0.value < 0x60 }
    guard !letters.isEmpty, letters.count <= 6, isCapital || letters.count == 1 else {
      return false
    }
    guard let next = behind.first else { return true }
    if key.last == ")" || key.last == " " && ".):-–—(".unicodeScalars.contains(next) {
      return true
    }
    return ".:（：。．、）*".unicodeScalars.contains(next)
  }

  /// Whether a title is the title of a list of answers.
  static func isTitle(at title: Int, of roles: [LineRole]) -> Bool {
    let next = roles[(title + 1)...].first { $0.kind != .text && $0.kind != .rule }
    return next?.isEntry ?? false
  }

  /// Gives the answers of lists to the questions above them.
  static func assign(_ entries: [Entry], to spans: inout [QuestionSpan]) {
    let starts = Set(spans.map(\.start))
    let entries = entries.filter { !starts.contains($0.line) }
    var first = 0
    var index = 0
    while index < entries.count {
      var end = index
      let next = spans.firstIndex { $0.start > entries[index].line } ?? spans.count
      let limit = next < spans.count ? spans[next].start : .max
      while end < entries.count, entries[end].line < limit { end += 1 }
      let open = (first..<next).filter { !spans[$0].hasKey }
      assign(entries[index..<end], to: open, of: &spans)
      (first, index) = (next, end)
    }
  }

  private static func assign(
    _ entries: ArraySlice<Entry>, to open: [Int], of spans: inout [QuestionSpan]
  ) {
    if open.map({ spans[$0].number }) == entries.map(\.number) {
      for (place, entry) in zip(open, entries) { spans[place].take(entry) }
      return
    }
    let places = Dictionary(grouping: open) { spans[$0].number }
    for (number, entries) in Dictionary(grouping: entries, by: \.number) {
      guard let same = places[number], same.count == 1, entries.count == 1 else { continue }
      spans[same[0]].take(entries[0])
    }
  }
}

/// The answer of a question of a list, collected from all places where it may stand.
struct GatheredAnswer {
  /// Where the answer of a question was found.
  enum Place: Hashable {
    case word(String), sheet, title, marks, sentences
  }

  /// The places of the right choices.
  private(set) var right: [Int]?
  private(set) var place: Place?
  /// The first answer that names no choice.
  private(set) var unknown: String?
  /// A label and a text, or two choices, of which only one can be the answer.
  private(set) var contradiction: (one: String, other: String)?
  /// The letters that sentences call right.
  private var stated: [Character] = []

  /// Whether nothing was found so far.
  var isOpen: Bool { right == nil && unknown == nil && contradiction == nil && stated.isEmpty }

  /// Whether an answer that comes now can only be a remark about the first one.
  var isSettled: Bool { right != nil || contradiction != nil }

  /// Takes an answer; returns the text that follows it, or `nil` if it names no choice.
  mutating func take(_ claim: AnswerReader.Claim, at place: Place) -> String? {
    switch claim {
    case .right(let places, let rest):
      right = (right ?? []) + places.filter { right?.contains($0) != true }
      self.place = place
      return rest
    case .contradiction(let label, let text):
      contradiction = contradiction ?? (label, text)
      return ""
    case .unknown(let text):
      unknown = unknown ?? text
      return nil
    }
  }

  /// Replaces the places by those that the entries of a list call right; without any, the answer
  /// is not understood.
  mutating func settle(_ entries: [Int]) {
    right = entries.isEmpty ? nil : entries
    if entries.isEmpty { unknown = unknown ?? "…" }
  }

  /// Notes that two lines name different answers.
  mutating func contradict(_ one: String, _ other: String) {
    contradiction = contradiction ?? (one, other)
  }

  /// Takes the answer to a question without choices.
  mutating func take(text: String, at place: Place) -> Bool {
    guard unknown == nil else { return false }
    (unknown, self.place) = (text, place)
    return true
  }

  mutating func take(stated letters: [Character]) {
    stated += letters.filter { !stated.contains($0) }
  }

  /// Completes the answer by what the sentences and the marks of choices say.
  mutating func complete(marked: [Int], areBoxes: Bool, _ key: AnswerReader) {
    if right == nil, contradiction == nil, !stated.isEmpty, unknown == nil, marked.isEmpty {
      let letters = stated.map { String($0) }.joined(separator: ", ")
      if case .right(let places, _) = key.claim(letters) { (right, place) = (places, .sentences) }
    }
    guard !marked.isEmpty else { return }
    if let right {
      if areBoxes, Set(right) != Set(marked), contradiction == nil {
        contradiction = (key.text(at: marked[0]), key.text(at: right[0]))
      }
    } else {
      (right, place) = (marked, .marks)
    }
  }
}

/// A label in an answer: the `B` of "B. Paris", the `A` and the `C` of "A and C".
struct KeyLabel {
  typealias Scalars = ListText.Scalars

  var style: ListLabel.Style
  var place: Int
  /// The label as it is written.
  var name: String
  /// Whether a mark such as a full stop or a parenthesis follows.
  var isEnded: Bool
  /// Whether nothing or the next label follows.
  var isAlone: Bool
  /// The text after the label and its mark.
  var rest: Scalars

  /// Reads the label at the beginning of a text; `nil` if there is none.
  init?(_ text: Scalars) {
    let label = text.drop { "([（［".unicodeScalars.contains($0) }
    guard let first = label.first, let (style, place, rest) = ListLabel.series(label) else {
      return nil
    }
    let next = rest.first
    // 「アルミニウム」 begins with no label.
    if style == .kana || style == .iroha, next.map(ListText.isKatakana) ?? false { return nil }
    if style.isOfWords, next?.properties.isAlphabetic == true { return nil }
    let isEnded = next.map { Self.ends.contains($0) && $0 != "-" && $0 != "–" } ?? false
    let after = ListText.trimmed(rest)
    let isParted = next.map {
      Self.endsWord($0) || Self.joints.contains($0) || $0 == "`"
    }
    guard isEnded || isParted ?? true else { return nil }
    var joined = rest
    let isAlone =
      after.first.map { !$0.isLetterOrDigit } ?? true
      || next.map { Self.endsWord($0) && !ListText.isBlank($0) } ?? true
      || Vocabulary.reasons.rest(of: after) != nil
      || Self.dropJoint(&joined) && Self.mayBegin(joined)
    // "A server" and "I think" do not begin with the letter of a choice.
    if !isEnded, !isAlone, "AaIiYyEeOo".unicodeScalars.contains(first),
      let letter = after.first, letter.isASCII, letter.properties.isAlphabetic
    {
      return nil
    }
    (self.style, self.place, self.isEnded, self.isAlone) = (style, place, isEnded, isAlone)
    name = String(Substring(text[label.startIndex..<rest.startIndex]))
    self.rest = isEnded ? rest.dropFirst() : rest
  }

  /// Whether a text is nothing but labels: "B", "A C", 「ア」.
  static func areAll(_ text: Scalars, withNumbers: Bool) -> Bool {
    var rest = text
    while let label = KeyLabel(rest), label.isAlone || label.isEnded,
      withNumbers || label.style != .digits
    {
      rest = label.rest
      if ListText.trimmed(rest).isEmpty { return true }
      if !dropJoint(&rest) { return false }
    }
    return false
  }

  /// Whether a text begins with a letter or number that is a word of its own.
  private static func mayBegin(_ text: Scalars) -> Bool {
    let rest = text.drop { $0 == "(" || $0 == "[" }
    guard let first = rest.first else { return false }
    guard first.isASCII else { return true }
    let isDigit = ("0"..."9").contains(first)
    guard isDigit || first.properties.isAlphabetic else { return false }
    return rest.dropFirst().first.map { !$0.isASCII || !$0.properties.isAlphabetic } ?? true
  }

  /// Drops a word before a label: "option B".
  static func withoutOption(_ text: Scalars) -> Scalars {
    guard let rest = Vocabulary.options.rest(of: text), let next = rest.first,
      ListText.isBlank(next) || !(text.first?.isASCII ?? true)
    else { return text }
    return rest
  }

  /// Whether a text begins with a word, whose letters may be capital unless it has only one: `AND`.
  private static func begins(_ text: Scalars, with word: String) -> Bool {
    text.starts(with: word.unicodeScalars) { scalar, letter in
      scalar == letter
        || word.utf8.count > 1 && letter.isASCII && letter.properties.isAlphabetic
          && scalar.value | 0x20 == letter.value
    }
  }

  /// Removes what joins two labels: a comma, "and", or a blank before a single letter.
  static func dropJoint(_ text: inout Scalars) -> Bool {
    let start = ListText.trimmed(text.drop { ".)。*`".unicodeScalars.contains($0) })
    var rest = start
    while let mark = rest.first, joints.contains(mark) {
      rest = ListText.trimmed(rest.dropFirst())
    }
    let hasMark = rest.startIndex != start.startIndex
    guard let first = rest.first else {
      if hasMark { text = rest }
      return false
    }
    for word in Vocabulary.joints where begins(rest, with: word) {
      let behind = rest.dropFirst(word.unicodeScalars.count)
      guard let next = behind.first, endsWord(next) || word == "と" else { continue }
      // `A e C` in Italian, but "a e c" are three letters.
      let isLetter = word.utf8.count == 1
      if isLetter, ListText.trimmed(behind).first?.properties.isUppercase != true { continue }
      text = ListText.trimmed(behind)
      return true
    }
    if hasMark {
      text = rest
      return true
    }
    // `A C`: a blank alone joins single letters and numbers. Circled ones need none.
    let isCircled = (0x2460...0x2473).contains(first.value)
    let isParted = rest.startIndex != text.startIndex
    guard isCircled || isParted && isSingle(rest) else { return false }
    text = rest
    return true
  }

  /// Whether a text begins with one letter or number that is not a part of a word.
  private static func isSingle(_ text: Scalars) -> Bool {
    guard let first = text.first else { return false }
    var rest = text.dropFirst()
    if ListLabel.kana(first) != nil { return !(rest.first.map(ListText.isKatakana) ?? false) }
    guard first.isASCII, first.isLetterOrDigit else { return false }
    if !first.properties.isAlphabetic {
      rest = rest.drop { $0.isASCII && $0.isLetterOrDigit && !$0.properties.isAlphabetic }
    }
    return rest.first.map { endsWord($0) || $0.isASCII && !$0.isLetterOrDigit && $0 != "'" } ?? true
  }

  /// Whether a letter before this character is a word of its own, which it is in Japanese: "Bです".
  private static func endsWord(_ next: Unicode.Scalar) -> Bool {
    ListText.isBlank(next)
      || !next.isASCII
        && !(next.value < 0x2000
          && (next.properties.isAlphabetic
            || next.properties.canonicalCombiningClass != .notReordered))
  }

  static let joints: Set<Unicode.Scalar> = [
    ",", ";", "&", "/", "+", "、", "，", "・", "；", "＆", "／",
  ]
  static let ends: Set<Unicode.Scalar> = [
    ".", ")", "]", ":", "。", "．", "）", "：", "-", "–", "—", "*",
  ]
}

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
      } else if isAfterBlank || ListLine.letters(inKey: line) != nil {
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
    guard let label = ListLabel(FieldText.make(line)[...], isInList: true), label.place == place,
      label.style == .capital || label.style == .small || label.style == .kana
    else { return nil }
    return FieldText.make(label.text)
  }

  /// The texts without letters, if all of them begin with the letters in order; otherwise `nil`.
  static func unlabelled(_ texts: [String]) -> [String]? {
    guard texts.count > 1, mayBeFirst(texts[0]) else { return nil }
    var plain: [String] = []
    for (place, text) in texts.enumerated() {
      guard let rest = label(of: text, place), !rest.isEmpty else { return nil }
      plain.append(rest)
    }
    return plain
  }

  /// Whether a text may begin with the first letter of a list. Tables ask this of every row.
  private static func mayBeFirst(_ text: String) -> Bool {
    switch text.utf8.first ?? 0 {
    case UInt8(ascii: "A"), UInt8(ascii: "a"): true
    case 0, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: false
    default: true
    }
  }
}

/// Splits a line that has several choices in it: `Which? A) one B) two C) three Answer: B`.
///
/// A line is split only where that is unambiguous: the labels are in order, begin with A or ア or
/// begin the line, and have the same form.
enum InlineChoices {
  /// The pieces of a line, in order; `nil` if it has no choices inside.
  static func pieces(of line: MarkdownLine) -> [MarkdownLine]? {
    guard line.kind != .code, line.kind != .blank else { return nil }
    return (items(of: line) ?? pieces(of: line.raw))?.map {
      MarkdownLine(
        number: line.number, kind: MarkdownLine.kind(of: $0), raw: $0, isLiteral: line.isLiteral)
    }
  }

  /// The choices in an item of a list, each as an item of its own: `- A) one - B) two`; `nil` if it
  /// has none, or is no item.
  private static func items(of line: MarkdownLine) -> [String]? {
    guard case .item(let mark, let item) = line.kind, let found = pieces(of: item) else {
      return nil
    }
    let start = line.raw.prefix { $0 == " " || $0 == "\t" } + "\(mark) "
    return found.map { String(start + ($0.hasSuffix(" \(mark) ") ? $0.dropLast(3) : $0[...])) }
  }

  /// The pieces of a text; `nil` if it has no choices inside.
  ///
  /// Together the pieces are the text, scalar for scalar.
  ///
  /// - Parameter isList: Whether nothing but choices is expected, so that two are enough.
  static func pieces(of text: String, isList: Bool = false) -> [String]? {
    guard mayHave(text) else { return nil }
    let scalars = Array(text.unicodeScalars)
    guard let starts = starts(in: scalars, isList: isList) else { return nil }
    var cuts = starts
    if let key = key(in: scalars, after: starts[starts.count - 1]) { cuts.append(key) }
    if scalars[..<cuts[0]].contains(where: { !ListText.isBlank($0) }) { cuts.insert(0, at: 0) }
    cuts[0] = 0
    return cuts.indices.map { index in
      let end = index + 1 < cuts.count ? cuts[index + 1] : scalars.count
      return Self.text(scalars[cuts[index]..<end])
    }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Whether the line has the second letter of a list with a mark after it. Most lines have not.
  private static func mayHave(_ text: String) -> Bool {
    var last: (UInt8, UInt8) = (0x20, 0x20)
    var isLetter = false
    // A line that begins with B to E has choices inside only where the next letter follows, which is
    // found by itself.
    if let first = text.utf8.first, (0x42...0x45).contains(first & 0xDF) { last.1 = 0 }
    for byte in text.utf8 {
      // Full-width marks begin with EF.
      if isLetter, byte == UInt8(ascii: ")") || byte == UInt8(ascii: ".") || byte == 0xEF {
        return true
      }
      switch byte {
      case UInt8(ascii: "B")...UInt8(ascii: "F"), UInt8(ascii: "b")...UInt8(ascii: "f"):
        isLetter =
          last.1 == 0x20 || last.1 == 0x09 || last.1 == UInt8(ascii: "(") || last.1 >= 0x80
      case 0xA4: isLetter = last == (0xE3, 0x82)  // イ
      case 0xAD: isLetter = last == (0xE3, 0x83)  // ロ
      case 0xA2: isLetter = last == (0xEF, 0xBC)  // Ｂ
      default: isLetter = false
      }
      last = (last.1, byte)
    }
    return false
  }

  private struct Label {
    var start: Int
    var series: ListLabel.Style
    var place: Int
    /// `(A)`, `A)` or `A.`
    var form: Unicode.Scalar
    /// Whether at least two blanks, a wide one or a tab come before it.
    var isFarOff: Bool
  }

  private static func starts(in scalars: [Unicode.Scalar], isList: Bool) -> [Int]? {
    var labels = labels(in: scalars)
    if labels.contains(where: { $0.series == .iroha }) {
      for index in labels.indices where labels[index].series == .kana && labels[index].place == 1 {
        (labels[index].series, labels[index].place) = (.iroha, 0)
      }
    }
    guard let begin = scalars.firstIndex(where: { !ListText.isBlank($0) }) else { return nil }
    let first = labels.first { $0.start == begin }
    let usual = labels.first { $0.place == 0 && $0.series != .small }
    guard
      let head = first ?? usual
        ?? labels.first(where: { $0.place == 0 && $0.form == ")" })
    else { return nil }
    var chain = [head]
    for label in labels where label.start > head.start {
      let last = chain[chain.count - 1]
      if label.series == last.series, label.place == last.place + 1, label.form == last.form {
        chain.append(label)
      }
    }
    if first == nil, areJoined(chain, in: scalars) { return nil }
    let least = isList ? 2 : least(chain, isWholeLine: first != nil, in: scalars)
    return chain.count >= least ? chain.map(\.start) : nil
  }

  /// How many choices a line must have so that their labels cannot be words of a sentence.
  private static func least(
    _ chain: [Label], isWholeLine: Bool, in scalars: [Unicode.Scalar]
  ) -> Int {
    let isFarOff = chain.dropFirst().allSatisfy(\.isFarOff)
    if isWholeLine {
      return chain[0].form != "." || isFarOff || areTruths(chain, in: scalars) ? 2 : 3
    }
    let before = scalars[..<chain[0].start].last { !ListText.isBlank($0) }.map(ListText.folded)
    let isAsked = before == "?" || before == ":"
    if chain[0].series == .small { return isAsked ? 2 : 3 }
    return isAsked || chain[0].form != "." ? 2 : 3
  }

  /// Whether two choices are words for true and false: `A. True B. False`.
  private static func areTruths(_ chain: [Label], in scalars: [Unicode.Scalar]) -> Bool {
    guard chain.count == 2 else { return false }
    let texts = [
      scalars[(chain[0].start + 2)..<chain[1].start], scalars[(chain[1].start + 2)...],
    ]
    return texts.allSatisfy { Vocabulary.truth(of: ListText.comparable(text($0))) != nil }
  }

  /// Whether some labels of a sentence have nothing between them but what joins words:
  /// "Which of (A), (B) and (C) is right?"
  private static func areJoined(_ chain: [Label], in scalars: [Unicode.Scalar]) -> Bool {
    zip(chain, chain.dropFirst()).contains { label, next in
      let between = scalars[(label.start + (label.form == "(" ? 3 : 2))..<next.start]
      let word = text(between.filter(\.isLetterOrDigit)[...]).lowercased()
      // A single letter is a short choice.
      return word.isEmpty
        || word.utf8.count > 1
          && (Vocabulary.joints.contains(word) || Vocabulary.alternatives.contains(word))
    }
  }

  private static func labels(in scalars: [Unicode.Scalar]) -> [Label] {
    var labels: [Label] = []
    for index in scalars.indices.dropLast() {
      guard let (series, place) = letter(scalars[index]) else { continue }
      let isEnclosed = index > 0 && ListText.folded(scalars[index - 1]) == "("
      let start = isEnclosed ? index - 1 : index
      guard start == 0 || ListText.isBlank(scalars[start - 1]) else { continue }
      let mark = ListText.folded(scalars[index + 1])
      guard mark == ")" || mark == "." && !isEnclosed, index + 2 < scalars.count else { continue }
      let next = scalars[index + 2]
      guard mark == ")" || mark != scalars[index + 1] || ListText.isBlank(next) || !next.isASCII
      else { continue }
      let before = start == 0 ? nil : scalars[start - 1]
      let isFarOff =
        before == "\t" || before == "\u{3000}" || start > 1 && scalars[start - 2] == " "
      labels.append(
        Label(
          start: start, series: series, place: place, form: isEnclosed ? "(" : mark,
          isFarOff: isFarOff))
    }
    return labels
  }

  /// A to H, a to h, ア to コ.
  private static func letter(_ scalar: Unicode.Scalar) -> (ListLabel.Style, Int)? {
    let scalar = ListText.folded(scalar)
    switch scalar {
    case "A"..."H": return (.capital, Int(scalar.value) - 0x41)
    case "a"..."h": return (.small, Int(scalar.value) - 0x61)
    default: return ListLabel.kana(scalar)
    }
  }

  /// Where the key after the last choice begins.
  private static func key(in scalars: [Unicode.Scalar], after start: Int) -> Int? {
    for index in scalars.indices.dropFirst(start + 1) where ListText.isBlank(scalars[index - 1]) {
      let first = scalars[index]
      guard "aAcC*".unicodeScalars.contains(first) || !first.isASCII, !ListText.isBlank(first)
      else { continue }
      let rest = ListText.bare(text(scalars[index...].prefix(60)))
      if let behind = Vocabulary.answer.rest(of: rest.unicodeScalars),
        let mark = behind.first(where: { $0 != "*" && $0 != " " }), mark == ":" || mark == "："
      {
        return index
      }
    }
    return nil
  }
}
