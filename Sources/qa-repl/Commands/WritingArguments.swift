import QuizExchange
import QuizSupport

extension OptionEntry {
  /// The options of `export` for what to write and how.
  static let writing: [OptionEntry] = [
    OptionEntry(
      name: "backup", english: "JSON: with notes and everything that was played",
      japanese: "JSON: メモとクイズの履歴も含める"),
    OptionEntry(
      name: "answers", english: "CSV, TSV: your answers instead of the questions",
      japanese: "CSV、TSV: 質問の代わりに自分の回答を書き出す"),
    OptionEntry(
      name: "encoding", value: "NAME", english: "the file's encoding: utf-8 or shift_jis",
      japanese: "文字コード(utf-8 または shift_jis)"),
    OptionEntry(
      name: "bom", english: "begin with a byte order mark, for Excel",
      japanese: "先頭に BOM を付ける(Excel 用)"),
    OptionEntry(
      name: "raw-cells", english: "CSV, TSV: no ' before cells that a spreadsheet would run",
      japanese: "CSV、TSV: 数式に見える項目の前に ' を付けない"),
  ]
}

extension Arguments {
  /// The options for writing a file.
  ///
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``.
  func writingOptions() throws(CommandError) -> WritingOptions {
    var options = WritingOptions()
    options.hasByteOrderMark = flag("bom")
    options.hasRawCells = flag("raw-cells")
    let encoding = try choice(
      "encoding", { TextEncoding(named: FullWidth.folded($0)) }, among: [.utf8, .shiftJIS])
    if let encoding { options.encoding = encoding }
    return options
  }
}
