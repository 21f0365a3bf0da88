import Foundation
import Signals

/// Imports questions from files into the bank. Reads all files first, then saves everything at once or nothing.
public final class Importer {
  /// Emits the result of each import, including those that imported nothing.
  public var outcomes: Signal<ImportOutcome> { finished.signal }

  /// Emits the error of an import that failed after it had started.
  public var failures: Signal<any ReportableError> { failed.signal }

  /// The progress of the running import; `nil` when there is none.
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

  /// Starts to read the files, in the background if the world has one, and then imports their questions.
  ///
  /// - Throws: ``ImportError`` when the format is unknown or an import is running; ``UserFileError`` when
  ///   a file does not exist; what the store throws. Later errors go to ``failures``. In each case
  ///   nothing is imported.
  public func run(_ options: ImportOptions) throws {
    guard work == nil else { throw ImportError.busy }
    let format = try options.format.map { name in
      guard let format = QuestionFormat.named(name) else { throw ImportError.unknownFormat(name) }
      return format
    }
    let paths = try options.files.flatMap(world.files.files(at:))
    let reading = ImportReading(
      paths: paths, files: world.files, format: format, options: options.reading)
    let intake = try ImportIntake(bank, paths: paths, options: options)
    var failure: (any Error)?
    var fileBegan = (number: 1, time: world.scheduler.now)
    var isDone = false
    let work = world.background.run(reading.run) { [unowned self] news in
      switch news {
      case .progress(let progress):
        // Without a background the import ends before `run` returns, so there is no progress to show.
        guard self.work != nil else { return }
        let now = world.scheduler.now
        if progress.number != fileBegan.number { fileBegan = (progress.number, now) }
        status = ImportStatus(progress, paths: paths, elapsed: now - fileBegan.time)
      case .part(let part):
        defer { part.taken() }
        guard failure == nil else { return }
        do {
          try intake.take(part)
        } catch {
          failure = error
          self.work?.stop()
        }
      }
    } completed: { [unowned self] result in
      isDone = true
      self.work = nil
      failed.attempt { try finish(result, intake, failure, options) }
      status = nil
    }
    guard !isDone else { return }
    self.work = work
    status = ImportStatus(
      .init(number: 1, completedBytes: 0, totalBytes: 1), paths: paths, elapsed: .zero)
  }

  /// Stops the running import, if any. Nothing is imported then.
  public func cancel() {
    work?.stop()
  }

  private func finish(
    _ result: ImportReading.Result, _ intake: ImportIntake, _ failure: (any Error)?,
    _ options: ImportOptions
  ) throws {
    if let failure { throw failure }
    switch result {
    case .files(let files): try bringIn(files, intake, options)
    case .unreadable(let error): throw error
    case .cancelled: throw ImportError.cancelled
    }
  }

  private func bringIn(
    _ read: [QuestionFile], _ intake: ImportIntake, _ options: ImportOptions
  ) throws {
    let files = try intake.finish(read)
    let refusal = unusable(read) ?? (options.strict ? refusal(of: files) : nil)
    if let refusal {
      // Nothing was imported, so report no results.
      let files = files.map(\.withoutResult)
      finished.emit(ImportOutcome(files: files, isDryRun: options.dryRun))
      throw refusal
    }
    if options.dryRun { intake.discard() } else { try intake.save() }
    finished.emit(ImportOutcome(files: files, isDryRun: options.dryRun))
  }

  private func unusable(_ files: [QuestionFile]) -> ImportError? {
    for file in files where file.isUnusable {
      if let problem = file.problems.first(where: { $0.level == .error }) {
        return .unusableFile(problem)
      }
    }
    return nil
  }

  /// The error for `--strict` when some questions cannot be imported.
  private func refusal(of files: [ImportOutcome.File]) -> ImportError? {
    let lost = files.flatMap(\.problems).filter { $0.level != .warning }
    return lost.first.map { .notAllUsable(file: $0.file, line: $0.line, count: lost.count) }
  }
}
