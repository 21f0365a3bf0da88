import Foundation

/// A record that a backup may hold. The file may have been edited, or made to do harm: what the program works with later must be
/// checked where it comes in.
protocol BackupRecord: StoredRecord {
  /// Whether everything in it can be as it is.
  var isPlausible: Bool { get }
}

extension Deck: BackupRecord {
  var isPlausible: Bool { !FieldText.make(name).isEmpty && createdAt.isOnCalendars }
}

extension StudyNote: BackupRecord {
  var isPlausible: Bool { createdAt.isOnCalendars && changedAt.isOnCalendars }
}

extension Attempt: BackupRecord {
  var isPlausible: Bool {
    startedAt.isOnCalendars && items.allSatisfy(\.isPlausible)
      && [timeLimit, questionTimeLimit].allSatisfy { $0.map(Backup.times.contains) ?? true }
      && (outcome.map { $0.isPlausible(for: items.count) } ?? true)
  }
}

extension Attempt.Item {
  fileprivate var isPlausible: Bool {
    guard let order else { return true }
    return order.allSatisfy(Backup.choices.contains) && Set(order).count == order.count
  }
}

extension Attempt.Outcome {
  fileprivate func isPlausible(for count: Int) -> Bool {
    finishedAt.isOnCalendars && (0...count).contains(score) && Backup.times.contains(milliseconds)
  }
}

extension AttemptProgress: BackupRecord {
  var isPlausible: Bool {
    position >= 0 && Backup.times.contains(elapsed)
      && [timeLeft, questionTimeLeft].allSatisfy { $0.map(Backup.times.contains) ?? true }
  }
}

extension Answer: BackupRecord {
  var isPlausible: Bool {
    position >= 0 && changedAt.isOnCalendars
      && (selected.map(Backup.choices.contains) ?? true)
      && (timeLeft.map(Backup.times.contains) ?? true)
  }
}

private enum Backup {
  /// The positions that a choice can have.
  static let choices = 0..<QuestionContent.maximumChoices
  /// Milliseconds up to a hundred years: nobody played longer, and sums of them are numbers still.
  static let times = 0...(100 * 366 * 86_400_000)
}

extension Date {
  /// Whether it is in the years 1 to 9999, for which there are days and texts.
  var isOnCalendars: Bool {
    (-62_135_596_800..<253_402_300_800).contains(timeIntervalSince1970)
  }
}
