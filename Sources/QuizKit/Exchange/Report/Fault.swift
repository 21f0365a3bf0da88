import QuizSupport

/// A fault in a file of questions: a value with a code, sentences and a hint.
///
/// A fault is declared once, in the folder of the format that reports it. Scripts compare ``code``,
/// which is stable and the same in every language.
package struct Fault: Error, Hashable, Sendable {
  /// A stable name, such as `no-correct-choice`.
  package let code: String

  /// The problem as a sentence, without quoting the question, capital letter and full stop.
  package let sentence: Reason

  /// How to fix it; `nil` if the sentence already explains it, or only a front end knows.
  package let hint: Reason?

  /// The key by which a front end finds its advice on how to fix the fault; see
  /// ``QuizSupport/Message/topic``.
  package let topic: String

  /// The values that the advice needs.
  package let facts: [String]

  /// The name that a summary gives to questions that were skipped for this reason.
  package let nameOfSkipped: Reason?

  /// Whether the question was lost, skipped on purpose, or kept with a warning.
  package let level: Problem.Level

  /// How much of the file the fault affects.
  package let scope: Scope

  /// How much of a file a fault affects.
  package enum Scope: Hashable, Sendable {
    /// A question or less. The other questions are read.
    case part
    /// The whole file, for example because it is in another format or has no questions.
    case file
    /// The whole file. Only its beginning was read.
    case rest
    /// The whole file. Nothing of it was read.
    case unread
  }

  /// Whether the fault names another format that the file seems to have.
  package let namesOtherFormat: Bool

  /// Declares a fault by its code and its sentence in English and in Japanese.
  package init(
    _ code: String, _ english: String, _ japanese: String, topic: String? = nil,
    facts: [String] = [], hint: Reason? = nil, level: Problem.Level = .error,
    scope: Scope = .part, namesOtherFormat: Bool = false, nameOfSkipped: Reason? = nil
  ) {
    self.init(
      Message(code, english, japanese, topic: topic, facts: facts), hint: hint, level: level,
      scope: scope, namesOtherFormat: namesOtherFormat, nameOfSkipped: nameOfSkipped)
  }

  /// Creates a fault from a message that is declared elsewhere.
  package init(
    _ message: Message, hint: Reason? = nil, level: Problem.Level = .error,
    scope: Scope = .part, namesOtherFormat: Bool = false, nameOfSkipped: Reason? = nil
  ) {
    (code, sentence) = (message.code, message.sentences)
    (topic, facts) = (message.topic, message.facts)
    (self.hint, self.level, self.scope) = (hint, level, scope)
    (self.namesOtherFormat, self.nameOfSkipped) = (namesOtherFormat, nameOfSkipped)
  }
}

extension Fault {
  /// The name of the questions that were skipped for this reason.
  package func skippedName(in language: Language) -> String {
    nameOfSkipped?.text(in: language) ?? code
  }

  /// Whether the whole file is unusable.
  package var meansUnusable: Bool { scope != .part }
}

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
    case .description: "説明文（質問ではない）"
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

/// Faults of files of any format.
extension Fault {
  /// The file cannot be read, for the reason of `error`.
  package static func unreadableFile(_ error: any ReportableError) -> Fault {
    Fault(error.message, scope: .unread)
  }

  package static let binaryFile = Fault(
    "binary-file", "this is not a text file (it holds NUL bytes)", "テキストファイルではありません（NUL バイトがあります）",
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
      japanese + (excerpt.map { "（windows-1252 なら「\($0)」）" } ?? ""), scope: .file)
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

  package static func newerVersion(found: Int, known: Int) -> Fault {
    Fault(
      "newer-version", "the file has version \(found); this program reads up to version \(known)",
      "バージョン \(found) のファイルです。読めるのはバージョン \(known) までです",
      hint: Reason(
        "use a newer qa-repl; nothing was read, so that nothing is lost",
        "新しい qa-repl を使ってください（内容を失わないよう、何も読んでいません）"), scope: .file)
  }

