import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The changes of the bank by a reading of followed files.
package struct FollowOutcome: Equatable, Sendable {
  /// The names of the decks.
  package var decks: [String] = []
  /// How many questions were changed, were new, and are in the trash now.
  package var changed = 0
  package var new = 0
  package var gone = 0
  /// The problems of the files, and the reasons why a file changed nothing.
  package var problems: [Problem] = []
}

/// Compares followed files with their last reading, and brings what their authors have changed into
/// the bank, in one save.
struct FollowReading {
  private(set) var outcome = FollowOutcome()
  /// The files that are to be read once more, because they may only be half written, and change
  /// nothing before.
  private(set) var doubtful: Set<String> = []

  /// Whether the bank was changed.
  private(set) var isChange = false
  /// Whether the questions of any file were compared with those of its last reading.
  var hasRead: Bool { !now.isEmpty }

  private let source: FollowedSource
  private let bank: QuestionBank
  private let world: World
  private let store: StoreContext
  private var files: [FollowedFile]
  /// The present contents of the files, by the place in ``files``.
  private var now: [Int: FileNow] = [:]
  /// The places of the files whose readings are to be kept.
  private var read: Set<Int> = []
  /// The places of the files with changes that have to wait. These files are read again.
  private var unread: Set<Int> = []
  /// The decks of the bank.
  private var decks: [Deck]
  /// The quizzes that are not finished.
  private let quizzes: UnfinishedQuizzes
  /// Whether questions of an exam that is under way wait for its end.
  private(set) var isWaiting = false

  /// - Parameter files: The last readings of the source's files.
  init(_ source: FollowedSource, _ files: [FollowedFile], bank: QuestionBank) throws {
    (self.source, self.files, self.bank) = (source, files, bank)
    world = bank.world
    store = StoreContext(beside: bank.store)
    decks = try bank.decks()
    quizzes = try UnfinishedQuizzes(in: store)
  }

  /// Takes over what has changed in some files.
  ///
  /// - Parameter earlier: how many readings have changed something since the program began.
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  mutating func run(_ files: [FileNow], after earlier: Int) throws(SaveFailure) {
    do {
      for file in files { try store.store.attachments.keep(file.pictures) }
      for file in try renamed(files) { take(file) }
      try compare()
    } catch {
      store.rollback()
      throw SaveFailure(error, store.kinds)
    }
    // A reading that found nothing new is not in the log.
    isChange = store.hasChanges
    let target = isChange ? store : world.unitOfWork()
    var joins: [UInt64] = []
    do {
      for place in read.sorted() { try keep(place, in: target) }
      if !isChange {
        try target.save()
      } else if earlier >= UndoHistory.mostReadings {
        joins = try bank.undoHistory.readingsToJoin()
      }
    } catch {
      store.rollback()
      throw SaveFailure(error, store.kinds)
    }
    if isChange { try bank.store.save(takingOver: store, as: .followed, joining: joins) }
  }

  // MARK: - Files

  private mutating func take(_ file: FileNow) {
    let place = files.firstIndex { $0.path == file.path } ?? files.count
    switch file.content {
    case .missing(let error):
      doubt(QuestionFile(named: file.path, unreadable: error).problems, of: file)
    case .empty: doubt([Problem(.followedFileEmpty, file: file.path)], of: file)
    case .conflict(let line):
      doubt([Problem(.mergeConflict, file: file.path, line: line)], of: file)
    case .same:
      guard files.indices.contains(place), files[place].stamp != file.stamp else { return }
      files[place].stamp = file.stamp
      read.insert(place)
    case .questions:
      if place < files.count {
        // A person has deleted all that followed the file.
        let own = Set(files[place].deckIDs)
        if !own.isEmpty, !decks.contains(where: { own.contains($0.id) }) { return }
      } else {
        files.append(
          FollowedFile(
            sourceID: source.id, path: file.path, digest: 0, readAt: world.now(), decks: [],
            entries: [], problems: 0))
      }
      now[place] = file
    }
  }

  private mutating func doubt(_ problems: [Problem], of file: FileNow) {
    outcome.problems += problems
    doubtful.insert(file.path)
  }

