import Foundation
import QuizSupport

/// The rules for grading answers.
package struct Grading: Hashable, Sendable {
  /// Whether a partly right answer earns a part of the point.
  package var isPartial: Bool

  /// Whether a single picked choice earns the credit that the author gave to it, which may be
  /// negative.
  package var isWeighted: Bool

  /// Creates rules; without arguments an answer is right or wrong.
  ///
  /// - Parameter isExam: whether the rules are those of an exam. In an exam a single picked choice
  ///   earns its weight even when `isPartial` is false.
  package init(isPartial: Bool = false, isExam: Bool = false) {
    (self.isPartial, isWeighted) = (isPartial, isPartial || isExam)
  }

  /// Grades an answer; `nil` means that the player gave no answer.
  ///
  /// An answer with several choices is right when it has all right choices and no others. With
  /// partial credit, it earns the sum of the author's weights, as in Moodle's
  /// `qtype_multichoice_multi_question::grade_response`; without weights, each right choice earns
  /// the same share, and each wrong choice takes the same share away. The credit is never negative.
  /// Of the accepted texts and numbers the first that matches decides, as in Moodle's
  /// `question_first_matching_answer_grading_strategy`.
  ///
  /// An answer with several parts earns the share of its right parts: gaps that are filled rightly,
  /// pairs that belong together, choices in their absolute place, as in Moodle's
  /// `qtype_ordering_question` with the grading type `ABSOLUTE_POSITION`. The learner grades the
  /// answer to a card.
  ///
  /// When the player picks a single choice, the best choice is right, whatever its weight. A weight
  /// counts as in Moodle's `qtype_multichoice_single_question::grade_response`, even when it is
  /// negative.
  package func grade(_ response: Response?, to content: QuestionContent) -> Grade {
    guard let response, response.fits(content) else { return Grade(points: 0) }
    if case (.choice(let position), .single(let solution)) = (response, content.solution) {
      let isRight = solution.right.contains(position)
      return Grade(
        points: isWeighted ? solution.credit(of: position) : isRight ? 1 : 0, isRight: isRight)
    }
    let credit = credit(of: response, to: content)
    return Grade(points: isPartial || credit >= Grade.right ? credit : 0)
  }

  /// The credit, from 0 to 1, for an answer that fits the question.
  private func credit(of response: Response, to content: QuestionContent) -> Double {
    let solution = content.solution
    return switch (response, solution) {
    case (.choice(let position), .trueFalse(let correct)): position == correct ? 1 : 0
    case (.choices(let positions), .several(let solution)): credit(of: positions, to: solution)
    case (.typed(let text), _): solution.match(text)?.fraction ?? 0
    case (.recall(let grade), _): grade.isRight ? 1 : 0
    case (.gaps(let answers), .gaps(let solution)): solution.credit(of: answers)
    case (.order(let positions), _):
      Self.credit(
        ofOrder: positions.map { content.choices[$0].text },
        content.choices.map(\.text))
    case (.pairs(let pairs), .match(let solution)): solution.credit(of: pairs)
    default: 0
    }
  }

  /// The share of the texts in their absolute place. Equal texts are the same.
  private static func credit(ofOrder texts: [String], _ right: [String]) -> Double {
    Double(zip(texts, right).count { $0 == $1 }) / Double(right.count)
  }

  private func credit(of positions: [Int], to solution: SeveralSolution) -> Double {
    if positions == solution.correct { return 1 }
    // Weights may add up to full credit although a choice is wrong or missing.
    guard isPartial else { return 0 }
    let credit =
      if let weights = solution.weights {
        positions.reduce(0) { $0 + (weights.indices.contains($1) ? weights[$1] : 0) }
      } else {
        positions.reduce(0) { $0 + (solution.correct.contains($1) ? 1.0 : -1.0) }
          / Double(max(solution.correct.count, 1))
      }
    return min(max(credit, 0), 1)
  }
}

