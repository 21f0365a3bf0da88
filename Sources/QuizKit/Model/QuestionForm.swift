/// A question while somebody writes it: any part may still be missing or wrong.
public struct QuestionForm: Equatable, Sendable {
  /// The question.
  public private(set) var text = ""
  /// The choices, of which there are always two or more.
  public private(set) var choices = Array(repeating: Choice(""), count: 4)
  /// The position of the right choice, counted from 0; `nil` while none is marked.
  public private(set) var correct: Int?
  /// The explanation.
  public private(set) var commentary = ""
  /// Words that questions of several decks have in common.
  public private(set) var tags: [String] = []

  /// What the form was opened with; has the parts that no field shows.
  private var original: QuestionContent?

  /// An empty form, with four choices.
  public init() {}

  /// A form for a question that there is.
  public init(_ content: QuestionContent) {
    original = content
    text = content.text
    choices = content.choices
    correct = content.correct
    commentary = content.commentary
    tags = content.tags
  }

  // MARK: Writing

  /// Takes one field's new value.
  ///
  /// - Throws: ``FormProblem/noSuchChoice(number:count:)``, ``FormProblem/tooFewChoices`` or ``FormProblem/tooManyChoices``; the form is as it was then.
  public mutating func apply(_ edit: FormEdit) throws(FormProblem) {
    switch edit {
    case .question(let text): self.text = text
    case .choice(let number, let text): choices[try index(number)].text = text
    case .addChoice(let text): try addChoice(text)
    case .removeChoice(let number): try removeChoice(at: try index(number))
    case .correct(let number): correct = try index(number)
    case .commentary(let text): commentary = text
    case .tags(let tags): self.tags = Self.distinct(tags)
    }
  }

  private mutating func addChoice(_ text: String) throws(FormProblem) {
    guard choices.count < QuestionContent.maximumChoices else { throw .tooManyChoices }
    choices.append(Choice(text))
  }

  private func index(_ number: Int) throws(FormProblem) -> Int {
    guard choices.indices.contains(number - 1) else {
      throw .noSuchChoice(number: number, count: choices.count)
    }
    return number - 1
  }

  /// The mark stays at its choice; where that one goes, none is marked.
  private mutating func removeChoice(at index: Int) throws(FormProblem) {
    guard choices.count > 2 else { throw .tooFewChoices }
    choices.remove(at: index)
    guard let marked = correct else { return }
    correct = marked == index ? nil : marked > index ? marked - 1 : marked
  }

  private static func distinct(_ tags: [String]) -> [String] {
    var known: Set<String> = []
    return tags.map(\.trimmed).filter { !$0.isBlank && known.insert($0).inserted }
  }

  // MARK: Reading

  /// What was written, without blanks around the texts.
  ///
  /// - Throws: The first thing that is missing or wrong, from top to bottom.
  public func content() throws(FormProblem) -> QuestionContent {
    if text.isBlank { throw .emptyQuestion }
    for (index, choice) in choices.enumerated() where choice.text.isBlank {
      throw .emptyChoice(number: index + 1)
    }
    try requireDifferentChoices()
    guard let correct else { throw .noCorrectChoice }
    if commentary.isBlank { throw .emptyCommentary }
    let trimmed = choices.map { Choice($0.text.trimmed, feedback: $0.feedback) }
    return QuestionContent(
      kind: kind(of: trimmed), text: text.trimmed, choices: trimmed, correct: correct,
      commentary: commentary.trimmed, tags: tags, title: original?.title,
      externalID: original?.externalID,
      otherFields: original?.otherFields)
  }

  private func requireDifferentChoices() throws(FormProblem) {
    var numbers: [String: Int] = [:]
    for (index, choice) in choices.enumerated() {
      if let first = numbers.updateValue(index + 1, forKey: choice.text.trimmed) {
        throw .equalChoices(number: index + 1, first: first)
      }
    }
  }

  /// True and false stay true and false only while nobody touches them.
  private func kind(of choices: [Choice]) -> QuestionContent.Kind {
    guard let original, original.choices.map(\.text) == choices.map(\.text) else { return .single }
    return original.kind
  }
}

/// A new value of one field. Numbers are counted from 1, as they are typed.
public enum FormEdit: Equatable, Sendable {
  /// The question.
  case question(String)
  /// The text of one choice.
  case choice(Int, String)
  /// One more choice.
  case addChoice(String)
  /// One choice less.
  case removeChoice(Int)
  /// Which choice is right.
  case correct(Int)
  /// The explanation.
  case commentary(String)
  /// All tags.
  case tags([String])
}
