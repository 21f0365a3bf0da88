import QuizSupport

/// The gaps of a text. The text of the question shows where they are: `[[1]]`, `[[2]]` …
///
/// Devices can edit the text and the gaps of a question separately, so the bank accepts a text that
/// does not show all gaps; see ``GapText``. Files and forms refuse it.
package struct GapsSolution: Hashable, Sendable {
  /// The gaps; gap 1 comes first.
  package var gaps: [Gap]

  /// The most gaps of a text.
  package static let most = 100

  /// Creates a solution.
  package init(_ gaps: [Gap]) {
    self.gaps = gaps
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    guard (1...Self.most).contains(gaps.count) else {
      return Reason("the text has \(gaps.count.counted("gap"))", "空欄が \(gaps.count) 個あります")
    }
    return gaps.lazy.compactMap(\.fault).first
  }

  /// The credit for the answers, from 0 to 1: the mean of the credits for all gaps, as in Moodle's
  /// `qtype_gapselect_question_base::grade_response`.
  func credit(of answers: [String?]) -> Double {
    zip(gaps, answers).reduce(0) { $0 + ($1.1.map($1.0.credit) ?? 0) } / Double(gaps.count)
  }
}

extension GapsSolution: Codable {
  package init(from decoder: any Decoder) throws { self.init(try [Gap](from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try gaps.encode(to: encoder) }
}

/// The text of a question with gaps, divided at its gaps.
package struct GapText: Equatable, Sendable {
  /// A part of the text.
  package enum Part: Equatable, Sendable {
    case text(String)
    /// The gap with this position, from 0.
    case gap(Int)
  }

  /// The parts in order. Empty texts are left out.
  package let parts: [Part]

  /// Divides a text. `[[3]]` is gap 3, whether there is such a gap or not.
  package init(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    var searched = rest
    while let mark = Self.firstMark(in: searched) {
      searched = searched[mark.range.upperBound...]
      guard mark.number > 0 else { continue }
      let before = rest[..<mark.range.lowerBound]
      if !before.isEmpty { parts.append(.text(String(before))) }
      parts.append(.gap(mark.number - 1))
      rest = searched
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The first `[[`, one to three digits, `]]`.
  ///
  /// It looks at bytes, because a regular expression takes a hundred times as long, and a hostile
  /// text has a mark in every line.
  private static func firstMark(in text: Substring) -> (range: Range<String.Index>, number: Int)? {
    let bytes = text.utf8
    var start = bytes.startIndex
    while let open = bytes[start...].firstIndex(of: UInt8(ascii: "[")) {
      start = bytes.index(after: open)
      var rest = bytes[start...]
      guard rest.popFirst() == UInt8(ascii: "[") else { continue }
      let digits = rest.prefix(4).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[digits.endIndex...]
      guard let number = Int(Substring(digits)), digits.count < 4,
        rest.popFirst() == UInt8(ascii: "]"), rest.popFirst() == UInt8(ascii: "]")
      else { continue }
      return (open..<rest.startIndex, number)
    }
    return nil
  }

  /// The positions of the gaps that the text shows, from 0, in the order of the text. A gap can be
  /// shown twice.
  package var gaps: [Int] {
    parts.compactMap { if case .gap(let position) = $0 { position } else { nil } }
  }

  /// The text in which other words take the place of each gap.
  ///
  /// - Parameter shown: returns the words for the position of a gap, counted from 0.
  package func text(_ shown: (Int) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .gap(let position): shown(position)
      }
    }.joined()
  }

  /// A text of an author who knows nothing of such marks: what looks like a gap in it gets a space.
  package static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    var rest = Substring(text)
    while let mark = firstMark(in: rest) {
      escaped += rest[..<mark.range.lowerBound] + "[ [" + rest[mark.range].dropFirst(2)
      rest = rest[mark.range.upperBound...]
    }
    return escaped + rest
  }

  /// The mark of the gap with this position, from 0.
  package static func mark(_ position: Int) -> String { "[[\(position + 1)]]" }
}

/// The right answers of one gap in a text.
package enum Gap: Hashable, Sendable {
  /// The player types a text.
  case typed(TextSolution)
  /// The player picks one of the choices.
  case picked(GapChoices)

  /// The choices to pick from, in the author's order; empty when a text is typed.
  package var choices: [String] {
    if case .picked(let choices) = self { choices.texts } else { [] }
  }

  /// The answers that earn full credit.
  package var rightAnswers: [String] {
    switch self {
    case .typed(let solution): solution.accepted.filter(\.isRight).map(\.text)
    case .picked(let choices): choices.right.map { [$0] } ?? []
    }
  }

  /// All texts of the gap: the accepted answers, or the choices.
  package var texts: [String] {
    switch self {
    case .typed(let solution): solution.accepted.map(\.text)
    case .picked(let choices): choices.texts
    }
  }

  /// The author's feedback on an answer; empty when there is none.
  func feedback(on answer: String) -> String {
    if case .typed(let solution) = self { solution.match(answer)?.feedback ?? "" } else { "" }
  }

  /// The credit for an answer, from 0 to 1.
  package func credit(of answer: String) -> Double {
    switch self {
    case .typed(let solution): solution.match(answer)?.fraction ?? 0
    case .picked(let choices): choices.right == answer ? 1 : 0
    }
  }

  /// Why the gap cannot be filled, or `nil`.
  var fault: Reason? {
    switch self {
    case .typed(let solution): solution.fault
    case .picked(let choices): choices.fault
    }
  }
}

/// The choices of a gap.
package struct GapChoices: Hashable, Sendable {
  /// The texts in the author's order.
  package var texts: [String]
  /// The position of the right choice, from 0.
  package var correct: Int

  /// Creates the choices of a gap.
  package init(_ texts: [String], correct: Int) {
    (self.texts, self.correct) = (texts, correct)
  }

  /// The right choice; `nil` when it does not exist.
  var right: String? { texts.indices.contains(correct) ? texts[correct] : nil }

  fileprivate var fault: Reason? {
    let isWhole =
      (2...QuestionContent.maximumChoices).contains(texts.count) && right != nil
      && !texts.contains(where: \.isBlank)
    return isWhole
      ? nil
      : Reason("the choices of a gap are not complete", "空欄の選択肢が揃っていません")
  }
}

/// Written as the object of a ``TextSolution``, or as `{"choices":["is","are"],"correct":0}`.
extension Gap: Codable {
  private enum CodingKeys: CodingKey { case choices, correct }

  package init(from decoder: any Decoder) throws {
    let gap = try decoder.container(keyedBy: CodingKeys.self)
    guard gap.contains(.choices) else {
      self = .typed(try TextSolution(from: decoder))
      return
    }
    self = .picked(
      GapChoices(
        try gap.decode([String].self, forKey: .choices),
        correct: try gap.decode(Int.self, forKey: .correct)))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .typed(let solution): try solution.encode(to: encoder)
    case .picked(let choices):
      var gap = encoder.container(keyedBy: CodingKeys.self)
      try gap.encode(choices.texts, forKey: .choices)
      try gap.encode(choices.correct, forKey: .correct)
    }
  }
}
