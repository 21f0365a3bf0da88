/// The user's settings for reading a file, where the file itself leaves something open.
public struct ReadingOptions: Hashable, Sendable {
  /// How an Open Trivia DB response encodes texts (the service's parameter `encode`).
  package enum TriviaEncoding: String, Codable, Sendable, CaseIterable {
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
  package enum Answers: String, Codable, Sendable, CaseIterable {
    /// `A`, `B`, …
    case letters
    /// Numbers of choices that count from 0.
    case numbersFromZero = "0"
    /// Numbers of choices that count from 1.
    case numbersFromOne = "1"
    /// The texts of the right choices, or the names of the columns that have them.
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

  /// The separator of choices in one cell; `nil` for the usual ones.
  package var choiceSeparator: Character?

  /// The only list that is read: its path in a JSON file, such as `data.items`, or the name of a
  /// sheet; `nil` for all that look like questions.
  package var list: String?

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
  package var maximumBytes = Self.usualMaximumBytes

  /// The default limit.
  package static let usualMaximumBytes = 64_000_000

  /// Creates options that leave everything to detection.
  public init() {}
}

extension ReadingOptions: Codable {
  /// A column, and where it is.
  private struct Place: Codable {
    var role: ColumnRole
    var number: Int
    var name: String?
    var column: Int?
  }

  private enum CodingKeys: String, CodingKey {
    case encoding, delimiter, heading, answers, split, list, columns, triviaEncoding, makesChoices
    case maximumBytes = "longest"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func character(_ key: CodingKeys) throws -> Character? {
      try values.decodeIfPresent(String.self, forKey: key)?.first
    }
    encoding = try values.decodeIfPresent(TextEncoding.self, forKey: .encoding)
    (delimiter, choiceSeparator) = (try character(.delimiter), try character(.split))
    hasHeading = try values.decodeIfPresent(Bool.self, forKey: .heading)
    answers = try values.decodeIfPresent(Answers.self, forKey: .answers)
    list = try values.decodeIfPresent(String.self, forKey: .list)
    triviaEncoding = try values.decodeIfPresent(TriviaEncoding.self, forKey: .triviaEncoding)
    makesChoices = try values.decodeIfPresent(Bool.self, forKey: .makesChoices) ?? false
    maximumBytes =
      try values.decodeIfPresent(Int.self, forKey: .maximumBytes) ?? Self.usualMaximumBytes
    for place in try values.decodeIfPresent([Place].self, forKey: .columns) ?? [] {
      columns[NamedColumn(place.role, number: place.number)] =
        place.name.map { .named($0) } ?? place.column.map { .number($0) } ?? Column.none
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(encoding, forKey: .encoding)
    try values.encodeIfPresent(delimiter.map { String($0) }, forKey: .delimiter)
    try values.encodeIfPresent(hasHeading, forKey: .heading)
    try values.encodeIfPresent(answers, forKey: .answers)
    try values.encodeIfPresent(choiceSeparator.map { String($0) }, forKey: .split)
    try values.encodeIfPresent(list, forKey: .list)
    try values.encodeIfPresent(triviaEncoding, forKey: .triviaEncoding)
    if makesChoices { try values.encode(true, forKey: .makesChoices) }
    if maximumBytes != Self.usualMaximumBytes {
      try values.encode(maximumBytes, forKey: .maximumBytes)
    }
    let places = columns.map { column, chosen in
      switch chosen {
      case .named(let name): Place(role: column.role, number: column.number, name: name)
      case .number(let number): Place(role: column.role, number: column.number, column: number)
      case .none: Place(role: column.role, number: column.number)
      }
    }
    let sorted = places.sorted { ($0.role.rawValue, $0.number) < ($1.role.rawValue, $1.number) }
    if !sorted.isEmpty { try values.encode(sorted, forKey: .columns) }
  }
}
