import QuizStore
import QuizSupport

/// Changes that are saved all at once or not at all, with the name that undo shows.
extension StoreContext {
  /// Runs `work` and saves, or changes nothing.
  ///
  /// - Parameter change: the name of the save in the undo history; `nil` if it cannot be undone.
  /// - Throws: ``SaveFailure``.
  func saving(_ change: BankChange?, _ work: () throws -> Void) throws(SaveFailure) {
    do {
      try transaction(as: change?.mark ?? ChangeMark(), work)
    } catch {
      throw SaveFailure(error, kinds)
    }
  }

  /// Runs `work`, which deletes records, and saves, or changes nothing.
  ///
  /// - Throws: ``DeletionFailure``.
  func deleting(_ change: BankChange, _ work: () throws -> Void) throws(DeletionFailure) {
    do {
      try saving(change, work)
    } catch {
      throw DeletionFailure(error)
    }
  }

  /// Saves the changes of a context that was created beside this one.
  ///
  /// - Parameter joins: earlier saves that are one in the undo history from now on.
  /// - Throws: ``SaveFailure``.
  func save(
    takingOver other: StoreContext, as change: BankChange, joining joins: [UInt64] = []
  ) throws(SaveFailure) {
    var mark = change.mark
    mark.joins = joins
    do throws(StoreError) {
      try save(takingOver: other, as: mark)
    } catch {
      throw SaveFailure(error, kinds)
    }
  }
}

/// The kind of change that a save makes. The code that saves sets it, and undo shows it.
package enum BankChange: String, Encodable, Sendable {
  /// One question, note or exam was added.
  case registration
  /// Files or sample decks were imported.
  case imported = "import"
  /// What changed in followed files was taken over.
  case followed = "follow"
  /// Records were deleted.
  case deletion
  /// Records were edited.
  case edit
  /// A deck was created.
  case deck
  /// A deck was renamed.
  case renaming
  /// Deleted records were brought back from the trash.
  case restoration = "restore"
  /// The trash was emptied.
  case emptying = "empty"
  /// Changes of other devices were taken over.
  case synchronization = "sync"

  /// The mark of a save with this change in the log of the store.
  var mark: ChangeMark {
    var mark = ChangeMark(rawValue)
    mark.isForeign = self == .synchronization
    mark.erases = self == .emptying
    return mark
  }
}

/// The reason why a change was not saved. The bank is unchanged.
package enum SaveFailure: ReportableError {
  /// The record to change has been deleted. `nil` for a record of a kind without a name.
  case notFound(RecordName?)
  /// The record was changed elsewhere after it was read.
  case conflict(RecordName?)
  /// The store failed.
  case store(any ReportableError)

  /// Turns a store's error into the failure to report.
  ///
  /// - Parameter kinds: the kinds of records of the bank, which provide the name of the record.
  init(_ error: any Error, _ kinds: BankKinds) {
    func name(_ entity: String) -> RecordName? { kinds[RecordKind(rawValue: entity)]?.name }
    switch error {
    case let failure as SaveFailure: self = failure
    case StoreError.notFound(let entity, _): self = .notFound(name(entity))
    case StoreError.conflict(let conflict):
      let name = name(conflict.entity)
      self = conflict.theirs == nil ? .notFound(name) : .conflict(name)
    default: self = .store(UnexpectedError.reportable(error))
    }
  }

  package var isDataUnusable: Bool {
    if case .store(let error) = self { error.isDataUnusable } else { false }
  }

  package var message: Message {
    switch self {
    case .notFound(let name):
      Message(
        "not-found", "Not saved: \(name.english) is not there any more.", "保存エラー:データが見つかりませんでした。")
    case .conflict(let name):
      Message(
        "conflict", "Not saved: \(name.english) has been changed since the edit began.",
        "保存エラー:編集中に、保存されている内容が変更されました。",
        topic: "conflict.save")
    case .store(let error):
      Message("save-failed", "Not saved: ", "保存エラー:").because(of: error)
    }
  }
}

extension RecordName? {
  /// The name for the record in an English sentence.
  var english: String { map { "the \($0.one)" } ?? "it" }
}

extension StoreContext {
  /// Replaces the questions that a quiz and its answers refer to.
  ///
  /// - Parameter question: takes a position and the question there, and returns the question to
  ///   refer to.
  func relink(
    _ attempt: Attempt,
    _ question: (_ position: Int, Identifier<Question>) throws -> Identifier<Question>
  ) throws {
    var changed = attempt
    for position in changed.items.indices {
      let id = changed.items[position].questionID
      changed.items[position].questionID = try question(position, id)
    }
    guard changed != attempt else { return }
    try update(changed)
    for answer in try records(whose: \Answer.attemptID, is: attempt.id) {
      guard changed.items.indices.contains(answer.position) else { continue }
      var answer = answer
      answer.questionID = changed.items[answer.position].questionID
      try update(answer)
    }
  }
}

