import QuizSupport

/// Collects the text of a paragraph and the marks of its letters.
struct WordRuns {
  /// A text between two tabs or line breaks.
  struct Column {
    var text = ""
    /// Whether it begins a line of the paragraph.
    var startsLine = false
    fileprivate var letters = 0
    fileprivate var marked: [WordParagraph.Mark: Int] = [:]
    /// The marks of the first characters, which may be the letter of a choice.
    fileprivate var head: [Set<WordParagraph.Mark>] = []
    /// The marks that end at a colon, so that they are those of a term before its explanation.
    fileprivate var termMarks: Set<WordParagraph.Mark> = []

    /// The marks that nearly the whole text has. The letter of a choice does not count: it may have
    /// other marks, and a mark of the letter alone says nothing.
    var marks: Set<WordParagraph.Mark> {
      let label = head.prefix(WordLine.labelLength(text))
      let count = letters - label.count
      return Set(
        marked.keys.filter { mark in
          if termMarks.contains(mark) { return false }
          let found = (marked[mark] ?? 0) - label.count { $0.contains(mark) }
          return found * 5 >= count * 4 && found > 0
        })
    }

    fileprivate mutating func takeHead(_ marks: some Sequence<Set<WordParagraph.Mark>>) {
      if head.count < 3 { head += marks.prefix(3 - head.count) }
    }
  }

  /// The styles of the text; `nil` where nothing but the words matters.
  private let styles: WordStyles?
  /// The marks that the whole paragraph has by its style.
  private let inherited: Set<WordParagraph.Mark>

  init(styles: WordStyles? = nil, inherited: Set<WordParagraph.Mark> = []) {
    (self.styles, self.inherited) = (styles, inherited)
  }

  /// The most columns. A row of choices has fewer.
  private static let mostColumns = 64

  /// The texts between the tabs and line breaks.
  private(set) var columns = [Column()]
  /// The words between two changes of the marks.
  private(set) var pieces: [(words: String, marks: Set<WordParagraph.Mark>)] = []

  /// All columns as one.
  var whole: Column { Self.joined(columns[...]) }

  /// The columns of each line.
  var lines: [ArraySlice<Column>] {
    let starts = columns.indices.filter { $0 == 0 || columns[$0].startsLine }
    return starts.indices.map { index in
      columns[starts[index]..<(index + 1 < starts.count ? starts[index + 1] : columns.count)]
    }
  }

  /// Columns as one.
  static func joined(_ columns: ArraySlice<Column>) -> Column {
    var whole = Column()
    for (index, column) in zip(columns.indices, columns) {
      if index > columns.startIndex { whole.text += column.startsLine ? "\n" : " " }
      whole.text += column.text
      whole.letters += column.letters
      whole.takeHead(column.head)
      whole.termMarks.formUnion(column.termMarks)
      whole.marked.merge(column.marked, uniquingKeysWith: +)
    }
    return whole
  }

  /// The elements whose texts a reader of the paragraph does not see in it.
  private static let hidden: Set<String> = [
    "del", "moveFrom", "instrText", "Fallback", "pPr", "rPr", "footnoteReference",
    "endnoteReference", "delText",
  ]

  mutating func take(_ element: MarkupElement) {
    for child in element.children where !Self.hidden.contains(child.name) {
      if takeFormula(child) { continue }
      child.name == "r" ? take(run: child) : take(child)
      if child.name == "drawing" { takePicture(child) }
      // A formula has its letters in runs of its own kind.
      if child.name == "t" { append(child.text) }
    }
  }

