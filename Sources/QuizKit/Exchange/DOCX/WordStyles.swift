/// The styles and lists of a Word text.
struct WordStyles {
  /// What a style says.
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
  private var numbering = WordNumbering()

  init(
    _ package: QuestionPackage, _ relations: PackageRelations, _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    if let file = relations.file(ofKind: "styles") {
      try package.scan(file, collector) { element in
        take(style: element)
      } whole: {
        $0 == "style"
      }
    }
    if let file = relations.file(ofKind: "numbering") {
      try package.scan(file, collector) { element in
        numbering.take(element)
      } whole: {
        WordNumbering.elements.contains($0)
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
      style.hasFill = WordMarks.hasFill(element["pPr"])
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
  ) -> (heading: Int?, list: WordParagraph.List?) {
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
  func marks(of properties: MarkupElement?) -> Set<WordParagraph.Mark> {
    var marks = properties?["pStyle"]?.attributes["val"].map { self.marks(ofStyle: $0) } ?? []
    if WordMarks.hasFill(properties) { marks.insert(.highlight) }
    return marks
  }

  /// The marks of a style of characters or paragraphs.
  func marks(ofStyle style: String) -> Set<WordParagraph.Mark> {
    var chain: [Style] = []
    var next: String? = style
    while chain.count < 10, let style = next.flatMap({ styles[$0] }) {
      chain.append(style)
      next = style.basedOn
    }
    var marks: Set<WordParagraph.Mark> = style == "Strong" ? [.bold] : []
    for style in chain.reversed() {
      marks = WordMarks.marks(style.letters, over: marks)
      if style.isStrong { marks.insert(.bold) }
      if style.hasFill { marks.insert(.highlight) }
    }
    return marks
  }
}
