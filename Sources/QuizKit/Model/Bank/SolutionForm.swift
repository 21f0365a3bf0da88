import QuizExchange
import QuizSupport

/// The solution of a question in a form. It may still be missing.
struct SolutionForm: Codable, Equatable, Sendable {
  /// The kind of answer that the question asks for.
  private(set) var kind = QuestionContent.Kind.single
  /// The solution; `nil` while no choice is marked. Lists of accepted answers may be empty.
  var solution: Solution?
  /// The solution before its weights were removed. It is kept until the choices change.
  private var weighted: Solution?
  /// Whether the author's weights were removed because the right answer is now a different one.
  private(set) var hasLostWeights = false

  /// Creates a form in which nothing is right yet.
  init() {}

  /// Creates a form with the solution of an existing question.
  init(_ solution: Solution) {
    (self.solution, kind) = (solution, solution.kind)
  }

  /// The positions of the choices that are marked as right, from 0, ascending.
  var marked: [Int] { solution?.rightChoices ?? [] }

  /// The accepted answers, as the user would type them.
  var accepted: [String] {
    switch solution {
    case .text(let solution): solution.accepted.map(\.pattern)
    case .number(let solution): solution.accepted.map(\.span.text)
    default: []
    }
  }

  /// The weight of each choice; `nil` if the author did not set weights.
  var weights: [Double]? { solution?.weights }

  /// Whether the answer is case-sensitive; `nil` if the question does not ask for a text.
  var isCaseSensitive: Bool? {
    guard case .text(let solution) = solution else { return nil }
    return solution.isCaseSensitive
  }

  // MARK: Writing

  /// Changes the kind of answer that the question asks for. Marked choices stay marked if the new
  /// kind allows it.
  mutating func become(_ newKind: QuestionContent.Kind) {
    guard newKind != kind else { return }
    let marked = marked
    setWeightsAside()
    kind = newKind
    switch newKind {
    case .single, .trueFalse, .several:
      markRight(newKind == .several || marked.count == 1 ? marked : [])
    case .text: solution = .text(TextSolution(accepted: []))
    case .number: solution = .number(NumberSolution(accepted: []))
    case .card: solution = .card(CardSolution(back: ""))
    case .gaps: solution = .gaps(GapsSolution([]))
    case .order: solution = .order
    case .match: solution = .match(MatchSolution([]))
    }
  }

  /// Marks these choices, and no others, as right.
  ///
  /// Removes the author's weights, because they belong to the choices that were right before. When
  /// those choices are marked again, the weights come back.
  mutating func markRight(_ positions: [Int]) {
    let right = Set(positions).sorted()
    if let solution, solution.kind == kind, solution.rightChoices == right { return }
    if let weighted, weighted.kind == kind, weighted.rightChoices == right {
      solution = weighted
      self.weighted = nil
      hasLostWeights = false
      return
    }
    setWeightsAside()
    switch kind {
    case .single: solution = positions.first.map { .single($0) }
    case .trueFalse: solution = positions.first.map { .trueFalse($0) }
    case .several:
      solution = positions.isEmpty ? nil : .several(SeveralSolution(correct: positions))
    case .text, .number, .card, .gaps, .order, .match: break
    }
  }

  private mutating func setWeightsAside() {
    guard let solution, solution.weights != nil else { return }
    (weighted, hasLostWeights) = (solution, true)
  }

  /// Updates the solution after a choice was added at the end. The new choice has the weight 0.
  mutating func noteAddedChoice() {
    weighted = nil
    switch solution {
    case .single(let single):
      solution = .single(SingleSolution(single.correct, weights: single.weights.map { $0 + [0] }))
    case .several(var several):
      several.weights?.append(0)
      solution = .several(several)
    default: break
    }
  }

