import Foundation
import Signals

/// Brings questions from files into the bank: everything is read first, then written in one save or not at all.
public final class Importer {
  /// What each import did, also where it brought in nothing.
  public var outcomes: Signal<ImportOutcome> { finished.signal }

  /// Why an import brought in nothing, where that came out only after it had begun.
  public var failures: Signal<any ReportableError> { failed.signal }

  /// The import that is under way; `nil` when there is none.
  @Observed public private(set) var status: ImportStatus?

  private let bank: QuestionBank
  private let world: World
  private let finished = PublishSubject<ImportOutcome>()
  private let failed = PublishSubject<any ReportableError>()
  private var work: BackgroundWork?

  /// Creates an importer into a bank.
  public init(bank: QuestionBank, world: World) {
    self.bank = bank
    self.world = world
  }

  /// Begins to read the files, in the background where the world has one, and then brings in their questions.
  ///
  /// - Throws: ``ImportError`` when the format is unknown or an import is under way; ``UserFileError`` when there is no such file.
  ///   What goes wrong later is said by ``failures``. Nothing has been brought in then.
  public func run(_ options: ImportOptions) throws {
    guard work == nil else { throw ImportError.busy }
    let format = try options.format.map { name in
      guard let format = QuestionFormat.named(name) else { throw ImportError.unknownFormat(name) }
      return format
    }
    let paths = try options.files.flatMap(world.files.files(at:))
    let reading = ImportReading(
      paths: paths, files: world.files, format: format, options: options.reading)
    var fileBegan = (number: 1, time: world.scheduler.now)
    var isDone = false
    let work = world.background.run(reading.run) { [unowned self] progress in
      let now = world.scheduler.now
      if progress.number != fileBegan.number { fileBegan = (progress.number, now) }
      status = ImportStatus(progress, paths: paths, elapsed: now - fileBegan.time)
    } completed: { [unowned self] result in
      isDone = true
      self.work = nil
      finish(result, options)
      status = nil
    }
    guard !isDone else { return }
    self.work = work
    status = ImportStatus(
      .init(number: 1, completedBytes: 0, totalBytes: 1), paths: paths, elapsed: .zero)
  }

  /// Stops the import that is under way, if there is one; nothing is brought in.
  public func cancel() {
    work?.stop()
  }

  private func finish(_ result: ImportReading.Result, _ options: ImportOptions) {
    failed.attempt {
      switch result {
      case .files(let files): try bringIn(files, options)
      case .unreadable(let error): throw error
      case .cancelled: throw ImportError.cancelled
      }
    }
  }

  private func bringIn(_ read: [QuestionFile], _ options: ImportOptions) throws {
    var files = read.map { ImportOutcome.File(file: $0) }
    if let refusal = unusable(read) ?? (options.strict ? refusal(of: files) : nil) {
      finished.emit(ImportOutcome(files: files, isDryRun: options.dryRun))
      throw refusal
    }
    let intake = try BankIntake(bank, allowDuplicates: options.allowDuplicates)
    for index in files.indices {
      try bringIn(&files[index], intake, options)
    }
    if options.strict, let refusal = refusal(of: files) {
      intake.discard()
      finished.emit(ImportOutcome(files: files, isDryRun: options.dryRun))
      throw refusal
    }
    if options.dryRun { intake.discard() } else { try intake.save() }
    finished.emit(ImportOutcome(files: files, isDryRun: options.dryRun))
  }

  private func bringIn(
    _ file: inout ImportOutcome.File, _ intake: BankIntake, _ options: ImportOptions
  ) throws {
    var merge: BackupMerge?
    if !file.file.sections.isEmpty, !options.questionsOnly {
      let records = BackupRecords(file.file.sections, file: file.file.name)
      merge = try BackupMerge(records, into: intake, file: file.file.name, deck: options.deck)
    }
    for question in file.file.questions {
      let deck = options.deck ?? question.category ?? Self.deckName(of: file.file.name)
      let admission = try intake.add(question.content, deck: deck, origin: question.origin)
      if admission.isNew { file.imported += 1 } else { file.duplicates += 1 }
      if let record = question.origin?.record { merge?.question(record, is: admission.id) }
    }
    try merge?.finish()
    file.restored = merge?.restored
    file.problems += merge?.problems ?? []
  }

  private func unusable(_ files: [QuestionFile]) -> ImportError? {
    for file in files where file.isUnusable {
      if let problem = file.problems.first(where: { $0.level == .error }) {
        return .unusableFile(problem)
      }
    }
    return nil
  }

  /// Why `--strict` brings in nothing.
  private func refusal(of files: [ImportOutcome.File]) -> ImportError? {
    let lost = files.flatMap(\.problems).filter { $0.level != .warning }
    return lost.first.map { .notAllUsable(file: $0.file, line: $0.line, count: lost.count) }
  }

  /// The file's name without folder and extension.
  private static func deckName(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast()
    return stem.isEmpty || name.hasPrefix(".") ? name : stem.joined(separator: ".")
  }
}
