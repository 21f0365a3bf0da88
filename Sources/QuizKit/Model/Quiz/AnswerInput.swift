import QuizExchange
import QuizSupport

/// Makes an answer to a question of what the player picks or types.
struct AnswerInput {
  let item: QuizItem
  var content: QuestionContent { item.question.content }

  init(to item: QuizItem) { self.item = item }

  /// The answer with the choices shown at `indices`, counted from 0. Without indices, the answer
  /// with the ticked choices, or with the parts that were given so far.
  ///
  /// A question of order takes all choices in their order, and a card the number of a grade.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such choice, the question takes only one choice or
  ///   none, or nothing is ticked.
  func choosing(_ indices: [Int]) throws(QuizRefusal) -> Response {
    switch content.solution {
    case .single, .trueFalse:
      try requireChoices(indices)
      guard let index = indices.first else { throw .nothingTicked }
      if Set(indices).count > 1 { throw .takesOneChoice }
      return .choice(item.order[index])
    case .several(let solution):
      try requireChoices(indices)
      if indices.isEmpty { return try handingIn(solution) }
      return .choices(Set(indices.map { item.order[$0] }).sorted())
    case .order where !indices.isEmpty: return try ordering(indices)
    case .gaps, .order, .match:
      guard indices.isEmpty else { throw refusal }
      guard let given = item.parts else { throw .nothingFilled(content.kind) }
      return given
    case .card:
      guard indices.count == 1, let grade = RecallGrade(rawValue: indices[0] + 1) else {
        throw refusal
      }
      return .recall(grade)
    case .text, .number: throw refusal
    }
  }

  /// The answer with the ticked choices. Refuses a number of choices that differs from the number
  /// the author asks for, because the player has probably pressed a key too soon.
  private func handingIn(_ solution: SeveralSolution) throws(QuizRefusal) -> Response {
    guard let picked = item.ticked ?? item.response?.positions, !picked.isEmpty else {
      throw .nothingTicked
    }
    if let choose = solution.choose, choose != picked.count, choose == solution.correct.count {
      throw .otherCountTicked(choose: choose)
    }
    return .choices(picked)
  }

  /// The ticked choices after those shown at `indices`, counted from 0, were ticked or unticked;
  /// `nil` when they are the answer that was given.
  ///
  /// - Throws: ``QuizRefusal`` as ``choosing(_:)`` does.
  func toggling(_ indices: [Int]) throws(QuizRefusal) -> [Int]? {
    guard content.kind.isPicked else { throw refusal }
    try requireChoices(indices)
    guard content.kind == .several else { throw .takesOneChoice }
    let given = item.response?.positions ?? []
    let ticked = Set(item.ticked ?? given)
      .symmetricDifference(indices.map { item.order[$0] }).sorted()
    return ticked == given ? nil : ticked
  }

  /// The answer with a text or a number. The only gap of a text takes one too.
  ///
  /// - Throws: ``QuizRefusal`` when the question takes choices, when the text is empty, or when the
  ///   question asks for a number and the text is not a number.
  func typing(_ text: String) throws(QuizRefusal) -> Response {
    if case .gaps(let solution) = content.solution, solution.gaps.count == 1, !text.isBlank {
      return try filling(0, with: text)
    }
    guard content.kind.isTyped else { throw refusal }
    let text = text.trimmed
    if text.isEmpty { throw .emptyAnswer }
    if content.kind == .number, TypedNumber.value(of: text) == nil { throw .notANumber(text) }
    return .typed(text)
  }

  /// The refusal of an answer of another kind than the question takes.
  var refusal: QuizRefusal {
    if content.kind.isTyped { return .takesTyped(content.kind) }
    return content.kind.isPicked
      ? .takesChoices(count: item.order.count) : .takesParts(content.kind)
  }

  func requireChoices(_ indices: [Int]) throws(QuizRefusal) {
    if let index = indices.first(where: { !item.order.indices.contains($0) }) {
      throw .noSuchChoice(number: index + 1, count: item.order.count)
    }
  }

  // MARK: Gaps, an order, pairs

  /// The order in which the choices shown at `indices`, counted from 0, are put.
  ///
  /// - Throws: ``QuizRefusal`` when a choice is missing or named twice, or does not exist.
  func ordering(_ indices: [Int]) throws(QuizRefusal) -> Response {
    guard content.kind == .order else { throw refusal }
    try requireChoices(indices)
    guard indices.sorted() == Array(item.order.indices) else {
      throw .orderIncomplete(count: item.order.count)
    }
    return .order(indices.map { item.order[$0] })
  }