  /// Takes a part of a formula whose look says what it is, as people type it: `1/2`, `x^2`, `√(2)`.
  private mutating func takeFormula(_ element: MarkupElement) -> Bool {
    func part(_ name: String) -> String {
      var runs = WordRuns()
      if let part = element[name] { runs.take(part) }
      return runs.whole.text
    }
    func enclosed(_ text: String) -> String {
      text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." } ? text : "(" + text + ")"
    }
    switch element.name {
    case "f": append(enclosed(part("num")) + "/" + enclosed(part("den")))
    case "sSup": append(enclosed(part("e")) + "^" + enclosed(part("sup")))
    case "sSub": append(enclosed(part("e")) + "_" + enclosed(part("sub")))
    case "sSubSup":
      append(enclosed(part("e")) + "_" + enclosed(part("sub")) + "^" + enclosed(part("sup")))
    case "rad":
      let degree = part("deg")
      append((degree.isEmpty ? "√(" : "√[" + degree + "](") + part("e") + ")")
    default: return false
    }
    return true
  }

  private mutating func take(run: MarkupElement) {
    let properties = run["rPr"]
    if WordMarks.isOn(properties?["vanish"]) { return }
    var words = ""
    for child in run.children {
      switch child.name {
      case "t": words += child.text
      case "tab" where columns.count < Self.mostColumns:
        take(words, properties)
        words = ""
        columns.append(Column())
      case "br" where columns.count < Self.mostColumns, "cr" where columns.count < Self.mostColumns:
        take(words, properties)
        words = ""
        columns.append(Column(startsLine: true))
      case "tab": words += " "
      case "br", "cr": words += "\n"
      case "noBreakHyphen": words += "-"
      case "sym": words += Self.symbol(child)
      case "drawing", "pict", "object": takePicture(child)
      case let name where !Self.hidden.contains(name): take(child)
      default: break
      }
    }
    take(words, properties)
  }

  private mutating func take(_ words: String, _ properties: MarkupElement?) {
    if words.isEmpty { return }
    let height = properties?["vertAlign"]?.attributes["val"]
    append(SmallDigits.text(of: words, height))
    let last = columns.count - 1
    let count = words.unicodeScalars.count { $0.value > 0x20 && !$0.properties.isWhitespace }
    columns[last].letters += count
    let marks = marks(properties)
    for mark in marks { columns[last].marked[mark, default: 0] += count }
    // A term may have marks of its own, and its explanation none.
    if let before = pieces.suffix(2).last(where: { !$0.words.isBlank }), before.marks != marks,
      before.words.last(where: { !$0.isWhitespace }) == ":", words.contains(where: \.isLetter)
    {
      columns[last].termMarks.formUnion(before.marks.subtracting(marks))
    }
    columns[last].takeHead(repeatElement(marks, count: min(count, 3)))
    if pieces.last?.marks == marks {
      pieces[pieces.count - 1].words += words
    } else {
      pieces.append((words, marks))
    }
  }

  private func marks(_ properties: MarkupElement?) -> Set<WordParagraph.Mark> {
    let style = properties?["rStyle"]?.attributes["val"]
    let own = style.flatMap { styles?.marks(ofStyle: $0) } ?? []
    return WordMarks.marks(properties, over: inherited.union(own))
  }

  private mutating func append(_ words: String) { columns[columns.count - 1].text += words }

  private mutating func takePicture(_ element: MarkupElement) {
    guard let properties = element.first("docPr") else { return }
    let name = properties.attributes["descr"] ?? properties.attributes["name"] ?? ""
    append(HTMLText.placeholder(FieldText.make(name)))
  }

  private static func symbol(_ element: MarkupElement) -> String {
    guard let code = UInt32(element.attributes["char"] ?? "", radix: 16) else { return "" }
    let isWingdings = element.attributes["font"]?.hasPrefix("Wingdings") == true
    // The boxes and marks of the fonts of symbols, and the arrow that Word makes of `-->`.
    switch code & 0xFF {
    case 0xE0 where isWingdings: return "→"
    case 0xA8, 0x6F, 0x71: return "☐"
    case 0xFE, 0xFC, 0x52, 0xFD, 0xFB: return "☒"
    default: return ""
    }
  }
}
