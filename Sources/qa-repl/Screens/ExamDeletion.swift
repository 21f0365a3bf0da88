import QuizKit
import QuizSupport

/// The question before exams are deleted.
extension ExamsState {
  func question(before command: ExamsCommand, _ strings: Strings) -> String? {
    guard case .delete(let words) = command, let chosen = try? names.names(of: words),
      let first = chosen.first
    else { return nil }
    return chosen.count == 1
      ? strings(ExamRefusal.confirmDeletion(first.sanitisedLine))
      : strings.deleteExams(chosen.count)
  }
}

extension Strings {
  fileprivate func deleteExams(_ count: Int) -> String {
    self("Delete \(count) exams?", "模擬試験 \(count) 件を削除しますか?")
  }
}