  /// - Parameter mentionsQuestion: Whether what was read has the name of a question.
  package static func syntax(
    format: String, column: Int, _ fault: SyntaxFault, mentionsQuestion: Bool = true
  ) -> Fault {
    Fault(
      "syntax", "\(format) syntax at column \(column): \(fault.english)",
      "\(format) の構文エラー（\(column) 桁目）: \(fault.japanese)",
      topic: mentionsQuestion ? nil : otherSyntax, scope: .file)
  }
}

extension Fault {
  /// The topic of an error of syntax in a file that names no question.
  package static let otherSyntax = "syntax.other"

}

/// Faults of questions of any format.
extension Fault {
  package static let emptyStem = Fault("empty-stem", "the question has no text", "質問文がありません")

  package static func tooFewChoices(_ count: Int) -> Fault {
    Fault(
      "too-few-choices", count == 0 ? "no choices" : "only \(count) choice",
      count == 0 ? "選択肢がありません" : "選択肢が \(count) つしかありません",
      hint: Reason("a question needs at least two choices", "選択肢は 2 つ以上必要です"))
  }

  package static func tooManyChoices(_ count: Int) -> Fault {
    Fault(
      "too-many-choices",
      "\(count) choices; at most \(QuestionContent.maximumChoices) can be shown",
      "選択肢が \(count) 個あります（\(QuestionContent.maximumChoices) 個まで）")
  }

  package static func emptyChoice(number: Int) -> Fault {
    Fault(
      "empty-choice", "choice \(number) is empty", "\(number)番目の選択肢が空です",
      hint: Reason("write its text, or remove it", "内容を書くか、選択肢を削除してください"))
  }

  /// A formula of a spreadsheet failed where a choice should be.
  static func errorCell(_ text: String, number: Int) -> Fault {
    Fault(
      "empty-choice", "choice \(number) is an error of the spreadsheet: \(text)",
      "\(number)番目の選択肢が表計算のエラーです:\(text)",
      hint: Reason("mend the formula, and save the table again", "数式を直して保存し直してください"))
  }

  package static func duplicateChoice(_ text: String) -> Fault {
    Fault(
      "duplicate-choice", "two choices are equal: \"\(text)\"", "同じ選択肢があります:「\(text)」",
      hint: Reason(
        "the right one is known by its place; change one of the two",
        "どちらが正解かは順番で決まります。どちらかの文を変えてください"),
      level: .warning)
  }

  package static func ambiguousKey(_ key: String) -> Fault {
    Fault(
      "duplicate-choice", "the right answer \"\(key)\" occurs more than once",
      "正解「\(key)」が複数の選択肢と一致します", hint: Reason("make the choices differ", "区別できるように選択肢を変えてください"))
  }

  package static func noCorrectChoice(_ mark: CorrectMark?) -> Fault {
    Fault("no-correct-choice", "no correct choice", "正解の選択肢がありません", hint: mark?.hint)
  }

  /// The solution contradicts itself.
  package static func badSolution(_ reason: Reason) -> Fault {
    Fault("bad-solution", reason.text(in: .english), reason.text(in: .japanese))
  }

  /// A question with a typed answer has choices.
  package static let choicesOfTyped = Fault(
    "choices-of-typed-answer", "a question with a typed answer has choices", "入力式の質問に選択肢があります")

  /// A card, a text with gaps or a matching question has choices.
  package static let choicesOfOtherKind = Fault(
    "choices-of-other-kind", "a question of this kind has no choices", "この種類の質問には選択肢を付けられません")

  /// An answer that is to be typed has no text.
  package static func emptyAnswer(number: Int) -> Fault {
    Fault(
      "empty-answer", "accepted answer \(number) is empty", "\(number)番目の解答が空です",
      hint: Reason("write its text, or remove it", "内容を書くか、解答を削除してください"))
  }

  /// A text is not a number where a number is required.
  package static func notANumber(_ text: String) -> Fault {
    Fault(
      "not-a-number", "\"\(text)\" is not a number", "「\(text)」は数値ではありません",
      hint: Reason("write digits, with . as the decimal sign", "数字で書いてください（小数点は .）"))
  }

