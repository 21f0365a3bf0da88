import Foundation

/// A question on its way into a bank, from a file or from a part of the program that adds
/// questions.
public struct ParsedQuestion: Hashable, Sendable {
  /// The line on which the question begins, counted from 1; 0 for a question that is not from a
  /// file.
  package var line: Int

  /// The category or deck named in the file, or `nil`.
  package var category: String?

  /// The question's text, choices and everything else the author wrote.
  package let content: QuestionContent

  /// The digest of ``content`` for finding duplicates. Calculated here, so that the reading thread
  /// does the work.
  package let digest: QuestionDigest

  /// The record that the question had in the backed-up bank; `nil` unless the file is a backup.
  package var origin: Origin?

  /// Creates a question.
  package init(
    line: Int = 0, category: String? = nil, content: QuestionContent, origin: Origin? = nil
  ) {
    self.line = line
    self.category = category
    self.content = content
    digest = QuestionDigest(content)
    self.origin = origin
  }

  /// Identifies the record that a question had in the backed-up bank.
  public struct Origin: Hashable, Sendable {
    /// The record's number. The history in the same backup refers to the question by it.
    package var record: Int64
    /// When the question was added or imported; `nil` if the file does not say.
    package var createdAt: Date?
    /// When the question was last edited; `nil` if the file does not say.
    package var changedAt: Date?
    /// When what is right was last changed; `nil` if the file does not say.
    package var keyChangedAt: Date?

    /// Names the record that a question had.
    package init(record: Int64, createdAt: Date?, changedAt: Date?, keyChangedAt: Date? = nil) {
      (self.record, self.createdAt, self.changedAt) = (record, createdAt, changedAt)
      self.keyChangedAt = keyChangedAt
    }
  }
}

/// A fixed-size hash of a question's text, kind and choices, or of its other parts, for finding
/// other versions of it. The order of the choices does not matter, nor does what is right.
///
/// Uses the standard library's hash, whose random key differs in each process, so that an attacker
/// cannot prepare two questions with the same digest. Compare the contents as well if equality must
/// be certain.
package struct QuestionDigest: Hashable, Sendable {
  private let first: Int
  private let second: Int

  /// Calculates the digest of a question.
  package init(_ content: QuestionContent) {
    // A sum is the same for every order of the choices.
    var choices = (first: 0, second: 0)
    for text in content.matchingTexts {
      var hasher = Hasher()
      hasher.combine(text)
      let (first, second) = Self.hashes(hasher)
      choices.first &+= first
      choices.second &+= second
    }
    var hasher = Hasher()
    hasher.combine(content.sort)
    hasher.combine(content.text)
    hasher.combine(choices.first)
    hasher.combine(choices.second)
    (first, second) = Self.hashes(hasher)
  }

  /// Two hashes of what went into a hasher, which is read only once.
  private static func hashes(_ hasher: Hasher) -> (first: Int, second: Int) {
    var other = hasher
    other.combine(UInt8(1))
    return (hasher.finalize(), other.finalize())
  }
}

extension QuestionContent {
  /// Whether text, kind and choices, or the other parts, are the same, in any order of the choices,
  /// whatever is right.
  package func isAlike(_ other: QuestionContent) -> Bool {
    text == other.text && sort == other.sort
      && matchingTexts.sorted() == other.matchingTexts.sorted()
  }
}

/// A document in the qa-repl JSON format: an export of questions, or a backup of a whole bank.
///
/// It is one object. `format` is `qa-repl`, `version` determines the fields, `questions` is a list,
/// and every other member is a section, such as the history. A section is kept as unparsed JSON, so
/// that this type need not know its records.
public struct BackupDocument: Hashable, Sendable {
  /// The version that is written, and the newest one that can be read. Version 1 had only questions
  /// with one right answer, and its answers had `selected` where they now have `response`. Version
  /// 3 has questions of further kinds, and answers to them; see ``version(for:)``.
  package static let currentVersion = 3

  /// The version of a document with questions of these kinds, or with answers to such questions.
  /// Programs that do not know version 3 can read all documents that do not need it.
  package static func version(for kinds: Set<QuestionContent.Kind>) -> Int {
    kinds.contains(where: \.isNew) ? currentVersion : 2
  }

  /// The section with exams. Files that contain only exams are read as if they had this section,
  /// too.
  package static let exams = "exams"

  /// The section with notes, whose pictures are brought back as those of questions are.
  package static let notes = "notes"

  /// The questions in order, with their decks as categories.
  package var questions: [ParsedQuestion]

  /// The other members of the document, in order.
  package var sections: [Section]

  /// A member of the document other than the questions.
  public struct Section: Hashable, Sendable {
    /// The member's name, such as `history`.
    package var name: String
    /// One JSON value in UTF-8.
    package var json: [UInt8]
    /// The line on which the value began in its file, counted from 1.
    package var line: Int

    /// Creates a section. `json` must be one JSON value, as written by `JSONEncoder`.
    package init(name: String, json: [UInt8], line: Int = 1) {
      self.name = name
      self.json = json
      self.line = line
    }
  }

  /// Creates a document.
  package init(questions: [ParsedQuestion] = [], sections: [Section] = []) {
    self.questions = questions
    self.sections = sections
  }
}
