import QuizExchange
import QuizSupport

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