/// The result of grading an answer.
package struct Grade: Hashable, Sendable {
  /// The fewest points of a right answer. Thirds that an author wrote with five digits add up to at
  /// least this number; Moodle's `question_state::graded_state_for_fraction` has the same limit.
  static let right = 0.999_999

  /// The points, from -1 to 1. They are negative only for a single picked choice for which the
  /// author takes points off.
  package let points: Double

  /// Whether the answer is right.
  package let isRight: Bool

  /// The points, if they are not the usual 1 for a right answer or 0 for any other answer;
  /// otherwise `nil`.
  package var unusualPoints: Double? { points == (isRight ? 1 : 0) ? nil : points }

  init(points: Double) {
    self.points = points >= Self.right ? 1 : points
    isRight = self.points == 1
  }

  init(points: Double, isRight: Bool) {
    (self.points, self.isRight) = (points, isRight)
  }
}

/// The result of picking a choice, or of not picking it, when several choices can be right.
public enum ChoiceMark: String, Codable, Hashable, Sendable {
  /// The choice is right and was picked.
  case hit
  /// The choice is right and was not picked.
  case missed
  /// The choice is wrong and was picked.
  case wrong
}

/// A choice with the result of picking it.
public struct MarkedChoice: Encodable, Hashable, Sendable {
  /// The text of the choice.
  public var text: String
  /// The result of picking the choice, or of not picking it.
  public var mark: ChoiceMark
}

extension QuestionContent {
  /// The choices that were picked or should have been picked, in the author's order; empty unless
  /// several choices can be right.
  package func marks(of response: Response?) -> [MarkedChoice] {
    guard kind == .several else { return [] }
    return choices.indices.compactMap { position in
      mark(of: position, in: response).map { MarkedChoice(text: choices[position].text, mark: $0) }
    }
  }

  /// The result for the choice at `position`; `nil` for a wrong choice that was not picked.
  package func mark(of position: Int, in response: Response?) -> ChoiceMark? {
    let isPicked = response?.positions.contains(position) ?? false
    if solution.rightChoices.contains(position) { return isPicked ? .hit : .missed }
    return isPicked ? .wrong : nil
  }
}

/// The response of a player.
package enum Response: Hashable, Sendable {
  /// One choice: its position in the author's order, from 0.
  case choice(Int)
  /// Several choices: their positions in the author's order, from 0, ascending.
  case choices([Int])
  /// A text or a number, as it was typed.
  case typed(String)
  /// How well the learner remembered a card.
  case recall(RecallGrade)
  /// What fills each gap of a text; `nil` for a gap that stays empty.
  case gaps([String?])
  /// All choices in order: their positions in the author's order, from 0.
  case order([Int])
  /// For each line on the left the position of the line on the right, from 0, in the author's
  /// order; `nil` for a line that stays alone.
  case pairs([Int?])

  /// The picked choice, if one was to be picked; otherwise `nil`.
  package var choice: Int? {
    if case .choice(let position) = self { position } else { nil }
  }

  /// The positions of all picked choices, ascending, or of all choices in the order in which they
  /// were put; empty for answers of other kinds.
  package var positions: [Int] {
    switch self {
    case .choice(let position): [position]
    case .choices(let positions), .order(let positions): positions
    case .typed, .recall, .gaps, .pairs: []
    }
  }

  /// The positions of all choices that the answer has, in any order.
  package var references: [Int] {
    if case .pairs(let pairs) = self { pairs.compactMap(\.self) } else { positions }
  }

  /// The number of parts of an answer that has several; 0 for other answers.
  package var partCount: Int {
    switch self {
    case .choice, .choices, .typed, .recall: 0
    case .gaps(let answers): answers.count
    case .order(let positions): positions.count
    case .pairs(let pairs): pairs.count
    }
  }

  /// The typed text; `nil` for answers of other kinds.
  package var typed: String? {
    if case .typed(let text) = self { text } else { nil }
  }

  /// How well a card was remembered; `nil` for answers of other kinds.
  package var grade: RecallGrade? {
    if case .recall(let grade) = self { grade } else { nil }
  }

  /// Whether the response fits the question: it is of its kind, it has only existing choices, and a
  /// part of it for each part of the question.
  package func fits(_ content: QuestionContent) -> Bool {
    switch (self, content.solution) {
    case (.choice(let position), .single), (.choice(let position), .trueFalse):
      content.choices.indices.contains(position)
    case (.choices(let positions), .several):
      !positions.isEmpty && positions.allSatisfy(content.choices.indices.contains)
    case (.typed, .text), (.typed, .number), (.recall, .card): true
    case (.gaps(let answers), .gaps(let solution)):
      answers.count == solution.gaps.count && answers.contains { $0 != nil }
    case (.order(let positions), .order):
      positions.sorted() == Array(content.choices.indices)
    case (.pairs(let pairs), .match(let solution)):
      pairs.count == solution.pairs.count && !references.isEmpty
        && references.allSatisfy(solution.rights.indices.contains)
    default: false
    }
  }
}

