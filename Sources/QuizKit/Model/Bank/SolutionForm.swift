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
      (solution, self.weighted, hasLostWeights) = (weighted, nil, false)
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
    case .some(let solution): return solution
    }
  }
}
