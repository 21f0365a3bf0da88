import Foundation
import QuizExchange
import QuizKit
import QuizStore
import Signals

/// A bank with answers in a journal.
struct StoredBank {
  private let store: any DataStore

  init(path: String) throws {
    store = try StoreConfiguration.journal(path: path).makeStore(schema: QuestionBank.schema)
  }

  func models(now: Date) -> Models {
    Models(
      world: World(
        scheduler: VirtualScheduler(), now: { now }, random: RandomSource(seed: 0),
        store: store, files: DiskFiles()))
  }

  /// Writes questions into one deck, and the answers of one finished quiz to all of them in turn.
  func fill(questions: Int, answers: Int, at instant: (Int) -> Date) throws {
    let context = StoreContext(store)
    context.undoLimit = 0
    let deck = context.insert(Deck(name: "Deck", createdAt: instant(0)))
    context.insert(
      contentsOf: (0..<questions).map {
        Question(deckID: deck, content: Self.content($0), createdAt: instant(0))
      })
    let attempt = context.insert(try Self.decoded(Attempt.self, Self.attempt))
    try context.save()
    var answer = try Self.decoded(Answer.self, Self.answer)
    answer.attemptID = try context.fetch(FetchDescriptor<Attempt>()).first?.id ?? attempt
    for start in stride(from: 0, to: answers, by: 100_000) {
      context.insert(
        contentsOf: (start..<min(start + 100_000, answers)).map { position in
          answer.position = position
          answer.questionID = Identifier(rawValue: Int64(position % questions + 1))
          answer.isCorrect = position * 7 % 6 != 0
          answer.changedAt = instant(position)
          return answer
        })
      try context.save()
    }
    // Closing writes the index that makes the next opening quick.
    try store.close()
  }

  /// Adds one deck of questions.
  static func insertQuestions(
    _ count: Int, into context: StoreContext, at date: Date
  ) throws -> [Identifier<Question>] {
    let deck = context.insert(Deck(name: "Deck", createdAt: date))
    context.insert(
      contentsOf: (0..<count).map {
        Question(deckID: deck, content: content($0), createdAt: date)
      })
    try context.save()
    return try context.fetch(FetchDescriptor<Question>()).map(\.id)
  }

  static func decodedAttempt() throws -> Attempt { try decoded(Attempt.self, attempt) }
  static func decodedAnswer() throws -> Answer { try decoded(Answer.self, answer) }

  private static func content(_ number: Int) -> QuestionContent {
    QuestionContent(
      text: "質問 \(number): 次のうち \(number &* 7919 % 1_000_003) にいちばん近い数はどれですか。",
      choices: ["a", "b", "c", "d"].map { Choice("選択肢 \(number) \($0)") },
      correct: number % 4, commentary: "解説 \(number): 差を比べるとわかります。")
  }

  private static let attempt = """
    {"id": 0, "title": "", "mode": "exam", "startedAt": 0, "items": []}
    """

  private static let answer = """
    {"id": 0, "attemptID": 0, "position": 0, "questionID": 0, "response": 1, "isCorrect": true,
     "isFlagged": false, "choices": 4, "milliseconds": 2500, "changedAt": 0}
    """

  private static func decoded<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
