/// A question being written: any part may still be missing or wrong.
public struct QuestionForm: Equatable, Sendable {
  /// The question.
  public private(set) var text = ""
  /// The choices, always at least two.
  public private(set) var choices = Array(repeating: Choice(""), count: 4)
  /// The position of the right choice, from 0; `nil` when none is marked.
  public private(set) var correct: Int?
  /// The explanation.
  public private(set) var commentary = ""
  /// Keywords, which questions of different decks can share.
  public private(set) var tags: [String] = []
  /// The name of the deck that the question goes into; `nil` when the form does not say.
  public private(set) var deck: String?

  /// The content with which the form was opened, including fields that the form does not show.
  private var original: QuestionContent?

  /// An empty form, with four choices.
  public init(deck: String? = nil) {
    self.deck = deck
  }

  /// Creates a form for an existing question.
  public init(_ content: QuestionContent, deck: String? = nil) {
    original = content
    self.deck = deck
    text = content.text
    choices = content.choices
    correct = content.solution.rightChoice
    commentary = content.commentary
    tags = content.tags
  }

  // MARK: Writing

  /// Sets the new value of one field.
  ///
  /// - Throws: ``FormProblem/noSuchChoice(number:count:)``, ``FormProblem/tooFewChoices``,
  ///   ``FormProblem/tooManyChoices`` or ``FormProblem/emptyDeckName``. The form is then unchanged.
  public mutating func apply(_ edit: FormEdit) throws(FormProblem) {
    switch edit {
    case .question(let text): self.text = text
    case .choice(let number, let text): choices[try index(number)].text = text
    case .addChoice(let text): try addChoice(text)
    case .removeChoice(let number): try removeChoice(at: try index(number))
    case .correct(let number): correct = try index(number)
    case .commentary(let text): commentary = text
    case .tags(let tags): self.tags = Self.distinct(tags)
    case .deck(let name):
      if name.isBlank { throw .emptyDeckName }
      deck = name.trimmed
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

  /// Keeps the same choice marked as right. If that choice is removed, none is marked.
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

  /// The content of the form, with blanks around texts removed.
  ///
  /// - Throws: The first problem, in the order of the form's fields.
  public func content() throws(FormProblem) -> QuestionContent {
    if text.isBlank { throw .emptyQuestion }
    for (index, choice) in choices.enumerated() where choice.text.isBlank {
      throw .emptyChoice(number: index + 1)
    }
    try requireDifferentChoices()
    guard let solution = solution else { throw .noCorrectChoice }
    if commentary.isBlank { throw .emptyCommentary }
    let trimmed = choices.map { Choice($0.text.trimmed, feedback: $0.feedback) }
    return QuestionContent(
      text: text.trimmed, choices: trimmed, solution: solution, commentary: commentary.trimmed,
      tags: tags, title: original?.title, externalID: original?.externalID,
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

  /// What is right; `nil` when nothing is. The question stays a true-or-false question only while its two choices are unchanged,
  /// and keeps several right choices while it has as many choices.
  private var solution: Solution? {
    guard let correct else {
      let isKept = original?.solution.rightChoice == nil && original?.choices.count == choices.count
      return isKept ? original?.solution : nil
    }
    let isUnchanged = original?.choices.map(\.text) == choices.map(\.text.trimmed)
    return isUnchanged && original?.kind == .trueFalse ? .trueFalse(correct) : .single(correct)
  }
}

/// A new value for one field. Choices are numbered from 1, as users type them.
public enum FormEdit: Equatable, Sendable {
  /// The question.
  case question(String)
  /// The text of one choice.
  case choice(Int, String)
  /// Adds a choice with this text.
  case addChoice(String)
  /// Removes the choice with this number.
  case removeChoice(Int)
  /// The number of the right choice.
  case correct(Int)
  /// The explanation.
  case commentary(String)
  /// All tags, replacing the previous ones.
  case tags([String])
  /// The name of the deck. A deck that does not exist is made when the question is saved.
  case deck(String)
}
