import QuizKit

extension ImportOutcome {
  /// The notes and sums of the files; their problems go to the diagnostics.
  func view(_ look: Look) -> [String] {
    let language = look.strings.language
    var lines: [String] = []
    for file in files {
      let notes = file.file.notes.map { "\(file.file.name): \($0.message(in: language))" }
      let sum = ReportText.summary(
        of: file.file, imported: file.imported, duplicates: file.duplicates, in: language)
      let restored = file.restored.map { ["\(file.file.name): \(look.strings.restored($0))"] } ?? []
      lines += (notes + [sum] + restored).flatMap { look.lines($0.sanitisedLine) }
    }
    if isDryRun { lines += look.lines(look.strings.dryRun) }
    return lines
  }
}

extension Strings {
  /// What came with a backup beside the questions.
  fileprivate func restored(_ records: RestoredRecords) -> String {
    let new = besideQuestions(records)
    let known =
      records.known == 0
      ? [] : [self("\(records.known) there already", "既にあったもの \(records.known) 件")]
    return self("beside the questions: ", "質問のほかに: ")
      + (new + known).joined(separator: self(", ", "、"))
  }

  /// "2 decks", "1 note", "3 quizzes": what there is of them, or that there is nothing.
  func besideQuestions(_ records: RestoredRecords) -> [String] {
    let counts = [
      (records.decks, self(records.decks == 1 ? "deck" : "decks", "問題集"), self("", " 件")),
      (records.notes, self(records.notes == 1 ? "note" : "notes", "メモ"), self("", " 件")),
      (records.quizzes, self(records.quizzes == 1 ? "quiz" : "quizzes", "クイズ"), self("", " 回")),
    ]
    let texts = counts.filter { $0.0 > 0 }.map { count, name, unit in
      self("\(count) \(name)", "\(name) \(count)\(unit)")
    }
    return texts.isEmpty ? [self("nothing new", "新しいものなし")] : texts
  }

  fileprivate var dryRun: String {
    self("Nothing was changed (--dry-run).", "何も変更していません(--dry-run)。")
  }
}
