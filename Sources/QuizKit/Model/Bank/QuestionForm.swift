import QuizExchange
import QuizSupport

/// A question that is being written. Any part may still be missing or wrong.
package struct QuestionForm: Codable, Equatable, Sendable {
  /// The question.
  package private(set) var text = ""
  /// The choices, always at least two. A question that asks for a text or a number does not show
  /// them.
  package private(set) var choices = Array(repeating: Choice(""), count: 4)
  /// The explanation.
  package private(set) var commentary = ""
  /// The tags, which questions of different decks can share.
  package private(set) var tags: [String] = []
  /// The name of the question's deck; `nil` when the form does not name one.
  package private(set) var deck: String?

  /// The right choices, or the accepted answers.
  private var solution = SolutionForm()
  /// The texts of the choices when the question became a true-or-false question.
  private var statements: [String] = []
  /// The content with which the form was opened, including fields that the form does not show.
  private(set) var original: QuestionContent?

  /// An empty form, with four choices, or with two statements for a true-or-false question.
  package init(
    deck: String? = nil, kind: QuestionContent.Kind = .single, statements: [String] = []
  ) {
    self.deck = deck
    if kind == .trueFalse {
      (choices, self.statements) = (statements.map { Choice($0) }, statements)
    }
    solution.become(kind)
  }

  /// The next form after this one has been handed in: of the same kind.
  func next(deck: String) -> QuestionForm {
    QuestionForm(deck: deck, kind: kind, statements: statements)
  }

  /// Whether the question is true-or-false, or becomes it without losing a choice.
  package var canBeTrueFalse: Bool { choices.count == 2 || choices.allSatisfy(\.text.isBlank) }

  /// Creates a form for an existing question.
  package init(_ content: QuestionContent, deck: String? = nil) {
    original = content
    self.deck = deck
    text = content.text
    if !content.choices.isEmpty { choices = content.choices }
    solution = SolutionForm(content.solution)
    statements = content.choices.map(\.text)
    commentary = content.commentary
    tags = content.tags
  }

  // MARK: Writing

  /// Sets the new value of one field.
  ///
  /// - Throws: The ``FormProblem`` of the field. The form is then unchanged.
  package mutating func apply(_ edit: FormEdit) throws(FormProblem) {
    switch edit {
    case .question(let text): self.text = text
    case .kind(let kind, let statements): try become(kind, statements)
    case .choice(let number, let text): choices[try index(number)].text = text
    case .addChoice(let text): try addChoice(text)
    case .removeChoice(let number): try removeChoice(at: try index(number))
    case .leaveOutEmptyChoices: leaveOutEmptyChoices()
    case .correct(let numbers): try markRight(numbers)
    case .correctStatement(let words): try markRight(words)
    case .accept(let text): try solution.accept(text)
    case .number(let text): try solution.accept(number: text)
    case .accepted(let number, let text):
      try solution.rewrite(at: try indexOfAnswer(number), as: text)
    case .unaccept(let number): try solution.removeAccepted(at: try indexOfAnswer(number))
    case .caseSensitive(let isCaseSensitive): try solution.regardCase(isCaseSensitive)
    case .back(let text): try solution.write(back: text)
    case .gap(let number, let text): try solution.write(gap: number, text)
    case .removeGap(let number): try solution.remove(gap: number)
    case .pair(let number, let text): try solution.write(pair: number, text)
    case .removePair(let number): try solution.remove(pair: number)
    case .extra(let text): try solution.write(extra: text)
    case .commentary(let text): commentary = text
    case .tags(let tags): self.tags = Self.distinct(tags)
    case .deck(let name):
      if name.isBlank { throw .emptyDeckName }
      deck = name.trimmed
    }
  }

  private mutating func become(
    _ kind: QuestionContent.Kind, _ statements: [String]
  ) throws(FormProblem) {
    if kind == .trueFalse {
      if choices.allSatisfy(\.text.isBlank) {
        choices = statements.map { Choice($0) }
        // A choice that is gone cannot be right.
        solution.markRight(solution.marked.filter(choices.indices.contains))
      }
      guard choices.count == 2 else { throw .notTwoChoices(choices.count) }
      self.statements = choices.map(\.text)
    } else if self.kind == .trueFalse, original == nil, choices.map(\.text) == self.statements {
      // Nobody wrote the two statements.
      (choices, self.statements) = (QuestionForm().choices, [])
      solution.markRight([])
    }
    solution.become(kind)
  }

  private mutating func addChoice(_ text: String) throws(FormProblem) {
    if !solution.kind.hasChoices { throw .otherKind(.single) }
    guard choices.count < QuestionContent.maximumChoices else { throw .tooManyChoices }
    choices.append(Choice(text))
    solution.noteAddedChoice()
  }

  private mutating func markRight(_ numbers: LineNumbers) throws(FormProblem) {
    if !solution.kind.isPicked { throw .otherKind(.single) }
    // More than one choice can be right if they are equally good. The form displays these and may
    // send them back unchanged.
    let isUnchanged = numbers == LineNumbers(correct.map { $0 + 1...$0 + 1 })
    if solution.kind != .several, numbers.count > 1, !isUnchanged { throw .oneRightChoice }
    var positions: [Int] = []
    for range in numbers.ranges {
      // Check the last number first, so that a huge range is refused without visiting each of its
      // numbers.
      _ = try index(range.upperBound)
      for number in range { positions.append(try index(number)) }
    }
    solution.markRight(positions)
  }

  private mutating func markRight(_ words: [String]) throws(FormProblem) {
    let position = choices.firstIndex { words.contains($0.text.trimmed.lowercased()) }
    guard kind == .trueFalse, let position else { throw .otherKind(.trueFalse) }
    solution.markRight([position])
  }

  private func index(_ number: Int) throws(FormProblem) -> Int {
    if !solution.kind.hasChoices { throw .otherKind(.single) }
    guard choices.indices.contains(number - 1) else {
      throw .noSuchChoice(number: number, count: choices.count)
    }
    return number - 1
  }

  private func indexOfAnswer(_ number: Int) throws(FormProblem) -> Int {
    if !solution.kind.isTyped { throw .otherKind(.text) }
    let count = solution.accepted.count
    guard (1...max(count, 1)).contains(number), count > 0 else {
      throw .noSuchAnswer(number: number, count: count)
    }
    return number - 1
  }

  /// Keeps the same choices marked as right. If the only right choice is removed, none is marked.
  private mutating func removeChoice(at index: Int) throws(FormProblem) {
    guard choices.count > 2 else { throw .tooFewChoices }
    choices.remove(at: index)
    solution.noteRemovedChoice(at: index)
  }

  private mutating func leaveOutEmptyChoices() {
    guard solution.kind.hasChoices else { return }
    let count = Self.choicesInUse(choices.map(\.text), right: solution.marked)
    while choices.count > count {
      choices.removeLast()
      solution.noteRemovedChoice(at: choices.count)
    }
  }

  /// The number of choices, from the first one on, that cannot be left out: the two that every
  /// question has, all up to the last one with a text, and all up to the last right one.
  ///
  /// - Parameter right: The positions of the right choices, from 0.
  package static func choicesInUse(_ choices: [String], right: [Int]) -> Int {
    let written = choices.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
    return min(choices.count, max(2, written, (right.max() ?? -1) + 1))
  }

  private static func distinct(_ tags: [String]) -> [String] {
    var known: Set<String> = []
    return tags.map(\.trimmed).filter { !$0.isBlank && known.insert($0).inserted }
  }

  // MARK: Reading

  /// The kind of answer that the question asks for.
  package var kind: QuestionContent.Kind { solution.kind }

  /// The positions of the right choices, from 0, ascending; empty when none is marked.
  package var correct: [Int] { solution.marked }

  /// The weight of each choice, from -1 to 1; `nil` if the author did not set weights.
  package var weights: [Double]? { solution.weights }

  /// The accepted answers, as the user would type them; empty for a question with choices.
  package var accepted: [String] { solution.accepted }

  /// Whether the answer is case-sensitive; `nil` if the question does not ask for a text.
  package var isCaseSensitive: Bool? { solution.isCaseSensitive }

  /// The back of a card; `nil` for other kinds of questions.
  package var back: String? { solution.back }

  /// The gaps as people write them; `nil` for other kinds of questions.
  package var gaps: [String]? { solution.gaps }

  /// The pairs as people write them; `nil` for other kinds of questions.
  package var pairs: [String]? { solution.pairs }

  /// The lines on the right that belong to none; `nil` for other kinds of questions.
  package var extra: [String]? { solution.extra }

  /// The content of the form, with blanks around texts removed.
  ///
  /// - Throws: The first problem, in the order of the form's fields.
  package func content() throws(FormProblem) -> QuestionContent {
    if text.isBlank { throw .emptyQuestion }
    let choices = solution.kind.hasChoices ? try checkedChoices() : []
    let solution = try solution.finished()
    if let fault = solution.partFault(in: text) { throw .incomplete(fault) }
    // The back of a card is its explanation.
    if commentary.isBlank, solution.kind != .card { throw .emptyCommentary }
    return QuestionContent(
      text: text.trimmed, choices: choices, solution: settled(solution, of: choices),
      commentary: commentary.trimmed, tags: tags, title: original?.title,
      externalID: original?.externalID,
      otherFields: original?.otherFields)
  }

  /// The warning about the question; `nil` when there is none.
  var warning: FormWarning? {
    if kind == .several, correct.count == choices.count { return .allChoicesRight }
    return solution.hasLostWeights ? .weightsDropped : nil
  }

  private func checkedChoices() throws(FormProblem) -> [Choice] {
    for (index, choice) in choices.enumerated() where choice.text.isBlank {
      throw .emptyChoice(number: index + 1)
    }
    try requireDifferentChoices()
    return choices.map { Choice($0.text.trimmed, feedback: $0.feedback) }
  }

  private func requireDifferentChoices() throws(FormProblem) {
    var numbers: [String: Int] = [:]
    for (index, choice) in choices.enumerated() {
      if let first = numbers.updateValue(index + 1, forKey: choice.text.trimmed) {
        throw .equalChoices(number: index + 1, first: first)
      }
    }
  }

  /// Adjusts the solution to the form. The question stays a true-or-false question only while its
  /// two choices are unchanged. Its text determines how many choices to pick, unless the author has
  /// set that number separately.
  private func settled(_ solution: Solution, of choices: [Choice]) -> Solution {
    switch solution {
    case .trueFalse(let position) where choices.map(\.text) != statements:
      return .single(position)
    case .several(var several) where !original.statesChoose:
      several.choose = several.choose(saidIn: text)
      return .several(several)
    default: return solution
    }
  }
}

extension QuestionContent? {
  /// Whether the question sets the number of choices to pick by itself, and not by its text.
  fileprivate var statesChoose: Bool {
    guard let self, case .several(let several) = self.solution else { return false }
    return several.choose != several.choose(saidIn: self.text)
  }
}
