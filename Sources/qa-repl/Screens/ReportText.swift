import QuizExchange
import QuizKit
import QuizSupport
import Terminal

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
      file = problem.file
      code = problem.code
      level = problem.level
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
        "（最初の \(places.count) 件: \(places.joined(separator: "、"))）")
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
      text += language.text(" (\(list)\(more))", "（\(list)\(more)）")
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
        " (\(kinds.joined(separator: ", ")))", "（\(kinds.joined(separator: "、"))）")
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
    if let line {
      lines += theme.lines(theme.strings("The same for a script:", "スクリプトでは:"))
      lines += theme.lines(ofCommand: "qa-repl " + line.sanitisedLine)
    }
    return lines
  }
}

extension Theme {
  /// A command line as a shell takes it from a copy of the screen: a row that goes on below ends in
  /// a backslash, and no word in quotes is broken.
  func lines(ofCommand text: String) -> [String] {
    guard let columns else { return [text] }
    var words = [""]
    var quote: Character?
    for character in text {
      if character == " ", quote == nil {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
      if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote == character {
        quote = nil
      }
    }
    var rows: [String] = []
    for word in words {
      if let last = rows.last, width(last + " " + word + " \\") <= columns {
        rows[rows.count - 1] = last + " " + word
      } else {
        rows.append(word)
      }
    }
    return rows.enumerated().map { $0 < rows.count - 1 ? $1 + " \\" : $1 }
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
    self("Nothing was changed (--dry-run).", "何も変更していません（--dry-run）。")
  }
}

extension ImportStatus {
  /// The file name, and a progress bar with speed and remaining time.
  func rows(_ theme: Theme) -> [String] {
    let columns = theme.columns ?? 80
    let numbers = numbers(theme)
    let cells = max(6, min(32, columns - displayWidth(numbers)))
    return [
      theme.fitted(name, to: columns),
      theme.gauge(progress, of: 100, cells: cells, .accent) + numbers,
    ]
  }

  /// The file name with speed and remaining time, in one line with room for the `^C` that the
  /// terminal shows behind it.
  func line(_ theme: Theme) -> String {
    let numbers = numbers(theme)
    let cells = max(4, (theme.columns ?? 80) - 2 - displayWidth(numbers))
    return theme.fitted(name, to: cells) + numbers
  }

  private var name: String {
    (files > 1 ? "\(number)/\(files)  " : "") + file.sanitisedLine
  }

  private func numbers(_ theme: Theme) -> String {
    var numbers = " \(progress) %"
    if let kilobytesPerSecond {
      numbers += "  \(kilobytesPerSecond / 1000).\(kilobytesPerSecond % 1000 / 100) MB/s"
    }
    if let remaining { numbers += "  " + theme.strings.remaining(remaining) }
    return numbers
  }
}

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
      "\(name) に \(what)を書き出しました（\(format.title)）。")
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
      "メモ（\(records.notes)）とクイズの履歴（\(records.quizzes)）は含みません。--backup で含められます。")
  }
}

extension Reversal {
  /// Describes the change that was undone or redone.
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    return theme.lines(theme.palette.heading(strings.reversal(self)))
  }
}

extension Strings {
  /// The question before an undo of a change that was made before the screen was visited.
  func takeBack(_ reversal: Reversal) -> String {
    self("Take back: \(change(reversal))?", "\(change(reversal))を取り消しますか?")
  }

  /// The question before several changes are taken back.
  func takeBack(last count: Int) -> String {
    self(
      count == 1 ? "Take back the last change?" : "Take back the last \(count) changes?",
      "最後の変更 \(count) 件を取り消しますか?")
  }

