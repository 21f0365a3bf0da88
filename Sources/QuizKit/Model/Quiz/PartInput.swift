import QuizExchange
import QuizSupport

// Makes answers that have several parts: gaps, an order, pairs.

extension AnswerInput {
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

extension AcceptedText {
  /// Accepts just this text: asterisks in it stand for nothing but themselves.
  fileprivate init(literal text: String) {
    self.init(text.replacing("*", with: "\\*"))
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
