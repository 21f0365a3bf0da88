/// Everything that the author of a question writes. Its identifier and its deck are not part of it.
///
/// Users edit it in forms, importers create it, exporters write it, and ``Question`` stores it.
public struct QuestionContent: Codable, Hashable, Sendable {
  /// The maximum number of choices, which is the number of letters to label them. Forms and all file formats have this limit.
  public static let maximumChoices = 26

  /// The kind of choices, which decides whether they may be shuffled.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Two or more choices, exactly one of them right.
    case single
    /// A statement with the choices true and false, which are never shuffled.
    case trueFalse = "truefalse"
  }

  /// The kind of the question's choices.
  public var kind: Kind

  /// The text of the question, which may have several lines.
  public var text: String

  /// The choices in the author's order, at least two.
  public var choices: [Choice]

  /// The position of the right choice in ``choices``, from 0.
  ///
  /// A position instead of a text, so that two choices with the same text are still different answers.
  public var correct: Int

  /// The explanation (解説); may be empty.
  public var commentary: String

  /// Keywords in the author's order, which questions of different decks can share.
  public var tags: [String]

  /// A short title, which some formats have; `nil` when there is none.
  public var title: String?

  /// The question's identifier in the system from which it was imported; `nil` when there is none.
  public var externalID: String?

  /// Other fields of the imported file, by name, each value as JSON text; `nil` when there were none.
  ///
  /// Quizzes ignore them. The bank keeps them so that they are not lost when the question is exported again.
  public var otherFields: [String: String]?

  /// Creates the content of a question.
  public init(
    kind: Kind = .single, text: String, choices: [Choice], correct: Int,
    commentary: String = "", tags: [String] = [], title: String? = nil, externalID: String? = nil,
    otherFields: [String: String]? = nil
  ) {
    self.kind = kind
    self.text = text
    self.choices = choices
    self.correct = correct
    self.commentary = commentary
    self.tags = tags
    self.title = title
    self.externalID = externalID
    self.otherFields = otherFields
  }
}

extension QuestionContent {
  /// Why the question cannot be answered: it has fewer than two choices, no right choice, or is a true-or-false question without
  /// exactly two choices. `nil` when it can be answered.
  var fault: Reason? {
    let isWhole =
      choices.count >= 2 && choices.indices.contains(correct)
      && (kind == .single || choices.count == 2)
    return isWhole
      ? nil
      : Reason(
        "the question has \(choices.count) choices, and the right one is number \(correct) counted "
          + "from 0",
        "選択肢が \(choices.count) 個で、正解が(0 から数えて)\(correct) 番になっています")
  }

  /// The explanation to show to a player: the commentary; else the feedback of the right choice; else the feedback of the wrong
  /// choices, one line for each with its text.
  ///
  /// The fields are stored separately, so that an export can keep them apart.
  public var explanation: String {
    if !commentary.isEmpty { return commentary }
    if choices.indices.contains(correct), !choices[correct].feedback.isEmpty {
      return choices[correct].feedback
    }
    return choices.filter { !$0.feedback.isEmpty }.map { "\($0.text): \($0.feedback)" }
      .joined(separator: "\n")
  }
}
