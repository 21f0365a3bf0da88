import QuizSupport

/// The right answer to a question. It determines the kind of the question.
package enum Solution: Hashable, Sendable {
  /// The player picks one of two or more choices.
  case single(SingleSolution)
  /// A statement is true or false. The value is the position of the right choice. These two choices
  /// are never shuffled.
  case trueFalse(Int)
  /// One or more of the choices are right.
  case several(SeveralSolution)
  /// The player types a text.
  case text(TextSolution)
  /// The player types a number.
  case number(NumberSolution)
  /// The learner thinks of the back of a card and judges the own answer.
  case card(CardSolution)
  /// The player fills the gaps of a text.
  case gaps(GapsSolution)
  /// The player puts the choices in order. The author's order is right.
  case order
  /// The player finds what belongs together.
  case match(MatchSolution)

  /// The solution with one right choice, given its position in the author's order, from 0.
  package static func single(_ correct: Int) -> Solution { .single(SingleSolution(correct)) }

  /// The kind of the question.
  package var kind: QuestionContent.Kind {
    switch self {
    case .single: .single
    case .trueFalse: .trueFalse
    case .several: .several
    case .text: .text
    case .number: .number
    case .card: .card
    case .gaps: .gaps
    case .order: .order
    case .match: .match
    }
  }

  /// The positions of the right choices in the author's order, ascending; empty when no choices
  /// are to be picked.
  package var rightChoices: [Int] {
    switch self {
    case .single(let solution): solution.right
    case .trueFalse(let position): [position]
    case .several(let solution): solution.correct
    case .text, .number, .card, .gaps, .order, .match: []
    }
  }

  /// The position of the right choice if exactly one choice is to be picked, or of the first one if
  /// several are equally good; otherwise `nil`.
  package var rightChoice: Int? {
    switch self {
    case .single(let solution): solution.correct
    case .trueFalse(let position): position
    case .several, .text, .number, .card, .gaps, .order, .match: nil
    }
  }

  /// The credit for each choice, if the author wrote it; otherwise `nil`.
  package var weights: [Double]? {
    switch self {
    case .single(let solution): solution.weights
    case .several(let solution): solution.weights
    case .trueFalse, .text, .number, .card, .gaps, .order, .match: nil
    }
  }
}

extension Solution {
  /// The solution without what is there already: of equal answers the first one decides, and a line
  /// on the right that belongs to nothing is shown once.
  package var withoutRepetitions: Solution {
    switch self {
    case .text(let solution): .text(solution.withoutRepetitions)
    case .number(let solution):
      .number(NumberSolution(accepted: solution.accepted.withoutRepetitions(of: \.span)))
    case .gaps(let solution):
      .gaps(
        GapsSolution(
          solution.gaps.map { gap in
            guard case .typed(let texts) = gap else { return gap }
            return .typed(texts.withoutRepetitions)
          }))
    case .match(let solution): .match(solution.withoutRepetitions)
    case .single, .trueFalse, .several, .card, .order: self
    }
  }

  /// Adapts this solution of a newer version of a question, which has the choices `newer`, to the
  /// choices of the previous version. Of those, the ones at `positions` are right. `nil` when the
  /// newer version has other choices.
  package func keeping(
    _ positions: [Int], of choices: [Choice], from newer: [Choice]
  ) -> Solution? {
    let places = choices.compactMap { choice in newer.firstIndex { $0.text == choice.text } }
    let weights = self.weights.map { weights in
      places.map { weights.indices.contains($0) ? weights[$0] : 0 }
    }
    switch self {
    case .trueFalse: return positions.first.map { .trueFalse($0) }
    case .text, .number, .card, .gaps, .match: return self
    case .order: return choices.map(\.text) == newer.map(\.text) ? self : nil
    case .single where weights == nil: return positions.first.map { .single($0) }
    case .single, .several: break
    }
    guard places.count == choices.count else { return nil }
    if case .several(let several) = self {
      return .several(
        SeveralSolution(correct: positions, choose: several.choose, weights: weights))
    }
    return positions.first.map { .single(SingleSolution($0, weights: weights)) }
  }
}

extension Solution: Codable {
  private enum CodingKeys: String, CodingKey {
    case single
    case trueFalse = "truefalse"
    case several, text, number, card, gaps, order, match
    /// Written beside ``single``. It is not a kind of its own, so that older programs read the
    /// right choice and ignore the weights.
    case weights
  }

