/// The user's settings for reading a file, where the file itself leaves something open.
public struct ReadingOptions: Hashable, Sendable {
  /// How an Open Trivia DB response encodes texts (the service's parameter `encode`).
  package enum TriviaEncoding: String, Sendable, CaseIterable {
    /// HTML character references, the service's default.
    case html
    /// Form encoding: `+` is a space, other characters are `%XX`.
    case urlLegacy = "urllegacy"
    /// Percent encoding.
    case url3986
    /// Base64.
    case base64
  }

  /// The ways to say which choice is right.
  package enum Answers: String, Sendable, CaseIterable {
    /// `A`, `B`, …
    case letters
    /// Numbers of choices that count from 0.
    case numbersFromZero = "0"
    /// Numbers of choices that count from 1.
    case numbersFromOne = "1"
    /// The texts of the right choices.
    case texts
    /// A mark in the text of a right choice, such as `✓` or a star.
    case marks = "mark"
    /// The first choice is right.
    case first

    /// The number of the first choice; `nil` where choices have no numbers.
    var base: Int? {
      switch self {
      case .numbersFromZero: 0
      case .numbersFromOne: 1
      case .letters, .texts, .marks, .first: nil
      }
    }

    /// Whether the choices themselves say what is right, so that no column has to.
    var isInChoices: Bool { self == .marks || self == .first }
  }

  /// A column of a table, or a field of a JSON record.
  package enum Column: Hashable, Sendable {
    /// The one with this name.
    case named(String)
    /// The one with this number, from 1.
    case number(Int)
    /// None, whatever the names say.
    case none
  }

  /// The encoding of the file; `nil` to detect it.
  package var encoding: TextEncoding?

  /// The delimiter between the fields of a CSV record; `nil` to detect it.
  package var delimiter: Character?

  /// Whether the first row of a table has the names of the columns; `nil` to detect it.
  package var hasHeading: Bool?

  /// How right answers are written; `nil` to detect it.
  package var answers: Answers?

  /// What stands between choices in one cell; `nil` for what usually does.
  package var choiceSeparator: Character?

  /// The columns of a table or the fields of a JSON record by role, for files with names that this
  /// program does not know.
  package var columns: [NamedColumn: Column] = [:]

  /// How an Open Trivia DB response encodes texts; `nil` to detect it.
  package var triviaEncoding: TriviaEncoding?

  /// Whether cards with only a front and a back become questions, with other backs as wrong
  /// choices.
  package var makesChoices = false

  /// The maximum size of a line or question in bytes. Reading stops at anything larger: it is
  /// unlikely to be a question, and it would have to be in memory as a whole.
  package var longest = Self.usualLongest

  /// The default limit.
  package static let usualLongest = 64_000_000

  /// Creates options that leave everything to detection.
  public init() {}
}
