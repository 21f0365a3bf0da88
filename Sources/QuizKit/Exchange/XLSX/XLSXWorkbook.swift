import QuizSupport

/// The parts of a spreadsheet that its sheets have in common: their names, the texts and the
/// formats of numbers.
struct XLSXWorkbook {
  /// A sheet and the file that it is in.
  struct Sheet {
    var name: String
    var file: String
  }

  private(set) var sheets: [Sheet] = []
  private var texts: [String] = []
  private var formats = CellFormats()
  private let package: QuestionPackage

  /// The most cells of a sheet that are read, ten for each question that a package may have.
  private static let mostCells = 1_000_000

  /// The longest text of a cell in bytes: Excel allows 32,767 characters of up to three bytes.
  private static let longestCell = 100_000

  /// The most texts that cells can share. Excel allows more rows, but no bank has so many texts.
  private static let mostTexts = 2_000_000

  static func isFound(in package: QuestionPackage) -> Bool { package.has("xl/workbook.xml") }

  init(_ package: QuestionPackage, _ collector: QuestionCollector) throws(ReadingCancelled) {
    self.package = package
    let targets = try PackageRelations("xl/workbook.xml", in: package, collector)
    try package.scan("xl/workbook.xml", collector) { element in
      if element.name == "workbookPr" {
        formats.begins1904 = ["1", "true"].contains(element.attributes["date1904"] ?? "0")
      }
      guard element.name == "sheet", element.attributes["state"]?.hasSuffix("idden") != true,
        let identifier = element.attributes["id"], let file = targets[identifier]
      else { return }
      sheets.append(Sheet(name: FieldText.make(element.attributes["name"] ?? ""), file: file))
    } whole: { _ in
      false
    }
    if let file = targets.file(ofKind: "sharedStrings") {
      try package.scan(file, collector) { element in
        if element.name == "si", texts.count < Self.mostTexts {
          let text = Self.text(of: element)
          collector.use(text.utf8.count)
          texts.append(text)
        }
      } whole: {
        $0 == "si"
      }
    }
    if let file = targets.file(ofKind: "styles") {
      try package.scan(file, collector) { element in
        formats.take(element)
      } whole: {
        CellFormats.parts.contains($0)
      }
    }
  }

  /// Reads a sheet.
  func table(
    of sheet: Sheet, options: ReadingOptions, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> SheetTable {
    var table = SheetTable(options, longest: package.remaining)
    try package.scan(sheet.file, collector, most: Self.mostCells) { row in
      if row.name != "row" { return }
      var cells: [(column: Int, text: String)] = []
      let number = row.attributes["r"].flatMap { Int($0) }
      for (index, cell) in row.children.enumerated() where cell.name == "c" {
        let place = cell.attributes["r"].flatMap(ColumnLetters.column) ?? index
        let column = min(place, ColumnMap.mostColumns)
        let text = text(of: cell)
        if text.utf8.count > Self.longestCell {
          let letters = ColumnLetters.text(of: column)
          collector.report(.cellTooLong(letters, Self.longestCell), line: number)
        } else {
          cells.append((column, text))
        }
      }
      table.append(cells, row: number)
    } whole: {
      $0 == "row"
    } parts: { row in
      max(1, row.nodes.count { if case .element = $0 { true } else { false } })
    }
    table.finish()
    collector.use(table.size)
    if !table.surplus.isEmpty {
      package.beginPart(sheet.name, deck: nil)
      collector.report(.columnsIgnored(table.surplus.sorted().map(ColumnLetters.text)), line: nil)
      collector.part = nil
    }
    if table.isTooLarge, !collector.isFull {
      collector.report(
        .package(.tooLarge(entry: sheet.file, limit: collector.longest)), line: nil)
    }
    return table
  }

  // MARK: Cells

  private func text(of cell: MarkupElement) -> String {
    let value = cell["v"]?.text ?? ""
    switch cell.attributes["t"] {
    case "s":
      guard let index = Int(FieldText.make(value)), texts.indices.contains(index) else { return "" }
      return texts[index]
    case "inlineStr": return cell["is"].map(Self.text) ?? ""
    case "str": return Self.unescaped(value)
    case "b": return value == "1" ? "TRUE" : "FALSE"
    // The value of a formula that failed.
    case "e": return ""
    case "d": return value
    default:
      return formats.text(of: FieldText.make(value), style: Int(cell.attributes["s"] ?? "") ?? 0)
    }
  }

  /// The text of a shared or inline string, without the reading aids of Japanese ones.
  private static func text(of element: MarkupElement) -> String {
    var text = ""
    for child in element.children {
      switch child.name {
      case "t": text += child.text
      case "r": text += child["t"]?.text ?? ""
      default: break
      }
    }
    return unescaped(text)
  }

  /// Excel writes control characters, such as the end of a line, as `_x000D_`.
  private static func unescaped(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var plain: [UInt8] = []
      plain.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "_"), let scalar = escape(at: index, in: bytes) {
          plain += String(scalar).utf8
          index += 7
        } else {
          plain.append(bytes[index])
          index += 1
        }
      }
      return String(decoding: plain, as: UTF8.self)
    }
  }

  /// The character of `_x000D_` at an index; `nil` if there is something else.
  private static func escape(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Unicode.Scalar? {
    guard index + 7 <= bytes.count, bytes[index + 1] == UInt8(ascii: "x"),
      bytes[index + 6] == UInt8(ascii: "_")
    else { return nil }
    let digits = String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self)
    guard digits.first != "+", let code = UInt32(digits, radix: 16) else { return nil }
    return code == 0x0D ? "\n" : Unicode.Scalar(code)
  }
}

