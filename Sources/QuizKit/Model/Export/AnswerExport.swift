import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// Writes the answers of a bank as a table, in small batches to limit the memory needed.
struct AnswerExport {
  private static let pageSize = 1000

  private let bank: QuestionBank
  private let deckID: Identifier<Deck>?
  private let table: AnswerTable

  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``ExportError``; what the store throws.
  init(_ bank: QuestionBank, _ options: ExportOptions, _ format: QuestionFormat) throws {
    try Self.check(options, format)
    self.bank = bank
    deckID = try options.deck.map { try bank.deck(named: $0).id }
    table = AnswerTable(
      protects: !options.writing.hasRawCells,
      delimiter: UInt8(ascii: format.name == QuestionFormat.csv.name ? "," : "\t"))
  }

  private static func check(
    _ options: ExportOptions, _ format: QuestionFormat
  ) throws(ExportError) {
    guard [QuestionFormat.csv.name, QuestionFormat.tsv.name].contains(format.name) else {
      throw .settingNotFor(.answers, format: format.title)
    }
    if options.isBackup { throw .settingNotWith(.backup, .answers) }
    if options.writing.encoding != .utf8 {
      throw .settingNotWith(.encoding, .answers)
    }
  }

  /// Writes the table.
  ///
  /// - Returns: The number of answers in the table.
  func write(hasMark: Bool, _ write: ([UInt8]) throws -> Void) throws -> Int {
    try write((hasMark ? [0xEF, 0xBB, 0xBF] : []) + table.beginning)
    let decks = Dictionary(uniqueKeysWithValues: try bank.decks().map { ($0.id, $0.name) })
    var count = 0
    try bank.store.enumerate(FetchDescriptor<Answer>(), batchSize: Self.pageSize) { answers in
      let asked = Set(answers.map(\.questionID)).sorted()
      let questions = Dictionary(
        try bank.questions(asked).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let attempts: [AttemptSummary] = try bank.store.savedParts(
        of: Set(answers.map(\.attemptID)).sorted())
      let modes = Dictionary(attempts.map { ($0.id, $0.mode) }) { first, _ in first }
      var lines: [UInt8] = []
      for answer in answers {
        let question = questions[answer.questionID]
        if let deckID, question?.deckID != deckID { continue }
        lines += table.line(
          row(
            answer, question, modes[answer.attemptID], deck: question.flatMap { decks[$0.deckID] }))
        count += 1
      }
      try write(lines)
    }
    return count
  }

  private func row(
    _ answer: Answer, _ question: Question?, _ mode: QuizOptions.Mode?, deck: String?
  ) -> AnswerTable.Row {
    let choices = question?.content.choices
    let text = answer.response.flatMap { $0.typed ?? question?.content.text(of: $0) }
    let picked = answer.response?.positions.map { "\($0 + 1)" } ?? []
    var row = AnswerTable.Row(
      answered: DateText.description(of: answer.changedAt), quiz: answer.attemptID.rawValue,
      mode: mode?.rawValue ?? "", question: answer.questionID.rawValue, isCorrect: answer.isCorrect,
      milliseconds: answer.milliseconds)
    row.deck = deck ?? ""
    row.text = question?.content.text ?? ""
    row.choices = answer.choices ?? choices?.count
    row.choice = picked.joined(separator: ",")
    row.answer = text ?? ""
    row.certainty = answer.response == nil ? "" : answer.certainty?.rawValue ?? ""
    return row
  }
}
