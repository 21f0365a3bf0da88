/// What an author writes: everything of a question but its identity and its place in the bank.
///
/// Forms edit it, importers produce it, exporters write it, and ``Question`` stores it.
public struct QuestionContent: Codable, Hashable, Sendable {
  /// The most choices that a question may have, as many as there are letters: no form takes more, and no format is read or written
  /// with more.
  public static let maximumChoices = 26

  /// How the choices came to be, which decides how they may be shown.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Two or more choices, exactly one of them right.
    case single
    /// A statement with the choices true and false, which are never shuffled.
    case trueFalse = "truefalse"
  }

  /// Whether the choices are the author's own or true and false.
  public var kind: Kind

  /// The question itself, as the player reads it. It may have several lines.
  public var text: String

  /// The choices in the author's order: two or more.
  public var choices: [Choice]

  /// The position of the right choice in ``choices``, counted from 0.
  ///
  /// A position and not a text, so that two choices of equal text stay two different answers.
  public var correct: Int

  /// The explanation (解説) that is shown after a wrong answer; may be empty.
  public var commentary: String

  /// Words that questions of several decks have in common, in the author's order.
  public var tags: [String]

  /// A short name that some formats give a question; `nil` when there is none.
  public var title: String?

  /// The name that the question bears where it was imported from; `nil` when there is none.
  public var externalID: String?

  /// What else was written to the question where it came from, by name, each value as JSON text; `nil` when there was nothing.
  ///
  /// The program does nothing with it but keep it, so that a file that went through the bank is still whole.
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
  /// Why nobody could answer the question: fewer than two choices, none of them the right one, or
  /// true and false of another number than two; `nil` where somebody can.
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

  /// What explains the answer to a player: the commentary; without one, what the author wrote to the
  /// right choice; without that, what was written to the wrong ones, a line each with the choice.
  ///
  /// The three stay apart in what is stored, so that an exported question has them where they were.
  public var explanation: String {
    if !commentary.isEmpty { return commentary }
    if choices.indices.contains(correct), !choices[correct].feedback.isEmpty {
      return choices[correct].feedback
    }
    return choices.filter { !$0.feedback.isEmpty }.map { "\($0.text): \($0.feedback)" }
      .joined(separator: "\n")
  }
}
