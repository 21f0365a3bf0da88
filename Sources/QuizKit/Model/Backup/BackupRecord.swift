import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A record that a backup may contain. The file may have been edited, even maliciously, so values are checked while reading it.
protocol BackupRecord: Decodable {
  /// Whether all values are possible.
  var isPlausible: Bool { get }

  /// Decodes a record of any version of the format.
  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Self
}

extension BackupRecord {
  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Self {
    try decoder.decode(Self.self, at: element)
  }
}

extension Deck: BackupRecord {
  var isPlausible: Bool { !FieldText.make(name).isEmpty && createdAt.isOnCalendars }
}

extension Exam: BackupRecord {
  var isPlausible: Bool {
    !FieldText.make(name).isEmpty && createdAt.isOnCalendars && changedAt.isOnCalendars
  }
}

extension StudyNote: BackupRecord {
  var isPlausible: Bool { createdAt.isOnCalendars && changedAt.isOnCalendars }
}

extension Attempt: BackupRecord {
  var isPlausible: Bool {
    startedAt.isOnCalendars && items.allSatisfy(\.isPlausible)
      && (exam?.isPlausible ?? true)
      && hasPlausibleSections
      && [timeLimit, questionTimeLimit].allSatisfy { $0.map(Backup.times.contains) ?? true }
      && (outcome.map { $0.isPlausible(for: items.count) } ?? true)
  }
}

extension Attempt {
  /// Older programs left the sections with questions of an exam that were asked once more outside of it.
  private var hasPlausibleSections: Bool {
    guard let exam else { return true }
    return items.allSatisfy { $0.section.map(exam.sections.indices.contains) ?? true }
  }
}

extension Attempt.Item {
  fileprivate var isPlausible: Bool {
    guard after ?? 0 >= 0 else { return false }
    guard let order else { return true }
    return order.allSatisfy(Backup.choices.contains) && Set(order).count == order.count
  }
}

extension Attempt.Outcome {
  fileprivate func isPlausible(for count: Int) -> Bool {
    finishedAt.isOnCalendars && (0...count).contains(score)
      && (points.map { (-Double(count)...Double(count)).contains($0) } ?? true)
      && Backup.times.contains(milliseconds)
      && (exam.map { $0.points.isFinite && $0.possible.isFinite && $0.possible > 0 } ?? true)
  }
}

extension AttemptProgress: BackupRecord {
  var isPlausible: Bool {
    position >= 0 && Backup.times.contains(elapsed)
      && [timeLeft, questionTimeLeft].allSatisfy { $0.map(Backup.times.contains) ?? true }
      && (sectionTimesLeft?.allSatisfy(Backup.times.contains) ?? true)
      && (runningSince?.isOnCalendars ?? true)
  }
}

extension Answer: BackupRecord {
  var isPlausible: Bool {
    position >= 0 && changedAt.isOnCalendars
      && (response?.positions.allSatisfy(Backup.choices.contains) ?? true)
      && (ticked?.allSatisfy(Backup.choices.contains) ?? true)
      && (points.map { (-1...1).contains($0) } ?? true)
      && (choices.map { (0...QuestionContent.maximumChoices).contains($0) } ?? true)
      && (guesses.map { (1..<1 << QuestionContent.maximumChoices).contains($0) } ?? true)
      && [timeLeft, milliseconds].allSatisfy { $0.map(Backup.times.contains) ?? true }
  }
}

/// An exam in a backup, or in the text form of exams, which has no dates.
struct BackupExam: BackupRecord {
  var id: Identifier<Exam>?
  var name: String
  var blueprint: ExamBlueprint
  var createdAt: Date?
  var changedAt: Date?

  var isPlausible: Bool {
    !FieldText.make(name).isEmpty && blueprint.fault == nil
      && [createdAt, changedAt].allSatisfy { $0?.isOnCalendars ?? true }
  }
}

extension Answer {
  /// What version 1 says in another way.
  private struct Older: Decodable {
    /// The position of the picked choice.
    var selected: Int?
  }

  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Answer {
    var answer = try decoder.decode(Answer.self, at: element)
    if answer.response == nil {
      answer.response = try decoder.decode(Older.self, at: element).selected.map { .choice($0) }
    }
    return answer
  }
}

private enum Backup {
  /// The possible positions of a choice.
  static let choices = 0..<QuestionContent.maximumChoices
  /// Milliseconds, up to a hundred years: longer than anyone plays, and small enough that sums do not overflow.
  static let times = 0...(100 * 366 * 86_400_000)
}
