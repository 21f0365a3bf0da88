import QuizSupport

/// The paragraphs of a Word text as lines, with the numbers and letters of Word's lists before them.
struct DocxLines {
  private(set) var page: [MarkdownLine] = []
  /// The size of the lines in bytes.
  private(set) var size = 0
  /// The number of the paragraph of each line.
  private(set) var places: [Int] = []
  /// Whether letters of a list that Word counts through all questions begin with A below each
  /// question here. What the letters in a list of answers mean is then not known.
  private(set) var hasNewLetters = false
  private var lines: [DocxLine]
  /// The numbered lists whose items are questions.
  private let questions: Set<String>

  init(_ paragraphs: [DocxParagraph]) {
    questions = Set(Self.questionLists(of: paragraphs))
    lines = paragraphs.map { DocxLine($0) }
    takeStems()
    beginListsAnew()
    takeStars()
    takeTruths()
    sortColumns()
    write()
  }

  /// Shows which choices stand out; returns whether some do.
  mutating func showMarks() -> Bool {
    guard DocxChoiceGroups(lines).mark(&lines) else { return false }
    write()
    return true
  }

  private mutating func write() {
    // A title is the beginning of a question only where others begin with a number or a heading.
    let isNumbered = lines.contains(where: \.mayBegin)
    let hasTyped = lines.contains { $0.paragraph.list == nil && $0.mayBegin }
    (page, places, size) = ([], [], 0)
    for (index, line) in lines.enumerated() {
      let number = line.paragraph.number
      if index > 0, !line.continues(lines[index - 1]) { append("", of: number) }
      if line.isTitle, !isNumbered {
        append("", .rule, of: number)
        continue
      }
      var shape = line.shape
      var margin = ""
      // Choices and questions may both have numbers.
      if let list = line.paragraph.list, list.style == .numbers, line.paragraph.heading == nil,
        list.level > 0 || !questions.contains(list.identifier) && (hasTyped || !questions.isEmpty)
      {
        margin = "   "
      }
      let first = page.count
      for text in line.text.split(separator: "\n", omittingEmptySubsequences: false) {
        append(margin + text, shape, of: number)
        (shape, margin) = (nil, "")
      }
      // The words of a statement are behind it.
      if case .truth? = line.sign {
        page[page.count - 1].sign = line.sign
      } else {
        page[first].sign = line.sign
      }
    }
  }

  private mutating func append(
    _ line: String, _ shape: MarkdownLine.Kind? = nil, of paragraph: Int
  ) {
    places.append(paragraph)
    size += line.utf8.count + 1
    page.append(MarkdownLine(literal: line, shape, number: places.count))
  }

  /// Takes the first item of a list for the question if only it asks.
  private mutating func takeStems() {
    var index = 0
    while index < lines.count {
      let line = lines[index]
      let run = lines[index...].prefix { $0.paragraph.list != nil && $0.isBeside(line) }
      if run.count > 2, line.asks, !run.dropFirst().contains(where: \.asks),
        index == 0 || !lines[index - 1].asks
      {
        var paragraph = line.paragraph
        paragraph.list = nil
        lines[index] = DocxLine(paragraph)
      }
      index += max(run.count, 1)
    }
  }

  /// Lets the lists of choices begin with A or 1 below each question, where Word counts through all
  /// questions.
  private mutating func beginListsAnew() {
    var isNew = true
    for (index, line) in lines.enumerated() {
      guard let list = line.paragraph.list, list.style != .bullets,
        !(list.style == .numbers && questions.contains(list.identifier) && list.level == 0)
      else {
        isNew = isNew || line.mayBegin || line.paragraph.list?.style == .numbers
        continue
      }
      guard isNew, case let run = lines[index...].prefix(while: { $0.isBeside(line) }),
        let first = ListLabel("\(list.label) x")?.place
      else { continue }
      isNew = false
      // A letter that means another choice than the place of its letter may be either.
      let isPlain = first >= run.count || !DocxChoiceGroups.hasKey(run.indices, in: lines)
      guard first > 0, isPlain else { continue }
      hasNewLetters = hasNewLetters || list.style == .letters
      for (place, own) in run.indices.enumerated() {
        var paragraph = lines[own].paragraph
        let label = list.style == .letters ? ChoiceLetters.name(place) : "\(place + 1)"
        paragraph.list?.label = label + "."
        lines[own] = DocxLine(paragraph)
      }
    }
  }

  /// Takes the stars before or behind items of lists for signs, unless the text has a single star.
  private mutating func takeStars() {
    let starred = lines.indices.compactMap { index in lines[index].unstarred.map { (index, $0) } }
    for (index, text) in starred where starred.count > 1 {
      lines[index] = lines[index].saying(text, .right)
    }
  }

