/// Why a form cannot be saved, or a field cannot be changed.
public enum FormProblem: ReportableError, Equatable {
  /// The question is blank.
  case emptyQuestion
  /// A choice is blank.
  case emptyChoice(number: Int)
  /// Two choices have the same text, so that nobody could tell which one is right.
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

  public var code: String {
    switch self {
    case .emptyQuestion: "empty-question"
    case .emptyChoice: "empty-choice"
    case .equalChoices: "equal-choices"
    case .noCorrectChoice: "no-correct-choice"
    case .emptyCommentary: "empty-commentary"
    case .noSuchChoice: "no-such-choice"
    case .tooFewChoices: "too-few-choices"
    case .tooManyChoices: "too-many-choices"
    case .emptyDeckName: DeckRefusal.emptyName.code
    }
  }

  /// Whether the form cannot be saved; `false` when only one field cannot be changed.
  public var isAboutWholeForm: Bool {
    switch self {
    case .noSuchChoice, .tooFewChoices, .tooManyChoices, .emptyDeckName: false
    default: true
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .emptyQuestion:
      language.text(
        "The question is missing; “question TEXT” writes it.", "バリデーションエラー:質問を入力してください。")
    case .emptyChoice(let number):
      language.text(
        "Choice \(number) is missing; “choice \(number) TEXT” writes it.",
        "バリデーションエラー:\(number)番目の選択肢を入力してください。")
    case .equalChoices(let number, let first):
      language.text(
        "Choices \(first) and \(number) are the same.",
        "バリデーションエラー:\(number)番目の選択肢が\(first)番目と同じです。")
    case .noCorrectChoice:
      language.text(
        "No choice is marked as right; “correct N” marks it.", "バリデーションエラー:正解の選択肢が選択されていません。")
    case .emptyCommentary:
      language.text(
        "The commentary is missing; “commentary TEXT” writes it.", "バリデーションエラー:解説を入力してください。")
    case .noSuchChoice(let number, let count):
      language.text(
        "There is no choice \(number); there are 1 to \(count). “add-choice TEXT” adds one.",
        "選択肢 \(number) はありません(1〜\(count))。add-choice で追加できます。")
    case .tooManyChoices:
      language.text(
        "A question takes at most \(QuestionContent.maximumChoices) choices.",
        "選択肢は \(QuestionContent.maximumChoices) 個までです。")
    case .tooFewChoices:
      language.text(
        "A question needs two choices or more.", "選択肢は 2 つ以上必要です。")
    case .emptyDeckName: DeckRefusal.emptyName.text(in: language)
    }
  }
}