  package init(from decoder: any Decoder) throws {
    let (solution, key) = try Self.members(from: decoder)
    self =
      switch key {
      case .single, .weights:
        .single(
          SingleSolution(
            try solution.decode(Int.self, forKey: .single),
            weights: try solution.decodeIfPresent([Double].self, forKey: .weights)))
      case .trueFalse: .trueFalse(try solution.decode(Int.self, forKey: key))
      case .several: .several(try solution.decode(SeveralSolution.self, forKey: key))
      case .text: .text(try solution.decode(TextSolution.self, forKey: key))
      case .number: .number(try solution.decode(NumberSolution.self, forKey: key))
      case .card: .card(try solution.decode(CardSolution.self, forKey: key))
      case .gaps: .gaps(try solution.decode(GapsSolution.self, forKey: key))
      case .order: .order
      case .match: .match(try solution.decode(MatchSolution.self, forKey: key))
      }
  }

  private static func members(
    from decoder: any Decoder
  ) throws -> (KeyedDecodingContainer<CodingKeys>, CodingKeys) {
    let solution = try decoder.container(keyedBy: CodingKeys.self)
    let kinds = solution.allKeys.filter { $0 != .weights }
    guard let key = kinds.first, kinds.count == 1 else {
      throw JSONDecoding.refusal(
        Reason("a solution has exactly one kind", "解答の種類は 1 つだけにしてください"), by: decoder)
    }
    return (solution, key)
  }

  /// The kind of a solution, decoded without the rest of it.
  package struct OnlyKind: Decodable, Sendable {
    /// The kind of the question.
    package let kind: QuestionContent.Kind

    package init(from decoder: any Decoder) throws {
      kind = QuestionContent.Kind(rawValue: try members(from: decoder).1.rawValue) ?? .single
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var solution = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .single(let single):
      try solution.encode(single.correct, forKey: .single)
      try solution.encodeIfPresent(single.weights, forKey: .weights)
    case .trueFalse(let position): try solution.encode(position, forKey: .trueFalse)
    case .several(let several): try solution.encode(several, forKey: .several)
    case .text(let text): try solution.encode(text, forKey: .text)
    case .number(let number): try solution.encode(number, forKey: .number)
    case .card(let card): try solution.encode(card, forKey: .card)
    case .gaps(let gaps): try solution.encode(gaps, forKey: .gaps)
    case .order: try solution.encode(true, forKey: .order)
    case .match(let match): try solution.encode(match, forKey: .match)
    }
  }
}

/// The right choice when a player picks exactly one, and the credit for each choice.
package struct SingleSolution: Hashable, Sendable {
  /// The position of the right choice in the author's order, from 0. If several choices earn the
  /// most credit, the position of the first.
  ///
  /// It is a position and not a text, so that two choices with the same text are still different
  /// answers.
  package let correct: Int

  /// The credit for each choice, from -1 to 1, in the author's order; `nil` when the right choice
  /// earns full credit and all others earn none. Moodle calls it the fraction of an answer.
  package let weights: [Double]?

  /// Creates a solution.
  ///
  /// - Parameters:
  ///   - correct: one of the choices with the most credit. For any other choice, the solution has a
  ///     ``fault(among:)``.
  ///   - weights: the credit for each choice. Weights that only say which choice is right are left
  ///     out.
  package init(_ correct: Int, weights: [Double]? = nil) {
    // Makes a negative zero positive, because files do not keep its sign.
    let weights = weights?.map { $0 + 0 }
    guard let weights, weights != weights.indices.map({ $0 == correct ? 1 : 0 }) else {
      (self.correct, self.weights) = (correct, nil)
      return
    }
    let best = weights.firstIndex(of: weights.max() ?? 0)
    let isBest = weights.indices.contains(correct) && weights[correct] == weights.max()
    (self.correct, self.weights) = (isBest ? best ?? correct : correct, weights)
  }

  /// Creates a solution from weights. The choice with the greatest weight is right. `nil` when no
  /// weight is positive.
  package init?(weights: [Double]) {
    guard let best = weights.max(), best > 0, let correct = weights.firstIndex(of: best) else {
      return nil
    }
    self.init(correct, weights: weights)
  }

  /// The positions of all right choices, ascending. Several choices are right when they share the
  /// greatest weight.
  package var right: [Int] {
    guard let weights, let best = weights.max() else { return [correct] }
    return weights.indices.filter { weights[$0] == best }
  }

  /// The credit for the choice at `position`, from -1 to 1.
  func credit(of position: Int) -> Double {
    guard let weights else { return position == correct ? 1 : 0 }
    return weights.indices.contains(position) ? weights[position] : 0
  }

  /// Why the solution does not fit `count` choices; `nil` when it does.
  func fault(among count: Int) -> Reason? {
    guard (0..<count).contains(correct) else {
      // A record can hold any number.
      let number = correct.addingReportingOverflow(1)
      let shown = number.overflow ? correct : number.partialValue
      return Reason(
        "the question has \(count.counted("choice")), and the right one is number \(shown)",
        "選択肢が \(count) 個で、正解が \(shown) 番になっています")
    }
    guard let weights else { return nil }
    if let reason = ChoiceWeights.fault(of: weights, among: count) { return reason }
    guard weights[correct] > 0, weights[correct] == weights.max() else {
      return Reason(
        "the right choice must be worth more than nothing, and no other choice more than it",
        "正解の選択肢の配点は 0 より大きく、ほかの選択肢の配点以上にしてください")
    }
    return nil
  }
}