  /// Updates the solution after the choice at `index` was removed. The other choices keep their
  /// marks and weights.
  mutating func noteRemovedChoice(at index: Int) {
    let rest = marked.filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 }
    var weights = weights
    weights?.remove(at: index)
    switch solution {
    case .single where !rest.isEmpty:
      solution = .single(SingleSolution(rest[0], weights: weights))
    case .several(let several) where !rest.isEmpty:
      solution = .several(
        SeveralSolution(
          correct: rest, choose: several.choose.flatMap { $0 == rest.count ? $0 : nil },
          weights: weights))
    default: markRight(rest)
    }
    weighted = nil
  }

  /// Accepts a text.
  mutating func accept(_ pattern: String) throws(FormProblem) {
    guard case .text(var text) = solution else { throw .otherKind(.text) }
    text.accepted.append(AcceptedText(try Self.pattern(pattern)))
    solution = .text(text)
  }

  /// Accepts a number or a range, such as `3.14 ± 0.01` or `3 to 4`.
  mutating func accept(number written: String) throws(FormProblem) {
    guard case .number(var number) = solution else { throw .otherKind(.number) }
    number.accepted.append(AcceptedNumber(try Self.span(written)))
    solution = .number(number)
  }

  /// Replaces the accepted answer at `index`. Its weight and its feedback stay.
  mutating func rewrite(at index: Int, as text: String) throws(FormProblem) {
    switch solution {
    case .text(var texts):
      texts.accepted[index].pattern = try Self.pattern(text)
      solution = .text(texts)
    case .number(var numbers):
      numbers.accepted[index].span = try Self.span(text)
      solution = .number(numbers)
    default: throw .otherKind(.text)
    }
  }

  /// Removes the accepted answer at `index`.
  mutating func removeAccepted(at index: Int) throws(FormProblem) {
    switch solution {
    case .text(var texts):
      texts.accepted.remove(at: index)
      solution = .text(texts)
    case .number(var numbers):
      numbers.accepted.remove(at: index)
      solution = .number(numbers)
    default: throw .otherKind(.text)
    }
  }

  /// Sets whether the answer is case-sensitive.
  mutating func regardCase(_ isCaseSensitive: Bool) throws(FormProblem) {
    guard case .text(var text) = solution else { throw .otherKind(.text) }
    text.isCaseSensitive = isCaseSensitive
    solution = .text(text)
  }

  private static func pattern(_ text: String) throws(FormProblem) -> String {
    if text.isBlank { throw .emptyAnswer }
    return text.trimmed
  }

  private static func span(_ text: String) throws(FormProblem) -> NumberSpan {
    guard let span = NumberSpan(text) else { throw .notANumber(text.trimmed) }
    return span
  }

  // MARK: Reading

  /// The solution, if it is complete.
  ///
  /// - Throws: ``FormProblem/noCorrectChoice``, ``FormProblem/noAnswer(_:)``
  func finished() throws(FormProblem) -> Solution {
    switch solution {
    case .text(let text) where text.accepted.isEmpty: throw .noAnswer(.text)
    case .number(let number) where number.accepted.isEmpty: throw .noAnswer(.number)
    case nil: throw .noCorrectChoice
    case .some(let solution): return solution.withoutRepetitions
    }
  }
}

// Cards, and solutions of several parts, in a form.

extension SolutionForm {
  /// The back of a card; `nil` for other kinds of questions.
  var back: String? {
    if case .card(let card) = solution { card.back } else { nil }
  }

  /// The gaps as people write them; `nil` for other kinds of questions.
  var gaps: [String]? {
    if case .gaps(let gaps) = solution { gaps.gaps.map(\.written) } else { nil }
  }

  /// The pairs as people write them; `nil` for other kinds of questions.
  var pairs: [String]? {
    if case .match(let match) = solution { match.pairs.map(\.written) } else { nil }
  }

  /// The lines on the right that belong to none; `nil` for other kinds of questions.
  var extra: [String]? {
    if case .match(let match) = solution { match.extra } else { nil }
  }

  /// Writes the back of a card.
  mutating func write(back: String) throws(FormProblem) {
    guard case .card = solution else { throw .otherKind(.card) }
    solution = .card(CardSolution(back: back.trimmed))
  }

  /// Writes the gap with this number, from 1, or the one after the last.
  mutating func write(gap number: Int, _ text: String) throws(FormProblem) {
    guard case .gaps(var gaps) = solution else { throw .otherKind(.gaps) }
    guard (1...gaps.gaps.count + 1).contains(number), number <= GapsSolution.most else {
      throw .noSuchGap(number: number, count: gaps.gaps.count)
    }
    if number > gaps.gaps.count {
      gaps.gaps.append(Gap(written: text, like: nil))
    } else {
      gaps.gaps[number - 1] = Gap(written: text, like: gaps.gaps[number - 1])
    }
    solution = .gaps(gaps)
  }

  /// Removes the gap with this number, from 1.
  mutating func remove(gap number: Int) throws(FormProblem) {
    guard case .gaps(var gaps) = solution else { throw .otherKind(.gaps) }
    guard gaps.gaps.indices.contains(number - 1) else {
      throw .noSuchGap(number: number, count: gaps.gaps.count)
    }
    gaps.gaps.remove(at: number - 1)
    solution = .gaps(gaps)
  }