  /// The name of a change, such as "import of 40 questions".
  func change(_ reversal: Reversal) -> String {
    let what = what(reversal)
    return switch reversal.change {
    case .registration: self("registration of \(what)", "\(what)の登録")
    case .imported where what.isEmpty: self("import", "取り込み")
    case .imported: self("import of \(what)", "\(what)の取り込み")
    case .followed where what.isEmpty: self("reading of a file", "ファイルからの反映")
    case .followed: self("changes of a file to \(what)", "\(what)のファイルからの反映")
    case .deletion: self("deletion of \(what)", "\(what)の削除")
    case .edit where what.isEmpty: self("edit", "編集")
    case .edit: self("edit of \(what)", "\(what)の編集")
    case .deck: self("a new deck", "問題集の作成")
    case .renaming: self("another name for a deck", "問題集の名前の変更")
    case .restoration where what.isEmpty: self("return from the trash", "ごみ箱からの復元")
    case .restoration: self("return of \(what) from the trash", "\(what)のごみ箱からの復元")
    case .emptying: self("emptying of the trash", "ごみ箱を空にする操作")
    case .synchronization where what.isEmpty: self("changes of other devices", "同期による変更")
    case .synchronization: self("changes of other devices to \(what)", "\(what)の同期による変更")
    }
  }

  fileprivate func reversal(_ reversal: Reversal) -> String {
    let change = change(reversal)
    let time = reversal.time.map { self(", \($0)", "（\($0)）") } ?? ""
    return switch reversal.action {
    case .undo: self("undone: \(change)\(time)", "取り消しました:\(change)\(time)")
    case .redo: self("redone: \(change)\(time)", "取り消しを戻しました:\(change)\(time)")
    }
  }

  /// A text such as "a deck with 3 questions, 2 notes, 1 quiz".
  fileprivate func what(_ reversal: Reversal) -> String {
    let showsDecks = reversal.change == .deletion || reversal.change == .restoration
    let (questions, decks) = (reversal.questions, showsDecks ? reversal.decks : 0)
    var parts: [String] = []
    let names = self(decks == 1 ? "a deck" : "\(decks) decks", "問題集 \(decks) 件")
    if decks > 0 {
      let contents = self.questions(questions)
      parts = [questions == 0 ? names : self("\(names) with \(contents)", "\(names)と \(contents)")]
    } else if questions > 0 {
      parts = [self.questions(questions)]
    }
    parts += reversal.others.texts(in: language)
    return parts.joined(separator: comma)
  }
}

extension FollowOutcome {
  /// One line with what a reading changed.
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let counts = [
      (changed, strings("\(changed) changed", "変更 \(changed) 件")),
      (new, strings("\(new) new", "追加 \(new) 件")),
      (gone, strings("\(gone) gone (in the trash)", "削除 \(gone) 件（ごみ箱へ）")),
    ]
    let parts = counts.filter { $0.0 > 0 }.map(\.1)
    guard !parts.isEmpty else {
      let count = strings.problems(problems.count)
      return theme.lines(
        strings("Read; nothing new\(count).", "読み込みました。変更はありません\(count)。"))
    }
    let names =
      decks.prefix(3).map { strings.quoted($0.sanitisedLine) } + (decks.count > 3 ? ["…"] : [])
    return theme.lines(
      strings(
        "\(names.joined(separator: ", ")): \(parts.joined(separator: ", ")) · “undo” takes it back",
        "\(names.joined()):\(parts.joined(separator: "、")) · undo で取り消せます"))
  }
}

extension FollowedDecks {
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    guard !items.isEmpty else {
      return theme.lines(
        strings(
          "No deck follows a file. “follow FILE” lets one.",
          "ファイルに連動している問題集はありません。follow FILE で連動できます。"))
    }
    return items.flatMap { item in
      let place =
        item.here
        ? strings("read \(item.readAt.minute)", "読み込み \(item.readAt.minute)")
          + strings.problems(item.problemCount)
        : strings("not followed here", "このデバイスでは連動しません")
      return theme.lines(
        "\(item.deck.sanitisedLine)  \(theme.palette.faint(item.path.sanitisedLine))  \(place)")
    }
  }
}

extension FollowedPlace {
  func view(_ theme: Theme) -> [String] { [text.sanitisedLine] }
}

