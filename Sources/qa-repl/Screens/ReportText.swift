import QuizExchange
import QuizKit
import QuizSupport

/// The lines that report the result of reading a file.
enum ReportText {
  /// Returns the report of a file: its notes, its problems with hints, and a summary.
  ///
  /// Each problem has the form `file:line: level: message`, which editors and terminals turn into a
  /// link.
  ///
  /// - Parameters:
  ///   - file: The file that was read.
  ///   - counts: How many of its questions were imported, skipped and so on.
  static func lines(
    of file: QuestionFile, _ counts: ImportCounts, in language: Language
  ) -> [String] {
    file.notes.map { "\(file.name): \(language.text("note", "情報")): \($0.message(in: language))" }
      + file.problems.flatMap { lines(of: $0, in: language) }
      + [summary(of: file, counts, in: language)]
  }

  /// Returns one to three lines: the problem, the affected words of the file, and how to fix it.
  static func lines(of problem: Problem, in language: Language) -> [String] {
    let place = problem.line.map { ":\($0)" } ?? ""
    let element = problem.element.map { "\($0): " } ?? ""
    let level = level(problem.level, language)
    var lines = ["\(problem.file)\(place): \(element)\(level): \(problem.message(in: language))"]
    if !problem.excerpt.isEmpty { lines.append("    | \(problem.excerpt)") }
    let hint = Advice.hint(of: problem, in: language)
    if !hint.isEmpty { lines.append("  \(hint)") }
    return lines
  }

  /// Returns the lines of a file's problems. More than three of one kind are reported once, with
  /// their count and the first places.
  static func lines(of problems: [Problem], in language: Language) -> [String] {
    let groups = Dictionary(grouping: problems.indices) { Kind(problems[$0]) }
    return problems.indices.flatMap { index in
      guard let group = groups[Kind(problems[index])], group.count > mostOfOneKind else {
        return lines(of: problems[index], in: language)
      }
      guard group.first == index else { return [] }
      let places = group.prefix(mostOfOneKind).compactMap { problems[$0].place }
      return lines(of: problems[index], in: language)
        + ["  " + repetition(group.count, places, in: language)]
    }
  }

  private static let mostOfOneKind = 3

  /// The properties that make two problems of a file the same for a reader.
  private struct Kind: Hashable {
    let file: String
    let code: String
    let level: Problem.Level

    init(_ problem: Problem) {
      (file, code, level) = (problem.file, problem.code, problem.level)
    }
  }

  private static func repetition(
    _ count: Int, _ places: [String], in language: Language
  ) -> String {
    let first =
      places.isEmpty
      ? ""
      : language.text(
        ", first at \(places.joined(separator: ", "))",
        "(最初の \(places.count) 件: \(places.joined(separator: "、")))")
    return language.text(
      "\(count) of this kind\(first); --all-problems lists each",
      "同じ種類が \(count) 件あります\(first)。--all-problems ですべて表示します")
  }

  /// Returns the summary of several files, such as `3 files: read 54 of 55: 54 imported, 1 error`.
  static func total(of outcome: ImportOutcome, in language: Language) -> String {
    let (files, found) = (outcome.files.count, outcome.read + outcome.errors)
    let all = parts(
      outcome.counts, skipped: outcome.skipped, errors: outcome.errors, in: language)
    return language.text(
      "\(files.counted("file")) in all: read \(outcome.read) of \(found): \(all)",
      "全 \(files) ファイル: \(found) 問中 \(outcome.read) 問を読みました: \(all)")
  }

  /// Returns what a folder has beside questions, such as `passed over: 12 images, 2 files without
  /// questions (LICENSE, README.md)`.
  static func passedOver(_ passed: PassedOver, in language: Language) -> String {
    let parts = OtherFile.allCases.compactMap { kind in
      passed.counts[kind].map { kind.counted($0, in: language) }
    }
    var text = parts.joined(separator: language.text(", ", "、"))
    let names = passed.names.compactMap { $0.split(separator: "/").last.map(String.init) }
    if !names.isEmpty {
      let rest = names.count - mostNames
      let more = rest > 0 ? language.text(" and \(rest) more", " ほか \(rest) 件") : ""
      let list = names.prefix(mostNames).joined(separator: language.text(", ", "、"))
      text += language.text(" (\(list)\(more))", "(\(list)\(more))")
    }
    return language.text("passed over: \(text)", "対象外のファイル: \(text)")
  }

  private static let mostNames = 5

  /// Returns the summary, such as `capitals.gift: read 54 of 55: 52 imported, 2 skipped (1 several
  /// answers, 1 short), 1 error`.
  static func summary(
    of file: QuestionFile, _ counts: ImportCounts, in language: Language
  ) -> String {
    let found = file.read + file.errors
    let kinds = file.skippedKinds.map { kind in
      let name = kind.fault.skippedName(in: language)
      return language.text("\(kind.count) \(name)", "\(name) \(kind.count)")
    }
    let all = parts(counts, skipped: file.skipped, kinds, errors: file.errors, in: language)
    return language.text(
      "\(file.name): read \(file.read) of \(found): \(all)",
      "\(file.name): \(found) 問中 \(file.read) 問を読みました: \(all)")
  }

  /// The numbers that are not zero, and always the first one.
  private static func parts(
    _ counts: ImportCounts, skipped: Int, _ kinds: [String] = [], errors: Int,
    in language: Language
  ) -> String {
    let names =
      kinds.isEmpty
      ? ""
      : language.text(
        " (\(kinds.joined(separator: ", ")))", "(\(kinds.joined(separator: "、")))")
    let others = [
      (counts.updated, "\(counts.updated) updated", "更新 \(counts.updated)"),
      (counts.duplicates, counted(counts.duplicates, "duplicate"), "重複 \(counts.duplicates)"),
      (
        counts.differsHere, "\(counts.differsHere) differing here",
        "食い違い \(counts.differsHere)"
      ),
      (skipped, "\(skipped) skipped\(names)", "対象外 \(skipped)\(names)"),
      (errors, counted(errors, "error"), "エラー \(errors)"),
    ]
    let first = language.text("\(counts.imported) imported", "取り込み \(counts.imported)")
    return ([first] + others.filter { $0.0 > 0 }.map { language.text($0.1, $0.2) })
      .joined(separator: language.text(", ", "、"))
  }

  private static func level(_ level: Problem.Level, _ language: Language) -> String {
    switch level {
    case .error: language.text("error", "エラー")
    case .warning: language.text("warning", "警告")
    case .skipped: language.text("skipped", "対象外")
    }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension OtherFile {
  /// A number of such files, such as "2 images".
  fileprivate func counted(_ count: Int, in language: Language) -> String {
    let isOne = count == 1
    func text(_ one: String, _ many: String, _ japanese: String) -> String {
      language.text("\(count) \(isOne ? one : many)", "\(japanese) \(count)")
    }
    return switch self {
    case .hidden: text("hidden", "hidden", "隠しファイル")
    case .tools: text("folder of tools", "folders of tools", "ツールのフォルダー")
    case .image: text("image", "images", "画像")
    case .sound: text("sound", "sounds", "音声")
    case .video: text("video", "videos", "動画")
    case .font: text("font", "fonts", "フォント")
    case .archive: text("archive", "archives", "アーカイブ")
    case .document: text("document", "documents", "文書")
    case .program: text("program", "programs", "プログラム")
    case .settings: text("settings file", "settings files", "設定ファイル")
    case .withoutQuestions: text("file without questions", "files without questions", "質問のないファイル")
    }
  }
}
