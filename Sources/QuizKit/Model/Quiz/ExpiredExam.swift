import Foundation
import QuizSupport

/// An exam that was handed in automatically because its time ran out while the player was away.
package struct ExpiredExam: Equatable, Sendable {
  /// The exam's name.
  package let title: String
  /// The final score.
  package let score: ExamScore

  /// - Returns: `nil` if the attempt is not finished, or is not an exam.
  init?(_ attempt: Attempt) {
    guard let score = attempt.outcome?.exam else { return nil }
    (title, self.score) = (attempt.title, score)
  }
}

extension AttemptArchive.Saved {
  /// Whether this is an exam in which nothing can be answered any more because all its time has run
  /// out.
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

  /// The moment that ``progress`` describes. Once all the time has run out, it is the same on every
  /// device and at every call.
  var lastMoment: Date {
    attempt.startedAt.addingTimeInterval(Double(progress.elapsed.wholeMilliseconds) / 1000)
  }
}
