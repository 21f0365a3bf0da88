import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A question of the bank: its content, its deck and its dates.
public struct Question: StoredRecord {
  public static let entityName = "question"
  public static let keys: [RecordKey<Question>] = [
    .reference(\.deckID, named: "deckID", onDelete: .cascade),
    .index(\.createdAt, named: "createdAt"),
    .index(\.content.tags, named: "content.tags"),
    .index(\.keyChangedAt, named: "keyChangedAt"),
    picturesKey,
  ]
  /// Finds the questions that have pictures.
  static let picturesKey = RecordKey<Question>.index(
    \.content.pictures, named: "content.pictures")

  public var id: Identifier<Question> = .unassigned
  /// The question's deck.
  package var deckID: Identifier<Deck>
  /// The content as the author wrote it.
  package var content: QuestionContent
  /// When it was added or imported.
  package var createdAt: Date
  /// When it was last edited; at first, when it was created.
  package var changedAt: Date
  /// When what is right was last changed so that an answer that had been right is right no more;
  /// `nil` if it never was. Earlier answers say nothing about what the learner knows.
  package var keyChangedAt: Date?
  /// The digests of the last version in a file, if the question itself does not show them: `nil` for
  /// a question that is as a file brought it. Only this device needs them.
  var said: SaidFields?

  /// Creates a question that is not yet in a store.
  public init(deckID: Identifier<Deck>, content: QuestionContent, createdAt: Date) {
    self.deckID = deckID
    self.content = content
    self.createdAt = createdAt
    changedAt = createdAt
  }

  public var fault: Reason? { content.fault ?? impossibility }
}

/// Files leave out the date of the last change if the question was never changed.
extension Question: Codable {
  private enum CodingKeys: CodingKey {
    case id, deckID, content, createdAt, changedAt, keyChangedAt, said
  }

  public init(from decoder: any Decoder) throws {
    let question = try decoder.container(keyedBy: CodingKeys.self)
    id = try question.decode(Identifier<Question>.self, forKey: .id)
    deckID = try question.decode(Identifier<Deck>.self, forKey: .deckID)
    content = try question.decode(QuestionContent.self, forKey: .content)
    createdAt = try question.decode(Date.self, forKey: .createdAt)
    changedAt = try question.decodeIfPresent(Date.self, forKey: .changedAt) ?? createdAt
    keyChangedAt = try question.decodeIfPresent(Date.self, forKey: .keyChangedAt)
    said = try question.decodeIfPresent(SaidFields.self, forKey: .said)
  }

  public func encode(to encoder: any Encoder) throws {
    var question = encoder.container(keyedBy: CodingKeys.self)
    try question.encode(id, forKey: .id)
    try question.encode(deckID, forKey: .deckID)
    try question.encode(content, forKey: .content)
    try question.encode(createdAt, forKey: .createdAt)
    if changedAt != createdAt || encoder.writesAllMembers {
      try question.encode(changedAt, forKey: .changedAt)
    }
    // Without a value these are a test here, and a generic call otherwise.
    if let keyChangedAt { try question.encode(keyChangedAt, forKey: .keyChangedAt) }
    if let said { try question.encode(said, forKey: .said) }
  }
}

extension Question: BankRecord {
  static let name: RecordName? = RecordName("question", "questions", "質問", "問")
  static let section: String? = nil
  static let exchange = RecordExchange.shared
  static let deviceMembers: Set<String> = ["said"]
  static let split: SplitMember? = SplitMember("content", joining: ["choices", "solution"])
  /// Questions with the same external identifier are the same, whatever their texts are.
  static let identity: (@Sendable (Question, [String]) -> [String])? = { question, owners in
    let content = question.content
    return owners
      + (content.externalID.map { ["identifier", $0] }
        ?? ["text", content.text] + content.identifyingTexts.sorted())
  }

  func title(in timeZone: TimeZone) -> String { content.text }
  var lastChange: Date { changedAt }
  mutating func noteChange(at date: Date) { changedAt = date }
  var isPlausible: Bool { impossibility == nil }