extension Theme {
  /// The place of a question in its file, below the question; nothing for one that follows no file.
  func place(_ place: FollowedPlace?) -> [String] {
    place.map { lines(palette.faint("     " + $0.text.sanitisedLine), indent: 5) } ?? []
  }
}

extension Unfollowing {
  func view(_ theme: Theme) -> [String] {
    theme.lines(
      theme.strings(
        "\(path.sanitisedLine) is no longer followed; the questions stay.",
        "\(path.sanitisedLine) への連動を解除しました。質問は残ります。"))
  }
}

extension Strings {
  /// How many problems a file has; empty for none.
  fileprivate func problems(_ count: Int) -> String {
    count == 0 ? "" : self(", ", "、") + fileProblems(count)
  }

  /// How many problems a file has, such as `2 problems`.
  func fileProblems(_ count: Int) -> String {
    self(count.counted("problem"), "問題点 \(count) 件")
  }

  fileprivate func quoted(_ name: String) -> String { self("“\(name)”", "「\(name)」") }
}

extension SyncOutcome {
  /// One line with the result of the exchange.
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let counts = [
      (published, strings("\(published) sent", "送信 \(published) 件")),
      (received, strings("\(received) received", "受信 \(received) 件")),
      (
        replaced,
        strings("\(replaced) replaced (see “sync log”)", "置き換え \(replaced) 件（sync log で確認）")
      ),
    ]
    var parts = counts.filter { $0.0 > 0 }.map(\.1)
    if errors > 0 { parts.append(strings("not complete", "一部失敗")) }
    let what =
      parts.isEmpty
      ? strings("nothing new", "変更なし") : parts.joined(separator: strings(", ", "、"))
    let others =
      devices == 0
      ? strings("no other device yet", "ほかのデバイスなし")
      : strings(devices == 1 ? "1 device" : "\(devices) devices", "ほかのデバイス \(devices) 台")
    return theme.lines(
      strings(
        "Synchronized with \(folder.sanitisedLine) (\(others)): \(what).",
        "\(folder.sanitisedLine) と同期しました（\(others)）:\(what)。"))
  }
}

extension SyncStatus {
  func view(_ theme: Theme) -> [String] {
    guard !folders.isEmpty else {
      return theme.lines(theme.strings(SyncRefusal.nowhere))
    }
    return folders.flatMap { $0.view(theme) }
  }
}

extension SyncStatus.Folder {
  fileprivate func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    var lines = theme.lines(palette.heading(path.sanitisedLine))
    var facts = [strings("this device: \(name.sanitisedLine)", "このデバイス: \(name.sanitisedLine)")]
    if isQuestionsOnly { facts.append(strings("questions only", "質問のみ")) }
    if isReadOnly { facts.append(strings("gives nothing", "受信のみ")) }
    if isAutomatic { facts.append(strings("at start and end", "起動時と終了時に同期")) }
    if let publishing { facts.append(strings("\(publishing) to send", "未送信 \(publishing) 件")) }
    lines += theme.lines("  " + facts.joined(separator: strings(", ", "、")), indent: 2)
    if let refusal { lines += theme.lines("  " + strings(refusal), indent: 2) }
    for device in devices { lines += theme.lines("  " + device.line(strings), indent: 2) }
    return lines
  }
}

extension SyncStatus.Device {
  fileprivate func line(_ strings: Strings) -> String {
    let name = name?.sanitisedLine ?? deviceID
    let seen =
      seenAt.map { strings("last seen \($0.minute)", "最終受信 \($0.minute)") }
      ?? strings("not read yet", "未受信")
    let wait = unread > 0 ? strings(", \(unread) to receive", "、未受信 \(unread) 件") : ""
    return strings("\(name): \(seen)", "\(name): \(seen)") + wait
  }
}

