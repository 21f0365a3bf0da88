import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Writes questions of the bank to a file for other programs.
package final class Exporter {
  /// Emits the result of each export.
  package var outcomes: Signal<ExportOutcome> { finished.signal }

  /// How many questions to keep in memory at a time.
  private static let pageSize = 1000

  private let bank: QuestionBank
  private let files: any UserFiles
  private let finished = PublishSubject<ExportOutcome>()

  /// Creates an exporter of a bank.
  package init(bank: QuestionBank, world: World) {
    self.bank = bank
    files = world.files
  }

  /// Writes the file.
  ///
  /// - Throws: ``ExportError``, ``BankError``, ``UserFileError``; what the store throws. The file
  ///   is then unchanged.
  package func run(_ options: ExportOptions) throws {
    let format = try Self.format(options)
    if options.isOfAnswers { return try writeAnswers(options, format) }
    let questions = try questions(options)
    let isOutput = try options.requireTarget(files, beside: bank.store)
    let backup = options.isBackup ? try BankBackup(of: bank.store) : nil
    var writing = options.writing
    let target = files.target(at: options.file, own: [])
    writing.leavesOutPictures =
      format.pictures == .paths && [.stream, .output, .takenOutput].contains(target)
    let pictures = writing.leavesOutPictures ? nil : format.pictures
    var export = QuestionExport(format, name: options.file, options: writing)
    if export.mustBeShown || writing.leavesOutPictures {
      try visit(questions, options) { export.show($0) }
    } else {
      try export.take(FurtherKinds(bank.store).kinds(of: questions, isBackup: options.isBackup))
    }
    let leftOut = try leftOut(format, options)
    // A backup contains the player's own results, so it is private. Questions are made to be
    // shared.
    if export.isEncodable {
      try files.write(to: options.file, isPrivate: options.isBackup) { write in
        if options.isPackagedBackup {
          try writePackage(questions, backup, &export, options, write)
        } else {
          try self.write(questions, backup, &export, options, pictures, write)
        }
      }
      if pictures == .paths { try writePictures(of: questions, beside: options.file) }
    }
    let result = export.result
    finished.emit(
      ExportOutcome(
        file: options.file, format: format, export: result, backup: backup?.contents,
        leftOut: leftOut, isOutput: isOutput))
    guard result.unencodable == 0 else {
      throw ExportError.unencodable(
        file: options.file, count: result.unencodable, encoding: options.writing.encoding)
    }
  }

  /// Writes a table of answers. The answers are private to the player, so the file is private.
  private func writeAnswers(_ options: ExportOptions, _ format: QuestionFormat) throws {
    let export = try AnswerExport(bank, options, format)
    let isOutput = try options.requireTarget(files, beside: bank.store)
    var count = 0
    try files.write(to: options.file, isPrivate: true) { write in
      count = try export.write(hasMark: options.writing.hasByteOrderMark, write)
    }
    finished.emit(
      ExportOutcome(
        file: options.file, format: format,
        export: ExportResult(written: count, problems: [], unencodable: 0), answers: count,
        backup: nil, leftOut: nil, isOutput: isOutput))
  }

  private func write(
    _ questions: FetchDescriptor<Question>, _ backup: BankBackup?, _ export: inout QuestionExport,
    _ options: ExportOptions, _ pictures: QuestionFormat.PictureForm?,
    _ write: ([UInt8]) throws -> Void
  ) throws {
    guard var writer = export.makeWriter() else { return }
    try write(export.beginning(writer))
    try visit(questions, options, pictures) { try write(export.write($0, &writer)) }
    guard let backup, let document = writer as? NativeJSONWriter else {
      return try write(export.end(writer))
    }
    try write(document.endOfQuestions)
    try backup.write(write)
    try write(NativeJSONWriter.endOfDocument)
  }

  /// Writes a backup with its pictures: a zip package with the document and a file for each picture.
  private func writePackage(
    _ questions: FetchDescriptor<Question>, _ backup: BankBackup?, _ export: inout QuestionExport,
    _ options: ExportOptions, _ write: ([UInt8]) throws -> Void
  ) throws {
    var document: [UInt8] = []
    try self.write(questions, backup, &export, options, nil) { document += $0 }
    var zip = ZipOutput()
    try write(zip.file("bank.json", document))
    document = []
    for attachment in try bank.pictures.kept() {
      guard let bytes = try bank.store.store.attachments.bytes(of: attachment.digest) else {
        continue
      }
      guard zip.hasRoom(for: bytes.count) else { throw ExportError.backupTooLarge }
      try write(zip.file(PictureIntake.backupFolder + attachment.digest.path, bytes))
    }
    try write(zip.end())
  }

  /// The records that the user might expect in the file, because its format could hold them.
  private func leftOut(
    _ format: QuestionFormat, _ options: ExportOptions
  ) throws -> LeftOutRecords? {
    guard format.name == QuestionFormat.json.name, !options.isBackup, options.deck == nil else {
      return nil
    }
    let store = bank.store
    let leftOut = LeftOutRecords(
      notes: try store.count(FetchDescriptor<StudyNote>()),
      quizzes: try store.count(FetchDescriptor<Attempt>()))
    return leftOut.notes + leftOut.quizzes == 0 ? nil : leftOut
  }

  private static func format(_ options: ExportOptions) throws(ExportError) -> QuestionFormat {
    if options.isPackagedBackup {
      if options.deck != nil { throw .backupIsWhole }
      try check(options.writing, .json)
      return .json
    }
    let name = options.format ?? options.fileExtension
    if ["exam", "html", "htm"].contains(name.lowercased()) { throw .examNotNamed }
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
    if writing.hasRawCells, !isTable {
      throw .settingNotFor(.rawCells, format: format.title)
    }
    // A package says itself in which encoding its files are.
    if format.isPackage, writing.encoding != .utf8 {
      throw .settingNotFor(.encoding, format: format.title)
    }
    if format.isPackage, writing.hasByteOrderMark {
      throw .settingNotFor(.bom, format: format.title)
    }
    guard writing.encoding != .utf8 else { return }
    // RFC 8259 allows no other encoding.
    if format.name == QuestionFormat.json.name {
      throw .settingNotFor(.encoding, format: format.title)
    }
    if writing.hasByteOrderMark {
      throw .settingNotFor(.bom, format: writing.encoding.rawValue)
    }
  }

  private func questions(_ options: ExportOptions) throws -> FetchDescriptor<Question> {
    var descriptor = FetchDescriptor<Question>()
    if let name = options.deck {
      let id = try bank.deck(named: name).id
      descriptor.selection = .whose(\.deckID, is: id)
    }
    guard try bank.store.count(descriptor) > 0 || options.isBackup else {
      throw BankError.noQuestions
    }
    return descriptor
  }

  /// Calls `body` with small batches of questions, to limit the memory needed.
  private func visit(
    _ questions: FetchDescriptor<Question>, _ options: ExportOptions,
    _ pictures: QuestionFormat.PictureForm? = nil,
    _ body: ([ExportedQuestion]) throws -> Void
  ) throws {
    let names = Dictionary(uniqueKeysWithValues: try bank.decks().map { ($0.id, $0.name) })
    // Pictures in the file itself are in memory with their questions.
    let size = pictures == .embedded ? Self.embeddedPageSize : Self.pageSize
    let folder = FileName.last(of: options.file) + Self.pictureFolder
    try bank.store.enumerate(questions, batchSize: size) { page in
      try body(
        page.map { question in
          var exported = ExportedQuestion(
            category: names[question.deckID], content: question.content,
            origin: options.isBackup ? ParsedQuestion.Origin(of: question) : nil)
          if let pictures { try add(pictures, to: &exported, in: folder) }
          return exported
        })
    }
  }

  /// How many questions are in memory at a time with their pictures.
  private static let embeddedPageSize = 16

  /// The suffix of the folder with a file's pictures.
  private static let pictureFolder = ".media"

  private func add(
    _ form: QuestionFormat.PictureForm, to question: inout ExportedQuestion, in folder: String
  ) throws {
    for attachment in question.content.pictures.attachments
    where try bank.store.store.attachments.has(attachment.digest) {
      switch form {
      case .paths: question.picturePaths[attachment.digest] = folder + "/" + attachment.exportPath
      case .embedded:
        question.pictureBytes[attachment.digest] = try bank.store.store.attachments.bytes(
          of: attachment.digest)
      }
    }
  }

  /// Writes the pictures to which a file refers.
  private func writePictures(
    of questions: FetchDescriptor<Question>, beside file: String
  ) throws {
    var known: Set<String> = []
    try bank.store.enumerate(questions, batchSize: Self.pageSize) { page in
      for attachment in page.flatMap(\.content.pictures.attachments) {
        // The address in the text has percent signs for what the name of the file has itself.
        let name = attachment.exportPath.percentDecoded() ?? attachment.exportPath
        let path = "\(file)\(Self.pictureFolder)/\(name)"
        guard known.insert(path).inserted,
          let bytes = try bank.store.store.attachments.bytes(of: attachment.digest)
        else { continue }
        try files.makeFolder(at: FileName.folder(of: path))
        try files.write(bytes, to: path)
      }
    }
  }
}