  /// The answers so far with another text in one gap, counted from 0. Without a text the gap is
  /// empty again.
  ///
  /// A gap with choices also takes the number or the letter of one of them.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such gap, or it does not have that choice.
  func filling(_ gap: Int, with text: String) throws(QuizRefusal) -> Response {
    guard case .gaps(let solution) = content.solution else { throw refusal }
    guard solution.gaps.indices.contains(gap) else {
      throw .noSuchGap(number: gap + 1, count: solution.gaps.count)
    }
    var answers: [String?] = Array(repeating: nil, count: solution.gaps.count)
    if case .gaps(let given) = item.parts { answers = given }
    answers[gap] = try Self.answer(text.trimmed, in: solution.gaps[gap])
    return .gaps(answers)
  }

  private static func answer(_ text: String, in gap: Gap) throws(QuizRefusal) -> String? {
    let choices = gap.choices
    if text.isEmpty || choices.isEmpty { return text.isEmpty ? nil : text }
    let known = TextSolution(accepted: choices.map { AcceptedText(literal: $0) })
    if let match = known.match(text) { return match.text }
    guard let index = Self.index(of: text), choices.indices.contains(index) else {
      throw .notAGapChoice(text)
    }
    return choices[index]
  }

  /// The position, from 0, of the choice that a number or a letter names; `nil` when it names none.
  private static func index(of text: String) -> Int? {
    let word = FullWidth.folded(text).lowercased()
    if let number = Int(word) { return number - 1 }
    guard word.unicodeScalars.count == 1, let scalar = word.unicodeScalars.first else { return nil }
    if let kana = "アイウエオカキクケコ".unicodeScalars.enumerated().first(where: { $1 == scalar }) {
      return kana.offset
    }
    return ("a"..."z").contains(scalar) ? Int(scalar.value) - 97 : nil
  }

  /// The pairs so far with other lines on the right. Both are counted from 0, the lines on the
  /// right as they are shown; `nil` takes a pair apart.
  ///
  /// - Throws: ``QuizRefusal`` when there is no such line.
  func matching(_ new: [(left: Int, right: Int?)]) throws(QuizRefusal) -> Response {
    guard case .match(let solution) = content.solution else { throw refusal }
    var pairs: [Int?] = Array(repeating: nil, count: solution.pairs.count)
    if case .pairs(let given) = item.parts { pairs = given }
    for (left, right) in new {
      guard pairs.indices.contains(left) else {
        throw .noSuchLine(number: left + 1, count: pairs.count)
      }
      if let right, !item.order.indices.contains(right) {
        throw .noSuchRight(number: right + 1, count: item.order.count)
      }
      pairs[left] = right.map { item.order[$0] }
    }
    return .pairs(pairs)
  }
}

extension Response {
  /// Whether no part is missing; always true for an answer without parts.
  var isComplete: Bool {
    switch self {
    case .choice, .choices, .typed, .recall, .order: true
    case .gaps(let answers): answers.allSatisfy { $0 != nil }
    case .pairs(let pairs): pairs.allSatisfy { $0 != nil }
    }
  }

  /// The position of the next empty gap, or of the first one; `nil` when none is empty.
  func nextGap(after gap: Int) -> Int? {
    guard case .gaps(let answers) = self else { return nil }
    let empty = answers.indices.filter { answers[$0] == nil }
    return empty.first { $0 > gap } ?? empty.first
  }

  /// Whether every part is missing.
  var isBlank: Bool {
    switch self {
    case .choice, .choices, .typed, .recall, .order: false
    case .gaps(let answers): answers.allSatisfy { $0 == nil }
    case .pairs(let pairs): pairs.allSatisfy { $0 == nil }
    }
  }
}

// Cards, and answers that have several parts.

extension QuizSession {
  /// Shows the back of the card on the screen.
  ///
  /// - Throws: ``QuizRefusal`` when the question is not a card; otherwise as ``select(_:)`` does.
  package func showBack() throws(QuizRefusal) {
    let input = try input()
    guard input.content.kind == .card else { throw input.refusal }
    note { $0.isBackShown = true }
  }

