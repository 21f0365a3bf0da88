import QuizSupport

/// The paragraphs and tables of a Word text.
struct DocxDocument {
  static let file = "word/document.xml"
  /// The paragraphs of 5,000 pages.
  private static let mostParagraphs = 200_000
  /// The longest text of a table in bytes.
  private static let maximumTextBytes = 8_000_000
  /// About how many bytes a table takes beside its text.
  private static let memoryOfTable = 1_000

  private(set) var paragraphs: [DocxParagraph] = []
  private(set) var tables: [SheetTable] = []
  /// The pictures of the paragraphs.
  private(set) var pictures: [PictureIntake.Listed] = []
  /// The pictures of each of the tables, whose rows have other numbers.
  private(set) var tablePictures: [[PictureIntake.Listed]] = []
  private var styles: DocxStyles

  init(_ package: QuestionPackage) throws(ReadingCancelled) {
    let collector = package.collector
    let relations = try PackageRelations(Self.file, in: package)
    styles = try DocxStyles(package, relations)
    var count = 0
    try package.scan(
      Self.file, most: Self.mostParagraphs, maximumTextBytes: Self.maximumTextBytes
    ) { element in
      switch element.name {
      case "p":
        count += 1
        // Empty ones stand for blank lines, and there can be millions of them.
        if element.nodes.isEmpty { break }
        pictures += DocxPictures(in: element, number: count, relations).all
        for line in lines(of: element, number: count) where !line.text.isEmpty {
          collector.charge(line.text.utf8.count + MemoryLayout<DocxParagraph>.size)
          paragraphs.append(line)
        }
      case "tbl":
        let found = table(element, collector.options, maximumBytes: package.remaining)
        collector.charge(found.size + Self.memoryOfTable)
        var lines = DocxTable.paragraphs(of: cells(of: element, from: count))
        if found.hasHeader {
          guard DocxTable.areAnswers(lines) else {
            tablePictures.append(DocxPictures(in: element, number: .max, relations).all)
            return tables.append(found)
          }
          lines.removeFirst(2)
        }
        count += 1
        pictures += DocxPictures(in: element, number: count, relations).all
        for line in lines where !line.text.isEmpty {
          collector.charge(line.text.utf8.count + MemoryLayout<DocxParagraph>.size)
          paragraphs.append(line)
        }
      default: break
      }
    } whole: {
      $0 == "p" || $0 == "tbl"
    } parts: { element in
      element.name == "tbl" ? max(1, element.all("p").count) : 1
    }
  }

  private func table(
    _ element: MarkupElement, _ options: ReadingOptions, maximumBytes: Int
  ) -> SheetTable {
    var table = SheetTable(options, maximumBytes: maximumBytes)
    for row in element.children where row.name == "tr" {
      let cells = row.children.filter { $0.name == "tc" }.map { cell in
        cell.all("p").map { Self.text(of: $0) }.joined(separator: "\n")
      }
      table.append(cells.enumerated().map { ($0.offset, $0.element) }, row: nil)
    }
    table.finish()
    return table
  }

  /// The paragraphs of each cell of a table, in its rows.
  private mutating func cells(of table: MarkupElement, from number: Int) -> [[DocxTable.Cell]] {
    table.children.filter { $0.name == "tr" }.map { row in
      row.children.filter { $0.name == "tc" }.map { cell in
        cell.all("p").flatMap { paragraph in
          lines(of: paragraph, number: number + 1).compactMap { line in
            var line = line
            if DocxMarks.hasFill(cell["tcPr"]) { line.marks.insert(.highlight) }
            return line.text.isEmpty ? nil : line
          }
        }
      }
    }
  }

  private static func text(of paragraph: MarkupElement) -> String {
    var runs = DocxRuns()
    runs.take(paragraph)
    return FieldText.make(runs.whole.text)
  }

  /// A paragraph, or the choices side by side or line by line in it.
  private mutating func lines(of element: MarkupElement, number: Int) -> [DocxParagraph] {
    var runs = DocxRuns(styles: styles, inherited: styles.marks(of: element["pPr"]))
    runs.take(element)
    let (heading, list) = styles.look(of: element["pPr"])
    let choices = heading == nil && list == nil ? runs.choices : nil
    return (choices ?? [runs.whole]).map { part in
      DocxParagraph(
        number: number, text: FieldText.make(part.text), heading: heading, list: list,
        marks: part.marks, chosen: choices == nil ? runs.chosen : nil)
    }
  }
}