/// The files to which a file of an Office package refers.
struct PackageRelations {
  private var files: [String: String] = [:]
  private var kinds: [String: String] = [:]

  init(
    _ name: String, in package: QuestionPackage, _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    let folder = FileName.folder(of: name)
    let relations = folder + "_rels/" + name.dropFirst(folder.count) + ".rels"
    try package.scan(relations, collector) { element in
      guard element.name == "Relationship", let target = element.attributes["Target"],
        let file = FileName.resolved(target, in: folder), let identifier = element.attributes["Id"]
      else { return }
      files[identifier] = file
      let kind = element.attributes["Type"]?.split(separator: "/").last.map { String($0) } ?? ""
      kinds[kind] = kinds[kind] ?? file
    } whole: { _ in
      false
    }
  }

  subscript(identifier: String) -> String? { files[identifier] }

  /// The first file of a kind.
  func file(ofKind kind: String) -> String? { kinds[kind] }
}

extension QuestionPackage {
  /// Reads the elements of a file one by one, at any depth.
  ///
  /// - Parameters:
  ///   - most: the most parts to take. The rest is reported.
  ///   - longestText: the longest text of an element in bytes. A cell of Excel has 32,767
  ///     characters.
  ///   - take: receives each element.
  ///   - whole: whether an element of this name is read with everything in it.
  ///   - parts: how many an element counts for.
  func scan(
    _ name: String, _ collector: QuestionCollector, most: Int = 1_048_576,
    longestText: Int = 1_000_000, take: (MarkupElement) -> Void, whole: (String) -> Bool,
    parts: (MarkupElement) -> Int = { _ in 1 }
  ) throws(ReadingCancelled) {
    if !has(name) { return }
    try read(name) { (source) throws(ReadingCancelled) in
      try source.withBytes { (bytes) throws(ReadingCancelled) in
        var scanner = MarkupScanner(
          bytes, longest: collector.longest, longestText: longestText)
        var count = 0
        while let step = try collector.scan({ () throws(MarkupScanner.Failure) in
          try scanner.next()
        }) {
          guard case .start(var element) = step else { continue }
          if whole(element.name) {
            let start = element
            guard
              let all = try collector.scan({ () throws(MarkupScanner.Failure) in
                try scanner.whole(start)
              })
            else { return }
            element = all
          }
          count += parts(element)
          if count > most {
            return collector.report(.tooManyParts(most), line: element.line)
          }
          take(element)
          try collector.advance(to: scanner.position, of: bytes.count)
        }
      }
    }
  }
}
