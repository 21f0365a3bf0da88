/// The styles and lists of a Word text.
struct WordStyles {
  /// What a style of paragraphs says.
  private struct Style {
    var heading: Int?
    var list: (identifier: String, level: Int)?
    var basedOn: String?
  }

  private var styles: [String: Style] = [:]
  private var formats: [String: [Int: String]] = [:]
  /// The definitions of the lists.
  private var definitions: [String: String] = [:]

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
        take(list: element)
      } whole: {
        $0 == "abstractNum" || $0 == "num"
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
    styles[identifier] = style
  }

  private mutating func take(list element: MarkupElement) {
    switch element.name {
    case "abstractNum":
      var levels: [Int: String] = [:]
      for level in element.children where level.name == "lvl" {
        guard let number = level.attributes["ilvl"].flatMap({ Int($0) }) else { continue }
        levels[number] = level["numFmt"]?.attributes["val"]
      }
      formats[element.attributes["abstractNumId"] ?? ""] = levels
    case "num":
      definitions[element.attributes["numId"] ?? ""] =
        element["abstractNumId"]?.attributes["val"]
    default: break
    }
  }

  /// The list that the properties of a paragraph name.
  private static func list(_ properties: MarkupElement) -> (identifier: String, level: Int)? {
    guard let numbering = properties["numPr"],
      let identifier = numbering["numId"]?.attributes["val"], identifier != "0"
    else { return nil }
    return (identifier, Int(numbering["ilvl"]?.attributes["val"] ?? "") ?? 0)
  }

  /// The heading and the list of a paragraph with these properties.
  func look(
    of properties: MarkupElement?
  ) -> (heading: Int?, list: WordParagraph.List?) {
    var heading: Int?
    var list = properties.flatMap(Self.list)
    var next = properties?["pStyle"]?.attributes["val"]
    // A style that is based on itself would have no end.
    for _ in 0..<10 {
      guard let style = next.flatMap({ styles[$0] }) else { break }
      heading = heading ?? style.heading
      list = list ?? style.list
      next = style.basedOn
    }
    return (heading, list.map(self.list))
  }

  private func list(_ place: (identifier: String, level: Int)) -> WordParagraph.List {
    let format = definitions[place.identifier].flatMap { formats[$0] }?[place.level] ?? "decimal"
    let style: WordParagraph.List.Style =
      switch format {
      case "bullet", "none": .bullets
      case "upperLetter", "lowerLetter", "aiueo", "aiueoFullWidth", "iroha": .letters
      default: .numbers
      }
    return WordParagraph.List(identifier: place.identifier, level: place.level, style: style)
  }
}
