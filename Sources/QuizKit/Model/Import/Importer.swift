import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Imports questions from files into the bank. Reads all files first, then saves everything at once
/// or nothing.
package final class Importer {
  /// Emits the result of each import, including those that imported nothing.
  package var outcomes: Signal<ImportOutcome> { finished.signal }

  /// Emits the error of an import that failed after it had started.
  package var failures: Signal<any ReportableError> { failed.signal }

  /// The progress of the running import; `nil` when there is none.
  @Observed package private(set) var status: ImportStatus?

  /// The deck of the first new question of the last import, until it is taken.
  private var newDeck: Identifier<Deck>?

  private let bank: QuestionBank
  private let world: World
  private let finished = PublishSubject<ImportOutcome>()
  private let failed = PublishSubject<any ReportableError>()
  private var work: BackgroundWork<ImportReading.News, ImportReading.Result>?
  private var observation: Disposable?

  /// Creates an importer into a bank.
  package init(bank: QuestionBank, world: World) {
    self.bank = bank
    self.world = world
  }

  /// Starts to read the files, in the background if the world has one, and then imports their
  /// questions.
  ///
  /// - Throws: ``ImportError`` when the format is unknown or an import is running;
  ///   ``UserFileError`` when no file exists; errors of the store. Later errors go to ``failures``.
  ///   In each case nothing is imported.
  package func run(_ options: ImportOptions) throws {
    guard work == nil else { throw ImportError.busy }
    let format = try options.format.map { name in
      guard let format = QuestionFormat.named(name) else { throw ImportError.unknownFormat(name) }
      return format
    }
    var paths: [String] = []
    var missing: [Int: QuestionFile] = [:]
    var others = PassedOver()
    for path in options.files {
      do {
        let found = try world.files.files(at: path)
        if found.isFolder { others.add(found, from: paths.count) }
        paths += found.paths
        for error in found.unreadable {
          missing[paths.count] = QuestionFile(named: error.path, unreadable: error)
          paths.append(error.path)
        }
      } catch {
        if options.files.count == 1 || options.strict { throw error }
        missing[paths.count] = QuestionFile(named: path, unreadable: error)
        paths.append(path)
      }
    }
    if let folder = options.files.first, paths.isEmpty {
      throw ImportError.unusableFile(Problem(.nothingInFolder(read: 0), file: folder))
    }
    try begin(
      ImportReading(
        paths: paths, files: world.files, format: format, options: options.reading,
        sections: Set(bank.store.kinds.all.compactMap { $0.section }), known: missing),
      others, options)
  }

  private func begin(
    _ reading: ImportReading, _ others: PassedOver, _ options: ImportOptions
  ) throws {
    let paths = reading.paths
    let collector = try ImportCollector(bank, paths: paths, options: options)
    var failure: (any Error)?
    var fileBegan = (number: 1, time: world.scheduler.now)
    let work = world.background.work(reading.run)
    self.work = work
    let observation = work.news.observe { [unowned self] news in
      switch news {
      case .progress(.progress(let progress)):
        // Without a background the import ends before `observe` returns, so there is no progress to
        // show.
        guard status != nil else { return }
        let now = world.scheduler.now
        if progress.number != fileBegan.number { fileBegan = (progress.number, now) }
        status = ImportStatus(progress, paths: paths, elapsed: now - fileBegan.time)
      case .progress(.part(let part)):
        defer { part.taken() }
        guard failure == nil else { return }
        do {
          try collector.take(part)
        } catch {
          failure = error
          work.stop()
        }
      case .result(let result):
        self.work = nil
        failed.attempt { try finish(result, of: reading, collector, failure, others, options) }
        if self.work == nil { status = nil }
      }
    }
    guard self.work != nil else { return }
    self.observation = observation
    status = ImportStatus(
      .init(number: 1, completedBytes: 0, totalBytes: 1), paths: paths, elapsed: .zero)
  }

  /// The deck of the first new question of the last import; `nil` without one, and when it was
  /// taken before.
  func takeNewDeck() -> Identifier<Deck>? {
    defer { newDeck = nil }
    return newDeck.map(bank.store.resolve)
  }

  /// Stops the running import, if any. Nothing is imported then.
  package func cancel() {
    work?.stop()
  }

  private func finish(
    _ result: ImportReading.Result, of reading: ImportReading, _ collector: ImportCollector,
    _ failure: (any Error)?, _ others: PassedOver, _ options: ImportOptions
  ) throws {
    if let failure { throw failure }
    switch result {
    case .files(let files): try bringIn(files, of: reading, collector, others, options)
    case .cancelled: throw ImportError.cancelled
    }
  }

  private func bringIn(
    _ read: [QuestionFile], of reading: ImportReading, _ collector: ImportCollector,
    _ others: PassedOver, _ options: ImportOptions
  ) throws {
    var others = others
    others.addFiles(withoutQuestionsAmong: read)
    if others.indices.count == read.count, let folder = options.files.first {
      throw ImportError.unusableFile(Problem(.nothingInFolder(read: read.count), file: folder))
    }
    let unusable = read.indices.filter { read[$0].isUnusable && !others.indices.contains($0) }
    let spoiled = unusable.filter { collector.hasPart(of: $0) }
    let goesOn =
      try !options.strict && unusable.count < read.count - others.indices.count
      && (spoiled.isEmpty || canBeRead(read.indices, without: unusable, again: reading))
    if goesOn, !spoiled.isEmpty {
      // Parts of a file were added before its fault was found. They cannot be separated from the
      // rest, so the good files are read once more.
      collector.discard()
      var reading = reading
      for index in unusable { reading.known[index] = read[index] }
      return try begin(reading, others, options)
    }
    var files = try collector.finish(read)
    for index in unusable { files[index] = files[index].withoutResult }
    files = files.indices.filter { !others.indices.contains($0) }.map { files[$0] }
    if let refusal = goesOn ? nil : refusal(of: files, unusable.map { read[$0] }, options) {
      // Nothing was imported, so report no results.
      if read.first?.problems.first?.fault.scope == .unread, read.count == 1 { throw refusal }
      emit(files.map(\.withoutResult), [], others, options, refusal: refusal)
      throw refusal
    }
    if options.dryRun { collector.discard() } else { try save(collector) }
    emit(files, collector.decks, others, options)
  }

  private func save(_ collector: ImportCollector) throws {
    let before = newDeck
    // Set before the save, because the first screen reads it when the bank has changed.
    newDeck = collector.newDeck ?? newDeck
    do {
      try collector.save()
    } catch {
      newDeck = before
      throw error
    }
  }

  private func emit(
    _ files: [ImportOutcome.File], _ decks: [String], _ others: PassedOver,
    _ options: ImportOptions, refusal: (any ReportableError)? = nil
  ) {
    finished.emit(
      ImportOutcome(
        files: files, decks: decks, passedOver: others, isDryRun: options.dryRun,
        listsAllProblems: options.allProblems,
        refusal: (refusal as? ImportError)?.problem))
  }

  private func canBeRead(
    _ all: Range<Int>, without unusable: [Int], again reading: ImportReading
  ) throws -> Bool {
    try all.allSatisfy { index in
      try unusable.contains(index) || world.files.canBeReadAgain(reading.paths[index])
    }
  }

  /// The reason why nothing is imported; `nil` if there is none.
  private func refusal(
    of files: [ImportOutcome.File], _ unusable: [QuestionFile], _ options: ImportOptions
  ) -> (any ReportableError)? {
    for file in unusable {
      let errors = file.problems.filter { $0.level == .error }
      guard let problem = errors.first(where: { $0.fault.namesOtherFormat }) ?? errors.first else {
        continue
      }
      return ImportError.unusableFile(problem)
    }
    return options.strict ? refusal(of: files) : nil
  }

  /// The error for `--strict` when some questions cannot be imported.
  private func refusal(of files: [ImportOutcome.File]) -> ImportError? {
    let lost = files.flatMap(\.problems).filter { $0.level != .warning }
    return lost.first.map { .notAllUsable(file: $0.file, line: $0.line, count: lost.count) }
  }
}
