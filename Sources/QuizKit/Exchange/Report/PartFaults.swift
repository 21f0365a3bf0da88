import QuizSupport

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
      "空欄が \(count) 個あります(\(GapsSolution.most) 個まで)")
  }

  package static func tooManyAnswers(_ count: Int, limit: Int) -> Fault {
    Fault(
      "too-many-answers", "\(count) accepted answers; at most \(limit) are read",
      "正解とする答えが \(count) 個あります(\(limit) 個まで)")
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
      "項目が \(count) 個あります(\(QuestionContent.maximumChoices) 個まで)")
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
