import Foundation
import Signals

/// Writes questions of the bank into a file that other programs read.
public final class Exporter {
  /// What each export wrote.
  public var outcomes: Signal<ExportOutcome> { finished.signal }

  private let bank: QuestionBank
  private let files: any UserFiles
  private let finished = PublishSubject<ExportOutcome>()

  /// Creates an exporter of a bank.
  public init(bank: QuestionBank, world: World) {
    self.bank = bank
    files = world.files
  }

  /// Writes the file.
  ///
  /// - Throws: ``ExportError``, ``BankError``, ``UserFileError``; what the store throws. The file is as it was then.
  public func run(_ options: ExportOptions) throws {
    let format = try Self.format(options)
    let questions = try questions(of: options.deck)
    if !options.replaces, files.exists(options.file) { throw ExportError.fileExists(options) }
    guard let export = format.write(questions, name: options.file) else {
      throw ExportError.readOnlyFormat(format.name)
    }
    try files.write(export.bytes, to: options.file)
    finished.emit(ExportOutcome(file: options.file, format: format, export: export))
  }

  private static func format(_ options: ExportOptions) throws(ExportError) -> QuestionFormat {
    let name = options.format ?? options.fileExtension
    guard let format = QuestionFormat.named(name) else { throw .unknownFormat(name) }
    guard format.writer != nil else { throw .readOnlyFormat(format.name) }
    return format
  }

  private func questions(of deckName: String?) throws -> [ExportedQuestion] {
    let deck = try deckName.map { try bank.deck(named: $0) }
    let questions =
      if let deck { try bank.store.records(whose: \Question.deckID, is: deck.id) } else {
        try bank.store.fetch(FetchDescriptor<Question>())
      }
    guard !questions.isEmpty else { throw BankError.noQuestions }
    let decks = try bank.decks()
    let names = Dictionary(uniqueKeysWithValues: decks.map { ($0.id, $0.name) })
    return questions.map { ExportedQuestion(category: names[$0.deckID], content: $0.content) }
  }
}

/// What is written where.
public struct ExportOptions: Equatable, Sendable {
  /// The file, as the user named it.
  public var file: String
  /// The format's name; `nil` to go by the file's extension.
  public var format: String?
  /// Only this deck; `nil` for the whole bank.
  public var deck: String?
  /// Whether a file of that name may be replaced.
  public var replaces: Bool

  /// Creates options.
  public init(file: String, format: String? = nil, deck: String? = nil, replaces: Bool = false) {
    self.file = file
    self.format = format
    self.deck = deck
    self.replaces = replaces
  }

  /// What follows the last dot of the file's name; empty when there is none.
  var fileExtension: String {
    let name = file.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? String(parts[parts.count - 1]) : ""
  }
}

/// What an export wrote.
public struct ExportOutcome: Sendable {
  /// The file, as the user named it.
  public let file: String
  /// The format.
  public let format: QuestionFormat
  /// What is in the file, and what is not.
  public let export: ExportedFile
}
