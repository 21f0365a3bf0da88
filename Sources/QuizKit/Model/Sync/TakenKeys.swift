import Foundation
import QuizStore
import QuizSupport

/// Keys of deleted questions that an older program gave to new questions, together with their
/// answers (``DoubleNumbers``).
///
/// This is the only case in which a question gets another date of creation at the moment when it
/// comes back. If the dates of the answers leave no doubt, the new question gets its own key. That
/// key is made from the old key and the new date, so that all devices choose the same one. The
/// deleted question keeps its key and the answers that are older than the new question.
final class TakenKeys {
  /// The earliest date that a bank can have, 2026-01-01, unless a clock was wrong or belonged to a
  /// script.
  static let earliest = Date(timeIntervalSince1970: 1_767_225_600)
  /// How much older than its question an answer has to be. Clocks seldom differ by a day.
  private static let certainty: TimeInterval = 86_400

  private let run: SyncRun
  private var takers: [String: Taker] = [:]
  private lazy var quizzes = Result { try readQuizzes() }
  private lazy var twins = Result { try readTwins() }

  init(in run: SyncRun) { self.run = run }

  /// The key that a question had taken before it got its own; `nil` when it did not take a key.
  static func takenKey(of own: String) -> String? {
    own.utf8.lastIndex(of: separator).map { String(own[..<$0]) }
  }

  private static let separator = UInt8(ascii: "@")

  /// A question that has taken the key of another one.
  private struct Taker {
    let key: String
    let state: RecordState
    /// When it took the key.
    let clock: HybridClock
    let createdAt: Date
    /// The key that the question has from now on.
    var ownKey: String

    /// Fails when the question with the key was not replaced as a whole.
    init?(_ key: String, _ state: RecordState, _ coder: FieldCoder) {
      let clock = state.clock(of: "createdAt")
      let contents = ["content.text", "content.choices"].map { state.clock(of: $0) }
      guard clock > state.base, contents.contains(where: { $0 >= clock }),
        let createdAt = coder.date(state.values["createdAt"])
      else { return nil }
      (self.key, self.state, self.clock, self.createdAt) = (key, state, clock, createdAt)
      ownKey = "\(key)@\(Int64((createdAt.timeIntervalSince1970 * 1000).rounded(.down)))"
    }

    /// Whether the question brought the key back to life, and was the first change after the
    /// deletion.
    var hasRevived: Bool {
      guard state.isAlive, let gone = state.gone, gone < clock else { return false }
      let changes = [state.base, state.back].compactMap(\.self) + state.clocks.values
      return !changes.contains { $0 > gone && $0 < clock }
    }
  }

  /// A quiz in the form in which the folder knows it.
  private struct Quiz {
    let key: String
    /// The device that played it.
    let player: DeviceIdentity
    let startedAt: Date
    /// The keys of its questions.
    let questions: Set<String>
  }

  /// Gives questions their own keys.
  ///
  /// - Parameter changed: the questions whose date of creation has changed.
  func separate(_ changed: [String]) throws {
    guard run.folder.exchanges(Attempt.self) else { return }
    let known = try knownTakers()
    let keys = run.folder.isOfOtherRules ? run.table.entries(of: .question).map(\.key) : changed
    for key in keys where known[key] == nil {
      guard let state = try run.table.state(of: key), let taker = Taker(key, state, run.coder)
      else { continue }
      try judge(taker)
    }
    if !takers.isEmpty { try separate() }
    try follow(known)
  }

  private func separate() throws {
    let quizzes = try quizzes.get()
    var asked: [String: Quiz] = [:]
    for (key, taker) in takers.sorted(by: { $0.key < $1.key }) {
      try move(taker)
      let quizzes = quizzes[key, default: []]
      if !quizzes.allSatisfy({ belongs($0, to: taker) }) {
        run.logAnswers(takenFrom: taker.ownKey, to: key)
      }
      for quiz in quizzes { asked[quiz.key] = quiz }
      run.noteSeparated(key)
    }
    try moveNotes(among: run.table.entries(of: .note).map(\.key))
    for (_, quiz) in asked.sorted(by: { $0.key < $1.key }) { try moveQuestions(of: quiz) }
  }

  /// Decides whether a question has to be separated.
  private func judge(_ taker: Taker) throws {
    guard taker.state.isAlive else { return }
    let isDouble = run.doubleKeys.contains(taker.key)
    let older = try quizzes.get()[taker.key, default: []]
      .filter { $0.startedAt < taker.createdAt && !isSame($0.player, taker.clock.device) }
      .map(\.startedAt).min()
    let isCertain = older.map { older in
      [older, taker.createdAt, taker.state.base.date].allSatisfy { $0 >= Self.earliest }
        && taker.createdAt.timeIntervalSince(older) > Self.certainty && taker.hasRevived
    }
    if isDouble || isCertain == true {
      var taker = taker
      if let twin = try twin(of: taker) { taker.ownKey = twin }
      takers[taker.key] = taker
    } else if isCertain == false, taker.state.gone != nil {
      run.noteUnclear(run.coder.text(taker.state.values["content.text"]) ?? "")
    }
  }

  private func isSame(_ left: DeviceIdentity, _ right: DeviceIdentity) -> Bool {
    left == right || run.folder.identities.isSuperset(of: [left, right])
  }

  // MARK: Questions

