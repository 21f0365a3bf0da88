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
    let questions = try questions(options)
    if !options.replaces, files.exists(options.file) { throw ExportError.fileExists(options) }
    let backup = options.isBackup ? try BankBackup(of: bank.store) : nil
    let name = options.file
    let export =
      if let backup {
        format.write(
          questions, with: BackupWriter(sections: backup.sections), name: name,
          options: options.writing)
      } else {
        format.write(questions, name: name, options: options.writing)
      }
    guard let export else { throw ExportError.readOnlyFormat(format.name) }
    let leftOut = try leftOut(format, options)
    if export.unencodable == 0 { try write(export.bytes, options) }
    finished.emit(
      ExportOutcome(
        file: name, format: format, export: export, backup: backup?.contents, leftOut: leftOut))
    guard export.unencodable == 0 else {
      throw ExportError.unencodable(
        file: name, count: export.unencodable, encoding: options.writing.encoding)
    }
  }

  /// What was played is the player's own business; questions are made to be passed on.
  private func write(_ bytes: [UInt8], _ options: ExportOptions) throws(UserFileError) {
    if options.isBackup {
      try files.writePrivately(bytes, to: options.file)
    } else {
      try files.write(bytes, to: options.file)
    }
  }

  /// What a person might take to be in the file, because the file could hold it.
  private func leftOut(
    _ format: QuestionFormat, _ options: ExportOptions
  ) throws -> RestoredRecords? {
    guard format.name == QuestionFormat.json.name, !options.isBackup, options.deck == nil else {
      return nil
    }
    let store = bank.store
    let (notes, quizzes) = (
      try store.count(FetchDescriptor<StudyNote>()), try store.count(FetchDescriptor<Attempt>())
    )
    return notes + quizzes == 0 ? nil : RestoredRecords(notes: notes, quizzes: quizzes)
  }

  private static func format(_ options: ExportOptions) throws(ExportError) -> QuestionFormat {
    let name = options.format ?? options.fileExtension
    guard let format = QuestionFormat.named(name) else { throw .unknownFormat(name) }
    guard format.writer != nil else { throw .readOnlyFormat(format.name) }
    try check(options.writing, format)
    guard options.isBackup else { return format }
    if format.name != QuestionFormat.json.name { throw .backupNeedsJSON(format.name) }
    if options.deck != nil { throw .backupIsWhole }
    return format
  }

  private static func check(
    _ writing: WritingOptions, _ format: QuestionFormat
  ) throws(ExportError) {
    let isTable = [QuestionFormat.csv.name, QuestionFormat.tsv.name].contains(format.name)
    if writing.isExcelSafe, !isTable {
      throw .optionNotFor(option: "--excel-safe", format: format.title)
    }
    if writing.hasRawCells, !isTable {
      throw .optionNotFor(option: "--raw-cells", format: format.title)
    }
    guard writing.encoding != .utf8 else { return }
    // RFC 8259 knows no other.
    if format.name == QuestionFormat.json.name {
      throw .optionNotFor(option: "--encoding", format: format.title)
    }
    if writing.hasByteOrderMark {
      throw .optionNotFor(option: "--bom", format: writing.encoding.rawValue)
    }
  }

  private func questions(_ options: ExportOptions) throws -> [ExportedQuestion] {
    let deck = try options.deck.map { try bank.deck(named: $0) }
    let questions =
      if let deck { try bank.store.records(whose: \Question.deckID, is: deck.id) } else {
        try bank.store.fetch(FetchDescriptor<Question>())
      }
    guard !questions.isEmpty || options.isBackup else { throw BankError.noQuestions }
    let decks = try bank.decks()
    let names = Dictionary(uniqueKeysWithValues: decks.map { ($0.id, $0.name) })
    return questions.map { question in
      var exported = ExportedQuestion(category: names[question.deckID], content: question.content)
      if options.isBackup { exported.origin = ParsedQuestion.Origin(of: question) }
      return exported
    }
  }
}

extension ParsedQuestion.Origin {
  fileprivate init(of question: Question) {
    self.init(
      record: question.id.rawValue, createdAt: question.createdAt, changedAt: question.changedAt)
  }
}