  /// Writes the pair with this number, from 1, or the one after the last.
  mutating func write(pair number: Int, _ text: String) throws(FormProblem) {
    guard case .match(var match) = solution else { throw .otherKind(.match) }
    let most = min(match.pairs.count + 1, QuestionContent.maximumChoices)
    guard (1...most).contains(number) else {
      throw .noSuchPair(number: number, count: match.pairs.count)
    }
    guard let pair = MatchPair(written: text) else { throw .notAPair(text.trimmed) }
    if number > match.pairs.count {
      match.pairs.append(pair)
    } else {
      match.pairs[number - 1] = pair
    }
    solution = .match(match.withoutRepetitions)
  }

  /// Removes the pair with this number, from 1.
  mutating func remove(pair number: Int) throws(FormProblem) {
    guard case .match(var match) = solution else { throw .otherKind(.match) }
    guard match.pairs.indices.contains(number - 1) else {
      throw .noSuchPair(number: number, count: match.pairs.count)
    }
    match.pairs.remove(at: number - 1)
    solution = .match(match)
  }

  /// Writes all lines on the right that belong to none.
  mutating func write(extra text: String) throws(FormProblem) {
    guard case .match(var match) = solution else { throw .otherKind(.match) }
    match.extra = PartText.split(text).filter { !$0.isEmpty }
    solution = .match(match.withoutRepetitions)
  }
}

/// The parts of a solution as people write them in a form: texts with `|` between them, and `\|`
/// for the sign itself.
enum PartText {
  /// The texts between the signs, without blanks around them.
  static func split(_ text: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if isEscaped, character != "|" { parts[parts.count - 1].append("\\") }
      if character == "|", !isEscaped {
        parts.append("")
      } else if character != "\\" || isEscaped {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    return parts.map(\.trimmed)
  }

  /// The texts with signs between them.
  static func join(_ texts: [String]) -> String {
    texts.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")
  }
}

extension Gap {
  /// The gap as people write it: `Paris | Lutetia` for accepted answers, `=is | are` for choices,
  /// where the sign marks the right one.
  var written: String {
    switch self {
    case .typed(let solution): PartText.join(solution.accepted.map(\.pattern))
    case .picked(let choices):
      PartText.join(
        choices.texts.enumerated().map { ($0 == choices.correct ? "=" : "") + $1 })
    }
  }

  /// Reads a gap. What the author once wrote about answers that stay, is kept.
  init(written text: String, like old: Gap?) {
    let texts = PartText.split(text).filter { !$0.isEmpty }
    if texts.count > 1, let right = texts.firstIndex(where: { $0.hasPrefix("=") }) {
      var choices = texts
      choices[right] = String(choices[right].dropFirst()).trimmed
      self = .picked(GapChoices(choices, correct: right))
      return
    }
    guard case .typed(var solution) = old else {
      self = .typed(TextSolution(accepted: texts.map { AcceptedText($0) }))
      return
    }
    solution.accepted = texts.map { text in
      solution.accepted.first { $0.pattern == text } ?? AcceptedText(text)
    }
    self = .typed(solution)
  }
}

extension MatchPair {
  /// The pair as people write it: `France | Paris`.
  var written: String { PartText.join([left, right]) }

  /// Reads a pair; `nil` when the text has not two sides.
  init?(written text: String) {
    let sides = PartText.split(text)
    guard sides.count == 2 else { return nil }
    self.init(sides[0], sides[1])
  }
}

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
        "選択肢 \(number) はありません（1〜\(count)）。", topic: "no-such-choice.form")
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
        "空欄 \(number) はありません（次は \(count + 1)）。")
    case .noSuchPair(let number, let count):
      Message(
        "no-such-pair", "There is no pair \(number); the next one is \(count + 1).",
        "組 \(number) はありません（次は \(count + 1)）。")
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
          "正解 \(number) はありません（1〜\(count)）。")
    }
  }
}

extension FormProblem {
  /// The fault of a file in the words of a form.
  private static func message(of fault: Fault) -> Message {
    let english = fault.sentence.text(in: .english)
    return Message(
      fault.code, english.prefix(1).uppercased() + english.dropFirst() + ".",
      "バリデーションエラー:\(fault.sentence.text(in: .japanese))。", facts: fault.facts)
  }
}
