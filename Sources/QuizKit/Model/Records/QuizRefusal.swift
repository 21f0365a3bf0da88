import QuizExchange
import QuizSupport

/// Why a quiz refused a command.
public enum QuizRefusal: ReportableError, Equatable {
  /// There is no choice with this number; the question has `count` choices.
  case noSuchChoice(number: Int, count: Int)
  /// The question has no such line on the right. Lines on the right have letters.
  case noSuchRight(number: Int, count: Int)
  /// The question takes one choice, and several were picked.
  case takesOneChoice
  /// No choice is ticked, so there is nothing to submit.
  case nothingTicked
  /// The question asks for `choose` choices, and a different number is ticked.
  case otherCountTicked(choose: Int)
  /// The question takes choices, but the player typed a text.
  case takesChoices(count: Int)
  /// The question takes a text or a number, but the player picked choices.
  case takesTyped(QuestionContent.Kind)
  /// The question is a card, or its answer has several parts, and the player gave something else.
  case takesParts(QuestionContent.Kind)
  /// None of the parts of the answer is given yet.
  case nothingFilled(QuestionContent.Kind)
  /// The order of the `count` choices leaves one out, or names one twice.
  case orderIncomplete(count: Int)
  /// There is no gap with this number; the text has `count` gaps.
  case noSuchGap(number: Int, count: Int)
  /// The text is not one of the choices of the gap.
  case notAGapChoice(String)
  /// There is no line with this number on the left, which has `count` lines.
  case noSuchLine(number: Int, count: Int)
  /// The typed answer is empty.
  case emptyAnswer
  /// The typed answer is not a number.
  case notANumber(String)
  /// There is no question with this number; the quiz has `count` questions.
  case noSuchQuestion(number: Int, count: Int)
  /// There is no question before the first one.
  case atFirstQuestion
  /// Time has run out, so no answer can be given or changed.
  case timeIsUp
  /// The time for the exam's section with this name has run out.
  case sectionClosed(String)
  /// The exam shows each question only once.
  case noGoingBack
  /// The exam cannot be paused.
  case noPause
  /// The exam cannot be restarted before its result.
  case noRestart
  /// The quiz is paused.
  case paused
  /// The quiz is not paused.
  case notPaused
  /// The right answer has already been shown.
  case alreadyRevealed
  /// The question will be repeated in a moment, but not yet.
  case notYetAgain
  /// All answers were right, so there are no mistakes to retry.
  case nothingToRetry
  /// There are no further questions of the same kind.
  case nothingMore

