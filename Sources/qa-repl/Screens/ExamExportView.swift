import QuizKit

extension ExamExportOutcome {
  func view(_ theme: Theme) -> [String] {
    let (strings, file, exam) = (theme.strings, file.sanitisedLine, exam.sanitisedLine)
    guard let questions, let seed else {
      return theme.lines(
        strings("The exam “\(exam)” written to \(file).", "\(file) に模擬試験「\(exam)」を書き出しました。"))
    }
    return theme.lines(
      strings(
        "\(strings.questions(questions)) of “\(exam)” written to \(file) (seed \(seed)).",
        "\(file) に「\(exam)」の \(questions) 問を書き出しました(シード \(seed))。"))
  }
}
