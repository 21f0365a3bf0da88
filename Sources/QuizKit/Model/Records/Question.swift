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
  ]

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