  /// Moves a question to its own key, and deletes the question whose key it had taken.
  private func move(_ taker: Taker) throws {
    let (old, own) = (taker.key, taker.ownKey)
    guard var state = try run.table.state(of: old), let clock = run.clock(after: state) else {
      return
    }
    if Self.takenKey(of: own) != nil {
      let later = state.clocks.filter { $0.value > taker.clock }
      var moved = RecordState(
        base: taker.clock, clocks: later, back: clock, gone: nil, values: state.values)
      if var known = try run.table.state(of: own) {
        known.merge(moved)
        moved = known
      }
      run.decide(moved, of: own, .question)
    }
    state.delete(at: clock)
    run.decide(state, of: old, .question)
    takeOutOfBank(old)
  }

  /// Removes a question from the bank that is in the bank under another number. It does not go to
  /// the trash.
  private func takeOutOfBank(_ key: String) {
    guard let entry = run.table[key], entry.isInBank else { return }
    run.table.note(key, isInBank: false, version: nil)
    run.noteReplaced(Identifier(rawValue: entry.localID))
  }

  /// The other copy of a question that the bank has twice, because an older program thought that
  /// two questions had its number.
  private func twin(of taker: Taker) throws -> String? {
    guard let text = Self.twinText(taker.state) else { return nil }
    return try twins.get()[text, default: []].first { $0 != taker.key }
  }

  private func readTwins() throws -> [String: [String]] {
    var twins: [String: [String]] = [:]
    for entry in run.table.entries(of: .question) {
      guard let state = try run.table.state(of: entry.key), state.isAlive,
        state.isOriginal, let text = Self.twinText(state)
      else { continue }
      twins[text, default: []].append(entry.key)
    }
    return twins
  }

  private static func twinText(_ state: RecordState) -> String? {
    let names = ["createdAt", "deckID", "content.text", "content.choices"]
    let values = names.compactMap { state.values[$0] }
    return values.count == names.count ? values.joined(separator: "\n") : nil
  }

  // MARK: Notes and quizzes of these questions

  /// The questions that were separated before, by the keys that they had taken.
  private func knownTakers() throws -> [String: Taker] {
    var known: [String: Taker] = [:]
    for (own, entry) in run.table.entries where entry.kind == .question {
      guard let key = Self.takenKey(of: own), run.table[key]?.kind == .question,
        let state = try run.table.state(of: key),
        let taker = Taker(key, state, run.coder), taker.ownKey == own,
        try run.table.state(of: own)?.isAlive == true
      else { continue }
      known[key] = taker
    }
    return known
  }

  /// Applies the known separations to what other devices did before they learned of them.
  private func follow(_ known: [String: Taker]) throws {
    guard !known.isEmpty else { return }
    for (key, taker) in known.sorted(by: { $0.key < $1.key }) {
      if taker.state.isAlive { try move(taker) } else { takeOutOfBank(key) }
    }
    takers.merge(known) { $1 }
    let news = Set(run.incoming.map(\.key)).union(run.published).sorted()
    try moveNotes(among: news.filter { run.table[$0]?.kind == .note })
    for key in news where run.table[key]?.kind == .attempt {
      if let quiz = try quiz(key) { try moveQuestions(of: quiz) }
    }
  }

  private func moveNotes(among keys: [String]) throws {
    for key in keys {
      guard var state = try run.table.state(of: key), state.isAlive,
        let taker = run.coder.text(state.values["questionID"]).flatMap({ takers[$0] }),
        let clock = run.clock(after: state)
      else { continue }
      state.set("questionID", to: JSONText.quoted(taker.ownKey), at: clock)
      run.decide(state, of: key, .note)
    }
  }

  /// Whether a quiz asked the new question. It did if it is newer than that question, or if it was
  /// played on a device that never had the deleted one.
  private func belongs(_ quiz: Quiz, to taker: Taker) -> Bool {
    quiz.startedAt >= taker.createdAt || isSame(quiz.player, taker.clock.device)
  }

  /// Makes a quiz refer to the questions that it asked.
  private func moveQuestions(of quiz: Quiz) throws {
    let owners = quiz.questions.reduce(into: [String: String]()) { owners, key in
      if let taker = takers[key], belongs(quiz, to: taker) { owners[key] = taker.ownKey }
    }
    guard !owners.isEmpty, var state = try run.table.state(of: quiz.key),
      var items = try items(of: state), let keys = items["questions"]?.array,
      let clock = run.clock(after: state)
    else { return }
    items["questions"] = .array(
      keys.map { key in key.string.flatMap { owners[$0] }.map(JSONValue.string) ?? key })
    state.set("items", to: String(decoding: items.bytes, as: UTF8.self), at: clock)
    run.decide(state, of: quiz.key, .attempt)
  }

  // MARK: Quizzes

  /// The quizzes that ask each question, by the key of the question.
  private func readQuizzes() throws -> [String: [Quiz]] {
    var quizzes: [String: [Quiz]] = [:]
    for entry in run.table.entries(of: .attempt) {
      guard let quiz = try quiz(entry.key) else { continue }
      for question in quiz.questions { quizzes[question, default: []].append(quiz) }
    }
    return quizzes
  }

  private func quiz(_ key: String) throws -> Quiz? {
    guard let state = try run.table.state(of: key), state.isAlive,
      let startedAt = run.coder.date(state.values["startedAt"]),
      let questions = try items(of: state)?["questions"]?.array
    else { return nil }
    return Quiz(
      key: key, player: state.base.device, startedAt: startedAt,
      questions: Set(questions.compactMap(\.string)))
  }

  /// The questions of a quiz; `nil` when the line does not contain any.
  private func items(of state: RecordState) throws -> JSONValue? {
    guard let text = state.values["items"] else { return nil }
    return try Array(text.utf8).withBytes { bytes throws(JSONFault) in
      try JSONValue(reading: bytes)
    }
  }
}

extension RecordState {
  /// Whether this is certainly the same record as the one that was first published.
  var isOriginal: Bool { gone == nil || clock(of: "createdAt") == base }
}
