import QuizExchange

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