  /// Gives the reading of a file that is gone to a new one with the same questions: its name was
  /// changed. A deck that is called after the file is renamed, too.
  ///
  /// - Returns: The files without those that are gone in this way.
  private mutating func renamed(_ read: [FileNow]) throws -> [FileNow] {
    let missing = Set(
      read.filter { if case .missing = $0.content { true } else { false } }.map(\.path))
    let gone = files.indices.filter { missing.contains(files[$0].path) }
    if gone.isEmpty { return read }
    var pairs: [(shared: Int, place: Int, old: String, new: String)] = []
    for new in read where !files.contains(where: { $0.path == new.path }) {
      guard case .questions(let questions, _) = new.content else { continue }
      let said = Set(questions.map { SaidFields.digest(of: .text, in: $0.content) })
      for place in gone {
        // The right answers may have been corrected with the same commit. At least half is the same.
        let living = files[place].entries.filter { $0.trash == nil }
        let shared = living.count { said.contains($0.said[.text]) }
        guard shared > 0, shared * 2 >= living.count else { continue }
        pairs.append((shared, place, files[place].path, new.path))
      }
    }
    pairs.sort { ($1.shared, $0.old, $0.new) < ($0.shared, $1.old, $1.new) }
    var renamed: Set<String> = []
    for pair in pairs where renamed.isDisjoint(with: [pair.old, pair.new]) {
      renamed.formUnion([pair.old, pair.new])
      try rename(pair.place, to: pair.new)
    }
    return read.filter { !missing.contains($0.path) || !renamed.contains($0.path) }
  }

  private mutating func rename(_ place: Int, to path: String) throws {
    let names = [files[place].path, path].map { fileName($0) }
    files[place].path = path
    read.insert(place)
    for (own, deck) in files[place].decks.enumerated() where deck.name == names[0] {
      files[place].decks[own].name = names[1]
      let isFree = !decks.contains { $0.name == names[1] }
      guard isFree, let other = decks.firstIndex(where: { $0.id == deck.id }),
        decks[other].name == names[0]
      else { continue }
      try store.rename(&decks[other], to: names[1], at: world.now())
    }
  }

  /// Renames the decks that an import of the folder has made before, so that they are those of the
  /// files which are read for the first time: at least half of the questions of such a deck are in
  /// one of them, and all these in the same.
  private mutating func takeOverDecks() throws {
    guard source.isFolder else { return }
    var names: [String: String] = [:]
    for place in now.keys.sorted() where files[place].id == .unassigned {
      guard case .questions(let questions, _) = now[place]?.content else { continue }
      for question in questions {
        names[SaidFields.identity(of: question.content)] = deckName(of: question, in: place)
      }
    }
    if names.isEmpty { return }
    let followed = Set(try store.fetch(FetchDescriptor<FollowedFile>()).flatMap(\.deckIDs))
    for place in decks.indices where !followed.contains(decks[place].id) {
      let questions = try store.records(whose: \Question.deckID, is: decks[place].id)
      let found = questions.compactMap { names[SaidFields.identity(of: $0.content)] }
      guard let name = found.first, found.allSatisfy({ $0 == name }),
        found.count * 2 >= questions.count, !decks.contains(where: { $0.name == name })
      else { continue }
      try store.rename(&decks[place], to: name, at: world.now())
    }
  }

  /// The name that a deck has by the path of its file.
  private func fileName(_ path: String) -> String {
    guard source.isFolder else { return source.name }
    let folders = FileName.folder(of: source.inside(path)).split(separator: "/").map(String.init)
    return ([source.name] + folders + [FileName.base(of: path)]).joined(separator: "/")
  }

  // MARK: - Questions

  /// A question that may be the earlier version of one in a file.
  private struct Candidate {
    var known: FileMatching.Known
    /// The question in the bank; `nil` if it was deleted.
    var question: Question?
    /// Where the last reading has it.
    var entry: (file: Int, place: Int)?
    /// The entry of the trash from which it can be brought back.
    var trash: TrashEntry?
  }

  private mutating func compare() throws {
    // Most files were only touched.
    if now.isEmpty { return }
    try takeOverDecks()
    let candidates = try candidates()
    var found: [(file: Int, question: ParsedQuestion)] = []
    for place in now.keys.sorted() {
      guard case .questions(let questions, _) = now[place]?.content else { continue }
      found += questions.map { (place, $0) }
    }
    let pairs = FileMatching(found.map(\.question.content), known: candidates.map(\.known)).pairs
    let taken = Set(pairs.compactMap(\.self))
    let gone = candidates.indices.filter { !taken.contains($0) }.map { candidates[$0] }
    for place in now.keys.sorted() where !isBelievable(place, gone) {
      now[place] = nil
    }
    var entries: [Int: [FollowedFile.Entry]] = [:]
    for ((place, question), pair) in zip(found, pairs) where now[place] != nil {
      entries[place, default: []].append(
        try bringIn(question, of: place, pair.map { candidates[$0] }))
    }
    // Files that are not compared keep their questions.
    let lost = gone.filter { $0.entry.flatMap { now[$0.file] } != nil }
    for (file, entry) in try remove(lost) { entries[file, default: []].append(entry) }
    for place in now.keys.sorted() { note(place, entries[place] ?? []) }
    forget(Set(entries.values.joined().filter { $0.trash == nil }.map(\.id)))
  }