/// Digits and signs above or below the line.
enum SmallDigits {
  /// No number has more bytes.
  private static let longest = 100
  private static let low = Array("₀₁₂₃₄₅₆₇₈₉₊₋")
  private static let high = Array("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
  private static let usual = Array("0123456789+-")

  /// The text in small digits; unchanged if it has other characters.
  static func text(of text: String, _ height: String?) -> String {
    guard height == "subscript" || height == "superscript", !text.isEmpty,
      text.utf8.count <= longest
    else { return text }
    let places = text.map { usual.firstIndex(of: $0 == "−" ? "-" : $0) }
    if places.contains(nil) { return text }
    let digits = height == "subscript" ? low : high
    return String(places.compactMap { $0.map { digits[$0] } })
  }
}

/// A paragraph of a Word text.
struct DocxParagraph {
  /// The number in the text, from 1.
  var number = 0
  /// The text with line breaks, without blanks at its ends.
  var text = ""
  /// The level of a heading, from 1; `nil` for other paragraphs. The title of the text has level 1.
  var heading: Int?
  /// The list that the paragraph is in, and how its items are marked.
  var list: List?
  /// The marks that nearly all of the letters have.
  var marks: Set<Mark> = []
  /// Which of the two words is marked if the paragraph offers a pair such as `True / False`.
  var chosen: Bool?

  /// A list with automatic numbers.
  struct List {
    var identifier: String
    var level: Int
    var style: Style
    /// The number or letter that Word writes before the item; empty for bullets.
    var label: String

    /// The notations of automatic numbers.
    enum Style { case numbers, letters, bullets }
  }

  /// Which part of a colour is the strongest. One author may use several reds.
  enum Hue: CaseIterable { case red, green, blue }

  /// The ways in which authors mark the right choice.
  enum Mark: Hashable {
    case bold
    case highlight
    case underline
    case italic
    /// A colour other than that of usual text.
    case color(Hue)
  }
}

/// Collects the text of a paragraph and the marks of its letters.
struct DocxRuns {
  /// A text between two tabs or line breaks.
  struct Column {
    var text = ""
    /// Whether it begins a line of the paragraph.
    var startsLine = false
    /// The letter of a choice that it begins with.
    fileprivate var label: ListLabel? {
      let label = ListLabel(FieldText.make(text)[...], isInList: true)
      return label?.style == .digits || label?.text.isEmpty == true ? nil : label
    }
    fileprivate var letters = 0
    fileprivate var marked: [DocxParagraph.Mark: Int] = [:]
    /// The marks of the first characters, which may be the letter of a choice.
    fileprivate var head: [Set<DocxParagraph.Mark>] = []
    /// The marks that end at a colon, so that they are those of a term before its explanation.
    fileprivate var termMarks: Set<DocxParagraph.Mark> = []

    /// The marks that nearly the whole text has. The letter of a choice does not count: it may have
    /// other marks, and a mark of the letter alone says nothing.
    var marks: Set<DocxParagraph.Mark> {
      let label = head.prefix(labelLength)
      let count = letters - label.count
      return Set(
        marked.keys.filter { mark in
          if termMarks.contains(mark) { return false }
          let found = (marked[mark] ?? 0) - label.count { $0.contains(mark) }
          return found * 5 >= count * 4 && found > 0
        })
    }

    /// How many characters the letter of a choice and the marks around it are.
    private var labelLength: Int {
      let text = FieldText.make(text)
      guard let label = ListLabel(text[...]) else { return 0 }
      return text.unicodeScalars.dropLast(label.text.unicodeScalars.count)
        .count { !$0.properties.isWhitespace }
    }

    fileprivate mutating func takeHead(_ marks: some Sequence<Set<DocxParagraph.Mark>>) {
      if head.count < 3 { head += marks.prefix(3 - head.count) }
    }
  }

  /// The styles of the text; `nil` where nothing but the words matters.
  private let styles: DocxStyles?
  /// The marks that the whole paragraph has by its style.
  private let inherited: Set<DocxParagraph.Mark>

  init(styles: DocxStyles? = nil, inherited: Set<DocxParagraph.Mark> = []) {
    (self.styles, self.inherited) = (styles, inherited)
  }

  /// The most columns. A row of choices has fewer.
  private static let mostColumns = 64

