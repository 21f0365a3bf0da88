import QuizSupport

/// The settings at the top of Anki's "Notes in Plain Text",
/// <https://docs.ankiweb.net/importing/text-files.html#file-headers>.
struct AnkiHeader {
  var separator: UInt8?
  var isHTML = false
  var columns: [String]?
  var tags: [String] = []
  var deck: String?
  /// The special columns, counted from 0.
  var tagsColumn: Int?
  var deckColumn: Int?
  var guidColumn: Int?
  var notetypeColumn: Int?
  /// Where the notes begin.
  private(set) var bodyStart = 0
  private(set) var bodyLine = 1

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var lines = LineScanner(bytes)
    var isFirst = true
    while let line = lines.next() {
      let text = lines.text(line)
      if text.hasPrefix("#") {
        take(text.dropFirst())
      } else if columns == nil, text.hasPrefix("\"#"),
        take(text.dropFirst(2).prefix { $0 != "\"" })
      {
        // A spreadsheet has written the settings as fields. Other fields with `#` belong to notes,
        // and so do all behind the names of the columns.
      } else if isFirst, text.lowercased().hasPrefix("tags:") {
        tags = TagList.split(String(text.dropFirst(5)))
      } else {
        return
      }
      isFirst = false
      bodyStart = min(lines.index, bytes.count)
      bodyLine = line.number + 1
    }
  }

  /// Whether a text begins with Anki's settings.
  static func isFound(in line: Substring) -> Bool {
    line.drop { $0 == "\"" }.prefix(11).lowercased() == "#separator:"
  }

  /// Reads a setting `key:value`. Any other line that begins with `#` is a comment.
  ///
  /// - Returns: Whether Anki has such a setting.
  @discardableResult private mutating func take(_ setting: Substring) -> Bool {
    guard let colon = setting.firstIndex(of: ":") else { return false }
    let key = FieldText.make(String(setting[..<colon])).lowercased()
    // The value may be a literal tab, which FieldText would remove as a blank.
    let raw = setting[setting.index(after: colon)...]
    let value = unpadded(raw)
    switch key {
    case "separator": separator = Self.separator(named: String(raw))
    case "html": isHTML = value.lowercased() == "true"
    case "tags": tags = TagList.split(value)
    case "deck": deck = value.isEmpty ? nil : value
    case "columns": columns = columnNames(raw)
    case "tags column": tagsColumn = Self.column(value)
    case "deck column": deckColumn = Self.column(value)
    case "guid column": guidColumn = Self.column(value)
    case "notetype column": notetypeColumn = Self.column(value)
    default: return false
    }
    return true
  }

  /// The value without the separators that spreadsheets append to short rows.
  private func unpadded(_ raw: Substring) -> String {
    let padding: Set<Character> = ["\t", ";", ",", " "]
    var rest = raw
    while let last = rest.last, padding.contains(last) { rest.removeLast() }
    return FieldText.make(String(rest))
  }

  private func columnNames(_ raw: Substring) -> [String] {
    let mark = separator.map { Character(Unicode.Scalar($0)) } ?? "\t"
    return raw.split(separator: mark, omittingEmptySubsequences: false)
      .map { FieldText.make(String($0)) }
  }

  private static func column(_ value: String) -> Int? {
    Int(value).flatMap { $0 > 0 ? $0 - 1 : nil }
  }

  private static func separator(named name: String) -> UInt8? {
    let word = name.drop { $0 == " " }.prefix { $0.isLetter }.lowercased()
    switch word {
    case "comma": return UInt8(ascii: ",")
    case "semicolon": return UInt8(ascii: ";")
    case "tab": return UInt8(ascii: "\t")
    case "space": return UInt8(ascii: " ")
    case "pipe": return UInt8(ascii: "|")
    case "colon": return UInt8(ascii: ":")
    default: return name.utf8.first
    }
  }
}