  /// Takes what has moved to another file out of the files that are not compared, so that each
  /// question is in one file. They are to be read when they come back, even if their bytes are the
  /// same.
  private mutating func forget(_ moved: Set<Identifier<Question>>) {
    for place in files.indices where now[place] == nil {
      let entries = files[place].entries.filter { !moved.contains($0.id) }
      guard entries.count < files[place].entries.count else { continue }
      files[place].entries = entries
      (files[place].stamp, files[place].digest) = (nil, 0)
      read.insert(place)
    }
  }

  /// The questions with which those of the files are compared: first those of the last reading, then
  /// the others of the decks, then those that a reading has put into the trash. What is there is
  /// preferred, so that no question is there twice.
  private func candidates() throws -> [Candidate] {
    // A question that a half-written file lacks may be in another file now, to which its author has
    // moved it.
    let places = Set(
      files.indices.filter { now[$0] != nil || doubtful.contains(files[$0].path) })
    let entries = files.indices.flatMap { place in
      files[place].entries.enumerated()
        .filter { places.contains(place) || $0.element.trash != nil }
        .map { (place: place, number: $0.offset, entry: $0.element) }
    }
    let all = entries.map(\.entry.id)
    let questions = Dictionary(try store.records(for: all).map { ($0.id, $0) }) { $1 }
    let missing = Set(all).subtracting(questions.keys)
    let trashed = Dictionary(
      try store.trashedQuestions(missing).map { ($0.question.id, $0) }
    ) { first, _ in first }
    var found: [Candidate] = []
    var gone: [Candidate] = []
    var back: [FollowedFile.Entry] = []
    var known: Set<Identifier<Question>> = []
    for (place, number, entry) in entries {
      // Undo of a later reading leaves it in the trash under another number.
      let there = entry.trash == nil ? nil : trashed[entry.id]
      guard entry.trash == nil || there != nil else {
        // Undo has brought back what a reading had put into the trash.
        back.append(entry)
        continue
      }
      known.insert(entry.id)
      let candidate = Candidate(
        known: .init(
          id: entry.id, content: there?.question.content ?? questions[entry.id]?.content,
          said: entry.said, isInTrash: there != nil),
        question: questions[entry.id], entry: (place, number), trash: there?.entry)
      if there == nil { found.append(candidate) } else { gone.append(candidate) }
    }
    for entry in back {
      // The file does not have it, so it cannot go from there; but it may come back.
      guard let question = questions[entry.id], known.insert(entry.id).inserted else { continue }
      found.append(
        Candidate(
          known: .init(id: entry.id, content: question.content, said: entry.said),
          question: question))
    }
    for other in files.indices where !places.contains(other) {
      known.formUnion(files[other].entries.map(\.id))
    }
    for deck in try ownDecks().sorted(by: { $0.rawValue < $1.rawValue }) {
      for question in try store.records(whose: \Question.deckID, is: deck)
      where !known.contains(question.id) {
        found.append(
          Candidate(
            known: .init(id: question.id, content: question.content, said: nil),
            question: question))
      }
    }
    return found + gone
  }

  /// The decks that follow the source, and those of the names that its files give or, in a folder,
  /// have given before a question was moved.
  private func ownDecks() throws -> Set<Identifier<Deck>> {
    var own = Set(files.flatMap(\.deckIDs))
    if source.isFolder {
      own.formUnion(decks.filter { $0.name.hasPrefix("\(source.name)/") }.map(\.id))
    }
    for (place, file) in now {
      guard case .questions(let questions, _) = file.content else { continue }
      let names = Set(questions.map { deckName(of: $0, in: place) })
      own.formUnion(decks.filter { names.contains($0.name) }.map(\.id))
    }
    return own
  }