extension ParsedQuestion.Origin {
  fileprivate init(of question: Question) {
    self.init(
      record: question.id.rawValue, createdAt: question.createdAt, changedAt: question.changedAt,
      keyChangedAt: question.keyChangedAt)
  }
}

/// The result of an export.
package struct ExportOutcome: Sendable {
  /// The file, as the user named it.
  package let file: String
  /// The format.
  package let format: QuestionFormat
  /// The number of questions in the file, and everything that could not be written.
  package let export: ExportResult
  /// The number of answers in a table of answers; `nil` for any other file.
  package var answers: Int?
  /// The contents of a backup besides the questions; `nil` for any other file.
  package let backup: RestoredRecords?
  /// The records that only a backup would have contained. `nil` when there are none, or when the
  /// user would not expect them in this file.
  package let leftOut: LeftOutRecords?
  /// Whether the file is standard output, so that nothing else may be written there.
  package let isOutput: Bool
}

/// The records of a bank that an export of questions does not contain.
package struct LeftOutRecords: Equatable, Sendable {
  /// The number of notes.
  package let notes: Int
  /// The number of quizzes.
  package let quizzes: Int
}

/// Finds the questions, and the answers, of kinds that programs before 0.5.0 do not know. They
/// decide which version a document has, and so they have to be known before its first line.
struct FurtherKinds {
  private let store: StoreContext

