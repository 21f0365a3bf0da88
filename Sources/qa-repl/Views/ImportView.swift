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
      lines += (notes + [sum]).flatMap { look.lines($0.sanitisedLine) }
    }
    if isDryRun { lines += look.lines(look.strings.dryRun) }
    return lines
  }
}

extension Strings {
  fileprivate var dryRun: String {
    self("Nothing was changed (--dry-run).", "何も変更していません(--dry-run)。")
  }
}
