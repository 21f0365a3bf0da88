import QuizExchange
import QuizSupport

extension OptionEntry {
  /// The options of `import` for what cannot be read from the file itself.
  static let reading: [OptionEntry] = [
    OptionEntry(
      name: "encoding", value: "NAME", english: "the files' encoding, such as shift_jis",
      japanese: "文字コード(shift_jis など)"),
    OptionEntry(
      name: "delimiter", value: "C", english: "the character between columns: , ; or tab",
      japanese: "列の区切り(, ; または tab)"),
    OptionEntry(
      name: "map", value: "FIELD=NAME,…",
      english: "columns, or fields of JSON, by name: question=body,choices=options",
      japanese: "列名や JSON の項目名の対応(question=設問,correct=正)"),
    OptionEntry(
      name: "key-base", value: "0|1", english: "the number of the first choice",
      japanese: "最初の選択肢の番号"),
    OptionEntry(
      name: "encode", value: "NAME",
      english: "Open Trivia DB: html, urllegacy, url3986 or base64",
      japanese: "Open Trivia DB のエンコード方式(html、urllegacy、url3986、base64)"),
    OptionEntry(
      name: "longest", value: "SIZE",
      english: "the longest line, question or unpacked package, such as 128MB (64MB)",
      japanese: "行や質問、展開したパッケージの大きさの上限(128MB など。省略すると 64MB)"),
    OptionEntry(
      name: "make-choices", english: "Anki cards: take wrong choices from the other cards",
      japanese: "Anki のカード: ほかのカードから不正解の選択肢を作る"),
  ]
}

extension Arguments {
  /// The options for reading the files.
  ///
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``.
  func readingOptions() throws(CommandError) -> ReadingOptions {
    var options = ReadingOptions()
    options.encoding = try choice(
      "encoding", TextEncoding.init(named:), among: TextEncoding.allCases)
    options.triviaEncoding = try choice(
      "encode", ReadingOptions.TriviaEncoding.init(rawValue:),
      among: ReadingOptions.TriviaEncoding.allCases)
    options.makesChoices = flag("make-choices")
    if let text = value("delimiter") {
      options.delimiter = try Self.delimiter(text)
    }
    if let text = value("key-base") {
      guard let base = Int(FullWidth.folded(text)), (0...1).contains(base) else {
        throw .badValue(option: "--key-base", value: text, allowed: ["0", "1"])
      }
      options.keyBase = base
    }
    if let text = value("longest") {
      guard let longest = ByteCount.parse(FullWidth.folded(text)) else {
        throw .badValue(option: "--longest", value: text, allowed: ["500KB", "64MB", "1GB"])
      }
      options.longest = longest
    }
    if let text = value("map") { options.columns = try Self.columns(text) }
    return options
  }

  /// The value of the option `name` as `find` reads it, or `nil` when the option was not given. A
  /// value outside `allowed` is an error.
  func choice<Value: RawRepresentable<String> & Equatable>(
    _ name: String, _ find: (String) -> Value?, among allowed: [Value]
  ) throws(CommandError) -> Value? {
    guard let text = value(name) else { return nil }
    guard let found = find(text.lowercased()), allowed.contains(found) else {
      throw .badValue(option: "--\(name)", value: text, allowed: allowed.map(\.rawValue))
    }
    return found
  }

  private static func delimiter(_ text: String) throws(CommandError) -> Character {
    let names: [(Character, [String])] = [
      ("\t", ["tab", "\\t", "\t"]), (",", ["comma"]), (";", ["semicolon"]),
    ]
    if let named = names.first(where: { $0.1.contains(text.lowercased()) }) { return named.0 }
    guard text.count == 1, let character = text.first, character.isASCII else {
      throw .badValue(option: "--delimiter", value: text, allowed: ["comma", "semicolon", "tab"])
    }
    return character
  }

  private static func columns(_ text: String) throws(CommandError) -> [NamedColumn: String] {
    var columns: [NamedColumn: String] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let column = column(parts[0]) else {
        throw .badValue(
          option: "--map", value: String(pair),
          allowed: ColumnRole.allCases.map { "\($0.rawValue)=NAME" })
      }
      columns[column] = parts[1]
    }
    return columns
  }

  /// The role with this name, or the one that a column with this name has: `deck`, `choice2`.
  private static func column(_ name: String) -> NamedColumn? {
    ColumnRole(rawValue: name.lowercased()).map { NamedColumn($0) } ?? NamedColumn(name: name)
  }
}