  init(_ store: StoreContext) { self.store = store }

  /// The further kinds that occur in an export.
  ///
  /// - Parameter isBackup: whether the export has all answers too. Their questions may be deleted.
  func kinds(
    of questions: FetchDescriptor<Question>, isBackup: Bool
  ) throws -> Set<QuestionContent.Kind> {
    let asked: [QuestionKind] = try store.savedParts(of: store.identifiers(questions))
    var kinds = Set(asked.map(\.kind)).filter(\.isNew)
    guard isBackup, kinds.isEmpty else { return kinds }
    let answers: [AnswerKind] = try store.savedParts(
      of: store.identifiers(FetchDescriptor<Answer>()))
    kinds.formUnion(answers.compactMap(\.kind))
    return kinds
  }
}

/// The kind of a further kind of question to which an answer was given; `nil` for other answers.
private struct AnswerKind: RecordPart {
  let id: Identifier<Answer>
  let kind: QuestionContent.Kind?

  init(_ answer: Answer) { (id, kind) = (answer.id, answer.response?.furtherKind) }

  private enum CodingKeys: CodingKey { case id, response }

  init(from decoder: any Decoder) throws {
    let answer = try decoder.container(keyedBy: CodingKeys.self)
    id = try answer.decode(Identifier<Answer>.self, forKey: .id)
    kind = try answer.decodeIfPresent(Response.self, forKey: .response)?.furtherKind
  }
}

extension Response {
  fileprivate var furtherKind: QuestionContent.Kind? {
    switch self {
    case .choice, .choices, .typed: nil
    case .recall: .card
    case .gaps: .gaps
    case .order: .order
    case .pairs: .match
    }
  }
}

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
          cells(
            answer, question, modes[answer.attemptID], deck: question.flatMap { decks[$0.deckID] }))
        count += 1
      }
      try write(lines)
    }
    return count
  }

  /// The cells of an answer, in the order of the table's columns. What belonged to a question that
  /// was deleted, what nobody measured and what the player did not say is empty.
  private func cells(
    _ answer: Answer, _ question: Question?, _ mode: QuizOptions.Mode?, deck: String?
  ) -> [String] {
    let count = answer.choices ?? question?.content.choices.count
    // The numbers from 1 of the picked choices, in the author's order.
    let picked = answer.response?.positions.map { "\($0 + 1)" } ?? []
    let text = answer.response.flatMap { $0.typed ?? question?.content.text(of: $0) }
    let certainty = answer.response == nil ? nil : answer.certainty?.rawValue
    var cells = [DateText.description(of: answer.changedAt), "\(answer.attemptID.rawValue)"]
    cells += [mode?.rawValue ?? "", "\(answer.questionID.rawValue)"]
    cells += [deck ?? "", question?.content.text ?? "", count.map { "\($0)" } ?? ""]
    cells += [picked.joined(separator: ","), text ?? "", answer.isCorrect ? "1" : "0"]
    return cells + [answer.milliseconds.map { "\($0)" } ?? "", certainty ?? ""]
  }
}