/// The rule for the weights of choices, which applies to questions with one right choice and with
/// several.
enum ChoiceWeights {
  /// Why weights do not fit `count` choices; `nil` when they do.
  static func fault(of weights: [Double], among count: Int) -> Reason? {
    let isWhole = weights.count == count && weights.allSatisfy { (-1...1).contains($0) }
    return isWhole
      ? nil
      : Reason(
        "there must be one weight from -1 to 1 for each of \(count.counted("choice"))",
        "\(count) 個の選択肢それぞれに -1〜1 の配点が必要です")
  }
}

/// The choices that are right when a player picks one or more of them.
package struct SeveralSolution: Codable, Hashable, Sendable {
  /// The positions of the right choices in the author's order, from 0, ascending; at least one.
  package private(set) var correct: [Int]

  /// How many choices the author asks for; `nil` when the question says "all that apply".
  package var choose: Int?

  /// The credit for each choice, from -1 to 1, in the author's order; `nil` when the author wrote
  /// none. Moodle calls it the fraction of an answer.
  package var weights: [Double]?

  /// Creates a solution.
  package init(correct: some Sequence<Int>, choose: Int? = nil, weights: [Double]? = nil) {
    self.correct = Set(correct).sorted()
    self.choose = choose
    self.weights = weights
  }

  /// Accepts positions in any order, and repeated ones.
  package init(from decoder: any Decoder) throws {
    let solution = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      correct: try solution.decode([Int].self, forKey: .correct),
      choose: try solution.decodeIfPresent(Int.self, forKey: .choose),
      weights: try solution.decodeIfPresent([Double].self, forKey: .weights))
  }

  /// Creates a solution from weights. Every choice with a positive weight is right.
  ///
  /// - Parameter weights: the credit for each choice, from -1 to 1.
  package init(weights: [Double], choose: Int? = nil) {
    self.init(
      correct: weights.indices.filter { weights[$0] > 0 }, choose: choose, weights: weights)
  }

  /// Why the solution does not fit `count` choices; `nil` when it does.
  func fault(among count: Int) -> Reason? {
    guard let first = correct.first, let last = correct.last, first >= 0, last < count else {
      return Reason(
        "no choice is right, or one that does not exist", "正解の選択肢がないか、存在しない選択肢が正解になっています")
    }
    if let choose, !(1...count).contains(choose) {
      return Reason(
        "it asks for \(choose) of \(count.counted("choice"))",
        "\(count) 個の選択肢から \(choose) 個を選ばせています")
    }
    guard let weights else { return nil }
    return ChoiceWeights.fault(of: weights, among: count)
  }
}

/// The texts that are right when a player types a text.
package struct TextSolution: Codable, Hashable, Sendable {
  /// The accepted answers. The first one that matches decides.
  package var accepted: [AcceptedText]

  /// Whether capital and small letters are different.
  package var isCaseSensitive: Bool

  /// Creates a solution.
  package init(accepted: [AcceptedText], isCaseSensitive: Bool = false) {
    self.accepted = accepted
    self.isCaseSensitive = isCaseSensitive
  }

  /// The accepted answer that a typed text matches; `nil` when there is none.
  ///
  /// Where the text as it was typed matches nothing, or only a pattern such as `*` that is not
  /// worth everything, the forms of quotation marks and hyphens are ignored. That never takes
  /// anything from an answer.
  package func match(_ text: String) -> AcceptedText? {
    let exact = match(text, in: accepted) { $0 }
    if let exact, exact.isRight || !exact.hasWildcard { return exact }
    let alike = accepted.filter { exact == nil || !$0.hasWildcard }
    let folded = match(text.withPlainSigns, in: alike, \.withPlainSigns)
    guard let folded, folded.fraction >= exact?.fraction ?? 0 else { return exact }
    return folded
  }

  private func match(
    _ text: String, in accepted: [AcceptedText], _ form: (String) -> String
  ) -> AcceptedText? {
    let typed = TypedText(text, isCaseSensitive: isCaseSensitive)
    return accepted.first { typed.matches(TextPattern(form($0.pattern), isCaseSensitive)) }
  }

  /// The solution without texts that are accepted already.
  package var withoutRepetitions: TextSolution {
    TextSolution(
      accepted: accepted.withoutRepetitions(of: \.pattern), isCaseSensitive: isCaseSensitive)
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    let isWhole =
      accepted.contains { $0.fraction > 0 }
      && accepted.allSatisfy { !$0.pattern.isBlank && (0...1).contains($0.fraction) }
    return isWhole
      ? nil
      : Reason("no answer is right, or an accepted one is empty", "正解がないか、空の解答が登録されています")
  }
}