  /// Whether what a file says now is not rather an accident.
  private mutating func isBelievable(_ place: Int, _ gone: [Candidate]) -> Bool {
    let absent = gone.filter { $0.entry?.file == place && $0.trash == nil }
    // A question that a person has deleted does not speak for a damaged file.
    let deleted = absent.count { $0.question == nil }
    let living = files[place].entries.count { $0.trash == nil } - deleted
    let lost = absent.count - deleted
    guard lost * 2 > living, living > 0, let file = now[place] else { return true }
    doubt([Problem(.mostlyGone(lost, of: living), file: file.path)], of: file)
    return false
  }

  /// Takes over what a question of a file says.
  private mutating func bringIn(
    _ question: ParsedQuestion, of place: Int, _ candidate: Candidate?
  ) throws -> FollowedFile.Entry {
    let deck = try deck(of: question, in: place)
    var entry = FollowedFile.Entry(
      id: candidate?.known.id ?? .unassigned, deck: deck, line: question.line,
      said: SaidFields(of: question.content))
    let deckID = files[place].decks[deck].id
    guard let candidate else {
      var new = Question(deckID: deckID, content: question.content, createdAt: world.now())
      new.id = Identifier(rawValue: store.store.reserveIdentifiers(1, for: Question.self))
      entry.id = store.insert(new)
      note(\.new, deckID)
      return entry
    }
    let last = candidate.entry.map { files[$0.file].entries[$0.place] }
    if quizzes.isExamined(candidate.known.id), last?.said != entry.said {
      isWaiting = true
      unread.insert(place)
      // As if the file had said nothing new yet.
      entry.said = last?.said ?? candidate.question.map { SaidFields(of: $0.content) } ?? entry.said
      return entry
    }
    var there = candidate.question
    if let trash = candidate.trash {
      try store.restore(trash, world: world)
      try store.delete(trash.id)
      there = try store.record(for: candidate.known.id)
      note(\.new, deckID)
    }
    let lastDeck = candidate.entry.map {
      files[$0.file].decks[files[$0.file].entries[$0.place].deck].id
    }
    // A question that a person has deleted here stays deleted.
    guard let old = there,
      last?.said != entry.said || lastDeck != deckID || candidate.trash != nil
    else { return entry }
    try change(old, question, candidate, since: last, in: place, from: lastDeck, to: deckID)
    return entry
  }

  /// - Parameters:
  ///   - last: What the file said before; `nil` if it was not read.
  ///   - lastDeck: The deck in which it put the question.
  private mutating func change(
    _ old: Question, _ question: ParsedQuestion, _ candidate: Candidate,
    since last: FollowedFile.Entry?, in place: Int, from lastDeck: Identifier<Deck>?,
    to deckID: Identifier<Deck>
  ) throws {
    guard case .questions(_, let file) = now[place]?.content else { return }
    let comparison = FileComparison(
      old.content, said: last?.said ?? old.lastSaid, file: question.content, format: file.format,
      takesTheirs: false, isFollowed: last != nil)
    if !comparison.differing.isEmpty {
      outcome.problems.append(
        Problem(
          .differsHere(comparison.differing.map(\.name)), file: file.name, line: question.line,
          question: question.content.text))
    }
    var changed = old
    changed.edit(comparison.content, at: world.now())
    changed.said = comparison.said
    // A person may have put the question elsewhere.
    if lastDeck == old.deckID || candidate.entry == nil { changed.deckID = deckID }
    let isChanged = comparison.content != old.content || changed.deckID != old.deckID
    if isChanged { changed.changedAt = world.now() }
    guard changed != old else { return }
    try store.update(changed)
    if changed.content.options.map(\.text) != old.content.options.map(\.text) {
      try quizzes.reopen(old.id, in: store)
    }
    if isChanged, candidate.trash == nil { note(\.changed, deckID) }
  }

  /// Puts the questions that are gone from the files into the trash.
  ///
  /// - Returns: The entries to keep of them, and of those that are in the trash already.
  private mutating func remove(
    _ lost: [Candidate]
  ) throws -> [(file: Int, entry: FollowedFile.Entry)] {
    var living: [Candidate] = []
    for candidate in lost where isRemoved(candidate) { living.append(candidate) }
    let ids = living.compactMap { $0.question?.id }
    var deletion = TrashingDeletion(store, world: world)
    if !ids.isEmpty { try deletion.delete(ids) }
    var kept: [(file: Int, entry: FollowedFile.Entry)] = []
    for candidate in lost {
      guard let place = candidate.entry else { continue }
      var entry = files[place.file].entries[place.place]
      if let id = candidate.question?.id, let trash = deletion.entry(of: id) {
        entry.trash = trash
        note(\.gone, files[place.file].decks[entry.deck].id)
      } else if candidate.trash == nil, candidate.question == nil {
        // A person has deleted it, and now the author.
        continue
      }
      kept.append((place.file, entry))
    }
    return kept
  }

