import Foundation
import QuizSupport

/// An exam that was handed in because its time ran out while nobody was there.
package struct ExpiredExam: Equatable, Sendable {
  /// The exam's name.
  package let title: String
  /// What it ended with.
  package let score: ExamScore

  /// - Returns: `nil` for an attempt that is not finished, or no exam.
  init?(_ attempt: Attempt) {
    guard let score = attempt.outcome?.exam else { return nil }
    (title, self.score) = (attempt.title, score)
  }
}

extension AttemptArchive.Saved {
  /// Whether it is an exam of which nothing can be answered any more because all its time is over.
  var isExpired: Bool {
    guard let exam = setup.exam else { return false }
    if setup.time != nil { return progress.isTimedOut }
    guard let left = progress.sectionTimesLeft, left.count == exam.sections.count else {
      return false
    }
    return setup.items.allSatisfy { item in
      item.section.map { exam.sections[$0].timeLimit != nil && left[$0] <= .zero } ?? false
    }
  }

  /// The moment up to which ``progress`` has come. It is the same on each device and whenever it is asked for, once all the
  /// time is over.
  var lastMoment: Date {
    attempt.startedAt.addingTimeInterval(Double(progress.elapsed.wholeMilliseconds) / 1000)
  }
}