/// Written in files as a number, a list of numbers, or a text. Answers to cards, and those with
/// several parts, are objects with one member: `{"recall":3}`, `{"gaps":["Paris",null]}`,
/// `{"order":[2,0,1]}`, `{"pairs":[1,null]}`.
extension Response: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case recall, gaps, order, pairs }

  /// The beginnings of the objects, as programs write them in an answer. Text that was typed does
  /// not contain them, because quotes in it are escaped.
  package static let beginningsOfObjects = CodingKeys.allCases.map {
    "\"response\":{\"\($0.rawValue)\":"
  }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do {
      self = .choice(try value.decode(Int.self))
    } catch {
      do {
        self = .typed(try value.decode(String.self))
      } catch {
        do {
          self = .choices(Set(try value.decode([Int].self)).sorted())
        } catch {
          self = try Self.parts(from: decoder)
        }
      }
    }
  }

  private static func parts(from decoder: any Decoder) throws -> Response {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    switch parts.allKeys.first {
    case .recall: return .recall(try parts.decode(RecallGrade.self, forKey: .recall))
    case .gaps: return .gaps(try parts.decode([String?].self, forKey: .gaps))
    case .order: return .order(try parts.decode([Int].self, forKey: .order))
    case .pairs: return .pairs(try parts.decode([Int?].self, forKey: .pairs))
    case nil:
      throw JSONDecoding.refusal(
        Reason("this is no answer to any kind of question", "どの種類の質問の回答でもありません"), by: decoder)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .choice(let position): try encode(position, encoder)
    case .choices(let positions): try encode(positions, encoder)
    case .typed(let text): try encode(text, encoder)
    case .recall(let grade): try encode(grade, as: .recall, encoder)
    case .gaps(let answers): try encode(answers, as: .gaps, encoder)
    case .order(let positions): try encode(positions, as: .order, encoder)
    case .pairs(let pairs): try encode(pairs, as: .pairs, encoder)
    }
  }

  private func encode(_ answer: some Encodable, _ encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(answer)
  }

  private func encode(
    _ answer: some Encodable, as key: CodingKeys, _ encoder: any Encoder
  ) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(answer, forKey: key)
  }
}

/// A text that a player typed, ready to be compared with patterns.
///
/// Differences in writing that do not change the meaning are ignored: full-width and half-width
/// letters, blanks around the text, several blanks in a row, and a full stop at the end.
struct TypedText {
  private let scalars: [Unicode.Scalar]
  /// The text without a full stop at its end; `nil` when it has none.
  private let unended: [Unicode.Scalar]?

  init(_ text: String, isCaseSensitive: Bool) {
    let text = text.comparable(isCaseSensitive).trimmingCharacters(in: .whitespaces)
    scalars = Array(text.unicodeScalars)
    let isEnded = scalars.count > 1 && [".", "。"].contains(scalars[scalars.count - 1])
    unended =
      isEnded
      ? Array(
        String(String.UnicodeScalarView(scalars.dropLast())).trimmingCharacters(in: .whitespaces)
          .unicodeScalars) : nil
  }

  func matches(_ pattern: TextPattern) -> Bool {
    pattern.matches(scalars) || unended.map(pattern.matches) ?? false
  }
}

/// A text in which `*` stands for anything, as in Moodle's
/// `qtype_shortanswer_question::compare_string_with_wildcard`.
struct TextPattern {
  /// The texts between the asterisks.
  private let parts: [[Unicode.Scalar]]

  init(_ pattern: String, _ isCaseSensitive: Bool) {
    var parts: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
    for scalar in pattern.trimmed.unicodeScalars {
      if scalar != "*" {
        parts[parts.count - 1].append(scalar)
      } else if parts[parts.count - 1].last == "\\" {
        parts[parts.count - 1].removeLast()
        parts[parts.count - 1].append(scalar)
      } else {
        parts.append(String.UnicodeScalarView())
      }
    }
    self.parts = parts.map { Array(String($0).comparable(isCaseSensitive).unicodeScalars) }
  }