extension SyncLog {
  func view(_ theme: Theme) -> [String] {
    let (strings, palette) = (theme.strings, theme.palette)
    guard !items.isEmpty else {
      return theme.lines(
        strings(
          "No text of this device was replaced by another one.", "ほかのデバイスの変更で置き換えられた内容はありません。"))
    }
    var lines = theme.lines(
      palette.heading(
        strings("Replaced by other devices: \(total)", "ほかのデバイスの変更で置き換えられた内容 : \(total) 件")))
    for item in items {
      lines += theme.lines("\(item.number). ".padded(to: 4, .trailing) + item.sentence(strings))
      lines += theme.lines("    " + item.text.sanitisedLine, indent: 4)
    }
    return lines
      + theme.lines(
        palette.faint(strings("“sync restore N” puts one back.", "sync restore N で元に戻します。")))
  }
}

extension SyncLog.Item {
  fileprivate func sentence(_ strings: Strings) -> String {
    let part = "\(strings.name(of: kind, field: field))"
    let of = record.map { "“\($0.sanitisedLine)”" } ?? strings("something deleted", "")
    let what = record.map { "「\($0.sanitisedLine)」" } ?? "削除済みの項目"
    let by = device.sanitisedLine
    return strings(
      "your \(part) of \(of) was replaced by \(by)'s on \(replacedAt.minute)",
      "\(what)の\(part):\(by) の変更で置き換え（\(replacedAt.minute)）")
  }
}

extension SyncRestoration {
  func view(_ theme: Theme) -> [String] {
    let strings = theme.strings
    let part = strings.name(of: item.kind, field: item.field)
    return theme.lines(
      strings(
        "Your \(part) is back: \(item.text.sanitisedLine)",
        "\(part)を元に戻しました:\(item.text.sanitisedLine)"))
  }
}

extension SyncFarewell {
  func view(_ theme: Theme) -> [String] {
    theme.lines(
      theme.strings(
        "\(folder.sanitisedLine) is no longer synchronized.",
        "\(folder.sanitisedLine) との同期をやめました。"))
  }
}

extension Strings {
  /// The name of a field for people; the field's own name if people never see it.
  fileprivate func name(of kind: RecordKind, field: String) -> String {
    switch (kind, field) {
    case (.question, "content.text"): self("text", "質問文")
    case (.question, "content.choices"): self("choices", "選択肢と正解")
    case (.question, "content.commentary"): self("commentary", "解説")
    case (.question, "content.tags"): self("tags", "タグ")
    case (.question, "content.title"), (.note, "title"): self("title", "題名")
    case (.question, "content.pictures"), (.note, "pictures"): self("pictures", "画像")
    case (_, "deckID"): self("deck", "問題集")
    case (.note, "body"): self("text", "本文")
    case (_, "name"): self("name", "名前")
    case (.exam, "blueprint.sections"): self("sections", "分野")
    case (.exam, "blueprint.passMark"): self("pass mark", "合格点")
    case (.exam, "blueprint.timeLimit"): self("time", "制限時間")
    case (.exam, "blueprint.marks"): self("marks", "配点")
    default: field
    }
  }
}

extension [CommandEntry] {
  /// The commands that the user can give when saving was refused, because another program or device,
  /// or `undo`, has changed the same record.
  ///
  /// - Parameter english: the effect of `keep-both`.
  /// - Parameter japanese: the same in Japanese.
  static func afterConflict<C: ScreenCommand>(
    on screen: ScreenName, overwrite: C, reload: C, keepBoth: C, english: String,
    japanese: String
  ) -> Self {
    [
      .plain(
        "overwrite", ["上書き"], on: screen, overwrite,
        "save over what has been saved meanwhile", "先に保存された内容に上書きします"),
      .plain(
        "reload", ["再読み込み"], on: screen, reload,
        "drop the edit and show what has been saved meanwhile", "編集をやめて、先に保存された内容を読み込みます"),
      .plain("keep-both", ["両方残す"], on: screen, keepBoth, english, japanese),
    ]
  }
}

extension Strings {
  /// The heading above the version that is saved now.
  var theirs: String { self("As it is saved now:", "現在保存されている内容:") }
}