  var impossibility: Reason? {
    let count = content.choices.count
    if count > QuestionContent.maximumChoices {
      return Reason("the question has \(count.counted("choice"))", "選択肢が \(count) 個あります")
    }
    let dates = [createdAt, changedAt, keyChangedAt]
    let isDated = dates.allSatisfy { $0?.isOnCalendars ?? true }
    return isDated ? nil : Reason("a date is out of range", "あり得ない日時です")
  }

  mutating func keepDeviceMembers(of old: Question) {
    let isSame =
      content == old.content && changedAt == old.changedAt && createdAt == old.createdAt
    said = isSame ? old.said : old.lastSaid
  }

  func isSame(as other: Question) -> Bool { content == other.content }
}

extension Question {
  /// Keeps what a followed file decides on this device when another device replaces the question
  /// `old`: its texts, what is right, and when that was changed.
  mutating func keepTexts(of old: Question) {
    (content, changedAt, keyChangedAt, said) = (
      old.content, old.changedAt, old.keyChangedAt, old.said
    )
  }

  /// Whether a field that devices exchange is one of those that a followed file decides.
  static func isText(_ field: String) -> Bool {
    isContent(field) || field == "changedAt" || field == "keyChangedAt"
  }

  /// Whether such a field is a part of the content.
  static func isContent(_ field: String) -> Bool { field.hasPrefix("content.") }
}

extension Question {
  /// The digests of the last version in a file; `nil` if they are not known, because an older
  /// version of the program edited the question.
  var lastSaid: SaidFields? { said ?? (isAsBrought ? SaidFields(of: content) : nil) }

  /// Whether the question is as a file brought it, and was never edited.
  var isAsBrought: Bool { said == nil && changedAt == createdAt }

  /// Replaces the content. If what was right is right no more, notes that as of `date`.
  mutating func edit(_ new: QuestionContent, at date: Date) {
    guard new != content else { return }
    said = lastSaid
    if new.invalidatesAnswers(of: content) { keyChangedAt = date }
    content = new
  }
}

/// Tells the records that have pictures from the others: the index says whether there are any.
extension Pictures: IndexableValue {
  package static var hasExactIndexKey: Bool { true }
  package static var leftOut: Pictures? { Pictures() }
  package var indexKey: UInt64? { isEmpty ? nil : 1 }
  /// All that have pictures are alike in the index.
  package var presentValue: AnyHashable? { isEmpty ? nil : AnyHashable(Self.some) }

  /// The entry of the index for pictures.
  static let some = Pictures([Picture(label: "", at: "")])
}

/// The kind of a question, which can be read without the rest.
struct QuestionKind: RecordPart {
  let id: Identifier<Question>
  let kind: QuestionContent.Kind

  init(_ question: Question) { (id, kind) = (question.id, question.content.kind) }

  private enum CodingKeys: CodingKey { case id, content }

  private enum ContentKeys: CodingKey { case solution }

  init(from decoder: any Decoder) throws {
    let question = try decoder.container(keyedBy: CodingKeys.self)
    id = try question.decode(Identifier<Question>.self, forKey: .id)
    let content = try question.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    kind = try content.decode(Solution.OnlyKind.self, forKey: .solution).kind
  }
}

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
    case pictures = "p"
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
    case .pictures:
      pictures.all.map { picture in
        "\(picture.label)\u{1F}\(picture.attachment?.digest.text ?? picture.address ?? "")"
      }
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

/// When a question may be repeated after a wrong answer: as soon as ``questions`` others have been
/// answered, or after ``time``, whichever is first.
struct Repetition: Equatable {
  /// How many other questions come before it.
  static let questions = 10
  /// The time after which it may be repeated, even with fewer other questions.
  static let time = Duration.seconds(60)

  /// The place of the question after which it is repeated.
  let precedingPlace: Int
  /// The number of answered questions in the quiz from which it may be repeated.
  let answerCount: Int
  /// The instant from which it may be repeated in any case.
  var instant: Duration

  /// How long it has to wait; zero when it may be repeated now.
  func wait(at now: Duration, answered: Int) -> Duration {
    answered >= answerCount ? .zero : max(instant - now, .zero)
  }
}
