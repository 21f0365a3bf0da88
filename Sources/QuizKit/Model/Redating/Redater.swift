import Foundation
import QuizStore
import QuizSupport
import Signals

/// Replaces the dates of records that are dated 2000.
package final class Redater {
  /// Emits the result of each run.
  package var outcomes: Signal<RedateOutcome> { finished.signal }

  private let bank: QuestionBank
  private let world: World
  private let finished = PublishSubject<RedateOutcome>()

  /// Creates the redater of a bank.
  package init(bank: QuestionBank, world: World) {
    (self.bank, self.world) = (bank, world)
  }

  /// Moves the dates of all records that are dated 2000. The records keep their order and the times
  /// between them. This is one change of the bank, which undo takes back.
  ///
  /// - Parameter day: the day on which the first of them was made; `nil` for the date of the bank's
  ///   file.
  /// - Parameter isConfirmed: whether the user has agreed to that day.
  /// - Throws: ``RedateRefusal``; ``SaveFailure``. Nothing is then changed.
  package func run(_ day: Day?, isConfirmed: Bool) throws {
    guard let counts = try bank.recordsOf2000() else { throw RedateRefusal.nothingToDo }
    let fileDay = world.bankDate.map { Day($0, in: world.timeZone) }
    guard let day = day ?? fileDay else { throw RedateRefusal.noDate }
    let start = day.start(in: world.timeZone)
    guard start <= world.now(), !RecordsOf2000.dates.contains(start) else {
      throw RedateRefusal.impossible(day)
    }
    guard isConfirmed else {
      throw RedateRefusal.confirm(counts, day, isOfFile: day == fileDay)
    }
    try bank.store.saving(.edit) {
      try redate(Deck.self, from: start)
      try redate(Question.self, from: start)
      try redate(Exam.self, from: start)
      try redate(StudyNote.self, from: start)
      try redate(Attempt.self, from: start)
      try redate(AttemptProgress.self, from: start)
      try redate(Answer.self, from: start)
    }
    finished.emit(RedateOutcome(records: counts, day: day))
  }

  private func redate<R: DatedRecord>(_ type: R.Type, from start: Date) throws {
    let dates = RecordsOf2000.dates
    let (delay, now) = (start.timeIntervalSince(dates.lowerBound), world.now())
    try bank.store.enumerate(FetchDescriptor<R>()) { batch in
      for var record in batch where record.hasDate(in: dates) {
        record.changeDates { date in
          // The dates of scripts that ran for a long time would otherwise end in the future.
          if dates.contains(date) { date = min(date + delay, now) }
        }
        try bank.store.update(record)
      }
    }
  }
}

/// The result of replacing dates.
package struct RedateOutcome: Equatable, Sendable {
  /// The number of records that were changed.
  package var records: RecordsOf2000
  /// The new day of the first of them.
  package var day: Day
}

/// The reason why no date was replaced.
package enum RedateRefusal: ReportableError, Equatable {
  /// No record is dated 2000.
  case nothingToDo
  /// The bank does not have a file whose date could be suggested.
  case noDate
  /// The records cannot have been made on this day.
  case impossible(Day)
  /// The user has to confirm the day.
  case confirm(RecordsOf2000, Day, isOfFile: Bool)

  package var message: Message {
    switch self {
    case .nothingToDo:
      Message("nothing-to-redate", "No record is dated 2000.", "2000 年の日付のデータはありません。")
    case .noDate:
      Message("no-date", "Say which date the records shall have.", "データに付ける日付を指定してください。")
    case .impossible(let day):
      Message("impossible-date", "No record can be dated \(day.text).", "\(day.text) の日付は付けられません。")
    case .confirm(let records, let day, let isOfFile):
      Message(
        "confirm-required",
        "Give \(records.text(in: .english)) of the year 2000 the date \(day.text)"
          + (isOfFile ? ", that of the bank's file?" : "?"),
        "2000 年の日付の\(records.text(in: .japanese))の日付を \(day.text)"
          + (isOfFile ? "(問題データのファイルの日付)" : "") + "にしますか?")
    }
  }
}

extension RecordsOf2000 {
  /// The counts, as `1 deck, 12 questions`.
  package func text(in language: Language) -> String {
    func part(_ count: Int, _ one: String, _ many: String, _ japanese: String) -> String? {
      guard count > 0 else { return nil }
      return language.text(count == 1 ? "1 \(one)" : "\(count) \(many)", japanese)
    }
    return [
      part(decks, "deck", "decks", "問題集 \(decks) 件"),
      part(questions, "question", "questions", "質問 \(questions) 問"),
      part(exams, "exam", "exams", "模擬試験 \(exams) 件"),
      part(notes, "note", "notes", "メモ \(notes) 件"),
      part(quizzes, "quiz", "quizzes", "クイズ \(quizzes) 回"),
    ].compactMap(\.self).joined(separator: language.text(", ", "、"))
  }
}
