import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// A command about decks that follow files.
package enum FollowCommand: Equatable, Sendable {
  /// Follow a file or a folder, and read it. One that is followed already is read again.
  ///
  /// - Parameters:
  ///   - deck: The name of the deck, or of what the decks of a folder are below; `nil` for names of
  ///     the files.
  ///   - only: Which files of a folder, as a pattern of a shell; `nil` for all.
  case follow(String, deck: String?, only: String?)
  /// List what is followed.
  case list
  /// Let a deck follow its file no longer.
  case unfollow(deck: String)
  /// Carry out a command, then stay and take over what changes.
  indirect case waiting(FollowCommand)
}

/// The decks that follow files.
package struct FollowedDecks: Encodable, Equatable, Sendable {
  /// The decks, in their order.
  package let items: [FollowedDeck]
}

/// A deck that follows a file.
package struct FollowedDeck: Encodable, Equatable, Sendable {
  /// The name of the deck.
  package let deck: String
  /// The file, from the root.
  package let path: String
  /// When it was last read.
  package let readAt: Stamp
  /// How many problems the file has.
  package let problemCount: Int
  /// Whether the file is on this device.
  package let here: Bool
}

/// The end of following.
package struct Unfollowing: Equatable, Sendable {
  /// The file or the folder that is no longer followed.
  package let path: String
  /// The decks that followed it. They stay.
  package let decks: [String]
}