  /// A range of numbers whose upper end is below its lower end.
  package static func boundsReversed(lower: String, upper: String) -> Fault {
    Fault(
      "bounds-reversed", "the range from \(lower) to \(upper) is empty",
      "\(lower) から \(upper) までの範囲は空です",
      hint: Reason("write the smaller number first", "小さい方の数を先に書いてください"))
  }

  /// No choice is wrong.
  package static let allChoicesRight = Fault(
    "all-choices-right", "all choices are right", "すべての選択肢が正解です",
    hint: Reason("is one of them meant to be wrong?", "不正解の選択肢はありませんか?"), level: .warning)

  /// No typed answer earns full credit.
  package static let noFullCredit = Fault(
    "no-full-credit", "no answer is worth the whole point", "満点の解答がありません",
    hint: Reason(
      "it is right only in part; give the right one 100 %", "このままでは部分点にしかなりません。正しい解答を 100% にしてください"),
    level: .warning)

  package static func answerNotAChoice(_ key: String) -> Fault {
    Fault(
      "answer-not-a-choice", "the right answer \"\(key)\" is not among the choices",
      "正解「\(key)」が選択肢にありません",
      hint: Reason(
        "write it exactly like one of the choices, or as its letter or number",
        "選択肢と同じ文字、またはその記号か番号を書いてください"))
  }

  package static func missingField(_ name: String) -> Fault {
    Fault("missing-field", "\"\(name)\" is missing", "「\(name)」がありません")
  }

  /// Right answers are numbers, and nothing tells which choice is number 1.
  package static func keyBaseUnsure(_ key: String) -> Fault {
    Fault(
      "key-base-unsure",
      "nothing in the file tells whether the number of the right answer, \(key), counts from 0 or "
        + "from 1",
      "正解の番号 \(key) が 0 からか 1 からか、ファイルからはわかりません")
  }

  package static func wrongType(field: String, expected: String) -> Fault {
    Fault("wrong-type", "\"\(field)\" is not \(expected)", "「\(field)」の型が違います（\(expected)）")
  }

  package static func notMultipleChoice(_ kind: UnaskableKind) -> Fault {
    Fault(
      "not-multiple-choice", "this is \(kind.english)", "\(kind.japanese)です",
      hint: Reason("questions of this kind are not imported", "この種類の質問は取り込みません"), level: .skipped,
      nameOfSkipped: Reason(kind.rawValue, kind.japanese))
  }

  package static let hidden = Fault(
    "hidden", "the question is marked as hidden", "非表示の質問です", level: .skipped,
    nameOfSkipped: Reason("hidden", "非表示"))

  package static let partialCreditDropped = Fault(
    "partial-credit-dropped", "partial credit counts as wrong here", "部分点は不正解として扱います",
    level: .warning)

  package static let weightsDropped = Fault(
    "weights-dropped", "weights were dropped; choices with 100 % are right",
    "配点は使わず、100% の選択肢を正解にしました",
    level: .warning)

  package static func badWeight(_ text: String) -> Fault {
    Fault(
      "bad-weight", "\"\(text)\" is not a weight and was kept as text",
      "「\(text)」は配点ではないので文字のままにしました",
      level: .warning)
  }

  /// Weights in a table or in JSON that do not fit the choices.
  package static let weightsIgnored = Fault(
    "weights-ignored", "the weights do not fit the choices and were left out", "配点が選択肢と合わないので使いません",
    hint: Reason(
      "write a number from -1 to 1 for each choice, none above that of the right one",
      "選択肢ごとに -1〜1 の数を書き、正解の数をいちばん大きくしてください"), level: .warning)

  /// Several choices of a question may be picked, but only one is right. The question is read as
  /// one with a single choice to pick.
  package static let severalReadAsOne = Fault(
    "several-read-as-one",
    "several choices could be picked, and one is right; here it is a choice of one",
    "複数選択ですが正解が 1 つなので、択一として読みました", level: .warning)

  /// No choice of a question has full credit, so the best one counts as right.
  package static let bestChoiceRight = Fault(
    "best-choice-right", "no choice is worth 100 %; the best one is right",
    "100% の選択肢がないので、配点が最も高い選択肢を正解にしました", level: .warning)
}