  /// Makes keys of paragraphs below a statement with nothing but a word for true or false.
  private mutating func takeTruths() {
    for index in lines.indices.dropFirst() {
      let (line, above) = (lines[index], lines[index - 1])
      guard let words = line.truth, above.truth == nil, TruthStatement.isSentence(above.text) else {
        continue
      }
      var isTrue = words.isTrue ?? line.paragraph.chosen
      if let own = words.isTrue, index + 1 < lines.count, let next = lines[index + 1].truth?.isTrue,
        next != own
      {
        let marks = [line, lines[index + 1]].map(\.paragraph.marks)
        guard let right = DocxKeyMarks([marks]).right(among: marks).first else { continue }
        isTrue = right == 0 ? own : next
        lines[index + 1].text = ""
      }
      guard let isTrue else { continue }
      lines[index] = line.saying(words.choices[isTrue ? 0 : 1], .answer)
    }
  }

  /// Puts the choices of several columns into the order of their letters, if none is missing.
  private mutating func sortColumns() {
    var start = 0
    while start < lines.count {
      let run = lines[start...].prefix { $0.label?.style != nil }
      defer { start = max(run.endIndex, start + 1) }
      let places = run.compactMap(\.label?.place)
      guard places.sorted() == Array(places.indices), places != places.sorted() else { continue }
      let sorted = zip(places, run).sorted { $0.0 < $1.0 }
      lines.replaceSubrange(run.indices, with: sorted.map(\.1))
    }
  }

  /// The numbered lists whose items mostly have something else between them.
  private static func questionLists(of paragraphs: [DocxParagraph]) -> [String] {
    var items: [(identifier: String, count: Int, direct: Int)] = []
    var last: String?
    for paragraph in paragraphs where !paragraph.text.isEmpty {
      guard let list = paragraph.list, list.style == .numbers, list.level == 0 else {
        last = nil
        continue
      }
      let place = items.lastIndex { $0.identifier == list.identifier } ?? items.count
      if place == items.count { items.append((list.identifier, 0, 0)) }
      items[place].count += 1
      if last == list.identifier { items[place].direct += 1 }
      last = list.identifier
    }
    return items.filter { $0.direct * 2 < $0.count }.map(\.identifier)
  }
}

extension MarkdownLine {
  /// A line of a paragraph, in which tags and references are text.
  ///
  /// - Parameter shape: What Word makes of the line; `nil` where only its text shows what it is.
  fileprivate init(literal raw: String, _ shape: Kind?, number: Int) {
    self.init(number: number, kind: shape ?? Self.kind(of: raw), raw: raw, isLiteral: true)
  }
}

/// A paragraph of Word as a line of a list.
struct DocxLine {
  let paragraph: DocxParagraph
  /// The text with what Word shows before it, and the marks that Markdown has for its shape.
  var text: String
  /// What Word makes of the first line; `nil` where only its text shows what it is.
  private(set) var shape: MarkdownLine.Kind?
  /// The sign of a choice that stands out, has a star or a box, and of a statement or its answer.
  var sign: MarkdownLine.Sign?
  let kind: ListLine.Kind

  init(_ paragraph: DocxParagraph, _ sign: MarkdownLine.Sign? = nil) {
    self.paragraph = paragraph
    self.sign = sign ?? paragraph.chosen.map { .truth($0) }
    let label = paragraph.list.map { ($0.style == .bullets ? "-" : $0.label) + " " } ?? ""
    let title = String(paragraph.text.prefix { $0 != "\n" })
    text = label + paragraph.text
    if let heading = paragraph.heading {
      let level = min(max(heading, 1), 6)
      shape = .heading(level: level, text: label + title)
      text = String(repeating: "#", count: level) + " " + text
    } else if paragraph.list?.style == .bullets {
      shape = .item(mark: "-", text: title)
    }
    if let sign = paragraph.text.first, "○◯●".contains(sign), paragraph.list == nil,
      case let rest = FieldText.make(String(paragraph.text.dropFirst())),
      ListLabel(rest[...]) == nil
    {
      (text, shape, self.sign) = (rest, nil, .box(isChecked: sign == "●"))
    }
    let first = String(text.prefix { $0 != "\n" })
    var line = MarkdownLine(literal: first, shape, number: 0)
    line.sign = self.sign
    kind = ListLine(line).kind
  }

  /// The same paragraph with another text.
  func saying(_ text: String, _ sign: MarkdownLine.Sign) -> DocxLine {
    var paragraph = paragraph
    (paragraph.text, paragraph.chosen) = (text, nil)
    return DocxLine(paragraph, sign)
  }

