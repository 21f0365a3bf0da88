import QuizExchange
import QuizKit

extension ImportOutcome {
  /// The notes and totals of each file. The problems in the files are reported by the diagnostics
  /// instead.
  func view(_ theme: Theme) -> [String] {
    // The error already says everything about a single unusable file.
    if refusal != nil, files.count == 1 { return [] }
    let language = theme.strings.language
    var lines: [String] = []
    for file in files {
      let notes = file.file.notes.map { "\(file.file.name): \($0.message(in: language))" }
      let sum = ReportText.summary(
        of: file.file, file.counts, in: language)
      let isExam = file.file.format?.name == QuestionFormat.exam.name
      let restored: [String] =
        file.restored.map { records in
          let text = isExam ? theme.strings.exams(records) : theme.strings.restored(records)
          return ["\(file.file.name): \(text)"]
        } ?? []
      // A file with exams has no questions to count.
      let sums = isExam && file.file.errors == 0 ? [] : [sum]
      lines += (notes + sums + restored).flatMap { theme.lines($0.sanitisedLine) }
    }
    if !passedOver.isEmpty {
      lines += theme.lines(ReportText.passedOver(passedOver, in: language).sanitisedLine)
    }
    if files.count > 1 {
      lines += theme.lines(
        ReportText.total(of: self, in: language))
    }
    if isDryRun { lines += theme.lines(theme.strings.dryRun) }
    return lines
  }
}

extension Strings {
  /// The exams of a file that contains nothing else.
  fileprivate func exams(_ records: RestoredRecords) -> String {
    (besideQuestions(records) + known(records)).joined(separator: self(", ", "、"))
  }

  private func known(_ records: RestoredRecords) -> [String] {
    records.duplicates == 0
      ? [] : [self("\(records.duplicates) there already", "既存 \(records.duplicates) 件")]
  }

  /// The decks, notes, quizzes and exams that a backup restored.
  fileprivate func restored(_ records: RestoredRecords) -> String {
    return self("beside the questions: ", "質問のほかに: ")
      + (besideQuestions(records) + known(records)).joined(separator: self(", ", "、"))
  }

  /// Texts such as "2 decks", "1 note", "3 quizzes", or one that says there is nothing new.
  func besideQuestions(_ records: RestoredRecords) -> [String] {
    let texts = records.counts.texts(in: language)
    return texts.isEmpty ? [self("nothing new", "新しいものなし")] : texts
  }

  fileprivate var dryRun: String {
    self("Nothing was changed (--dry-run).", "何も変更していません(--dry-run)。")
  }
}