  private mutating func isRemoved(_ candidate: Candidate) -> Bool {
    guard candidate.trash == nil, let place = candidate.entry?.file,
      case .questions(_, let file) = now[place]?.content
    else { return false }
    // Of a file with errors it is not known what it lost.
    guard file.errors == 0 else { return false }
    guard let id = candidate.question?.id, quizzes.isExamined(id) else { return true }
    isWaiting = true
    unread.insert(place)
    return false
  }

  private mutating func note(
    _ count: WritableKeyPath<FollowOutcome, Int>, _ deck: Identifier<Deck>
  ) {
    outcome[keyPath: count] += 1
    if let name = decks.first(where: { $0.id == deck })?.name, !outcome.decks.contains(name) {
      outcome.decks.append(name)
    }
  }

  /// Notes what was read of a file.
  private mutating func note(_ place: Int, _ entries: [FollowedFile.Entry]) {
    guard let file = now[place], case .questions(_, let content) = file.content else { return }
    outcome.problems += content.problems
    let isWhole = !unread.contains(place)
    files[place].stamp = isWhole ? file.stamp : nil
    files[place].digest = isWhole ? file.digest : 0
    files[place].readAt = world.now()
    files[place].entries = entries
    files[place].problems = content.problems.count
    read.insert(place)
  }

  private func keep(_ place: Int, in store: StoreContext) throws {
    if files[place].id == .unassigned {
      store.insert(files[place])
    } else {
      try store.update(files[place])
    }
  }

  // MARK: - Decks

  private func deckName(of question: ParsedQuestion, in place: Int) -> String {
    guard source.isFolder else { return source.deck ?? question.category ?? source.name }
    let name = fileName(files[place].path)
    return question.category.map { "\(name)/\($0)" } ?? name
  }

  /// The place of a question's deck among those of its file. The deck is created where there is
  /// none.
  private mutating func deck(of question: ParsedQuestion, in place: Int) throws -> Int {
    let name = deckName(of: question, in: place)
    if let known = files[place].decks.firstIndex(where: { $0.name == name }) {
      let id = files[place].decks[known].id
      if decks.contains(where: { $0.id == id }) { return known }
      files[place].decks[known].id = try deck(named: name)
      return known
    }
    files[place].decks.append(.init(name: name, id: try deck(named: name)))
    return files[place].decks.count - 1
  }

  private mutating func deck(named name: String) throws -> Identifier<Deck> {
    if let known = decks.first(where: { $0.name == name }) { return known.id }
    var deck = Deck(name: name, createdAt: world.now())
    deck.id = Identifier(rawValue: store.store.reserveIdentifiers(1, for: Deck.self))
    decks.append(deck)
    return store.insert(deck)
  }
}

/// A followed file as it is now, read on any thread.
struct FileNow: Sendable {
  /// The result of the reading.
  enum Content: Sendable {
    /// The bytes are those of the last reading.
    case same
    case questions([ParsedQuestion], QuestionFile)
    /// Nothing is there, or it cannot be read.
    case missing(UserFileError)
    /// The file is empty.
    case empty
    /// Two versions are to be put together by hand: the line of `<<<<<<<`.
    case conflict(line: Int)
  }

  let path: String
  let stamp: FileStamp?
  let digest: UInt64
  let content: Content
  /// The pictures to which the questions refer.
  private(set) var pictures: [PictureIntake.NewPicture] = []

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - folder: The folder that is followed; `nil` for a single file.
  ///   - last: The checksum of the last reading; `nil` if there is none, or if the file is to be read
  ///     anyhow.
  ///   - kept: How a person chose to read the file; `nil` to detect it.
  init(
    reading path: String, in folder: String?, of files: any UserFiles, unless last: UInt64?,
    as kept: KeptReading?, at now: Date
  ) {
    self.path = path
    var state: (stamp: FileStamp?, digest: UInt64) = (nil, 0)
    do {
      let stamp = try files.status(of: path).map(FileStamp.init)
      let bytes = try files.bytes(of: path)
      state = (stamp.flatMap { $0.isSettled(at: now) ? $0 : nil }, FollowedFile.digest(of: bytes))
      content =
        if state.digest == last {
          .same
        } else if bytes.isEmpty {
          .empty
        } else if let line = Self.conflict(in: bytes) {
          .conflict(line: line)
        } else {
          try Self.read(bytes, path, folder, files, kept, &pictures)
        }
    } catch {
      content = .missing(
        error as? UserFileError ?? UserFileError(path: path, reason: Reason(verbatim: "\(error)")))
    }
    (stamp, digest) = state
  }