  /// Answers with how well the back of the card was remembered.
  ///
  /// - Throws: ``QuizRefusal`` as ``showBack()`` does.
  package func judge(_ grade: RecallGrade) throws(QuizRefusal) {
    let input = try input()
    guard input.content.kind == .card else { throw input.refusal }
    give(.recall(grade))
  }

  /// Fills a gap, counted from 0. Once all gaps are filled, that is the answer.
  ///
  /// - Parameter handsIn: whether it is the answer once all gaps are filled.
  /// - Throws: ``QuizRefusal`` when there is no such gap, or it does not have that choice;
  /// otherwise as ``select(_:)`` does.
  package func fill(_ gap: Int, with text: String, handsIn: Bool = true) throws(QuizRefusal) {
    let filled = try input().filling(gap, with: text)
    take(filled, handsIn: handsIn, goingTo: handsIn ? filled.nextGap(after: gap) : nil)
  }

  /// Answers with an order of all choices shown, counted from 0.
  ///
  /// - Throws: ``QuizRefusal`` when a choice is missing or named twice; otherwise as ``select(_:)``
  ///   does.
  package func order(_ indices: [Int]) throws(QuizRefusal) {
    give(try input().ordering(indices))
  }

  /// Matches lines of the left with lines of the right as they are shown, counted from 0. Once all
  /// lines on the left have one, that is the answer.
  ///
  /// - Parameter handsIn: whether it is the answer once all lines on the left have one.
  /// - Throws: ``QuizRefusal`` when there is no such line; otherwise as ``select(_:)`` does.
  package func match(
    _ pairs: [(left: Int, right: Int?)], handsIn: Bool = true
  ) throws(QuizRefusal) {
    let next = handsIn ? nil : pairs.last.map { $0.left + 1 }
    take(try input().matching(pairs), handsIn: handsIn, goingTo: next)
  }

  /// Matches the line on the left at which the player is with the only line of `indices` on the
  /// right, and goes on to the next one. Returns `false` when the question has no pairs, or the
  /// indices mean something else.
  ///
  /// - Throws: ``QuizRefusal`` as ``match(_:handsIn:)`` does.
  func matched(_ indices: [Int]) throws(QuizRefusal) -> Bool {
    guard current.question.content.kind == .match, indices.count == 1 else { return false }
    try match([(current.focus, indices[0])], handsIn: false)
    return true
  }

  /// Matches the line on the left at which the player is with the next line on the right as they
  /// are shown; after the last one, with none.
  ///
  /// - Throws: ``QuizRefusal`` as ``match(_:handsIn:)`` does.
  package func rotate() throws(QuizRefusal) {
    let input = try input()
    guard input.content.kind == .match else { throw input.refusal }
    var shown: Int?
    if case .pairs(let pairs) = current.parts {
      shown = pairs[current.focus].flatMap { current.order.firstIndex(of: $0) }
    }
    let next = shown.map { $0 + 1 } ?? 0
    let right = current.order.indices.contains(next) ? next : nil
    take(try input.matching([(current.focus, right)]), handsIn: false, goingTo: nil)
  }

  /// Goes to another part of the question, counted from 0: to a gap, or a line on the left. A
  /// choice that was lifted moves to that place.
  ///
  /// - Throws: ``QuizRefusal`` when the question has no parts; otherwise as ``select(_:)`` does.
  package func focus(_ part: Int) throws(QuizRefusal) {
    let input = try input()
    guard current.partCount > 0 else { throw input.refusal }
    let target = min(max(part, 0), current.partCount - 1)
    note { item in
      if item.isLifted { item.move(from: item.focus, to: target) }
      item.focus = target
    }
  }

  /// Lifts the choice at a place of the order, counted from 0, or puts it down.
  ///
  /// - Throws: ``QuizRefusal`` when the question has no order; otherwise as ``select(_:)`` does.
  package func lift(_ place: Int) throws(QuizRefusal) {
    let input = try input()
    guard input.content.kind == .order else { throw input.refusal }
    note { item in
      item.isLifted = !item.isLifted
      if item.isLifted { item.focus = place }
    }
  }

  private func take(_ parts: Response, handsIn: Bool, goingTo next: Int?) {
    if handsIn, parts.isComplete { return give(parts) }
    note { item in
      item.draft = parts.isBlank ? nil : parts
      if item.draft == item.response { item.draft = nil }
      item.focus = min(next ?? item.focus, item.partCount - 1)
    }
  }
}