/// Faults of cards, and of questions whose answer has several parts.
extension Fault {
  package static let emptyBack = Fault(
    "empty-back", "the back of the card is empty", "カードの裏面が空です",
    hint: Reason("write what is to be remembered", "思い出す内容を書いてください"))

  /// The text of a question with gaps shows none.
  package static let noGaps = Fault(
    "no-gaps", "the text has no gap", "文章に空欄がありません",
    hint: Reason("write [[1]] where the first one is", "最初の空欄の位置に [[1]] と書いてください"))

  package static func tooManyGaps(_ count: Int) -> Fault {
    Fault(
      "too-many-gaps", "\(count) gaps; at most \(GapsSolution.most) can be asked",
      "空欄が \(count) 個あります（\(GapsSolution.most) 個まで）")
  }

  package static func tooManyAnswers(_ count: Int, limit: Int) -> Fault {
    Fault(
      "too-many-answers", "\(count) accepted answers; at most \(limit) are read",
      "正解とする答えが \(count) 個あります（\(limit) 個まで）")
  }

  /// The text shows a gap for which there are no answers.
  package static func gapWithoutAnswers(number: Int) -> Fault {
    Fault(
      "gap-without-answers", "gap \(number) has no answers", "空欄 \(number) の解答がありません",
      hint: Reason(
        "write them, or take [[\(number)]] out of the text",
        "解答を書くか、文章から [[\(number)]] を削除してください"))
  }

  /// Nothing says what belongs into a blank of a text of Word.
  package static func blankWithoutAnswers(number: Int) -> Fault {
    Fault(
      "gap-without-answers", "blank \(number) has no answers", "空欄 \(number) の解答がありません",
      hint: Reason(
        "add a line such as \"Answer: Paris\" below it", "下に「答え: パリ」のような行を加えてください"))
  }

  /// There are answers for a gap that the text does not show.
  package static func gapNotInText(number: Int) -> Fault {
    Fault(
      "gap-not-in-text", "the text does not show gap \(number)", "文章に空欄 \(number) がありません",
      hint: Reason(
        "write [[\(number)]] where it is, or remove its answers",
        "その位置に [[\(number)]] と書くか、解答を削除してください"))
  }

  /// The choices of a gap are too few, too many or empty, or none of them is right.
  package static func badGapChoices(number: Int) -> Fault {
    Fault(
      "bad-gap-choices", "the choices of gap \(number) are not complete",
      "空欄 \(number) の選択肢が揃っていません",
      hint: Reason(
        "two or more texts, one of them right", "2 つ以上の選択肢を書き、そのうち 1 つを正解にしてください"))
  }

  package static func tooFewPairs(_ count: Int) -> Fault {
    Fault(
      "too-few-pairs", count == 1 ? "only 1 pair to match" : "no pairs to match",
      count == 1 ? "組が 1 つしかありません" : "組がありません",
      hint: Reason("a matching question needs at least two", "組は 2 つ以上必要です"))
  }

  package static func tooManyPairs(_ count: Int) -> Fault {
    Fault(
      "too-many-pairs",
      "\(count) lines to match; at most \(QuestionContent.maximumChoices) can be shown",
      "項目が \(count) 個あります（\(QuestionContent.maximumChoices) 個まで）")
  }

  package static func emptyPair(number: Int) -> Fault {
    Fault(
      "empty-pair", "a side of pair \(number) is empty", "\(number)番目の組に空の項目があります",
      hint: Reason("write its text, or remove the pair", "内容を書くか、組を削除してください"))
  }

  /// A further line on the right of a matching question is empty.
  package static let emptyExtra = Fault(
    "empty-extra", "a line on the right that belongs to none is empty", "右側の余分な項目に、空のものがあります",
    hint: Reason("write its text, or remove it", "内容を書くか、削除してください"))

  /// All lines on the left belong to the same line on the right.
  package static let nothingToMatch = Fault(
    "nothing-to-match", "all pairs have the same text on the right", "右側の項目がすべて同じです",
    hint: Reason("write at least two different ones", "異なる項目を 2 つ以上書いてください"))
}
