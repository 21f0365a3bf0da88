import Foundation
import QuizStore

/// A kind of record with dates.
protocol DatedRecord: StoredRecord {
  /// Changes each of its dates.
  mutating func changeDates(_ change: (inout Date) -> Void)
}

extension DatedRecord {
  /// Whether one of its dates lies in `dates`.
  func hasDate(in dates: Range<Date>) -> Bool {
    var (copy, found) = (self, false)
    copy.changeDates { if dates.contains($0) { found = true } }
    return found
  }
}

extension Deck: DatedRecord {
  mutating func changeDates(_ change: (inout Date) -> Void) { change(&createdAt) }
}

extension Question: DatedRecord {
  mutating func changeDates(_ change: (inout Date) -> Void) {
    change(&createdAt)
    change(&changedAt)
    if var changed = keyChangedAt {
      change(&changed)
      keyChangedAt = changed
    }
  }
}

extension Exam: DatedRecord {
  mutating func changeDates(_ change: (inout Date) -> Void) {
    change(&createdAt)
    change(&changedAt)
  }
}

extension StudyNote: DatedRecord {
  mutating func changeDates(_ change: (inout Date) -> Void) {
    change(&createdAt)
    change(&changedAt)
  }
}

extension Attempt: DatedRecord {
  mutating func changeDates(_ change: (inout Date) -> Void) {
    change(&startedAt)
    if var finished = outcome?.finishedAt {
      change(&finished)
      outcome?.finishedAt = finished
    }
  }
}

extension AttemptProgress: DatedRecord {
  mutating func changeDates(_ change: (inout Date) -> Void) {
    guard var since = runningSince else { return }
    change(&since)
    runningSince = since
  }
}

extension Answer: DatedRecord {
  mutating func changeDates(_ change: (inout Date) -> Void) { change(&changedAt) }
}