/// A text that a question accepts.
package struct AcceptedText: Codable, Hashable, Sendable {
  /// The text. `*` stands for anything or nothing, `\*` for an asterisk.
  package var pattern: String

  /// The credit for the answer, from 0 to 1; 1 is right.
  package var fraction: Double

  /// The feedback for players who give this answer; empty when there is none.
  package var feedback: String

  /// Creates an accepted text.
  package init(_ pattern: String, fraction: Double = 1, feedback: String = "") {
    self.pattern = pattern
    self.fraction = fraction
    self.feedback = feedback
  }

  /// Accepts just a text: asterisks in it stand for nothing but themselves.
  package init(literal text: String) {
    self.init(text.utf8.contains(Self.asterisk) ? text.replacing("*", with: "\\*") : text)
  }

  /// Whether a part of the pattern stands for anything.
  fileprivate var hasWildcard: Bool {
    hasAsterisk && pattern.replacing("\\*", with: "").contains("*")
  }

  /// The pattern as people read it.
  package var text: String { hasAsterisk ? pattern.replacing("\\*", with: "*") : pattern }

  // Nearly no pattern has one, and looking for a byte is a tenth of replacing it.
  private var hasAsterisk: Bool { pattern.utf8.contains(Self.asterisk) }

  private static let asterisk = UInt8(ascii: "*")
}

/// The numbers that are right when a player types a number.
package struct NumberSolution: Codable, Hashable, Sendable {
  /// The accepted numbers. The first one that matches decides.
  package var accepted: [AcceptedNumber]

  /// Creates a solution.
  package init(accepted: [AcceptedNumber]) {
    self.accepted = accepted
  }

  /// The accepted number that a typed text matches; `nil` when no number matches or the text is not
  /// a number.
  package func match(_ text: String) -> AcceptedNumber? {
    guard let number = TypedNumber.value(of: text) else { return nil }
    return accepted.first { $0.span.contains(number) }
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    let isWhole =
      accepted.contains { $0.fraction > 0 }
      && accepted.allSatisfy { $0.span.isPossible && (0...1).contains($0.fraction) }
    return isWhole
      ? nil : Reason("no number is right, or one is impossible", "正解の数値がないか、あり得ない数値です")
  }
}

/// A number that a question accepts, or a range of them.
package struct AcceptedNumber: Codable, Hashable, Sendable {
  /// The accepted numbers.
  package var span: NumberSpan

  /// The credit for the answer, from 0 to 1; 1 is right.
  package var fraction: Double

  /// The feedback for players who give this answer; empty when there is none.
  package var feedback: String

  /// Creates an accepted number.
  package init(_ span: NumberSpan, fraction: Double = 1, feedback: String = "") {
    self.span = span
    self.fraction = fraction
    self.feedback = feedback
  }
}

extension Array {
  /// The elements whose key differs from that of every earlier one.
  fileprivate func withoutRepetitions<Likeness: Hashable>(of likeness: (Element) -> Likeness)
    -> [Element]
  {
    var known: Set<Likeness> = []
    return filter { known.insert(likeness($0)).inserted }
  }
}

/// An accepted answer to a question whose answer is typed.
package protocol AcceptedAnswer: Sendable {
  /// The answer as people read it.
  var text: String { get }
  /// The credit for the answer, from 0 to 1; 1 is right.
  var fraction: Double { get }
  /// The feedback for players who give this answer; empty when there is none.
  var feedback: String { get }
}

extension AcceptedAnswer {
  /// Whether the answer earns full credit.
  package var isRight: Bool { fraction >= Grade.right }
}

extension AcceptedText: AcceptedAnswer {}

extension AcceptedNumber: AcceptedAnswer {
  package var text: String { span.text }
}

extension Solution {
  /// The accepted answers of a question whose answer is one typed text, whatever their credit;
  /// empty for other questions.
  package var accepted: [any AcceptedAnswer] {
    switch self {
    case .text(let solution): solution.accepted
    case .number(let solution): solution.accepted
    default: []
    }
  }

