import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A question of the bank: its content, its deck and its dates.
public struct Question: StoredRecord {
  public static let entityName = "question"
  public static let keys: [RecordKey<Question>] = [
    .reference(\.deckID, named: "deckID", onDelete: .cascade),
    .index(\.createdAt),
    .index(\.content.tags),
  ]

  public var id: Identifier<Question> = .unassigned
  /// The question's deck.
  package var deckID: Identifier<Deck>
  /// The content as the author wrote it.
  package private(set) var content: QuestionContent
  /// When it was added or imported.
  package var createdAt: Date
  /// When it was last edited; at first, when it was created.
  package var changedAt: Date
  /// The words of ``content``, normalized by ``SearchText``. Stored, because searching the raw bytes of all records is much
  /// faster than decoding them.
  package private(set) var searchText: String

  /// Creates a question that is not yet in a store.
  public init(deckID: Identifier<Deck>, content: QuestionContent, createdAt: Date) {
    self.deckID = deckID
    self.content = content
    self.createdAt = createdAt
    changedAt = createdAt
    searchText = Self.searchText(of: content)
  }

  /// Changes the content.
  package mutating func edit(_ change: (inout QuestionContent) -> Void) {
    change(&content)
    searchText = Self.searchText(of: content)
  }

  public var fault: Reason? { content.fault }

  private static func searchText(of content: QuestionContent) -> String {
    let texts =
      [content.text] + content.choices.map(\.text) + content.solution.acceptedTexts
      + [content.commentary]
    return SearchText.folded(texts.joined(separator: "\n"))
  }
}

extension Question: BankRecord {
  static let name: RecordName? = RecordName("question", "questions", "質問", "問")
  static let section: String? = nil
  static let exchange = RecordExchange.shared
  static let split: SplitMember? = SplitMember("content", joining: ["choices", "solution"])
  static let computed = ["searchText": "\"\""]
  /// A question with an identifier of another system is the same whatever its text is.
  static let identity: (@Sendable (Question, [String]) -> [String])? = { question, owners in
    let content = question.content
    return owners
      + (content.externalID.map { ["identifier", $0] }
        ?? ["text", content.text] + content.choices.map(\.text).sorted())
  }

  func title(in timeZone: TimeZone) -> String { content.text }
  var lastChange: Date { changedAt }
  mutating func noteChange(at date: Date) { changedAt = date }
  var isPlausible: Bool { impossibility == nil }

  var impossibility: Reason? {
    let count = content.choices.count
    if count > QuestionContent.maximumChoices {
      return Reason("the question has \(count) choices", "選択肢が \(count) 個あります")
    }
    let isDated = createdAt.isOnCalendars && changedAt.isOnCalendars
    return isDated ? nil : Reason("a date is out of range", "あり得ない日時です")
  }

  func completed() -> Question {
    var question = self
    question.edit { _ in }
    return question
  }

  func isSame(as other: Question) -> Bool { content == other.content }
}