  /// The texts between the tabs and line breaks.
  private(set) var columns = [Column()]
  /// The words between two changes of the marks.
  private(set) var pieces: [(words: String, marks: Set<DocxParagraph.Mark>)] = []

  /// All columns as one.
  var whole: Column { Self.joined(columns[...]) }

  /// The choices with tabs or line breaks between them; `nil` if it is a paragraph of its own.
  fileprivate var choices: [Column]? {
    if let choices = Self.choices(in: columns[...]) { return choices }
    let lines = lines.filter { !$0.allSatisfy(\.text.isBlank) }
    let labels = lines.compactMap { line in line.first.flatMap(\.label) }
    guard lines.count > 2, labels.prefix(2).map(\.place) == [0, 1] else { return nil }
    return lines.flatMap { Self.choices(in: $0) ?? [Self.joined($0)] }
  }

  /// Columns that are choices one after the other; `nil` if they are something else.
  private static func choices(in columns: ArraySlice<Column>) -> [Column]? {
    let columns = columns.filter { !$0.text.isBlank }
    let labels = columns.compactMap(\.label)
    let isRow = zip(labels, labels.dropFirst()).allSatisfy {
      $0.style == $1.style && $0.place + 1 == $1.place
    }
    return columns.count > 1 && labels.count == columns.count && isRow ? columns : nil
  }

  /// Which word of a pair is marked: `True / False`.
  fileprivate var chosen: Bool? {
    guard pieces.count > 1, pieces.count < 100, TruthWords.isOffered(in: whole.text) else {
      return nil
    }
    for mark in DocxKeyMarks.all where mark != .italic {
      let found = pieces.filter { $0.marks.contains(mark) }.compactMap {
        TruthWords($0.words)?.isTrue
      }
      if found.count == 1 { return found[0] }
    }
    return nil
  }