extension StoreContext {
  /// The saved and unsaved records of a kind that refer to another record.
  func identifiers<R: BankRecord, T: StoredRecord>(
    of kind: R.Type, referringTo id: Identifier<T>
  ) throws -> [Identifier<R>] {
    try R.keys.filter { $0.target == T.entityName }
      .flatMap { try identifiers(where: $0, isOneOf: [AnyHashable(id)]) }
  }
}

/// Why the question bank could not do something.
package enum BankError: ReportableError, Equatable {
  /// There is no deck with this name; `known` has the names of all decks.
  case unknownDeck(String, known: [String])
  /// A part of a name that several decks have.
  case ambiguousDeck(String, among: [String])
  /// None of the questions to choose from has this tag; `known` has all tags of these questions.
  case unknownTag(String, known: [String])
  /// No question matches the options.
  case noQuestions
  /// Each of the matching questions, of which there are so many, needs a picture that the bank does
  /// not have.
  case picturesMissing(Int)
  /// All matching questions were answered right the last time, or were never asked.
  case noMistakes
  /// No question is due for review. `next` is the day on which one will be due; `nil` when no
  /// question has been asked yet.
  case nothingDue(next: Day?)
  /// There is no unfinished quiz.
  case nothingToResume
  /// The quiz to resume is finished.
  case alreadyFinished
  /// The bank already has the sample decks.
  case samplesExist

  package var message: Message {
    switch self {
    case .unknownDeck(let name, let known):
      Message("unknown-deck", "There is no deck “\(name)”.", "「\(name)」という問題集はありません。")
        + Self.meant(name, known, list: Reason("There are", "使える問題集"))
    case .ambiguousDeck(let name, let known):
      Message(
        "ambiguous-deck", "Several decks are called something like “\(name)”.",
        "「\(name)」に当てはまる問題集が複数あります。")
        + Self.listed(known, after: Reason("There are", "候補"))
    case .unknownTag(let tag, let known):
      Message("unknown-tag", "No question here has the tag “\(tag)”.", "「\(tag)」というタグの付いた質問はありません。")
        + Self.meant(tag, known, list: Reason("There are", "使えるタグ"))
    case .noQuestions:
      Message(
        "no-questions", "There are no questions to ask.", "問題データ読み込みに失敗しました。",
        topic: "no-questions.bank")
    case .picturesMissing(let count):
      Message(
        "pictures-missing",
        "Each of the \(count.counted("question")) needs a picture that is not in the bank; import "
          + "them once more, beside their pictures.",
        "\(count) 問すべてに必要な画像がありません。画像のあるフォルダーから、もう一度取り込んでください。")
    case .noMistakes:
      Message(
        "no-mistakes", "No question went wrong the last time it was asked.", "前回間違えた質問はありません。")
    case .nothingDue(let next?):
      Message(
        "nothing-due", "Nothing is due today; the next review is on \(next.text).",
        "今日復習する質問はありません。次の復習は \(next.text) です。")
    case .nothingDue(nil):
      Message(
        "nothing-due",
        "There is nothing to review: questions from a quiz come up again from the next day on.",
        "復習する質問はありません。クイズで出題された質問が翌日から対象になります。")
    case .nothingToResume:
      Message(
        "nothing-to-resume", "No quiz is waiting.", "中断したクイズはありません。")
    case .alreadyFinished:
      Message(
        "already-finished", "This quiz is finished.", "このクイズは終わっています。")
    case .samplesExist:
      Message("samples-exist", "The sample decks are there already.", "サンプルの問題集はすでに追加されています。")
    }
  }

  /// The name that the user probably meant, or otherwise the first of the existing names.
  private static func meant(
    _ name: String, _ known: [String], list: Reason
  ) -> Reason {
    if let nearest = Suggestion.nearest(to: name, among: known) {
      return Reason(" Did you mean “\(nearest)”?", "「\(nearest)」ではありませんか?")
    }
    return listed(known, after: list)
  }

  /// The first of some names.
  private static func listed(_ known: [String], after list: Reason) -> Reason {
    guard !known.isEmpty else { return Reason("", "") }
    let shown = known.prefix(8), more = known.count > 8 ? ["…"] : []
    return Reason(
      " \(list.text(in: .english)): \((shown.map { "“\($0)”" } + more).joined(separator: ", ")).",
      "\(list.text(in: .japanese)): \((shown.map { "「\($0)」" } + more).joined(separator: "、"))")
  }
}
