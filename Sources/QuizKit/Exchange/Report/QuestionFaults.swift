import QuizSupport

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
      "選択肢が \(count) 個あります(\(QuestionContent.maximumChoices) 個まで)")
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
      hint: Reason("write digits, with . as the decimal sign", "数字で書いてください(小数点は .)"))
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

  /// A JSON record has no member with the role.
  package static func noField(_ role: ColumnRole, among names: [String]) -> Fault {
    Fault(
      "missing-field",
      "no field for \(role.english) among \(NameList.text(names, .english))",
      "\(role.japanese)の項目がありません(項目: \(NameList.text(names, .japanese)))",
      topic: "missing-field.record", facts: [role.rawValue])
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
    Fault("wrong-type", "\"\(field)\" is not \(expected)", "「\(field)」の型が違います(\(expected))")
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
