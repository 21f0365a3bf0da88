import Foundation
import QuizExchange
import QuizSupport

/// A question of a running quiz, with the player's answer.
public struct QuizItem: Equatable, Sendable {
  /// The question as it was when the quiz was started or resumed.
  package let question: Question

  /// The author's position of each choice, in the order in which they are shown. In a question that
  /// matches two lists, the choices are the lines on the right.
  package let order: [Int]

  /// The answer; `nil` while unanswered.
  package internal(set) var response: Response?

  /// The choices that are ticked but not submitted yet, as ascending positions of the author's
  /// order; `nil` while nothing has been ticked since the answer.
  package internal(set) var ticked: [Int]?

  /// The parts of an answer that are not handed in yet: some of the gaps, a new order, some of the
  /// pairs; `nil` while nothing has been changed since the answer.
  package internal(set) var draft: Response?

  /// Whether the back of the card is on the screen.
  package internal(set) var isBackShown = false

  /// The part of the question at which the player is, from 0: a gap, a place in the order, a line
  /// on the left.
  package internal(set) var focus = 0

  /// Whether the choice at ``focus`` moves with it.
  package internal(set) var isLifted = false

  /// Whether the player marked the question to come back to it.
  package internal(set) var isFlagged = false

  /// The time left for this question; `nil` when there is no limit, or when the question has not
  /// been shown yet.
  package internal(set) var timeLeft: Duration?

  /// How sure the player is of the answer; `nil` while the player has not said.
  package internal(set) var certainty: Certainty?

  /// The section of the exam that the question belongs to, from 0; `nil` outside exams with
  /// sections.
  package internal(set) var section: Int?

  /// Whether the right choice has been shown, as practice mode does after an answer.
  package internal(set) var isRevealed = false

  /// The time for which the question was on the screen until it was answered; `nil` while
  /// unanswered, and if it was not measured.
  package internal(set) var taken: Duration?

  /// The place of the question in the record of the quiz, from 0. Repeated questions have places
  /// after all others.
  var place = 0

  /// How the answer is graded.
  var grading = Grading()

  /// When the question may be asked again after a wrong answer; `nil` if it is not a repetition.
  var repetition: Repetition?

  /// Whether the question is repeated because its answer was wrong.
  package var isAgain: Bool { repetition != nil }

  /// Creates an item that is not yet answered.
  package init(question: Question, order: [Int]? = nil) {
    self.question = question
    self.order = order ?? Array(question.content.options.indices)
  }

  /// The choices in the order in which they are shown.
  package var choices: [Choice] {
    let options = question.content.options
    return order.map { options[$0] }
  }

  /// The position of the chosen answer on the screen, for a question with one choice to pick.
  package var shownSelection: Int? {
    response?.choice.flatMap { order.firstIndex(of: $0) }
  }

  /// The positions of the picked choices on the screen, ascending. These are the ticked choices, or
  /// otherwise the submitted ones.
  package var shownPicks: [Int] {
    guard question.content.kind.isPicked else { return [] }
    let picked = Set(ticked ?? response?.positions ?? [])
    return order.indices.filter { picked.contains(order[$0]) }
  }

  /// The positions of the right choices on the screen, ascending; empty if the answer is typed.
  package var shownRight: [Int] {
    let right = Set(question.content.solution.rightChoices)
    return order.indices.filter { right.contains(order[$0]) }
  }

  /// The position of the right answer on the screen, for a question with one choice to pick.
  package var shownCorrect: Int? {
    question.content.solution.rightChoice.flatMap { order.firstIndex(of: $0) }
  }

  /// The grade of the answer; no points while unanswered. Compares positions and not texts, because
  /// two choices may have the same text.
  package var grade: Grade { grading.grade(response, to: question.content) }

  /// Whether the answer is right; `false` while unanswered.
  package var isCorrect: Bool { grade.isRight }

  /// The text of the answer; `nil` while unanswered.
  package var answerText: String? {
    response.flatMap { question.content.text(of: $0) }
  }

