import QuizSupport

/// Faults of records in CSV, TSV and Anki text.
extension Fault {
  package static let textAfterQuote = Fault(
    "text-after-quote", "text after a closing quote was appended", "閉じ引用符の後の文字をつなげました",
    level: .warning)

  package static let quoteNotClosed = Fault(
    "quote-not-closed", "a quoted field is never closed", "引用符が閉じていません",
    hint: Reason(
      "close it with \", and write a quote inside a field as \"\"", "\"で閉じ、中の引用符は\"\"と書いてください"))

  package static func tooManyColumns(found: Int, expected: Int) -> Fault {
    Fault(
      "too-many-columns", "\(found.counted("column")) instead of \(expected)",
      "列が \(found) 個あります(\(expected) 個のはずです)",
      hint: Reason(
        "a comma inside a text? Put the field in \"quotes\"", "文中のカンマではありませんか?\"引用符\"で囲んでください"))
  }

  package static func tooFewColumns(_ found: Int) -> Fault {
    Fault(
      "too-few-columns", "only \(found.counted("column"))", "列が \(found) 個しかありません",
      hint: Reason(
        "without a header the columns are: question, choices, right answer",
        "見出し行がない場合の列は、質問、選択肢、正解の順です"))
  }

  /// The first row has more columns than any spreadsheet.
  package static func tableTooWide(_ found: Int, limit: Int) -> Fault {
    Fault(
      "table-too-wide", "\(found) columns in the first row, and a table has at most \(limit)",
      "最初の行に列が \(found) 個あります(表の列は最大 \(limit) 個)", scope: .file)
  }

  /// - Parameter map: What `--map` needs so that the table can be read.
  package static func noColumn(role: ColumnRole, found: [String], map: String) -> Fault {
    Fault(
      "no-column", "no column for \(role.english); found: \(NameList.text(found, .english))",
      "\(role.japanese)の列がありません。見つかった列: \(NameList.text(found, .japanese))",
      facts: [map], scope: .file)
  }

  /// Nothing tells which column of a table without a header has the question.
  static func noHeader(_ first: [String]) -> Fault {
    Fault(
      "no-column",
      "without a header it is not certain which column has the question; the first row: "
        + NameList.text(first, .english),
      "見出し行がなく、質問文の列がわかりません。最初の行: \(NameList.text(first, .japanese))",
      topic: "no-column.header", facts: [ColumnRole.question.rawValue], scope: .file)
  }

  /// The user named a column or a field that the file does not have.
  package static func mappedNameMissing(_ name: String, found: [String]) -> Fault {
    Fault(
      "no-column", "nothing is named “\(name)” here; found: \(NameList.text(found, .english))",
      "「\(name)」という名前はありません。見つかった名前: \(NameList.text(found, .japanese))",
      topic: "no-column.mapped", scope: .file)
  }

  package static func columnsIgnored(_ names: [String]) -> Fault {
    Fault(
      "columns-ignored", "columns not used: \(NameList.text(names, .english))",
      "使わない列: \(NameList.text(names, .japanese))", level: .warning)
  }

  /// There are not enough different backs of cards to make choices of them.
  package static let tooFewBacks = Fault(
    "no-choices", "to make choices, four cards with different backs are needed",
    "選択肢を作るには、裏面の異なるカードが 4 枚以上必要です", scope: .file)
}
