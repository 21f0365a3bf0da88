import Foundation
import QuizExchange
import QuizStore

/// Numbers of the bank that an older program assigned twice.
///
/// At a restart, that program forgot which numbers it had reserved for two kinds of records: those
/// that had not arrived yet, and those that arrived already deleted. A record that was added later
/// got such a number, together with the key and the answers of the other record. Here the other
/// record gets its own number.
struct DoubleNumbers {
  private let run: SyncRun
  /// The numbers from which a key was separated, and whether the bank has a question with that
  /// number.
  private var numbers: [Identifier<Question>: Bool] = [:]
  /// The keys that a question was separated from before.
  private let freed: Set<String>
  /// The questions that lost answers to a key.
  private var losses: [(question: Identifier<Question>, key: String)] = []

  /// Finds these numbers, once for each folder. From then on no number is assigned twice.
  init(in run: SyncRun) throws {
    self.run = run
    freed = Set(run.table.entries.keys.compactMap(TakenKeys.takenKey))
    guard run.folder.isOfOtherRules else { return }
    // Do this first, because the numbers that are assigned here must be new as well.
    for kind in run.kinds.exchanged { reserve(kind) }
    for (number, keys) in run.table.numbers(of: .question) {
      try settle(Identifier(rawValue: number), keys)
    }
    try settle(.exam, Exam.self) { try run.fields(of: $0)["createdAt"] }
    try settle(.note, StudyNote.self) { try run.fields(of: $0)["createdAt"] }
    try settle(.attempt, Attempt.self) { attempt in
      try run.coder.fields(of: attempt, []) { _ in nil }["startedAt"]
    }
    try relinkQuizzes()
  }

  /// Makes sure that a new record does not get any number of the table.
  private func reserve<R: BankRecord>(_ type: R.Type) {
    guard let highest = run.table.highestNumber(of: R.kind) else { return }
    let first = run.work.store.reserveIdentifiers(1, for: type)
    if first < highest {
      _ = run.work.store.reserveIdentifiers(Int(highest - first), for: type)
    }
  }

  // MARK: Questions

  private mutating func settle(_ id: Identifier<Question>, _ keys: [String]) throws {
    guard try keys.count > 1 || !isSettled(keys[0]) else { return }
    let question = try run.work.record(for: id)
    let owner: String?
    if let question {
      owner = try self.owner(of: question, among: keys)
    } else {
      owner = keys.first
    }
    for key in keys where key != owner {
      run.table.place(
        key, .question, at: run.work.store.reserveIdentifiers(1, for: Question.self))
      run.table.note(key, isInBank: false, version: nil)
      run.touch(key)
      if keys.count > 1 { run.noteDouble(key) }
      numbers[id] = question != nil
      if question != nil { run.noteSeparated(key) }
    }
  }

  private func isSettled(_ key: String) throws -> Bool {
    try run.table[key]?.isInBank == true && run.table.state(of: key) != nil
  }

  /// The key of a question; `nil` when it does not have one yet.
  private func owner(of question: Question, among keys: [String]) throws -> String? {
    var unclear: [String] = []
    var owners: [String] = []
    for key in keys {
      switch try claim(of: key, to: question) {
      case .own: owners.append(key)
      case .unclear: unclear.append(key)
      case .foreign: break
      }
    }
    if let original = try owners.first(where: { key in
      try run.table.state(of: key)?.isOriginal ?? false
    }) {
      return original
    }
    if owners.isEmpty, let key = unclear.first {
      run.noteUnclear(question.content.text)
      return key
    }
    return owners.first
  }

  /// Whether a key belongs to a question.
  private enum Claim { case own, unclear, foreign }

  private func claim(of key: String, to question: Question) throws -> Claim {
    guard let state = try run.table.state(of: key) else { return .foreign }
    // The state under this key still describes the other question.
    if freed.contains(key) { return .own }
    let fields = try run.fields(of: question)
    let isSame = ["content.text", "content.choices"].allSatisfy { state.values[$0] == fields[$0] }
    if isSame { return .own }
    // An edit keeps the date of creation, and so does bringing back a deleted question.
    if state.values["createdAt"] == fields["createdAt"] {
      return question.changedAt != question.createdAt ? .own : .unclear
    }
    // If a script created the question, its date may have been corrected since.
    let date = run.coder.date(state.values["createdAt"])
    return date.map { $0 >= TakenKeys.earliest } ?? false ? .foreign : .unclear
  }

  // MARK: Other records

  /// Releases the numbers of records that are not in the bank, if another record has the same
  /// number.
  private func settle<R: StoredRecord>(
    _ kind: RecordKind, _ type: R.Type, date: (R) throws -> String?
  ) throws {
    let name = kind == .attempt ? "startedAt" : "createdAt"
    for entry in run.table.entries(of: kind, where: { !$0.isInBank && $0.localID != 0 }) {
      guard let record = try run.work.record(for: Identifier<R>(rawValue: entry.localID)),
        try run.table.state(of: entry.key)?.values[name] != date(record)
      else { continue }
      run.table.place(entry.key, kind, at: 0)
    }
  }

  // MARK: Answers

  /// Makes quizzes refer to the questions that were asked. Quizzes of other devices contain the
  /// keys of these questions. A quiz of this device asked the questions that the bank had.
  private mutating func relinkQuizzes() throws {
    guard !numbers.isEmpty else { return }
    for attempt in try run.work.fetch(FetchDescriptor<Attempt>()) {
      guard attempt.items.contains(where: { numbers[$0.questionID] != nil }),
        let key = run.table.key(of: .attempt, attempt.id.rawValue),
        let state = try run.table.state(of: key),
        let known = try run.record(of: key, { try run.coder.attempt(state.values) }),
        known.questions.count == attempt.items.count
      else { continue }
      let isOwn = run.folder.identities.contains(state.base.device)
      // The quiz is published again, because it may have been published with the keys of the other
      // questions.
      if isOwn { run.table.note(key, isInBank: true, version: nil) }
      try run.work.relink(attempt) { position, id in
        guard let hasQuestion = numbers[id], !(isOwn && hasQuestion),
          let asked = known.questions[position]
        else { return id }
        let place = run.questionID(asked)
        if hasQuestion, place != id { losses.append((id, asked)) }
        return place
      }
    }
  }

  /// Adds the questions that lost answers to the log, as soon as they have keys.
  func log() {
    var listed: Set<String> = []
    for (id, key) in losses where listed.insert("\(id) \(key)").inserted {
      if let own = run.questionKey(id) { run.logAnswers(takenFrom: own, to: key) }
    }
  }
}
