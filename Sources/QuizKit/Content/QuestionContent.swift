import QuizSupport

/// Everything that the author of a question writes. Its identifier and its deck are not part of it.
///
/// Users edit it in forms, importers create it, exporters write it, and `Question` stores it.
public struct QuestionContent: Hashable, Sendable {
  /// The maximum number of choices, which is the number of letters to label them. Forms and all
  /// file formats have this limit.
  package static let maximumChoices = 26

  /// The kind of a question, which depends on the answer that it asks for.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Two or more choices. The player picks one of them.
    case single
    /// A statement with the choices true and false, which are never shuffled.
    case trueFalse = "truefalse"
    /// Two or more choices, one or more of them right.
    case several
    /// A text that the player types.
    case text
    /// A number that the player types.
    case number
    /// A card with a front and a back. The learner judges the own answer.
    case card
    /// A text with gaps, which the player fills.
    case gaps
    /// Choices that the player puts in order.
    case order
    /// Two lists. The player finds what belongs together.
    case match

    /// Whether the player types one text as the answer.
    public var isTyped: Bool { self == .text || self == .number }

    /// Whether the player answers by picking one or more choices.
    public var isPicked: Bool { self == .single || self == .trueFalse || self == .several }

    /// Whether the question has choices: to pick some of them, or to put them in order.
    public var hasChoices: Bool { isPicked || self == .order }

