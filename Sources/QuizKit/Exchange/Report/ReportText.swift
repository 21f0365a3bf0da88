/// The lines that report the result of reading a file.
public enum ReportText {
  /// Returns the report of a file: its notes, its problems with hints, and a summary.
  ///
  /// Each problem has the form `file:line: level: message`, which editors and terminals turn into a
  /// link.
  ///
  /// - Parameters:
  ///   - file: The file that was read.
  ///   - imported: How many of its questions were added to the bank.
  ///   - duplicates: How many of its questions were already in the bank.
  public static func lines(
    of file: QuestionFile, imported: Int, duplicates: Int, in language: Language
  ) -> [String] {
    file.notes.map { "\(file.name): \(language.text("note", "情報")): \($0.message(in: language))" }
      + file.problems.flatMap { lines(of: $0, in: language) }
      + [summary(of: file, imported: imported, duplicates: duplicates, in: language)]
  }

  /// Returns one to three lines: the problem, the affected words of the file, and how to fix it.
  public static func lines(of problem: Problem, in language: Language) -> [String] {
    let place = problem.line.map { ":\($0)" } ?? ""
    let element = problem.element.map { "\($0): " } ?? ""
    let level = level(problem.level, language)
    var lines = ["\(problem.file)\(place): \(element)\(level): \(problem.message(in: language))"]
    if !problem.excerpt.isEmpty { lines.append("    | \(problem.excerpt)") }
    let hint = problem.hint(in: language)
    if !hint.isEmpty { lines.append("  \(hint)") }
    return lines
  }

  /// Returns the summary, such as `capitals.gift: read 54 of 55: 52 imported, 2 skipped (1 several
  /// answers, 1 short), 1 error`.
  public static func summary(
    of file: QuestionFile, imported: Int, duplicates: Int, in language: Language
  ) -> String {
    let found = file.read + file.errors
    let kinds = file.skippedKinds.map { kind in
      switch language {
      case .english: "\(kind.count) \(name(of: kind.fault, language))"
      case .japanese: "\(name(of: kind.fault, language))\(kind.count)"
      }
    }
    switch language {
    case .english:
      var parts = ["\(imported) imported"]
      if duplicates > 0 { parts.append(counted(duplicates, "duplicate")) }
      if file.skipped > 0 {
        parts.append("\(file.skipped) skipped (\(kinds.joined(separator: ", ")))")
      }
      if file.errors > 0 { parts.append(counted(file.errors, "error")) }
      return "\(file.name): read \(file.read) of \(found): \(parts.joined(separator: ", "))"
    case .japanese:
      var parts = ["取り込み\(imported)"]
      if duplicates > 0 { parts.append("重複\(duplicates)") }
      if file.skipped > 0 { parts.append("対象外\(file.skipped)（\(kinds.joined(separator: "、"))）") }
      if file.errors > 0 { parts.append("エラー\(file.errors)") }
      return "\(file.name): \(found)問中\(file.read)問を読みました: \(parts.joined(separator: "、"))"
    }
  }

  private static func level(_ level: Problem.Level, _ language: Language) -> String {
    switch level {
    case .error: language.text("error", "エラー")
    case .warning: language.text("warning", "警告")
    case .skipped: language.text("skipped", "対象外")
    }
  }

  private static func name(of skipped: Fault, _ language: Language) -> String {
    switch skipped {
    case .severalAnswers: language.text("several answers", "正解が複数")
    case .notMultipleChoice(let kind):
      language == .english ? kind.rawValue : kind.japanese
    default: language.text("hidden", "非表示")
    }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