  /// The author's feedback on the chosen answer, followed by the commentary (解説).
  package var explanation: String {
    let content = question.content
    let feedback = response.map { content.feedback(on: $0) } ?? ""
    let parts = [feedback == content.commentary ? "" : feedback, content.commentary]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The parts of the answer so far, handed in or not; `nil` for none, and for answers without
  /// parts.
  package var parts: Response? {
    guard let given = draft ?? response, given.partCount > 0 else { return nil }
    return given
  }

  /// The number of parts that an answer has; 0 for an answer without parts.
  package var partCount: Int {
    switch question.content.solution {
    case .single, .trueFalse, .several, .text, .number, .card: 0
    case .gaps(let solution): solution.gaps.count
    case .order: order.count
    case .match(let solution): solution.pairs.count
    }
  }

  /// The positions on the screen of the choices in the order in which they were put; as they are
  /// shown while they were not put in any.
  package var shownOrder: [Int] {
    guard case .order(let positions) = parts else { return Array(order.indices) }
    return positions.compactMap { order.firstIndex(of: $0) }
  }

  /// Moves a choice of the order to another place. Both are counted from 0.
  mutating func move(from place: Int, to target: Int) {
    var shown = shownOrder
    shown.insert(shown.remove(at: place), at: target)
    draft = .order(shown.map { order[$0] })
    if draft == response { draft = nil }
  }

  /// Whether the time limit of this question has run out.
  package var isOutOfTime: Bool {
    timeLeft == .zero
  }

  /// Whether the question was answered, or the right answer was shown.
  var isReached: Bool { response != nil || isRevealed }

  /// The same question with the same order of choices, as if it had never been shown.
  ///
  /// - Parameters:
  ///   - version: the question as it is now; `nil` for the version that was asked.
  ///   - other: the order of its choices; `nil` for the same one.
  func cleared(as version: Question? = nil, order other: [Int]? = nil) -> QuizItem {
    var item = QuizItem(question: version ?? question, order: other ?? order)
    item.place = place
    item.grading = grading
    item.repetition = repetition
    item.section = section
    return item
  }
}

extension [QuizItem] {
  /// The sum of the points for the answers, from -1 to 1 each. A sum of fractions, such as thirds,
  /// that should be a whole number is a whole number.
  var points: Double {
    reduce(0) { $0 + $1.grade.points }.settled
  }
}

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
        "空欄 \(number) はありません（1〜\(count)）。")
    case .notAGapChoice(let text):
      Message(
        "not-a-choice", "“\(text)” is not one of the choices of this gap.",
        "「\(text)」はこの空欄の選択肢にありません。")
    case .noSuchLine(let number, let count):
      Message(
        "no-such-left", "There is no line \(number) on the left; there are 1 to \(count).",
        "左側に \(number) 番はありません（1〜\(count)）。")
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

/// The chance of recall at which questions come back. The bank stores it, so that it stays the same
/// after a restart.
package final class ReviewTarget {
  /// The targets that the user can choose from, in percent.
  package static let percents = 70...97
  /// The default target, in percent.
  static let usualPercent = 90

  private let settings: BankSettings
  private let book: SettingsBook

  init(settings: BankSettings, of book: SettingsBook) {
    (self.settings, self.book) = (settings, book)
  }

  /// The target in percent: that of the bank, or else that of the person's settings.
  var percent: Int {
    get throws {
      let kept = try settings.current().reviewTarget ?? book.current.target
      // Another version of the program may allow other targets.
      return min(max(kept, Self.percents.lowerBound), Self.percents.upperBound)
    }
  }

  /// Chooses a target in percent. A read-only bank does not store it.
  ///
  /// - Precondition: `percent` is one of ``percents``.
  /// - Throws: ``SaveFailure``; the target then stays the same.
  func choose(_ percent: Int) throws {
    precondition(Self.percents.contains(percent), "a target is from 70 % to 97 %")
    try settings.change { $0.reviewTarget = percent }
  }
}