    /// Whether programs before 0.5.0 do not know the kind.
    package var isNew: Bool { !isTyped && !isPicked }
  }

  /// The text of the question, which may have several lines.
  package var text: String

  /// The choices in the author's order, at least two; empty when the player neither picks nor
  /// orders choices.
  package var choices: [Choice]

  /// The solution, which says which choices or typed answers are right.
  package var solution: Solution

  /// The explanation (解説); may be empty.
  package var commentary: String

  /// Keywords in the author's order, which questions of different decks can share.
  package var tags: [String]

  /// A short title, which some formats have; `nil` when there is none.
  package var title: String?

  /// The question's identifier in the system from which it was imported; `nil` when there is none.
  package var externalID: String?

  /// Other fields of the imported file, by name, each value as JSON text; `nil` when there were
  /// none.
  ///
  /// Quizzes ignore them. The bank keeps them so that they are not lost when the question is
  /// exported again.
  package var otherFields: [String: String]?

  /// The pictures to which the texts refer, or that belong to the question as a whole.
  package var pictures = Pictures()

  /// Creates the content of a question.
  package init(
    text: String, choices: [Choice] = [], solution: Solution, commentary: String = "",
    tags: [String] = [], title: String? = nil, externalID: String? = nil,
    otherFields: [String: String]? = nil, pictures: Pictures = Pictures()
  ) {
    self.text = text
    self.choices = choices
    self.solution = solution
    self.commentary = commentary
    self.tags = tags
    self.title = title
    self.externalID = externalID
    self.otherFields = otherFields
    self.pictures = pictures
  }

  /// Creates the content of a question with one right choice.
  ///
  /// - Parameters:
  ///   - text: the question.
  ///   - choices: the choices that the player can pick.
  ///   - correct: the position of the right choice, from 0.
  ///   - commentary: the text that is shown after the answer.
  ///   - tags: words by which users find the question.
  ///   - title: a short name; `nil` for none.
  ///   - externalID: the question's identifier in another program; `nil` for none.
  ///   - otherFields: columns of an imported file that the program does not use.
  public init(
    text: String, choices: [Choice], correct: Int, commentary: String = "", tags: [String] = [],
    title: String? = nil, externalID: String? = nil, otherFields: [String: String]? = nil
  ) {
    self.init(
      text: text, choices: choices, solution: .single(correct), commentary: commentary, tags: tags,
      title: title, externalID: externalID, otherFields: otherFields)
  }

  /// The kind of the question.
  package var kind: Kind { solution.kind }

  /// The texts of all right choices in the author's order, or of the accepted answers that earn
  /// full credit; of a question with several parts, one text for each part.
  package var rightAnswers: [String] {
    switch solution {
    case .single, .trueFalse, .several: rightChoices.map(\.text)
    case .text, .number: solution.accepted.filter(\.isRight).map(\.text)
    case .card(let solution): [solution.back]
    case .gaps(let solution): solution.gaps.map { $0.rightAnswers.joined(separator: " / ") }
    case .order: choices.map(\.text)
    case .match(let solution): solution.pairs.map { Self.text(of: $0.left, $0.right) }
    }
  }

  /// The right choices that exist, in the author's order; empty when the answer is typed.
  private var rightChoices: [Choice] {
    solution.rightChoices.filter(choices.indices.contains).map { choices[$0] }
  }

  /// The texts of ``rightAnswers``, joined by `; `, or by arrows where their order is the answer.
  package var rightAnswer: String { joined(rightAnswers) }

  /// The text of an answer; `nil` when the answer does not fit the question as it is now.
  package func text(of response: Response) -> String? {
    guard response.fits(self) else { return nil }
    switch (response, solution) {
    case (.choice, _), (.choices, _), (.order, _):
      return joined(response.positions.map { choices[$0].text })
    case (.typed(let text), _): return text
    case (.recall(let grade), _): return grade.name
    case (.gaps(let answers), _): return joined(answers.map { $0 ?? "–" })
    case (.pairs(let pairs), .match(let solution)):
      let rights = solution.rights
      return joined(
        zip(solution.pairs, pairs).map { Self.text(of: $0.left, $1.map { rights[$0] } ?? "…") })
    case (.pairs, _): return nil
    }
  }

  private func joined(_ texts: [String]) -> String {
    texts.joined(separator: kind == .order ? " → " : "; ")
  }

  private static func text(of left: String, _ right: String) -> String { "\(left) – \(right)" }

  /// The texts that a player picks, orders, or assigns to others, in the author's order. The screen
  /// shows them in an order of its own.
  package var options: [Choice] {
    if case .match(let solution) = solution { solution.rights.map { Choice($0) } } else { choices }
  }

  /// The texts that, beside ``text``, tell this question from others, in any order. The right
  /// answer is not among them where another one would make it the same question, corrected.
  package var identifyingTexts: [String] {
    switch solution {
    case .single, .trueFalse, .several, .text, .number, .order: choices.map(\.text)
    case .card(let solution): [solution.back]
    case .gaps(let solution): solution.gaps.flatMap(\.choices)
    case .match(let solution): solution.texts
    }
  }

  /// The texts that, beside ``text`` and ``sort``, tell in a file whether a question is another
  /// version of this one. What is right is not among them.
  package var matchingTexts: [String] { kind == .card ? [] : identifyingTexts }

  /// The kinds between which an author may change without writing another question.
  package var sort: Kind { kind.isPicked ? .single : kind }

  /// Passes on all texts that are shown to a player: those of the question, its choices and its
  /// solution, and the feedback on each of them. Some may be empty.
  package func forEachText(_ body: (String) -> Void) {
    body(text)
    body(commentary)
    for choice in choices {
      body(choice.text)
      body(choice.feedback)
    }
    for text in solution.texts { body(text) }
    for feedback in solution.feedbacks { body(feedback) }
  }

  /// The author's feedback on an answer; empty when there is none.
  package func feedback(on response: Response) -> String {
    guard response.fits(self) else { return "" }
    if let typed = response.typed { return solution.match(typed)?.feedback ?? "" }
    if case (.gaps(let answers), .gaps(let solution)) = (response, solution) {
      return zip(solution.gaps, answers).map { gap, answer in answer.map(gap.feedback) ?? "" }
        .filter { !$0.isEmpty }.joined(separator: "\n")
    }
    return response.positions.map { choices[$0].feedback }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

extension QuestionContent {
  /// Why the question cannot be answered: it has fewer than two choices, it has no right answer, or
  /// it is a true-or-false question without exactly two choices. `nil` when it can be answered.
  package var fault: Reason? {
    switch solution {
    case .single(let solution): return faultOfCount ?? solution.fault(among: choices.count)
    case .trueFalse(let correct):
      guard choices.count == 2 else {
        return Reason(
          "the question has \(choices.count.counted("choice"))", "選択肢が \(choices.count) 個あります")
      }
      return SingleSolution(correct).fault(among: choices.count)
    case .several(let solution): return faultOfCount ?? solution.fault(among: choices.count)
    case .text(let solution): return faultOfChoices ?? solution.fault
    case .number(let solution): return faultOfChoices ?? solution.fault
    case .card(let solution): return faultOfChoices ?? solution.fault
    case .gaps(let solution): return faultOfChoices ?? solution.fault
    case .order: return faultOfCount
    case .match(let solution): return faultOfChoices ?? solution.fault
    }
  }

  private var faultOfCount: Reason? {
    choices.count >= 2
      ? nil
      : Reason(
        "the question has \(choices.count.counted("choice"))", "選択肢が \(choices.count) 個しかありません")
  }

  private var faultOfChoices: Reason? {
    choices.isEmpty
      ? nil
      : kind.isTyped
        ? Reason("a question with a typed answer has no choices", "入力式の質問には選択肢を付けられません")
        : Reason("a question of this kind has no choices", "この種類の質問には選択肢を付けられません")
  }

  /// The explanation to show to a player: the commentary; if it is empty, the feedback on the right
  /// answers; if that is empty too, the feedback on the wrong choices, with one line for each
  /// choice and its text.
  ///
  /// The fields are stored separately, so that an export can keep them apart.
  package var explanation: String {
    if !commentary.isEmpty { return commentary }
    let feedback = (rightChoices.map(\.feedback) + solution.feedbacks).filter { !$0.isEmpty }
      .joined(separator: "\n")
    if !feedback.isEmpty { return feedback }
    return choices.filter { !$0.feedback.isEmpty }.map { "\($0.text): \($0.feedback)" }
      .joined(separator: "\n")
  }
}

extension QuestionContent: Codable {
  private enum CodingKeys: CodingKey {
    case text, choices, solution, commentary, tags, title, externalID, otherFields, pictures
  }

  public init(from decoder: any Decoder) throws {
    let content = try decoder.container(keyedBy: CodingKeys.self)
    text = try content.decode(String.self, forKey: .text)
    choices = try content.decodeOrEmpty([Choice].self, forKey: .choices)
    solution = try content.decode(Solution.self, forKey: .solution)
    commentary = try content.decodeOrEmpty(String.self, forKey: .commentary)
    tags = try content.decodeOrEmpty([String].self, forKey: .tags)
    title = try content.decodeIfPresent(String.self, forKey: .title)
    externalID = try content.decodeIfPresent(String.self, forKey: .externalID)
    otherFields = try content.decodeIfPresent([String: String].self, forKey: .otherFields)
    pictures = try content.decodeIfPresent(Pictures.self, forKey: .pictures) ?? Pictures()
  }

  public func encode(to encoder: any Encoder) throws {
    var content = encoder.container(keyedBy: CodingKeys.self)
    try content.encode(text, forKey: .text)
    try content.encodeUnlessEmpty(choices, forKey: .choices, by: encoder)
    try content.encode(solution, forKey: .solution)
    try content.encodeUnlessEmpty(commentary, forKey: .commentary, by: encoder)
    try content.encodeUnlessEmpty(tags, forKey: .tags, by: encoder)
    try content.encodeIfPresent(title, forKey: .title)
    try content.encodeIfPresent(externalID, forKey: .externalID)
    try content.encodeIfPresent(otherFields, forKey: .otherFields)
    if !pictures.isEmpty { try content.encode(pictures, forKey: .pictures) }
  }
}

/// One of the answers that a question offers.
public struct Choice: Hashable, Sendable {
  /// The text that the player reads.
  package var text: String

  /// The feedback for players who pick this choice; empty when there is none.
  package var feedback: String

  /// Creates a choice.
  public init(_ text: String, feedback: String = "") {
    self.text = text
    self.feedback = feedback
  }
}

/// Written in files as a text, or as an object when there is feedback.
extension Choice: Codable {
  private enum CodingKeys: CodingKey { case text, feedback }

  public init(from decoder: any Decoder) throws {
    do {
      text = try decoder.singleValueContainer().decode(String.self)
      feedback = ""
    } catch {
      let choice = try decoder.container(keyedBy: CodingKeys.self)
      text = try choice.decode(String.self, forKey: .text)
      feedback = try choice.decodeOrEmpty(String.self, forKey: .feedback)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if feedback.isEmpty, !encoder.writesAllMembers {
      var value = encoder.singleValueContainer()
      return try value.encode(text)
    }
    var choice = encoder.container(keyedBy: CodingKeys.self)
    try choice.encode(text, forKey: .text)
    try choice.encode(feedback, forKey: .feedback)
  }
}

extension QuestionContent {
  /// Whether an answer that was right for `old`, an earlier version of this question, is right no
  /// more. It is not if only further answers have become right, or if the text of a choice was
  /// mended in its place.
  package func invalidatesAnswers(of old: QuestionContent) -> Bool {
    switch (old.solution, solution) {
    case (.single, .single), (.single, .trueFalse), (.trueFalse, .single),
      (.trueFalse, .trueFalse):
      return !Set(solution.rightChoices.map { Optional($0) }).isSuperset(of: oldRights(old))
    case (.several, .single), (.several, .trueFalse), (.single, .several),
      (.trueFalse, .several), (.several, .several):
      return Set(oldRights(old)) != Set(solution.rightChoices.map { Optional($0) })
    case (.text, .text), (.text, .number):
      return old.solution.accepted.filter(\.isRight).contains { !accepts($0.text) }
        || solution.distinguishesCase && !old.solution.distinguishesCase
    case (.number(let old), .number):
      return old.accepted.filter(\.isRight).contains { !accepts($0.span) }
    case (.card(let old), .card(let new)):
      return !new.back.lettersAndDigits.contains(old.back.lettersAndDigits)
    case (.gaps(let old), .gaps(let new)):
      return old.gaps.count != new.gaps.count
        || zip(old.gaps, new.gaps).contains { old, new in
          old.rightAnswers.contains { new.credit(of: $0) < Grade.right }
        }
    case (.order, .order): return hasOtherOrder(than: old)
    case (.match(let old), .match(let new)):
      return old.pairs.contains { pair in
        let now =
          new.pairs.first { $0.left == pair.left }
          ?? new.pairs.first { $0.left.lettersAndDigits == pair.left.lettersAndDigits }
        return now.map { $0.right.lettersAndDigits != pair.right.lettersAndDigits } ?? true
      }
    default: return true
    }
  }

  /// Where the choices that were right are now; `nil` for one that is gone.
  private func oldRights(_ old: QuestionContent) -> [Int?] {
    old.solution.rightChoices.filter(old.choices.indices.contains).map { position in
      let text = old.choices[position].text
      let isHere = choices.indices.contains(position)
      if isHere, choices[position].text == text { return position }
      if let moved = choices.firstIndex(where: { $0.text == text }) { return moved }
      let isMended = isHere && !old.choices.contains { $0.text == choices[position].text }
      return isMended ? position : nil
    }
  }

  private func accepts(_ text: String) -> Bool { solution.match(text)?.isRight ?? false }

  private func accepts(_ span: NumberSpan) -> Bool {
    guard case .number(let solution) = solution else { return false }
    let isRight = { (number: Double) in
      solution.accepted.first { $0.span.contains(number) }?.isRight ?? false
    }
    return switch span {
    case .value(let value, let tolerance):
      [value - tolerance, value, value + tolerance].allSatisfy(isRight)
    case .range(let lower, let upper): isRight(lower) && isRight(upper)
    case .any: solution.accepted.contains { $0.isRight && $0.span == .any }
    }
  }

  private func hasOtherOrder(than old: QuestionContent) -> Bool {
    let (before, after) = (old.choices.map(\.text), choices.map(\.text))
    guard before.count == after.count else { return true }
    return zip(before, after).contains { $0 != $1 && (after.contains($0) || before.contains($1)) }
  }
}

extension Solution {
  fileprivate var distinguishesCase: Bool {
    if case .text(let solution) = self { solution.isCaseSensitive } else { false }
  }
}

extension String {
  /// The text without what a mended spelling changes most often: blanks, punctuation and capital
  /// letters. The text itself if nothing else is in it.
  fileprivate var lettersAndDigits: String {
    let kept = lowercased().filter { $0.isLetter || $0.isNumber }
    return kept.isEmpty ? self : kept
  }
}

/// How sure a player is of an answer.
public enum Certainty: String, Codable, Hashable, Sendable {
  /// The player is sure.
  case sure
  /// The player guesses.
  case guess
}
