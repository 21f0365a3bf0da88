import QuizExchange
import QuizSupport

/// Why a form cannot be saved, or a field cannot be changed.
package enum FormProblem: ReportableError, Equatable {
  /// The question is blank.
  case emptyQuestion
  /// A choice is blank.
  case emptyChoice(number: Int)
  /// Two choices have the same text, so a player could not tell which of them is right.
  case equalChoices(number: Int, first: Int)
  /// No choice is marked as the right one.
  case noCorrectChoice
  /// The explanation is blank.
  case emptyCommentary
  /// There is no choice with this number; the form has `count` choices.
  case noSuchChoice(number: Int, count: Int)
  /// A question needs at least two choices.
  case tooFewChoices
  /// A question has at most ``QuestionContent/maximumChoices`` choices.
  case tooManyChoices
  /// The name of the deck is blank.
  case emptyDeckName
  /// Several choices were marked as right where only one can be right.
  case oneRightChoice
  /// A true-or-false question has two choices, and the form has `count`.
  case notTwoChoices(Int)
  /// The command belongs to questions of another kind, such as this one.
  case otherKind(QuestionContent.Kind)
  /// A question that asks for a text or a number does not accept any answer yet.
  case noAnswer(QuestionContent.Kind)
  /// An accepted answer is blank.
  case emptyAnswer
  /// The written text is neither a number nor a range.
  case notANumber(String)
  /// There is no accepted answer with this number; the form has `count`.
  case noSuchAnswer(number: Int, count: Int)
  /// There is no gap with this number; the form has `count`.
  case noSuchGap(number: Int, count: Int)
  /// There is no pair with this number; the form has `count`.
  case noSuchPair(number: Int, count: Int)
  /// The written text does not have two sides.
  case notAPair(String)
  /// A card has no back, or a part of the answer is missing, such as what fills a gap.
  case incomplete(Fault)

  /// Whether the form cannot be saved; `false` when only one field cannot be changed.
  package var isAboutWholeForm: Bool {
    switch self {
    case .emptyQuestion, .emptyChoice, .equalChoices, .noCorrectChoice, .emptyCommentary,
      .noAnswer, .incomplete:
      true
    case .noSuchChoice, .tooFewChoices, .tooManyChoices, .emptyDeckName, .oneRightChoice,
      .notTwoChoices, .otherKind, .emptyAnswer, .notANumber, .noSuchAnswer, .noSuchGap,
      .noSuchPair, .notAPair:
      false
    }
  }

  package var message: Message {
    switch self {
    case .emptyQuestion:
      Message(
        "empty-question", "The question is missing.",
        "バリデーションエラー:質問を入力してください。")
    case .emptyChoice(let number):
      Message(
        "empty-choice", "Choice \(number) is missing.",
        "バリデーションエラー:\(number)番目の選択肢を入力してください。", topic: "empty-choice.form",
        facts: [String(number)])
    case .equalChoices(let number, let first):
      Message(
        "equal-choices", "Choices \(first) and \(number) are the same.",
        "バリデーションエラー:\(number)番目の選択肢が\(first)番目と同じです。")
    case .noCorrectChoice:
      Message(
        "no-correct-choice", "No choice is marked as right.",
        "バリデーションエラー:正解の選択肢が選択されていません。", topic: "no-correct-choice.form")
    case .emptyCommentary:
      Message(
        "empty-commentary", "The commentary is missing.",
        "バリデーションエラー:解説を入力してください。")
    case .noSuchChoice(let number, let count):
      Message(
        "no-such-choice",
        "There is no choice \(number); there are 1 to \(count).",
        "選択肢 \(number) はありません(1〜\(count))。", topic: "no-such-choice.form")
    case .tooManyChoices:
      Message(
        "too-many-choices", "A question takes at most \(QuestionContent.maximumChoices) choices.",
        "選択肢は \(QuestionContent.maximumChoices) 個までです。")
    case .tooFewChoices:
      Message("too-few-choices", "A question needs two choices or more.", "選択肢は 2 つ以上必要です。")
    case .emptyDeckName: DeckRefusal.emptyName.message
    case .oneRightChoice:
      Message(
        "one-right-choice", "This question has one right choice.", "この質問の正解は 1 つだけです。")
    case .notTwoChoices(let count):
      Message(
        "not-two-choices",
        "A true-or-false question has two choices, and this one has \(count).",
        "正誤の質問の選択肢は 2 つですが、今は \(count) 個あります。")
    case .otherKind(let kind):
      Message(
        "other-kind",
        "That belongs to questions of another kind.", "この種類の質問では使えません。",
        facts: [kind.rawValue])
    case .noAnswer(let kind):
      kind == .number
        ? Message(
          "no-answer", "No number is accepted yet.", "バリデーションエラー:正解の数値がありません。",
          topic: "no-answer.number")
        : Message(
          "no-answer", "No answer is accepted yet.", "バリデーションエラー:正解の文字列がありません。",
          topic: "no-answer.text")
    case .emptyAnswer:
      Message(
        "empty-answer", "The answer is empty.", "解答が空です。", topic: "empty-answer.form")
    case .notANumber(let text):
      Message(
        "not-a-number", "“\(text)” is not a number.", "「\(text)」は数値ではありません。",
        topic: "not-a-number.form")
    case .noSuchGap(let number, let count):
      Message(
        "no-such-gap", "There is no gap \(number); the next one is \(count + 1).",
        "空欄 \(number) はありません(次は \(count + 1))。")
    case .noSuchPair(let number, let count):
      Message(
        "no-such-pair", "There is no pair \(number); the next one is \(count + 1).",
        "組 \(number) はありません(次は \(count + 1))。")
    case .notAPair(let text):
      Message(
        "not-a-pair", "“\(text)” does not have two sides.", "「\(text)」には左右の項目がありません。",
        topic: "not-a-pair.form")
    case .incomplete(let fault): Self.message(of: fault)
    case .noSuchAnswer(let number, let count):
      count == 0
        ? Message("no-such-answer", "No answer is accepted yet.", "正解はまだありません。")
        : Message(
          "no-such-answer", "There is no accepted answer \(number); there are 1 to \(count).",
          "正解 \(number) はありません(1〜\(count))。")
    }
  }
}

extension FormProblem {
  /// The fault of a file in the words of a form.
  private static func message(of fault: Fault) -> Message {
    let english = fault.sentence.text(in: .english)
    return Message(
      fault.code, english.prefix(1).uppercased() + english.dropFirst() + ".",
      "バリデーションエラー:\(fault.sentence.text(in: .japanese))。", topic: fault.code + ".form",
      facts: fault.facts)
  }
}