  /// Whether it is the title of the text, and says nothing of the questions.
  var isTitle: Bool {
    if case .heading(level: 1) = kind { !TruthWords.isOffered(in: text) } else { false }
  }

  fileprivate var asks: Bool { text.last.map("?？:：".contains) ?? false }

  /// The words for true and false that are all of the paragraph.
  var truth: TruthWords? {
    guard case .text = kind, paragraph.list == nil else { return nil }
    return TruthWords(paragraph.text)
  }

  /// The label of a choice that is typed or that Word writes.
  var label: ListLabel? { if case .choice(let label) = kind { label } else { nil } }

  /// Whether two paragraphs are items of one list.
  func isBeside(_ other: DocxLine) -> Bool {
    paragraph.list?.identifier == other.paragraph.list?.identifier
      && paragraph.list?.level == other.paragraph.list?.level
  }

  /// The text of an item of a list without its star; `nil` if it has none.
  fileprivate var unstarred: String? {
    let text = paragraph.text
    guard paragraph.list != nil, text.hasPrefix("*") != text.hasSuffix("*"), !text.contains("**")
    else { return nil }
    return FieldText.make(text.replacing("*", with: ""))
  }

  /// Whether a question surely may begin here.
  var mayBegin: Bool {
    switch kind {
    case .start: true
    case .heading(let level): level > 1
    default: false
    }
  }

  /// Whether the paragraph is more of the question's text before it: what follows a line that asks,
  /// or is not bold below a bold one.
  func continues(_ last: DocxLine) -> Bool {
    guard case .text = kind, case .text = last.kind, let end = last.text.last else { return false }
    let isBold = paragraph.marks.contains(.bold)
    let asks = "?？:：".contains(end) && !text.contains("?") && !text.contains("？")
    return asks || last.paragraph.marks.contains(.bold) && !isBold
  }
}

/// Paragraphs of a Word text that are choices of one question, by their letters, numbers, boxes or
/// bullets.
struct DocxChoiceGroups {
  private struct Group {
    var places: [Int]
    /// Whether the items have letters, which say that they are choices.
    var hasLetters: Bool
    /// Whether they have bullets or numbers, as those of any list.
    var isPlain: Bool
  }

  private var groups: [Group] = []

  init(_ lines: [DocxLine]) {
    for (index, line) in lines.enumerated() {
      guard line.kind.item != nil else { continue }
      let label = Self.label(of: line)
      let isNumber = label?.style == .digits
      let isNext =
        index > 0 && lines[index - 1].kind.item != nil && line.isBeside(lines[index - 1])
        && Self.label(of: lines[index - 1])?.style == label?.style
        && Self.label(of: lines[index - 1]).map { $0.place + 1 } == label?.place
      if isNext, groups.last?.places.last == index - 1 {
        groups[groups.count - 1].places.append(index)
      } else if label?.place ?? 0 == 0 {
        let isBullet = if case .bullet = line.kind { true } else { false }
        groups.append(
          Group(
            places: [index], hasLetters: label != nil && !isNumber, isPlain: isBullet || isNumber))
      }
    }
    groups.removeAll { $0.places.count < 2 || Self.hasKey($0.places, in: lines) }
    // A single list with numbers may be the questions, unless a question is above it.
    let areNumbers = { (group: Group) in
      let first = group.places[0]
      return Self.label(of: lines[first])?.style == .digits
        && !(first > 0 && lines[first - 1].paragraph.list == nil && lines[first - 1].mayBegin)
    }
    if groups.count(where: areNumbers) < 2 { groups.removeAll(where: areNumbers) }
  }

  private static func label(of line: DocxLine) -> ListLabel? {
    if case .start(_, nil) = line.kind { ListLabel(line.text[...]) } else { line.label }
  }

  /// Whether a box is checked, or a line below names the answer. No mark counts then, even if the
  /// answer is none of the choices.
  fileprivate static func hasKey(_ places: some Collection<Int>, in lines: [DocxLine]) -> Bool {
    let isChecked = places.contains {
      if case .box(let box) = lines[$0].kind { box.isChecked } else { false }
    }
    if isChecked { return true }
    for line in lines[((places.max() ?? 0) + 1)...].prefix(10) {
      switch line.kind {
      case .key: return true
      case .start, .choice, .heading: return false
      default: continue
      }
    }
    return false
  }