  public var message: Message {
    switch self {
    case .noSuchChoice(let number, let count):
      Message(
        "no-such-choice", "There is no choice \(number); choose 1 to \(count).",
        "選択肢 \(number) はありません。1〜\(count) を選んでください。")
    case .noSuchRight(let number, let count):
      Message(
        "no-such-choice",
        "There is no \(Self.letter(number)) on the right; choose a to \(Self.letter(count)).",
        "右側に \(Self.letter(number)) はありません。a〜\(Self.letter(count)) を選んでください。")
    case .takesOneChoice:
      Message(
        "takes-one-choice", "This question takes one choice; give one number.",
        "この質問で選べるのは 1 つだけです。番号を 1 つ指定してください。")
    case .nothingTicked:
      Message(
        "nothing-ticked", "Nothing is ticked yet.", "まだ何も選んでいません。")
    case .otherCountTicked(let choose):
      Message(
        "other-count-ticked",
        "The question asks for \(choose.counted("choice")).", "この質問では \(choose) つ選びます。")
    case .takesChoices(let count):
      Message(
        "takes-choices", "This question takes a choice; give its number, 1 to \(count).",
        "この質問は選択式です。1〜\(count) の番号で答えてください。")
    case .takesTyped(let kind):
      kind == .number
        ? Message(
          "takes-typed-answer", "This question asks for a number.", "この質問には数値で答えます。",
          topic: "takes-typed-answer.number")
        : Message(
          "takes-typed-answer", "This question asks for a text.", "この質問には文字で答えます。",
          topic: "takes-typed-answer.text")
    case .takesParts(let kind): Self.message(ofKind: kind)
    case .nothingFilled(.order):
      Message(
        "nothing-filled", "Nothing is moved yet.", "まだ並べ替えていません。",
        topic: "nothing-filled.order")
    case .nothingFilled(.match):
      Message(
        "nothing-filled", "Nothing is matched yet.", "まだ組み合わせていません。",
        topic: "nothing-filled.match")
    case .nothingFilled:
      Message("nothing-filled", "Nothing is filled in yet.", "まだ何も入力していません。")
    case .orderIncomplete(let count):
      Message(
        "order-incomplete", "An order names each of the \(count) choices once.",
        "\(count) 個の選択肢の番号を 1 回ずつ並べてください。")
    case .noSuchGap(let number, let count):
      Message(
        "no-such-gap", "There is no gap \(number); there are 1 to \(count).",
        "空欄 \(number) はありません(1〜\(count))。")
    case .notAGapChoice(let text):
      Message(
        "not-a-choice", "“\(text)” is not one of the choices of this gap.",
        "「\(text)」はこの空欄の選択肢にありません。")
    case .noSuchLine(let number, let count):
      Message(
        "no-such-left", "There is no line \(number) on the left; there are 1 to \(count).",
        "左側に \(number) 番はありません(1〜\(count))。")
    case .emptyAnswer:
      Message(
        "empty-answer", "The answer is empty.", "回答が空です。", topic: "empty-answer.quiz")
    case .notANumber(let text):
      Message(
        "no-number", "“\(text)” is not a number; write one such as 42, 3.14 or 1.5e3.",
        "「\(text)」は数値ではありません。42、3.14、1.5e3 のように入力してください。")
    case .noSuchQuestion(let number, let count):
      Message(
        "no-such-question", "There is no question \(number); there are 1 to \(count).",
        "質問 \(number) はありません。1〜\(count) を指定してください。")
    case .atFirstQuestion:
      Message(
        "at-first-question", "This is the first question.", "最初の質問です。",
        topic: "at-first-question.quiz")
    case .timeIsUp:
      Message(
        "time-is-up", "Time is up: no answer can be given or changed any more.",
        "時間切れです。回答の入力や変更はもうできません。")
    case .sectionClosed(let name):
      Message(
        "section-closed", "The time of the section “\(name)” is over: its questions are closed.",
        "分野「\(name)」は時間切れです。その質問はもう開けません。")
    case .noGoingBack:
      Message(
        "no-going-back",
        "In this exam the questions come one after the other and none comes back.",
        "この模擬試験では質問が順に出され、前の質問には戻れません。")
    case .noPause:
      Message(
        "no-pause", "This exam cannot be paused: its time runs on.", "この模擬試験は一時停止できません。時間は進み続けます。")
    case .noRestart:
      Message(
        "no-restart", "An exam cannot be started again before its result.",
        "模擬試験は結果を見るまでやり直せません。")
    case .paused:
      Message("paused", "The quiz is paused.", "一時停止中です。")
    case .notPaused:
      Message("not-paused", "The quiz is not paused.", "一時停止していません。")
    case .alreadyRevealed:
      Message(
        "already-revealed", "The answer has been shown already.", "正解はすでに表示しました。")
    case .notYetAgain:
      Message(
        "not-yet-again", "The question comes again in a moment.", "この質問はもう少し後で出ます。")
    case .nothingToRetry:
      Message(
        "nothing-to-retry", "All answers are right: there is nothing to retry.",
        "全問正解です。もう一度出す質問はありません。")
    case .nothingMore:
      Message(
        "nothing-more", "There are no more questions.", "続きの質問はありません。")
    }
  }
}

extension QuizRefusal {
  /// The letter of a line on the right; the number itself where there is none.
  private static func letter(_ number: Int) -> String {
    ChoiceLetters.name(number - 1).lowercased()
  }

  /// Tells how a card, or a question of several parts, is answered.
  private static func message(ofKind kind: QuestionContent.Kind) -> Message {
    switch kind {
    case .gaps: Message("takes-gaps", "This text has gaps to fill.", "空欄に入れて答える質問です。")
    case .order:
      Message("takes-order", "These choices are to be put in order.", "順番に並べて答える質問です。")
    case .match:
      Message("takes-pairs", "These lines are to be matched.", "組み合わせて答える質問です。")
    default:
      Message(
        "takes-grade", "This is a card; you grade it yourself.", "カードです。思い出せたかどうかを自分で評価します。")
    }
  }
}