  private static func read(
    _ bytes: [UInt8], _ path: String, _ folder: String?, _ files: any UserFiles,
    _ kept: KeptReading?, _ pictures: inout [PictureIntake.NewPicture]
  ) throws -> Content {
    let intake = PictureIntake(
      beside: path, within: folder, of: files, limit: ReadingOptions.usualMaximumBytes)
    let chosen = try kept.flatMap { try $0.fits(bytes, named: path) ? $0 : nil }
    let file = try QuestionFile.read(
      bytes, name: path, format: chosen?.questionFormat,
      options: chosen?.reading ?? ReadingOptions(), pictures: intake)
    pictures = intake.takeNew()
    return .questions(file.questions, file)
  }

  /// The first line of a conflict that a merge has left, if its end is there as well.
  private static func conflict(in bytes: [UInt8]) -> Int? {
    var (line, start): (Int, Int?) = (0, nil)
    for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      if start == nil, text.starts(with: "<<<<<<< ".utf8) { start = line }
      if start != nil, text.starts(with: ">>>>>>> ".utf8) { return start }
    }
    return nil
  }
}

/// The quizzes that were left, as far as a change of a question concerns them.
private struct UnfinishedQuizzes {
  private let quizzes: [(attempt: Attempt, progress: Identifier<AttemptProgress>)]

  init(in store: StoreContext) throws {
    quizzes = try store.fetch(FetchDescriptor<AttemptProgress>()).compactMap { progress in
      try store.record(for: progress.attemptID).map { ($0, progress.id) }
    }
  }

  /// Whether a question is in an exam that is under way.
  func isExamined(_ question: Identifier<Question>) -> Bool {
    quizzes.contains { quiz in
      quiz.attempt.exam != nil && quiz.attempt.items.contains { $0.questionID == question }
    }
  }

  /// Takes out the answers to a question, whose choices they do not fit any more.
  func reopen(_ question: Identifier<Question>, in store: StoreContext) throws {
    for quiz in quizzes where quiz.attempt.exam == nil {
      var positions: [Int] = []
      for var answer in try store.records(whose: \Answer.attemptID, is: quiz.attempt.id)
      where answer.questionID == question && answer.hasContent {
        positions.append(answer.position)
        answer.empty()
        try store.update(answer)
      }
      guard !positions.isEmpty, var progress = try store.record(for: quiz.progress) else {
        continue
      }
      progress.takenOut = (progress.takenOut ?? []) + positions
      try store.update(progress)
    }
  }
}

extension Answer {
  /// Whether the player has given or begun an answer.
  fileprivate var hasContent: Bool { response != nil || ticked != nil || draft != nil }

  fileprivate mutating func empty() {
    (response, ticked, draft) = (nil, nil, nil)
    (isCorrect, points) = (false, nil)
  }
}

/// Reasons for which a deck does not follow its file.
extension Fault {
  package static func mostlyGone(_ count: Int, of all: Int) -> Fault {
    Fault(
      "mostly-gone", "\(count) of \(all.counted("question")) are gone, so nothing was changed here",
      "\(all) 問のうち \(count) 問がなくなっているため、問題集は変更していません",
      hint: Reason(
        "if that is meant, unfollow the deck, delete what is too much, and follow the file again",
        "意図した変更であれば、連動を解除して不要な質問を削除し、もう一度連動させてください"), level: .warning)
  }

  package static let followedFileEmpty = Fault(
    "file-empty", "the file is empty, so nothing was changed here", "ファイルが空のため、問題集は変更していません",
    level: .warning)

  package static let mergeConflict = Fault(
    "merge-conflict", "two versions are to be put together here (<<<<<<<), so nothing was changed",
    "マージの競合（<<<<<<<）が残っているため、問題集は変更していません", level: .warning)
}
