import QuizExchange
import QuizKit

extension ExportOutcome {
  /// How much was written; empty when the file was not written because some characters have no
  /// encoding. The diagnostics report the problems.
  func view(_ theme: Theme) -> [String] {
    let name = file.sanitisedLine
    guard export.unencodable == 0 else { return [] }
    var what = answers.map(theme.strings.answers) ?? theme.strings.questions(export.written)
    if let backup {
      let separator = theme.strings(", ", "、")
      what += separator + theme.strings.besideQuestions(backup).joined(separator: separator)
    }
    let written = theme.strings(
      "\(what) written to \(name) (\(format.title)).",
      "\(name) に \(what)を書き出しました(\(format.title))。")
    return theme.lines(written)
      + (errors > 0 ? theme.lines(theme.strings.questionsLeftOut(errors)) : [])
      + (leftOut.map { theme.lines(theme.strings.leftOut($0)) } ?? [])
  }
}

extension Strings {
  fileprivate func answers(_ count: Int) -> String {
    self(count == 1 ? "1 answer" : "\(count) answers", "回答 \(count) 件")
  }

  fileprivate func questionsLeftOut(_ count: Int) -> String {
    self(
      count == 1
        ? "1 error: that question was left out."
        : "\(count) errors: those questions were left out.",
      "エラー \(count) 件: その質問は書き出していません。")
  }

  fileprivate func leftOut(_ records: LeftOutRecords) -> String {
    self(
      "Notes (\(records.notes)) and quizzes (\(records.quizzes)) "
        + "are not in it; --backup takes them along.",
      "メモ(\(records.notes))とクイズの履歴(\(records.quizzes))は含みません。--backup で含められます。")
  }
}