/// Lets decks follow the files of their authors: what changes in a file comes into the bank by
/// itself.
package final class Follower {
  /// How long nothing must be written before a file is read.
  static let rest = Duration.milliseconds(200)
  /// How long it takes until a file is believed that looks half written.
  static let doubt = Duration.seconds(2)
  /// How often the files are looked at where the system does not tell of changes.
  static let interval = Duration.seconds(1)

  /// Emits what a reading did, each time that a file was other than before.
  package var outcomes: Signal<FollowOutcome> { done.signal }
  /// Emits the error of a reading.
  package var failures: Signal<any ReportableError> { failed.signal }
  /// Emits the list that was asked for.
  package var lists: Signal<FollowedDecks> { listed.signal }
  /// Emits each end of following.
  package var endings: Signal<Unfollowing> { ended.signal }

  /// Whether nothing may change now, because a quiz is in front.
  package var isHeld = false {
    didSet {
      guard oldValue, !isHeld, isWaiting else { return }
      isWaiting = false
      look()
    }
  }

  /// Whether the program may end with its only command, so that nothing is offered after it.
  package var endsAtOnce = false

  private let bank: QuestionBank
  private let world: World
  /// A unit of work for what undo does not concern.
  private let store: StoreContext
  private let done = PublishSubject<FollowOutcome>()
  private let failed = PublishSubject<any ReportableError>()
  private let listed = PublishSubject<FollowedDecks>()
  private let ended = PublishSubject<Unfollowing>()
  private let changes = PublishSubject<Void>()
  private let bag = DisposeBag()
  /// The observation of the folders in which something may change; `nil` before ``begin()``.
  private var watching: Disposable?
  private var watched: WatchedPaths?
  /// The next look, where the system does not tell of changes.
  private var polling: Disposable?
  /// The next look at a file that may be half written.
  private var timer: Disposable?
  private var reading: Disposable?
  /// Whether something has changed since the running reading began.
  private var isStale = false
  /// Whether something has changed that must not come in now.
  private var isWaiting = false
  /// The digests of files that look half written, by their paths: those that were seen once, and
  /// those that were reported.
  private var doubtful: [String: UInt64] = [:]
  private var told: [String: UInt64] = [:]
  /// How many readings have changed the bank.
  private var readings = 0

  /// Creates the follower of a bank's files, which reads nothing by itself yet.
  package init(bank: QuestionBank, world: World) {
    (self.bank, self.world) = (bank, world)
    store = world.unitOfWork()
    changes.signal.debounce(for: Self.rest, on: world.scheduler)
      .observe { [unowned self] in look() }.disposed(by: bag)
  }

  // MARK: - Commands

  /// Carries out a command.
  ///
  /// - Throws: ``FollowRefusal``; ``UserFileError`` when there is no file; ``BankError``;
  ///   ``SaveFailure``.
  package func perform(_ command: FollowCommand) throws {
    switch command {
    case .follow(let path, let deck, let pattern): try follow(path, deck, pattern)
    case .list: listed.emit(FollowedDecks(items: try decks()))
    case .unfollow(let deck): try unfollow(deck)
    // The program itself stays.
    case .waiting(let command): try perform(command)
    }
  }

  private func follow(_ path: String, _ deck: String?, _ pattern: String?) throws {
    let path = world.files.absolute(path)
    let found = try world.files.files(at: path)
    if !found.isFolder, pattern != nil { throw FollowRefusal.patternOfFile }
    let finder = DeckFinder(try bank.decks().map(\.name))
    let known = try sources().first { $0.path == path }
    var source =
      known
      ?? FollowedSource(path: path, device: device, isFolder: found.isFolder)
    if let deck { source.deck = finder.name(for: deck) }
    if let pattern { source.pattern = pattern }
    var id = source.id
    try store.saving(nil) {
      if known == nil { id = store.insert(source) } else { try store.update(source) }
    }
    source.id = store.resolve(id)
    try forgetDeletedDecks(of: source)
    do {
      try readNow(source)
      if try states(of: source).isEmpty, known == nil { throw FollowRefusal.nothing }
    } catch {
      if known == nil { try store.saving(nil) { try store.delete(source.id) } }
      throw error
    }
    if watching != nil { watch() }
  }

  /// Forgets the readings of files whose decks a person has deleted.
  private func forgetDeletedDecks(of source: FollowedSource) throws {
    let decks = Set(try bank.decks().map(\.id))
    let gone = try files(of: source).filter { decks.isDisjoint(with: $0.deckIDs) }
    try store.saving(nil) { try store.delete(gone.map(\.id)) }
  }

  /// The followed file that an import names; `nil` where the import is to be done as any other.
  func source(of options: ImportOptions) throws -> FollowedSource? {
    guard options.files.count == 1, !options.dryRun, options.format == nil,
      options.reading == ReadingOptions(), !options.isLooked
    else { return nil }
    let path = world.files.absolute(options.files[0])
    guard let source = try sources().first(where: { $0.path == path }) else { return nil }
    guard let deck = options.deck else { return source }
    let decks = try bank.decks()
    let name = DeckFinder(decks.map(\.name)).name(for: deck)
    return try name == source.deck || names(of: source, among: decks) == [name] ? source : nil
  }

  /// The command by which the file of an import is followed from now on; `nil` where it is followed
  /// already, or where the import needed options to read it and nobody has looked at it, so that
  /// they are not kept.
  func offer(after options: ImportOptions) throws -> FollowCommand? {
    guard bank.servesPerson, !endsAtOnce, options.files.count == 1, let file = options.files.first,
      options.isLooked || options.format == nil && options.reading == ReadingOptions(),
      !options.questionsOnly, try world.files.canBeReadAgain(file)
    else { return nil }
    let path = world.files.absolute(file)
    let isFollowed = try sources().contains { source in
      source.path == path
        || source.isFolder && path.hasPrefix(source.path + "/") && source.includes(path)
    }
    return isFollowed ? nil : .follow(file, deck: options.deck, only: nil)
  }

  /// Ends the following of a deck, which may be called by its path if it is deleted.
  private func unfollow(_ name: String) throws {
    let path = world.files.absolute(name)
    var found = try sources().first { $0.path == path }
    if found == nil {
      let deck = try bank.deck(named: name)
      found = try sources(anywhere: true).first { source in
        try states(of: source).contains { $0.deckIDs.contains(deck.id) }
      }
      if found == nil { throw FollowRefusal.followsNothing(deck.name) }
    }
    guard let found else { return }
    let decks = try names(of: found, among: bank.decks())
    try store.saving(nil) { try store.delete(found.id) }
    ended.emit(Unfollowing(path: found.path, decks: decks))
    if watching != nil { watch() }
  }

  /// The decks that follow a file, in the order of the decks.
  package func decks() throws -> [FollowedDeck] {
    var rows: [FollowedDeck] = []
    let all = try sources(anywhere: true)
    let files = try all.map { ($0, try states(of: $0)) }
    for deck in try bank.decks() {
      for (source, files) in files {
        for file in files where file.deckIDs.contains(deck.id) {
          rows.append(
            FollowedDeck(
              deck: deck.name, path: file.path, readAt: Stamp(file.readAt, in: world.timeZone),
              problemCount: file.problems,
              here: source.device == device))
        }
      }
    }
    return rows
  }

  // MARK: - Watching

  /// Looks at the files now and whenever they change, until the program ends.
  package func begin() {
    endsAtOnce = false
    watch()
    look()
  }

  private func watch() {
    failed.attempt {
      var paths = WatchedPaths(files: [], folders: [])
      for source in try sources() {
        if source.isFolder {
          let folders = try self.paths(of: source).map { directory(of: $0) }
          paths.folders.formUnion(folders + [source.path])
        } else {
          paths.files.insert(source.path)
        }
      }
      guard paths != watched else { return }
      (watched, polling) = (paths, nil)
      watching = world.fileChanges(paths)
        .observe({ [unowned self] in changes.emit(()) }, completed: { [unowned self] in poll() })
    }
  }

  private func poll() {
    polling = world.scheduler.every(Self.interval) { [unowned self] in look() }
  }

  /// Reads the files that are other than they were.
  private func look() {
    if isHeld { return isWaiting = true }
    if reading != nil { return isStale = true }
    failed.attempt {
      var wanted: [(source: FollowedSource, path: String, digest: UInt64?)] = []
      for source in try sources() {
        let files = try states(of: source)
        for path in Set(try paths(of: source) + files.map(\.path)).sorted() {
          let last = files.first { $0.path == path }
          // A file that cannot be looked at is read, which says why not.
          let stamp = try? world.files.status(of: path).map(FileStamp.init)
          if let last, let stamp, last.stamp == stamp { continue }
          wanted.append((source, path, last?.digest))
        }
      }
      guard !wanted.isEmpty else { return }
      try read(wanted)
    }
  }

  private func read(_ wanted: [(source: FollowedSource, path: String, digest: UInt64?)]) throws {
    let (files, now) = (world.files, world.sharing.now())
    let parts = try wanted.map { wanted in
      (
        wanted.path, wanted.source.isFolder ? wanted.source.path : nil, wanted.digest,
        try kept(for: wanted.path, of: wanted.source)
      )
    }
    let work = world.background.work { (_: @escaping @Sendable (Never) -> Bool) in
      parts.map {
        FileNow(reading: $0.0, in: $0.1, of: files, unless: $0.2, as: $0.3, at: now)
      }
    }
    var isDone = false
    let observation = work.news.observe { [unowned self] news in
      guard case .result(let read) = news else { return }
      isDone = true
      reading = nil
      take(read, of: wanted.map(\.source))
    }
    if !isDone { reading = observation }
  }

  private func take(_ read: [FileNow], of sources: [FollowedSource]) {
    if isHeld { return isWaiting = true }
    defer {
      if isStale {
        isStale = false
        look()
      }
    }
    failed.attempt {
      for source in Set(sources.map(\.id)) {
        let files = zip(read, sources).filter { $0.1.id == source }.map(\.0)
        guard let source = sources.first(where: { $0.id == source }) else { continue }
        try take(files, of: source)
      }
    }
    if watching != nil { watch() }
  }

  /// Takes over what files say. What looks half written is looked at again first.
  private func take(_ read: [FileNow], of source: FollowedSource) throws {
    let reading = try run(source, files(of: source), read)
    isWaiting = isWaiting || reading.isWaiting
    var outcome = reading.outcome
    let now = Dictionary(uniqueKeysWithValues: read.map { ($0.path, $0.digest) })
    var isNew = false
    for path in now.keys where !reading.doubtful.contains(path) {
      (doubtful[path], told[path]) = (nil, nil)
    }
    for path in reading.doubtful {
      if doubtful[path] != now[path] {
        doubtful[path] = now[path]
        isNew = true
      } else if told[path] != now[path] {
        told[path] = now[path]
        continue
      }
      outcome.problems.removeAll { $0.file == path }
    }
    if isNew { timer = world.scheduler.after(Self.doubt) { [unowned self] in look() } }
    if reading.hasRead || !outcome.problems.isEmpty { done.emit(outcome) }
  }

  /// Reads all files of a source, whatever they were, and says at once what they are.
  func readNow(_ source: FollowedSource) throws {
    let known = try files(of: source)
    let read = try Set(try paths(of: source) + known.map(\.path)).sorted().map {
      FileNow(
        reading: $0, in: source.isFolder ? source.path : nil, of: world.files, unless: nil,
        as: try kept(for: $0, of: source),
        at: world.sharing.now())
    }
    done.emit(try run(source, known, read).outcome)
  }

  /// How a person chose to read a file.
  private func kept(for path: String, of source: FollowedSource) throws -> KeptReading? {
    try bank.keptReading(of: path, deck: source.deck)
  }

  private func run(
    _ source: FollowedSource, _ known: [FollowedFile], _ read: [FileNow]
  ) throws -> FollowReading {
    var reading = try FollowReading(source, known, bank: bank)
    try reading.run(read, after: readings)
    if reading.isChange { readings += 1 }
    return reading
  }

  // MARK: - What is followed

  private var device: String { world.sharing.deviceName }

  private func sources(anywhere: Bool = false) throws -> [FollowedSource] {
    try anywhere
      ? store.fetch(FetchDescriptor<FollowedSource>()) : store.followedSources(on: device)
  }

  private func states(of source: FollowedSource) throws -> [FollowedFileState] {
    try store.followedFiles(of: source)
  }

  private func files(of source: FollowedSource) throws -> [FollowedFile] {
    try store.records(whose: \FollowedFile.sourceID, is: source.id)
  }

  /// The present names of the decks that have questions of a source.
  private func names(of source: FollowedSource, among decks: [Deck]) throws -> [String] {
    let own = Set(try states(of: source).flatMap(\.deckIDs))
    return decks.filter { own.contains($0.id) }.map(\.name)
  }

  /// The files that a source has now.
  private func paths(of source: FollowedSource) throws -> [String] {
    guard source.isFolder else { return [source.path] }
    let found: FoundFiles
    do {
      found = try world.files.files(at: source.path)
    } catch {
      return []
    }
    return found.paths.filter(source.includes)
  }
}

/// Why nothing is followed.
package enum FollowRefusal: ReportableError, Equatable {
  /// A pattern chooses among the files of a folder.
  case patternOfFile
  /// There is no file with questions.
  case nothing
  case followsNothing(String)

  package var message: Message {
    switch self {
    case .patternOfFile:
      Message(
        "pattern-of-file", "A pattern chooses among the files of a folder.",
        "パターンはフォルダー内のファイルを選ぶためのものです。")
    case .nothing:
      Message(
        "nothing-to-follow", "There is no file with questions to follow.", "連動できる質問ファイルがありません。")
    case .followsNothing(let deck):
      Message(
        "not-followed", "The deck “\(deck)” follows no file.", "問題集「\(deck)」はファイルに連動していません。")
    }
  }
}