  /// Whether the pattern matches the whole text.
  func matches(_ text: [Unicode.Scalar]) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first == text
    }
    guard text.starts(with: first), text.count >= first.count + last.count,
      text.suffix(last.count).elementsEqual(last)
    else { return false }
    // Placing each part as early as possible leaves the most room for the parts after it.
    var rest = text[first.count..<(text.count - last.count)]
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}

extension String {
  /// The text in the form in which answers are compared: with composed letters of one width and
  /// single blanks.
  fileprivate func comparable(_ isCaseSensitive: Bool) -> String {
    // The compatibility form may leave a voicing mark separate from its letter.
    var text = ofOneWidth.precomposedStringWithCanonicalMapping
    if !isCaseSensitive { text = text.lowercased() }
    var comparable = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isBlank = scalar.properties.isWhitespace
      if isBlank, comparable.last == " " { continue }
      comparable.append(isBlank ? " " : scalar)
    }
    return String(comparable)
  }

  /// The text with full-width letters, digits and signs as ASCII, and half-width katakana as
  /// full-width. Nothing else changes: `²` stays different from `2`.
  package var ofOneWidth: String {
    func hasWidth(_ scalar: Unicode.Scalar) -> Bool { (0xFF01...0xFFEE).contains(scalar.value) }
    guard unicodeScalars.contains(where: hasWidth) else { return self }
    var result = ""
    var run = String.UnicodeScalarView()
    func flush() {
      result += String(run).precomposedStringWithCompatibilityMapping
      run = String.UnicodeScalarView()
    }
    for scalar in unicodeScalars {
      if hasWidth(scalar) {
        run.append(scalar)
      } else {
        if !run.isEmpty { flush() }
        result.unicodeScalars.append(scalar)
      }
    }
    flush()
    return result
  }

  /// The text with the marks and hyphens that keyboards have, which word processors replace:
  /// `it’s` as `it's`. They are those of Unicode's confusables (UTS #39) for these three signs that
  /// are not letters, and the lower quotation marks of German and Japanese.
  var withPlainSigns: String {
    guard unicodeScalars.contains(where: { !$0.isASCII || $0 == "`" }) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      text.append(
        apostrophes.contains(scalar)
          ? "'" : quotes.contains(scalar) ? "\"" : hyphens.contains(scalar) ? "-" : scalar)
    }
    return String(text)
  }
}

private let apostrophes = Set(
  ("`\u{B4}\u{2B9}\u{2BB}\u{2BC}\u{2BD}\u{2BE}\u{2C8}\u{2CA}\u{2CB}\u{2F4}\u{374}\u{384}\u{55A}\u{55D}"
    + "\u{5F3}\u{1FBD}\u{1FBF}\u{1FEF}\u{1FFD}\u{1FFE}\u{2018}\u{2019}\u{201A}\u{201B}\u{2032}\u{2035}"
    + "\u{A78C}\u{FF07}\u{FF40}").unicodeScalars)
private let quotes = Set(
  ("\u{2BA}\u{2DD}\u{2EE}\u{2F6}\u{5F4}\u{201C}\u{201D}\u{201E}\u{201F}\u{2033}\u{2036}\u{3003}\u{301D}"
    + "\u{301E}\u{301F}\u{FF02}").unicodeScalars)
private let hyphens = Set(
  ("\u{2D7}\u{2010}\u{2011}\u{2012}\u{2013}\u{2043}\u{2212}\u{2796}\u{FE58}\u{FE63}\u{FF0D}")
    .unicodeScalars)

/// How well a learner remembered the back of a card. The learner judges it.
public enum RecallGrade: Int, Codable, Hashable, Sendable, CaseIterable {
  /// It was forgotten. Counts as wrong.
  case again = 1
  /// It was remembered with effort.
  case hard = 2
  /// It was remembered.
  case good = 3
  /// It was remembered at once.
  case easy = 4

  /// Whether the grade counts as a right answer.
  public var isRight: Bool { self != .again }

  /// The word for the grade in commands and in JSON.
  public var name: String {
    switch self {
    case .again: "again"
    case .hard: "hard"
    case .good: "good"
    case .easy: "easy"
    }
  }
}
