import Foundation
import QuizStore
import StoreBenchKit

/// The stores of QuizKit; variant `json` is the archive, otherwise it is the journal.
@main struct Main {
  static func main() throws {
    try Worker<QuizKitContender>.run()
  }
}

struct StoredDeck: StoredRecord {
  static let entityName = "deck"
  static let keys: [RecordKey<StoredDeck>] = [.unique(\.key)]
  var id: Identifier<StoredDeck> = .unassigned
  var key: String
}

/// The outside key is kept and unique, as it is for the peers. References to decks are those of the
/// store itself, by an identifier.
struct StoredQuestion: StoredRecord {
  static let entityName = "question"
  static let keys: [RecordKey<StoredQuestion>] = [
    .unique(\.key), .index(\.deckID), .index(\.createdAt),
  ]
  var id: Identifier<StoredQuestion>
  var key: String
  var deckID: Identifier<StoredDeck>
  var text: String
  var choices: [String]
  var answer: Int
  var commentary: String
  var createdAt: Date
  var changedAt: Date
}

final class QuizKitContender: StoreContender {
  private let context: StoreContext
  /// The number of the deck of each key. A program that only reads does not need it.
  private lazy var decks: [String: Int] = Dictionary(
    uniqueKeysWithValues: (0..<Samples.decks).map { (Samples.deckID($0), $0) })

  init(directory: String, variant: String) throws {
    let configuration: StoreConfiguration =
      variant == "json"
      ? .json(path: directory + "/bank.json") : .journal(path: directory + "/bank.journal")
    context = StoreContext(
      try configuration.makeStore(schema: Schema(StoredDeck.self, StoredQuestion.self)))
    // Nothing here is undone, and nothing is sent to other devices.
    context.undoLimit = 0
  }

  func record(_ question: SampleQuestion, number: Int) -> StoredQuestion {
    StoredQuestion(
      id: Identifier(rawValue: Int64(number)), key: question.id,
      deckID: Identifier(rawValue: Int64(decks[question.deckID, default: 0] + 1)),
      text: question.text, choices: question.choices, answer: question.answer,
      commentary: question.commentary, createdAt: question.createdAt,
      changedAt: question.changedAt)
  }

  func question(_ record: StoredQuestion) -> SampleQuestion {
    SampleQuestion(
      id: record.key, deckID: Samples.deckID(Int(record.deckID.rawValue) - 1), text: record.text,
      choices: record.choices, answer: record.answer, commentary: record.commentary,
      createdAt: record.createdAt, changedAt: record.changedAt)
  }

  func insert(_ records: [StoredQuestion]) throws {
    context.insert(contentsOf: records)
    try context.save()
  }

  func update(_ record: StoredQuestion) throws {
    try context.update(record)
    try context.save()
  }

  func delete(_ number: Int) throws {
    try context.delete(Identifier<StoredQuestion>(rawValue: Int64(number)))
    try context.save()
  }

  func firstPage(_ limit: Int) throws -> [StoredQuestion] {
    try context.fetch(FetchDescriptor(.ordered(by: \.createdAt, limit: limit)))
  }

  func find(_ number: Int) throws -> StoredQuestion? {
    try context.record(for: Identifier(rawValue: Int64(number)))
  }

  func count(deck: Int) throws -> Int {
    let id = Identifier<StoredDeck>(rawValue: Int64(deck) + 1)
    return try context.count(FetchDescriptor<StoredQuestion>(.whose(\.deckID, is: id)))
  }

  func loadAll() throws -> [StoredQuestion] { try context.fetch() }

  func close() throws { try context.store.close() }
}
