import Foundation
import QuizStore

/// An attempt as a list shows it. It leaves out the questions, because there may be thousands.
package struct AttemptSummary: RecordPart {
  /// The attempt's identifier.
  package var id: Identifier<Attempt>
  /// The quiz's name: the name of its deck when it started, or empty for the whole bank.
  package var title: String
  /// When the player saw the right answers.
  package var mode: QuizOptions.Mode
  /// The rules of the exam that was taken; `nil` for other quizzes.
  package var exam: ExamRules?
  /// When the quiz started.
  package var startedAt: Date
  /// How many questions were asked.
  package var count: Int
  /// How the quiz ended; `nil` while it is in progress.
  package var outcome: Attempt.Outcome?

  package init(_ attempt: Attempt) {
    id = attempt.id
    title = attempt.title
    (mode, exam) = (attempt.mode, attempt.exam)
    startedAt = attempt.startedAt
    count = attempt.items.count
    outcome = attempt.outcome
  }

  /// Whether it is an attempt of the exam with this name.
  package func isOfExam(_ name: String) -> Bool { exam != nil && title == name }

  private enum CodingKeys: CodingKey {
    case id, title, mode, exam, startedAt, items, outcome
  }

  package init(from decoder: any Decoder) throws {
    let attempt = try decoder.container(keyedBy: CodingKeys.self)
    id = try attempt.decode(Identifier<Attempt>.self, forKey: .id)
    title = try attempt.decode(String.self, forKey: .title)
    mode = try attempt.decode(QuizOptions.Mode.self, forKey: .mode)
    exam = try attempt.decodeIfPresent(ExamRules.self, forKey: .exam)
    startedAt = try attempt.decode(Date.self, forKey: .startedAt)
    // The store's decoder counts the elements without decoding them.
    count = try attempt.nestedUnkeyedContainer(forKey: .items).count ?? 0
    outcome = try attempt.decodeIfPresent(Attempt.Outcome.self, forKey: .outcome)
  }
}
