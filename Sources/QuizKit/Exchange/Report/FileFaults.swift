import QuizSupport

/// Faults of files of any format.
extension Fault {
  /// The file cannot be read, for the reason of `error`.
  package static func unreadableFile(_ error: any ReportableError) -> Fault {
    Fault(error.message, scope: .unread)
  }

  package static let binaryFile = Fault(
    "binary-file", "this is not a text file (it holds NUL bytes)", "テキストファイルではありません(NUL バイトがあります)",
    scope: .file)

  /// The bytes are in an unknown encoding, not in UTF-8.
  ///
  /// - Parameter excerpt: The first line concerned, as it reads in Windows-1252.
  static func unknownEncoding(excerpt: String?) -> Fault {
    let (english, japanese) = (
      "this is not UTF-8, and its encoding is not certain", "UTF-8 ではなく、文字コードを判定できません"
    )
    return Fault(
      "unknown-encoding", english + (excerpt.map { "; as windows-1252 it says “\($0)”" } ?? ""),
      japanese + (excerpt.map { "(windows-1252 なら「\($0)」)" } ?? ""), scope: .file)
  }

  package static let mixedEncoding = Fault(
    "mixed-encoding", "not all of the file is UTF-8; other bytes were read as Windows-1252",
    "UTF-8 でないバイトを Windows-1252 として読みました",
    level: .warning)

  package static let replacementCharacter = Fault(
    "replacement-character", "a character could not be decoded and was replaced by U+FFFD",
    "読めない文字を U+FFFD に置き換えました",
    level: .warning)

  package static let controlCharacters = Fault(
    "control-characters", "control characters were removed", "制御文字を取り除きました", level: .warning)

  /// A line or question exceeds the limit in bytes. Nothing of the file is imported.
  package static func tooLong(limit: Int) -> Fault {
    Fault(
      "too-long",
      "a line or question is longer than \(ByteCount.text(limit)); "
        + "nothing was imported from the file",
      "\(ByteCount.text(limit)) を超える行か質問があります。このファイルからは何も取り込みません",
      scope: .rest)
  }

  /// No file of a folder has questions.
  package static func nothingInFolder(read: Int) -> Fault {
    Fault(
      "no-questions",
      read == 0
        ? "no file in this folder can have questions"
        : "no questions found in \(read.counted("file"))",
      read == 0 ? "質問を含むファイルがフォルダーにありません" : "\(read) ファイルに質問が見つかりません", scope: .file)
  }

  package static let unknownFormat = Fault(
    "unknown-format", "the format was not recognised", "ファイルの形式がわかりません",
    topic: "unknown-format.file", scope: .file)

  package static func notThisFormat(format: String, _ mismatch: FormatMismatch) -> Fault {
    Fault(
      "not-this-format", "this is not \(format): \(mismatch.english)",
      "\(format) ではありません: \(mismatch.japanese)", scope: .file)
  }

  /// The file has no questions. It may be in the format `other`.
  package static func noQuestions(format: String, looksLike other: String?) -> Fault {
    let guess = other.map { Reason(" It looks like \($0)", "\($0) のようです") }
    return Fault(
      Message(
        "no-questions", "no questions found; is this \(format)?",
        "質問が見つかりません。\(format) 形式ですか?",
        topic: other.map { _ in "no-questions.other-format" }, facts: other.map { [$0] } ?? [])
        + (guess ?? Reason("", "")),
      scope: .file, namesOtherFormat: other != nil)
  }

  /// No object of a file has a name that a question or its answers have.
  package static func noFields(found names: [String]) -> Fault {
    Fault(
      "no-questions",
      "no field is called a question or an answer: \(NameList.text(names, .english))",
      "質問や答えの項目がありません(項目: \(NameList.text(names, .japanese)))",
      topic: "missing-field.record", facts: [ColumnRole.question.rawValue], scope: .file)
  }

  package static func newerVersion(found: Int, known: Int) -> Fault {
    Fault(
      "newer-version", "the file has version \(found); this program reads up to version \(known)",
      "バージョン \(found) のファイルです。読めるのはバージョン \(known) までです",
      hint: Reason(
        "use a newer qa-repl; nothing was read, so that nothing is lost",
        "新しい qa-repl を使ってください(内容を失わないよう、何も読んでいません)"), scope: .file)
  }

  /// - Parameter mentionsQuestion: Whether what was read has the name of a question.
  package static func syntax(
    format: String, column: Int, _ fault: SyntaxFault, mentionsQuestion: Bool = true
  ) -> Fault {
    Fault(
      "syntax", "\(format) syntax at column \(column): \(fault.english)",
      "\(format) の構文エラー(\(column) 桁目): \(fault.japanese)",
      topic: mentionsQuestion ? nil : otherSyntax, scope: .file)
  }
}

extension Fault {
  /// The topic of an error of syntax in a file that names no question.
  package static let otherSyntax = "syntax.other"

  /// Both the file and a person have changed these fields of a question of the bank.
  package static func differsHere(_ fields: [Reason]) -> Fault {
    let english = fields.map { $0.text(in: .english) }.joined(separator: ", ")
    let japanese = fields.map { $0.text(in: .japanese) }.joined(separator: "、")
    return Fault(
      "differs-here",
      "\(english) changed here and in the file; what the bank has stays",
      "\(japanese)が問題集とファイルの両方で変わっています。問題集の内容を残します", level: .warning)
  }
}
