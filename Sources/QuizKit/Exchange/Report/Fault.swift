import QuizSupport

/// A fault in a file of questions: a value with a code, sentences and a hint.
///
/// A fault is declared once, in the folder of the format that reports it. Scripts compare ``code``,
/// which is stable and the same in every language.
package struct Fault: Error, Hashable, Sendable {
  /// A stable name, such as `no-correct-choice`.
  package let code: String

  /// The problem as a sentence, without quoting the question, capital letter and full stop.
  package let sentence: Reason

  /// How to fix it; `nil` if the sentence already explains it, or only a front end knows.
  package let hint: Reason?

  /// The key by which a front end finds its advice on how to fix the fault; see
  /// ``QuizSupport/Message/topic``.
  package let topic: String

  /// The values that the advice needs.
  package let facts: [String]

  /// The name that a summary gives to questions that were skipped for this reason.
  package let nameOfSkipped: Reason?

  /// Whether the question was lost, skipped on purpose, or kept with a warning.
  package let level: Problem.Level

  /// How much of the file the fault affects.
  package let scope: Scope

  /// How much of a file a fault affects.
  package enum Scope: Hashable, Sendable {
    /// A question or less. The other questions are read.
    case part
    /// The whole file, for example because it is in another format or has no questions.
    case file
    /// The whole file. Only its beginning was read.
    case rest
    /// The whole file. Nothing of it was read.
    case unread
  }

  /// Whether the fault names another format that the file seems to have.
  package let namesOtherFormat: Bool

  /// Declares a fault by its code and its sentence in English and in Japanese.
  init(
    _ code: String, _ english: String, _ japanese: String, topic: String? = nil,
    facts: [String] = [], hint: Reason? = nil, level: Problem.Level = .error,
    scope: Scope = .part, namesOtherFormat: Bool = false, nameOfSkipped: Reason? = nil
  ) {
    self.init(
      Message(code, english, japanese, topic: topic, facts: facts), hint: hint, level: level,
      scope: scope, namesOtherFormat: namesOtherFormat, nameOfSkipped: nameOfSkipped)
  }

  /// Creates a fault from a message that is declared elsewhere.
  init(
    _ message: Message, hint: Reason? = nil, level: Problem.Level = .error,
    scope: Scope = .part, namesOtherFormat: Bool = false, nameOfSkipped: Reason? = nil
  ) {
    (code, sentence) = (message.code, message.sentences)
    (topic, facts) = (message.topic, message.facts)
    (self.hint, self.level, self.scope) = (hint, level, scope)
    (self.namesOtherFormat, self.nameOfSkipped) = (namesOtherFormat, nameOfSkipped)
  }
}

extension Fault {
  /// The name of the questions that were skipped for this reason.
  package func skippedName(in language: Language) -> String {
    nameOfSkipped?.text(in: language) ?? code
  }

  /// Whether the whole file is unusable.
  package var meansUnusable: Bool { scope != .part }
}
