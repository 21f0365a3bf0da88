import QuizSupport

extension Fault {
  /// A kind of question that a quiz cannot ask.
  package enum UnaskableKind: String, Hashable, Sendable {
    case essay
    case description
    case gaps
    case card
    case hotSpot = "hot-spot"
    case upload = "file-upload"
    case calculated
    case opinion
    /// Several questions of different kinds in one.
    case composite
    case other
  }

  /// The ways in which formats mark the right choice. Used in the hint for a question without one.
  package enum CorrectMark: Hashable, Sendable {
    case equalsSign
    case checkBox
    case star
    case keyLine
    case fraction
  }

  /// The reasons why a file does not have the format that it was read as.
  package enum FormatMismatch: Hashable, Sendable {
    /// A JSON document without a list of questions.
    case noList
    /// A document with the wrong root element.
    case outermost(String)
    /// A text, where a package is expected.
    case noPackage
    /// A document with the wrong beginning.
    case beginsOtherwise
    /// No delimiter splits the lines into three fields or more.
    case noColumns
  }

  /// The ways in which a document violates the grammar of JSON or XML.
  package enum SyntaxFault: Hashable, Sendable {
    case unexpectedEnd
    case unexpected(String)
    case controlCharacterInString
    case badEscape
    case badNumber
    case nestedTooDeeply
    case tooManyElements
    case textTooLong(limit: Int)
    case textAfterEnd
    case mismatchedTag(found: String, expected: String)
    case entityDeclaration
  }
}

extension Fault.UnaskableKind {
  var english: String {
    switch self {
    case .essay: "an essay question"
    case .description: "a description, no question"
    case .gaps: "a fill-in-the-gaps card"
    case .card: "a card without choices"
    case .hotSpot: "a question about a place in a picture"
    case .upload: "a question that asks for a file"
    case .calculated: "a calculated question"
    case .opinion: "a survey question without a right answer"
    case .composite: "several questions in one"
    case .other: "a question of another kind"
    }
  }

  var japanese: String {
    switch self {
    case .essay: "論述の質問"
    case .description: "説明文(質問ではない)"
    case .gaps: "穴埋めカード"
    case .card: "選択肢のないカード"
    case .hotSpot: "画像の位置を選ぶ質問"
    case .upload: "ファイルを提出する質問"
    case .calculated: "計算式の質問"
    case .opinion: "正解のないアンケートの質問"
    case .composite: "複数の質問が 1 つになったもの"
    case .other: "別の種類の質問"
    }
  }
}

extension QuestionContent.Kind {
  var english: String {
    switch self {
    case .single: "a question with one right answer"
    case .trueFalse: "a true-or-false question"
    case .several: "a question with several right answers"
    case .text: "a question that asks for a text"
    case .number: "a question that asks for a number"
    case .card: "a card"
    case .gaps: "a text with gaps"
    case .order: "a question of order"
    case .match: "a matching question"
    }
  }

  var japanese: String {
    switch self {
    case .single: "正解が 1 つの質問"
    case .trueFalse: "正誤の質問"
    case .several: "正解が複数の質問"
    case .text: "文字を入力する質問"
    case .number: "数値を入力する質問"
    case .card: "カード"
    case .gaps: "穴埋めの質問"
    case .order: "並べ替えの質問"
    case .match: "組み合わせの質問"
    }
  }
}

extension Fault.CorrectMark {
  /// How to mark the right choice.
  var hint: Reason {
    switch self {
    case .equalsSign:
      Reason("put = instead of ~ before the right choice", "正解の選択肢の前の~を=にしてください")
    case .checkBox: Reason("put [x] before the right choice", "正解の選択肢の前に[x]を付けてください")
    case .star: Reason("put * instead of - before the right choice", "正解の選択肢の前の-を*にしてください")
    case .keyLine: Reason("add a line such as \"Answer: B\"", "「答え: B」のような行を加えてください")
    case .fraction:
      Reason("give the right answer the fraction 100", "正解の fraction を 100 にしてください")
    }
  }
}

extension Fault.FormatMismatch {
  var english: String {
    switch self {
    case .noList: "it holds no list of questions"
    case .outermost(let name): "its outermost element is \(name)"
    case .noPackage: "it is not a zip package"
    case .beginsOtherwise: "its beginning is different"
    case .noColumns: "no comma, semicolon or tab splits it into three or more columns"
    }
  }

  var japanese: String {
    switch self {
    case .noList: "質問のリストがありません"
    case .outermost(let name): "最上位の要素が \(name) です"
    case .noPackage: "zip パッケージではありません"
    case .beginsOtherwise: "先頭の書き方が違います"
    case .noColumns: "カンマ、セミコロン、タブのどれで区切っても 3 列以上になりません"
    }
  }
}

extension Fault.SyntaxFault {
  var english: String {
    switch self {
    case .unexpectedEnd: "the file ends too early"
    case .unexpected(let text): "\"\(text)\" was not expected"
    case .controlCharacterInString: "a line end or control character inside a string"
    case .badEscape: "an escape that does not exist"
    case .badNumber: "not a number"
    case .nestedTooDeeply: "nested too deeply"
    case .tooManyElements: "too many elements or attributes for one question"
    case .textTooLong(let limit): "more than \(ByteCount.text(limit)) of text in one element"
    case .textAfterEnd: "more text after the end"
    case .mismatchedTag(let found, let expected): "</\(found)> where </\(expected)> was expected"
    case .entityDeclaration: "document type and entity declarations are not read"
    }
  }

  var japanese: String {
    switch self {
    case .unexpectedEnd: "ファイルが途中で終わっています"
    case .unexpected(let text): "「\(text)」はここでは使えません"
    case .controlCharacterInString: "文字列の中に改行か制御文字があります"
    case .badEscape: "無効なエスケープです"
    case .badNumber: "数値ではありません"
    case .nestedTooDeeply: "入れ子が深すぎます"
    case .tooManyElements: "1 つの質問に要素か属性が多すぎます"
    case .textTooLong(let limit): "1 つの要素の文が \(ByteCount.text(limit)) を超えています"
    case .textAfterEnd: "終わりの後に文字があります"
    case .mismatchedTag(let found, let expected): "</\(expected)>のはずが</\(found)>です"
    case .entityDeclaration: "文書型宣言と実体宣言は読みません"
    }
  }
}