  /// The columns of each line.
  private var lines: [ArraySlice<Column>] {
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
  fileprivate static let hidden: Set<String> = [
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
      var runs = DocxRuns()
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
    if DocxMarks.isOn(properties?["vanish"]) { return }
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

  private func marks(_ properties: MarkupElement?) -> Set<DocxParagraph.Mark> {
    let style = properties?["rStyle"]?.attributes["val"]
    let own = style.flatMap { styles?.marks(ofStyle: $0) } ?? []
    return DocxMarks.marks(properties, over: inherited.union(own))
  }

  private mutating func append(_ words: String) { columns[columns.count - 1].text += words }

  private mutating func takePicture(_ element: MarkupElement) {
    if let label = DocxPictures.label(of: element) { append(HTMLText.placeholder(label)) }
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

/// The pictures of a paragraph or table, in their order.
private struct DocxPictures {
  private(set) var all: [PictureIntake.Listed] = []
  private let number: Int
  private let relations: PackageRelations

  init(in element: MarkupElement, number: Int, _ relations: PackageRelations) {
    (self.number, self.relations) = (number, relations)
    add(element)
  }

  private mutating func add(_ element: MarkupElement) {
    for child in element.children where !DocxRuns.hidden.contains(child.name) {
      guard ["drawing", "pict", "object"].contains(child.name) else {
        add(child)
        continue
      }
      let image = child.first("blip") ?? child.first("imagedata")
      let relation = ["embed", "link", "id"].lazy.compactMap { image?.attributes[$0] }.first
      guard let label = Self.label(of: child), let relation, let path = relations[relation]
      else { continue }
      all.append(PictureIntake.Listed(label: label, path: path, line: number))
    }
  }

  /// The text in place of a picture; `nil` for a drawing without a name.
  static func label(of picture: MarkupElement) -> String? {
    guard let properties = picture.first("docPr") else { return nil }
    return FieldText.make(properties.attributes["descr"] ?? properties.attributes["name"] ?? "")
  }
}

/// The styles and lists of a Word text.
struct DocxStyles {
  /// The properties of a style.
  private struct Style {
    var heading: Int?
    var list: (identifier: String, level: Int?)?
    var basedOn: String?
    /// The properties of its letters.
    var letters: MarkupElement?
    var hasFill = false
    var isStrong = false
  }

  private var styles: [String: Style] = [:]
  /// The lists, which count while the paragraphs are read.
  private var numbering = DocxNumbering()

  init(_ package: QuestionPackage, _ relations: PackageRelations) throws(ReadingCancelled) {
    if let file = relations.file(ofKind: "styles") {
      try package.scan(file) { element in
        take(style: element)
      } whole: {
        $0 == "style"
      }
    }
    if let file = relations.file(ofKind: "numbering") {
      try package.scan(file) { element in
        numbering.take(element)
      } whole: {
        DocxNumbering.elements.contains($0)
      }
    }
  }

  private mutating func take(style element: MarkupElement) {
    guard element.name == "style", let identifier = element.attributes["styleId"] else { return }
    let name = element["name"]?.attributes["val"]?.lowercased() ?? ""
    var style = Style(basedOn: element["basedOn"]?.attributes["val"])
    if name == "title" { style.heading = 1 }
    if name.hasPrefix("heading ") { style.heading = Int(name.dropFirst(8)) }
    style.list = element["pPr"].flatMap(Self.list)
    // Links are no marks, and what all paragraphs have is none either.
    let isUsual = element.attributes["default"].map { $0 == "1" || $0 == "true" } ?? false
    if !isUsual, !name.contains("link") {
      style.letters = element["rPr"]
      style.hasFill = DocxMarks.hasFill(element["pPr"])
    }
    if name == "strong" { style.isStrong = true }
    styles[identifier] = style
  }

  /// The list that the properties of a paragraph name.
  private static func list(_ properties: MarkupElement) -> (identifier: String, level: Int?)? {
    guard let numbering = properties["numPr"],
      let identifier = numbering["numId"]?.attributes["val"], identifier != "0"
    else { return nil }
    return (identifier, Int(numbering["ilvl"]?.attributes["val"] ?? ""))
  }

  /// The heading and the list of the next paragraph, which has these properties.
  mutating func look(
    of properties: MarkupElement?
  ) -> (heading: Int?, list: DocxParagraph.List?) {
    var heading: Int?
    var list = properties.flatMap(Self.list)
    let isWithoutList = properties?["numPr"]?["numId"]?.attributes["val"] == "0"
    var next = properties?["pStyle"]?.attributes["val"]
    // A style that is based on itself would have no end.
    for _ in 0..<10 {
      guard let name = next, let style = styles[name] else { break }
      heading = heading ?? style.heading
      if list == nil, !isWithoutList, let found = style.list {
        list = (found.identifier, found.level ?? numbering.level(of: name, in: found.identifier))
      }
      next = style.basedOn
    }
    return (heading, list.map { numbering.next($0.identifier, $0.level ?? 0) })
  }

  // MARK: Marks

  /// The marks of the letters of a paragraph with these properties.
  func marks(of properties: MarkupElement?) -> Set<DocxParagraph.Mark> {
    var marks = properties?["pStyle"]?.attributes["val"].map { self.marks(ofStyle: $0) } ?? []
    if DocxMarks.hasFill(properties) { marks.insert(.highlight) }
    return marks
  }

  /// The marks of a style of characters or paragraphs.
  func marks(ofStyle style: String) -> Set<DocxParagraph.Mark> {
    var chain: [Style] = []
    var next: String? = style
    while chain.count < 10, let style = next.flatMap({ styles[$0] }) {
      chain.append(style)
      next = style.basedOn
    }
    var marks: Set<DocxParagraph.Mark> = style == "Strong" ? [.bold] : []
    for style in chain.reversed() {
      marks = DocxMarks.marks(style.letters, over: marks)
      if style.isStrong { marks.insert(.bold) }
      if style.hasFill { marks.insert(.highlight) }
    }
    return marks
  }
}

/// The numbers and letters that Word writes before the items of its lists. They are not in the text
/// of the paragraphs.
struct DocxNumbering {
  /// The items of a list at one depth.
  private struct Level {
    var format: String
    /// The label before an item: `%1.`, `(%2)`
    var text: String
    var start: Int
    /// The style of paragraphs that has this level.
    var style: String?
  }

  /// A list that counts as its definition does.
  private struct Instance {
    var definition: String
    /// The numbers with which levels begin again.
    var starts: [Int: Int] = [:]
  }

  private var definitions: [String: [Int: Level]] = [:]
  private var instances: [String: Instance] = [:]
  /// The last number at each level of each definition.
  private var counters: [String: [Int: Int]] = [:]
  private var begun: Set<String> = []

  /// No list is deeper.
  private static let mostLevels = 9

  static let elements: Set<String> = ["abstractNum", "num"]

  mutating func take(_ element: MarkupElement) {
    switch element.name {
    case "abstractNum":
      var levels: [Int: Level] = [:]
      for level in element.children where level.name == "lvl" {
        guard let depth = Self.number(level.attributes["ilvl"]), depth < Self.mostLevels else {
          continue
        }
        levels[depth] = Level(
          format: level["numFmt"]?.attributes["val"] ?? "decimal",
          text: String((level["lvlText"]?.attributes["val"] ?? "%\(depth + 1).").prefix(40)),
          start: Self.number(level["start"]?.attributes["val"]) ?? 1,
          style: level["pStyle"]?.attributes["val"])
      }
      definitions[element.attributes["abstractNumId"] ?? ""] = levels
    case "num":
      var instance = Instance(definition: element["abstractNumId"]?.attributes["val"] ?? "")
      for change in element.children where change.name == "lvlOverride" {
        guard let depth = Self.number(change.attributes["ilvl"]),
          let start = Self.number(change["startOverride"]?.attributes["val"])
        else { continue }
        instance.starts[depth] = start
      }
      instances[element.attributes["numId"] ?? ""] = instance
    default: break
    }
  }

  private static func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (0...100_000).contains($0) ? $0 : nil }
  }

  /// The level of a list that is the one of a style.
  func level(of style: String, in identifier: String) -> Int? {
    levels(of: identifier)?.first { $0.value.style == style }?.key
  }

  private func levels(of identifier: String) -> [Int: Level]? {
    instances[identifier].flatMap { definitions[$0.definition] }
  }

  /// The next item of a list.
  mutating func next(_ identifier: String, _ depth: Int) -> DocxParagraph.List {
    let format = levels(of: identifier)?[depth]?.format ?? "decimal"
    let style: DocxParagraph.List.Style =
      switch format {
      case "bullet", "none": .bullets
      case "upperLetter", "lowerLetter", "aiueo", "aiueoFullWidth", "iroha", "irohaFullWidth",
        "russianLower", "russianUpper":
        .letters
      default: .numbers
      }
    let label = style == .bullets ? "" : countedLabel(identifier, depth)
    return DocxParagraph.List(identifier: identifier, level: depth, style: style, label: label)
  }

  private mutating func countedLabel(_ identifier: String, _ depth: Int) -> String {
    let instance = instances[identifier] ?? Instance(definition: "numId \(identifier)")
    let levels = definitions[instance.definition] ?? [:]
    var counter = counters[instance.definition] ?? [:]
    if begun.insert(identifier).inserted {
      for (depth, start) in instance.starts { counter[depth] = start - 1 }
    }
    counter[depth] = (counter[depth] ?? (levels[depth]?.start ?? 1) - 1) + 1
    for deeper in counter.keys where deeper > depth { counter[deeper] = nil }
    counters[instance.definition] = counter
    var label = levels[depth]?.text ?? "%1."
    for outer in 0..<Self.mostLevels where label.contains("%\(outer + 1)") {
      let level = levels[outer]
      let number = counter[outer] ?? level?.start ?? 1
      label.replace("%\(outer + 1)", with: ListNumber.text(number, level?.format ?? "decimal"))
    }
    return FieldText.make(label)
  }
}

/// A number in the notation of a list.
private enum ListNumber {
  static func text(_ number: Int, _ format: String) -> String {
    switch format {
    case "upperLetter": ChoiceLetters.name(number - 1)
    case "lowerLetter": ChoiceLetters.name(number - 1).lowercased()
    case "aiueo", "aiueoFullWidth": sign(number, of: "アイウエオカキクケコサシスセソ")
    case "iroha", "irohaFullWidth": sign(number, of: "イロハニホヘトチリヌルヲワカヨ")
    case "russianLower": sign(number, of: "абвгдежзик")
    case "russianUpper": sign(number, of: "АБВГДЕЖЗИК")
    case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
      sign(number, of: "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳")
    case "lowerRoman": roman(number).lowercased()
    case "upperRoman": roman(number)
    default: String(number)
    }
  }

  private static func sign(_ number: Int, of signs: String) -> String {
    let signs = Array(signs)
    return signs.indices.contains(number - 1) ? String(signs[number - 1]) : String(number)
  }

  private static let romans = [
    (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"),
    (1, "I"),
  ]

  private static func roman(_ number: Int) -> String {
    guard (1..<400).contains(number) else { return String(number) }
    var (rest, text) = (number, "")
    for (value, sign) in romans {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }
}