  /// Gives choices that stand out a sign, or all of them a box where letters do not say that they
  /// are choices; returns whether there are any.
  func mark(_ lines: inout [DocxLine]) -> Bool {
    let marks = groups.map { group in group.places.map { lines[$0].paragraph.marks } }
    let keys = DocxKeyMarks(marks)
    // Terms of lists in a report are bold now and then, right choices in nearly every question.
    let plain = zip(groups, marks).filter(\.0.isPlain)
    let marked = plain.count { !keys.right(among: $0.1).isEmpty }
    let areChoices = marked * 4 >= plain.count * 3
    var hasMarks = false
    for (group, marks) in zip(groups, marks) where areChoices || !group.isPlain {
      let right = keys.right(among: marks)
      hasMarks = hasMarks || !right.isEmpty
      for (place, index) in group.places.enumerated() where !right.isEmpty {
        let isRight = right.contains(place)
        if !group.hasLetters {
          lines[index].sign = .box(isChecked: isRight)
        } else if isRight {
          lines[index].sign = .right
        }
      }
    }
    return hasMarks
  }
}

/// The marks of letters, as properties and styles set them.
enum DocxMarks {
  typealias Mark = DocxParagraph.Mark

  /// The marks of a text with these properties.
  ///
  /// - Parameter inherited: The marks that the styles of the text have.
  static func marks(_ properties: MarkupElement?, over inherited: Set<Mark> = []) -> Set<Mark> {
    guard let properties else { return inherited }
    var marks = inherited
    func set(_ mark: Mark, _ isOn: Bool) {
      if isOn { marks.insert(mark) } else { marks.remove(mark) }
    }
    if let bold = properties["b"] { set(.bold, isOn(bold)) }
    if let italic = properties["i"] { set(.italic, isOn(italic)) }
    if let underline = properties["u"]?.attributes["val"] { set(.underline, underline != "none") }
    if let color = properties["color"]?.attributes["val"] {
      let hue = hue(of: color)
      for other in DocxParagraph.Hue.allCases { set(.color(other), other == hue) }
    }
    if let highlight = properties["highlight"]?.attributes["val"] {
      set(.highlight, highlight != "none")
    }
    if hasFill(properties) { marks.insert(.highlight) }
    return marks
  }

  /// Whether the background of a text, a paragraph or a cell has a colour.
  static func hasFill(_ properties: MarkupElement?) -> Bool {
    let fill = properties?["shd"]?.attributes["fill"]?.lowercased() ?? "auto"
    return !["auto", "ffffff"].contains(fill)
  }

  static func isOn(_ element: MarkupElement?) -> Bool {
    guard let element else { return false }
    return !["0", "false", "off"].contains(element.attributes["val"] ?? "1")
  }

  /// The hue of a colour; `nil` for black, white and grey.
  private static func hue(of hex: String) -> DocxParagraph.Hue? {
    guard hex.count == 6, let code = UInt32(hex, radix: 16) else { return nil }
    let parts = [code >> 16, code >> 8 & 0xFF, code & 0xFF]
    guard let most = parts.max(), let least = parts.min(), most - least > 0x30 else { return nil }
    return zip(DocxParagraph.Hue.allCases, parts).first { $0.1 == most }?.0
  }
}

/// Finds the right choices by their marks, in all questions of a text together.
///
/// An author marks right choices in one way. What is marked otherwise here and there is emphasis.
struct DocxKeyMarks {
  typealias Mark = DocxParagraph.Mark

  /// The marks, the surest one first.
  static let all: [Mark] =
    [.highlight, .bold] + DocxParagraph.Hue.allCases.map { .color($0) } + [.underline, .italic]
  /// The marks that say what is right in this text, the most usual one first.
  private let usual: [Mark]

  /// - Parameter questions: The marks of the choices of each question.
  init(_ questions: [[Set<Mark>]]) {
    var counts: [Mark: Int] = [:]
    for choices in questions {
      for mark in Self.all where Self.places(of: mark, among: choices) != nil {
        counts[mark, default: 0] += 1
      }
    }
    let most = counts.values.max() ?? 0
    let found = Self.all.enumerated().filter { _, mark in
      let count = counts[mark] ?? 0
      // Names and foreign words are in italics, too.
      return count * 2 > most && (mark != .italic || count > 1 && count * 2 > questions.count)
    }
    usual = found.sorted {
      (counts[$1.element] ?? 0, $0.offset) < (counts[$0.element] ?? 0, $1.offset)
    }.map(\.element)
  }

  /// The places of the right choices; none if no choice stands out.
  func right(among choices: [Set<Mark>]) -> [Int] {
    usual.lazy.compactMap { Self.places(of: $0, among: choices) }.first ?? []
  }

  /// The choices with a mark, if some have it and some do not.
  private static func places(of mark: Mark, among choices: [Set<Mark>]) -> [Int]? {
    let found = choices.indices.filter { choices[$0].contains(mark) }
    return found.isEmpty || found.count == choices.count ? nil : found
  }
}
