import Foundation
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

  init(_ package: QuestionPackage) throws(ReadingCancelled) {
    self.package = package
    let targets = try PackageRelations("xl/workbook.xml", in: package)
    try package.scan("xl/workbook.xml") { element in
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
      try package.scan(file) { element in
        if element.name == "si", texts.count < Self.mostTexts {
          let text = Self.text(of: element)
          package.collector.charge(text.utf8.count)
          texts.append(text)
        }
      } whole: {
        $0 == "si"
      }
    }
    if let file = targets.file(ofKind: "styles") {
      try package.scan(file) { element in
        formats.take(element)
      } whole: {
        CellFormats.parts.contains($0)
      }
    }
  }

  /// Reads a sheet.
  func table(of sheet: Sheet) throws(ReadingCancelled) -> SheetTable {
    let collector = package.collector
    var table = SheetTable(collector.options, maximumBytes: package.remaining)
    try package.scan(sheet.file, most: Self.mostCells) { row in
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
    collector.charge(table.size)
    if !table.surplus.isEmpty {
      package.beginPart(sheet.name, deck: nil)
      collector.report(.columnsIgnored(table.surplus.sorted().map(ColumnLetters.text)), line: nil)
      collector.part = nil
    }
    if table.isTooLarge, !collector.isFull {
      collector.report(
        .package(.tooLarge(entry: sheet.file, limit: collector.maximumBytes)), line: nil)
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
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    var plain = String(parts[0])
    // Whether the part before was an escape, so that the line behind it is none of the text.
    var isEscaped = false
    for (index, part) in parts.enumerated().dropFirst() {
      if !isEscaped, index + 1 < parts.count, let character = character(escapedBy: part) {
        plain.append(character)
        isEscaped = true
      } else {
        plain += (isEscaped ? "" : "_") + part
        isEscaped = false
      }
    }
    return plain
  }

  /// The character of `x000D`; `nil` if there is something else.
  private static func character(escapedBy part: Substring) -> Character? {
    guard part.utf8.count == 5, part.first == "x", part.dropFirst().allSatisfy(\.isHexDigit),
      let code = UInt32(part.dropFirst(), radix: 16)
    else { return nil }
    return code == 0x0D ? "\n" : Unicode.Scalar(code).map { Character($0) }
  }
}

/// The files to which a file of an Office package refers.
struct PackageRelations {
  private var files: [String: String] = [:]
  private var kinds: [String: String] = [:]

  init(_ name: String, in package: QuestionPackage) throws(ReadingCancelled) {
    let folder = FileName.folder(of: name)
    let relations = folder + "_rels/" + name.dropFirst(folder.count) + ".rels"
    try package.scan(relations) { element in
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
  ///   - maximumTextBytes: the maximumBytes text of an element in bytes. A cell of Excel has 32,767
  ///     characters.
  ///   - take: receives each element.
  ///   - whole: whether an element of this name is read with everything in it.
  ///   - parts: how many an element counts for.
  func scan(
    _ name: String, most: Int = 1_048_576, maximumTextBytes: Int = 1_000_000,
    take: (MarkupElement) -> Void, whole: (String) -> Bool,
    parts: (MarkupElement) -> Int = { _ in 1 }
  ) throws(ReadingCancelled) {
    if !has(name) { return }
    try read(name) { (source) throws(ReadingCancelled) in
      try source.withBytes { (bytes) throws(ReadingCancelled) in
        var scanner = MarkupScanner(
          bytes, maximumBytes: collector.maximumBytes, maximumTextBytes: maximumTextBytes)
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

/// How a spreadsheet shows its numbers.
struct CellFormats {
  /// The elements of the file of styles that are needed.
  static let parts: Set<String> = ["numFmts", "cellXfs"]

  /// Excel takes 255 characters. A longer code would make each number long.
  private static let longestCode = 1_024

  private var codes: [Int: String] = [
    9: "0%", 10: "0.00%", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 14: "yyyy-mm-dd",
    15: "yyyy-mm-dd", 16: "yyyy-mm-dd", 17: "yyyy-mm", 18: "h:mm am/pm", 19: "h:mm:ss am/pm",
    20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss",
  ]
  /// The format of each style.
  private var styles: [Int] = []

  mutating func take(_ element: MarkupElement) {
    switch element.name {
    case "numFmts":
      for format in element.children {
        guard let number = format.attributes["numFmtId"].flatMap({ Int($0) }) else { continue }
        let code = format.attributes["formatCode"] ?? ""
        if code.utf8.count <= Self.longestCode { codes[number] = code }
      }
    case "cellXfs":
      styles = element.children.map { Int($0.attributes["numFmtId"] ?? "") ?? 0 }
    default: break
    }
  }

  /// Whether days are counted from 1904, as old Macs did.
  var begins1904 = false

  /// The text that the sheet shows for a number.
  func text(of number: String, style: Int) -> String {
    guard let value = Double(number), value.isFinite else { return number }
    let format = styles.indices.contains(style) ? styles[style] : 0
    guard let code = codes[format]?.split(separator: ";").first.map(String.init),
      code != "General", code != "@"
    else { return Self.general(value) }
    let (before, behind, letters) = Self.pieces(of: code)
    let time = Self.time(value, letters, code.lowercased())
    if letters.contains("y") || letters.contains("d") {
      let days = begins1904 ? value + 1_462 : value
      guard let date = Self.date(days, withDay: letters.contains("d")) else { return number }
      return time.map { date + " " + $0 } ?? date
    }
    if let time { return time }
    if letters.contains("e+") || letters.contains("e-") { return Self.general(value) }
    if !letters.contains("%"), !letters.contains("0") { return Self.general(value) }
    return (value < 0 ? "-" : "") + before + Self.formatted(value, letters) + behind
  }

  /// A number as spreadsheets show it without a format: with at most 15 digits.
  private static func general(_ value: Double) -> String {
    if let whole = Int(exactly: value), abs(whole) < 1_000_000_000_000_000 { return String(whole) }
    return String(format: "%.15g", value)
  }

  private static func formatted(_ value: Double, _ letters: String) -> String {
    let isPercent = letters.contains("%")
    let decimals = letters.firstIndex(of: ".").map { point in
      letters[letters.index(after: point)...].prefix { $0 == "0" || $0 == "#" }.count
    }
    let text = String(format: "%.\(decimals ?? 0)f", abs(isPercent ? value * 100 : value))
    return letters.contains(",") ? grouped(text) : text
  }

  /// A code in its pieces: the texts before and behind the digits, the `$` of `"$"0` and the ` kg` of
  /// `0" kg"`, and the letters and signs that are no text, colour or condition.
  private static func pieces(
    of code: String
  ) -> (before: String, behind: String, letters: String) {
    var texts = ["", ""]
    var letters = ""
    var hasDigits = false
    var rest = code[...]
    while let character = rest.popFirst() {
      if character == "\"" || character == "[" {
        let inner = rest.prefix { $0 != (character == "[" ? "]" : "\"") }
        rest = rest.dropFirst(inner.count + 1)
        // In brackets is a currency, a colour or a condition.
        let isCurrency = character == "[" && inner.first == "$"
        let text = isCurrency ? inner.dropFirst().prefix { $0 != "-" } : inner
        if character == "\"" || isCurrency { texts[hasDigits ? 1 : 0] += text }
        continue
      }
      letters.append(character)
      switch character {
      case "0", "#", "?": hasDigits = true
      case ".", ",", "@": break
      // Room for another character, and one that fills the cell.
      case "_", "*": letters += rest.popFirst().map { String($0) } ?? ""
      case "\\":
        let next = rest.popFirst().map { String($0) } ?? ""
        letters += next
        texts[hasDigits ? 1 : 0] += next
      default: texts[hasDigits ? 1 : 0].append(character)
      }
    }
    return (FieldText.make(texts[0]), texts[1], letters.lowercased())
  }

  private static func grouped(_ text: String) -> String {
    let whole = text.prefix { $0 != "." }
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return grouped + text.dropFirst(whole.count)
  }

  /// The time of day of a number of days, or the time that has gone by where the code has its first
  /// unit in brackets; `nil` if the code shows no time.
  private static func time(_ value: Double, _ letters: String, _ code: String) -> String? {
    let elapsed = ["h", "m", "s"].first { code.contains("[\($0)") }
    let (showsHours, showsSeconds) = (letters.contains("h"), letters.contains("s"))
    guard elapsed != nil || showsHours || showsSeconds, (0..<2_958_466).contains(value) else {
      return nil
    }
    let seconds = Int((value * 86_400).rounded())
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let end = showsSeconds ? ":" + padded(seconds % 60) : ""
    if elapsed == "s" { return String(seconds) }
    if elapsed == "m" { return String(seconds / 60) + end }
    let minutes = padded(seconds / 60 % 60)
    guard elapsed == "h" || showsHours else { return minutes + end }
    let hour = elapsed == "h" ? seconds / 3_600 : seconds / 3_600 % 24
    if letters.contains("am/pm") || letters.contains("a/p") {
      return "\((hour + 11) % 12 + 1):\(minutes)\(end) \(hour < 12 ? "AM" : "PM")"
    }
    return (letters.contains("hh") ? padded(hour) : String(hour)) + ":" + minutes + end
  }

  /// The date of a number of days since the end of 1899.
  private static func date(_ value: Double, withDay: Bool) -> String? {
    guard (1..<2_958_466).contains(value) else { return nil }
    let text = Day(number: Int(value) - 25_569).text
    return withDay ? text : String(text.dropLast(3))
  }
}

/// The letters by which spreadsheets name their columns: A to Z, AA, AB …
enum ColumnLetters {
  /// The letters of a column, counted from 0.
  static func text(of column: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(65 + column % 26)))
    return column < 26 ? letter : text(of: column / 26 - 1) + letter
  }

  /// The column of a reference such as `AB12`, counted from 0; `nil` beyond the last column of a
  /// table.
  static func column(of reference: String) -> Int? {
    var column = 0
    for byte in reference.utf8 {
      guard (0x41...0x5A).contains(byte) else { break }
      column = column * 26 + Int(byte) - 0x40
      if column > ColumnMap.mostColumns { return nil }
    }
    return column > 0 ? column - 1 : nil
  }
}
