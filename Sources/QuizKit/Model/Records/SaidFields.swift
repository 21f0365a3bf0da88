import QuizExchange
import QuizStore

/// The last version of a question in a file: a digest of each field that the file had.
///
/// A digest has 30 bits. It is only compared with another one of the same field, so a change is
/// overlooked once in a thousand million times.
struct SaidFields: Codable, Hashable, Sendable {
  /// A field of a question that a file and a person can change independently of the others.
  enum Field: Character, CaseIterable, Sendable {
    case text = "t"
    /// The texts to choose from, in any order.
    case choices = "c"
    /// The right answer.
    case key = "k"
    /// How many choices to pick.
    case choose = "n"
    case weights = "w"
    case feedback = "f"
    case commentary = "m"
    case tags = "g"
    case title = "i"
    case letterCase = "l"
    case otherFields = "o"
  }

  /// A letter and a digest for each field.
  private var text = ""

  /// No file has said anything yet.
  init() {}

  /// A file has said everything that the question has.
  init(of content: QuestionContent) {
    for field in Field.allCases { self[field] = content.statement(about: field).map(Self.digest) }
  }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }

  /// The digest of a field; `nil` if the file did not have the field.
  subscript(field: Field) -> String? {
    get { entries.first { $0.first == field.rawValue }.map { String($0.dropFirst()) } }
    set {
      let others = entries.filter { $0.first != field.rawValue }.map(String.init)
      let own = newValue.map { [String(field.rawValue) + $0] } ?? []
      // Always in one order, so that equal statements are equal texts.
      text = (others + own).sorted().joined()
    }
  }

  private var entries: [Substring] {
    var (rest, entries) = (text[...], [Substring]())
    while !rest.isEmpty {
      entries.append(rest.prefix(1 + Self.length))
      rest = rest.dropFirst(1 + Self.length)
    }
    return entries
  }

  /// The digests of the text and the choices, by which a file finds a question that a person has
  /// reworded since.
  var identity: String? { self[.text].map { $0 + (self[.choices] ?? "") } }

  /// The ``identity`` that a question in a file has.
  static func identity(of content: QuestionContent) -> String {
    [.text, .choices].compactMap { content.statement(about: $0).map(digest) }.joined()
  }

  private static let length = 5
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  static func digest(_ statement: String) -> String {
    let hash = Checksum.of(Array(statement.utf8), seed: 0)
    return String((0..<length).map { digits[Int(hash >> (6 * UInt64($0)) & 63)] })
  }
}

extension QuestionContent {
  /// A field as text, in a form in which equal values are equal texts; `nil` if it is empty.
  func statement(about field: SaidFields.Field) -> String? {
    let parts = parts(of: field)
    return parts.isEmpty ? nil : parts.map { "\($0.utf8.count):\($0)" }.joined()
  }

  private func parts(of field: SaidFields.Field) -> [String] {
    switch field {
    case .text: [text]
    case .choices: matchingTexts.sorted()
    case .key: solution.keyParts(choices)
    case .choose: solution.chooseParts
    case .weights: solution.weightParts(choices)
    case .feedback:
      (choices.map { ($0.text, $0.feedback) } + solution.typedFeedback)
        .filter { !$0.1.isEmpty }.map { "\($0.0)\u{1F}\($0.1)" }.sorted()
    case .commentary: commentary.isEmpty ? [] : [commentary]
    case .tags: tags
    case .title: title.map { [$0] } ?? []
    case .letterCase: solution.letterCaseParts
    case .otherFields: (otherFields ?? [:]).map { "\($0)\u{1F}\($1)" }.sorted()
    }
  }
}

extension Solution {
  fileprivate func keyParts(_ choices: [Choice]) -> [String] {
    switch self {
    case .single, .trueFalse, .several:
      rightChoices.filter(choices.indices.contains).map { choices[$0].text }.sorted()
    case .text(let solution): solution.accepted.filter(\.isRight).map(\.pattern).sorted()
    case .number(let solution): solution.accepted.filter(\.isRight).map(\.text).sorted()
    case .card(let solution): [solution.back]
    case .gaps(let solution):
      solution.gaps.map { $0.rightAnswers.sorted().joined(separator: "\u{1F}") }
    case .order: choices.map(\.text)
    case .match(let solution):
      solution.pairs.map { "\($0.left)\u{1F}\($0.right)" }.sorted() + solution.extra.sorted()
    }
  }

  fileprivate var chooseParts: [String] {
    guard case .several(let solution) = self else { return [] }
    return (solution.choose.map { ["\($0)"] } ?? [])
      + (solution.correct.count == 1 ? ["several"] : [])
  }

  fileprivate func weightParts(_ choices: [Choice]) -> [String] {
    if let weights { return zip(choices, weights).map { "\($0.text)\u{1F}\($1)" }.sorted() }
    if case .gaps(let solution) = self {
      return solution.gaps.enumerated().flatMap { index, gap -> [String] in
        guard case .typed(let texts) = gap else { return [] }
        return texts.accepted.filter { !$0.isRight }
          .map { "\(index)\u{1F}\($0.pattern)\u{1F}\($0.fraction)" }
      }
    }
    return accepted.filter { !$0.isRight }.map { "\($0.text)\u{1F}\($0.fraction)" }.sorted()
  }

  fileprivate var typedFeedback: [(String, String)] {
    guard case .gaps(let solution) = self else { return accepted.map { ($0.text, $0.feedback) } }
    return solution.gaps.enumerated().flatMap { index, gap -> [(String, String)] in
      guard case .typed(let texts) = gap else { return [] }
      return texts.accepted.map { ("\(index)\u{1F}\($0.pattern)", $0.feedback) }
    }
  }

  fileprivate var letterCaseParts: [String] {
    switch self {
    case .text(let solution): ["\(solution.isCaseSensitive)"]
    case .gaps(let solution):
      solution.gaps.map { gap in
        if case .typed(let texts) = gap { "\(texts.isCaseSensitive)" } else { "" }
      }
    default: []
    }
  }
}