  /// All texts of the solution: the accepted answers, the back of a card, what fills the gaps, and
  /// what belongs together; empty for choices.
  package var texts: [String] {
    switch self {
    case .single, .trueFalse, .several, .order: []
    case .text, .number: accepted.map(\.text)
    case .card(let solution): [solution.back]
    case .gaps(let solution): solution.gaps.flatMap(\.texts)
    case .match(let solution): solution.texts
    }
  }

  /// The author's feedback on each accepted answer; empty for choices, which have their own
  /// feedback.
  var feedbacks: [String] {
    guard case .gaps(let solution) = self else { return accepted.map(\.feedback) }
    return solution.gaps.flatMap { gap in
      if case .typed(let solution) = gap { solution.accepted.map(\.feedback) } else { [String]() }
    }
  }

  /// The accepted answer that a typed text matches; `nil` when there is none.
  func match(_ typed: String) -> (any AcceptedAnswer)? {
    switch self {
    case .text(let solution): solution.match(typed)
    case .number(let solution): solution.match(typed)
    default: nil
    }
  }
}

/// The other side of a card. The learner reads the front, thinks of the back, and then judges the
/// own answer with a ``RecallGrade``.
package struct CardSolution: Codable, Hashable, Sendable {
  /// The text on the back.
  package var back: String

  /// Creates a solution.
  package init(back: String) {
    self.back = back
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    back.isBlank ? Reason("the back of the card is empty", "カードの裏面が空です") : nil
  }
}

/// Two lists whose lines belong together. The player finds for each line on the left the one on the
/// right.
package struct MatchSolution: Codable, Hashable, Sendable {
  /// The pairs in the author's order, at least two.
  package var pairs: [MatchPair]

  /// Further lines on the right that belong to nothing on the left.
  package var extra: [String]

  /// Creates a solution.
  package init(_ pairs: [MatchPair], extra: [String] = []) {
    (self.pairs, self.extra) = (pairs, extra)
  }

  package init(from decoder: any Decoder) throws {
    let solution = try decoder.container(keyedBy: CodingKeys.self)
    pairs = try solution.decode([MatchPair].self, forKey: .pairs)
    extra = try solution.decodeOrEmpty([String].self, forKey: .extra)
  }

  /// The lines on the right in the author's order, each text once. Several lines on the left may
  /// belong to the same line on the right.
  package var rights: [String] {
    var known: Set<String> = []
    return (pairs.map(\.right) + extra).filter { known.insert($0).inserted }
  }

  /// The solution without lines on the right that belong to nothing and are there already.
  package var withoutRepetitions: MatchSolution {
    MatchSolution(pairs, extra: Array(rights.dropFirst(Set(pairs.map(\.right)).count)))
  }

  /// All texts.
  package var texts: [String] { pairs.flatMap { [$0.left, $0.right] } + extra }

  /// Whether line `right` belongs to line `left`. Both are positions, the latter in ``rights``.
  package func isRight(_ right: Int?, for left: Int) -> Bool {
    let rights = rights
    guard let right, rights.indices.contains(right), pairs.indices.contains(left) else {
      return false
    }
    return rights[right] == pairs[left].right
  }

  /// The credit for an answer, from 0 to 1: the share of the right pairs, as in Moodle's
  /// `qtype_match_question::grade_response`.
  func credit(of answer: [Int?]) -> Double {
    let rights = rights
    let right = zip(pairs, answer).count { pair, given in
      given.map { rights.indices.contains($0) && rights[$0] == pair.right } ?? false
    }
    return Double(right) / Double(pairs.count)
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    let limit = QuestionContent.maximumChoices
    guard (2...limit).contains(pairs.count) else {
      return Reason(
        "there \(pairs.count == 1 ? "is" : "are") \(pairs.count.counted("pair"))",
        "組が \(pairs.count) 個あります")
    }
    let rights = rights
    guard (2...limit).contains(rights.count) else {
      return Reason(
        "there are \(rights.count) different texts on the right",
        "右側に異なる項目が \(rights.count) 個あります")
    }
    return texts.contains(where: \.isBlank)
      ? Reason("a line to match is empty", "組み合わせる項目が空です") : nil
  }
}

/// Two lines that belong together.
package struct MatchPair: Codable, Hashable, Sendable {
  /// The line on the left, which the player reads as a question.
  package var left: String
  /// The line on the right, which is its answer.
  package var right: String

  /// Creates a pair.
  package init(_ left: String, _ right: String) {
    (self.left, self.right) = (left, right)
  }
}
