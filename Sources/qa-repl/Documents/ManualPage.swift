import QuizKit

/// The manual page qa-repl(1) in man(7) macros, generated from the tables of options and commands.
struct ManualPage {
  let strings: Strings
  let version: String
  let table: CommandTable

  /// The source of the page, for `man` and `groff -man`.
  var lines: [String] {
    head + section(strings("EXAMPLES", "例"), examples)
      + section(strings("OPTIONS", "オプション"), options) + commands
      + section(strings("KEYS", "キー"), tagged(KeyHelp.all(strings).map { ($0.keys, $0.meaning) }))
      + section(strings("IMPORT", "取り込み"), texts(ImportManual.sections(strings)))
      + section(strings("ANSWERS", "回答"), texts(AnswerManual.sections(strings)))
      + section(strings("REVIEWS", "復習"), texts(ReviewManual.sections(strings)))
      + section(strings("EXAMS", "模擬試験"), texts(ExamManual.sections(strings)))
      + section(strings("ENVIRONMENT", "環境変数"), environment)
      + section(strings("FILES", "ファイル"), files)
      + section(strings("EXIT STATUS", "終了コード"), exits)
  }

  private var head: [String] {
    [
      ".TH QA\\-REPL 1 \"\" \"qa\\-repl \(version)\"",
      // No word is hyphenated, because it may be one to type.
      ".nh", ".ad l",
      ".SH \(strings("NAME", "名前"))",
      "qa\\-repl \\- " + escaped(strings("a quiz program for the terminal", "ターミナルで使うクイズ")),
      ".SH \(strings("SYNOPSIS", "書式"))",
      ".B qa\\-repl", "[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]]", ".br",
      ".B qa\\-repl completions", "bash|zsh|fish", ".br", ".B qa\\-repl man",
    ]
  }

  private var options: [String] {
    OptionLine.table.flatMap { option in
      let names = [option.short, option.name].compactMap { $0 }.map { "\\fB\(escaped($0))\\fR" }
      let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return [
        ".TP", names.joined(separator: ", ") + value,
        escaped(strings(option.english, option.japanese)),
      ]
    }
  }

  /// The commands, grouped by screen.
  private var commands: [String] {
    let everywhere = group(
      strings("everywhere", "どの画面でも"), table.entries.filter(\.screens.isEmpty))
    let screens = table.screens.flatMap { screen in
      group(heading(screen), table.entries.filter { $0.screens.contains(screen.name) })
    }
    let ways = table.entries.filter(\.isEverywhere).map(\.name).joined(separator: ", ")
    let note = strings(
      "These work on every screen, unless the word means something else there: \(ways).",
      "次のコマンドは、その画面で別の意味を持たないかぎり、どの画面でも使えます: \(ways)")
    return [".SH \(strings("COMMANDS", "コマンド"))", escaped(note)] + screens + everywhere
  }

  /// The name of a screen, followed by its name in scripts where that differs.
  private func heading(_ screen: ScreenTitle) -> String {
    let (title, name) = (screen.text(in: strings.language), screen.name.rawValue)
    return title == name ? title : strings("\(title) (JSON: \(name))", "\(title)(JSON: \(name))")
  }

  private func group(_ title: String, _ entries: [CommandEntry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [".SS \(title)"]
      + entries.flatMap { entry in
        [".TP", "\\fB\(escaped(entry.usage))\\fR", escaped(strings(entry.english, entry.japanese))]
          + entry.options.flatMap { option in
            [
              ".RS", ".TP", "\\fB\(escaped(option.usage))\\fR",
              escaped(strings(option.english, option.japanese)), ".RE",
            ]
          }
      }
  }

  private func texts(_ sections: [(title: String, text: String)]) -> [String] {
    sections.flatMap { [".SS \($0.title)", escaped($0.text)] }
  }

  private var environment: [String] {
    tagged([
      (
        "QA_REPL_LANG, LC_ALL, LC_MESSAGES, LANG",
        strings("the language, the first that is set", "表示言語(この順で、最初に設定されているもの)")
      ),
      ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE", strings("colours", "色を使うかどうか")),
      (
        "COLORFGBG",
        strings("the background of the terminal, unless it names another one", "背景の色(ターミナルが答えないとき)")
      ),
      (
        "ACCESSIBLE, TERM=dumb",
        strings("text that is only ever appended, like --plain", "--plain と同じく、書き換えずに追記だけで表示")
      ),
      ("VISUAL, EDITOR", strings("the editor for long texts", "長い文章を書くエディター")),
      ("TMPDIR", strings("where that editor finds the text", "エディターに渡す文章の置き場所")),
      ("XDG_DATA_HOME, XDG_STATE_HOME", strings("where files are kept", "ファイルの置き場所")),
    ])
  }

  private var files: [String] {
    tagged([
      ("~/.local/share/qa-repl/", strings("the bank", "問題データ")),
      ("~/.local/state/qa-repl/history", strings("the command history", "コマンドの履歴")),
    ])
  }

  private var exits: [String] {
    tagged([
      ("0", strings("all good", "正常")),
      (
        "1",
        strings(
          "a command failed, an import or export had errors, or an exam was not passed (--require-pass)",
          "コマンドの失敗、取り込みや書き出しのエラー、または模擬試験の不合格(--require-pass)")
      ),
      ("2", strings("data or a file cannot be used", "使えないデータやファイル")),
      ("64", strings("wrong arguments", "引数の誤り")),
      ("129, 130, 143", strings("ended by a signal", "シグナルによる終了")),
      ("141", strings("the output was closed", "出力先の切断")),
    ])
  }

  private var examples: [String] {
    tagged([
      (
        "qa-repl quiz --time 60s --count 10",
        strings("ten questions in a minute", "60 秒で 10 問に挑戦する")
      ),
      ("qa-repl import questions.csv --deck Swift", strings("bring in questions", "質問を取り込む")),
      ("qa-repl export bank.json --backup", strings("take everything along", "すべて書き出す")),
      ("qa-repl review", strings("what is due today", "今日の分を復習する")),
      ("qa-repl --memory --json -c quiz -c 1", strings("for scripts", "スクリプトから使う")),
    ])
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    [".SH \(title)"] + lines
  }

  private func tagged(_ items: [(String, String)]) -> [String] {
    items.flatMap { [".TP", "\\fB\(escaped($0))\\fR", escaped($1)] }
  }

  /// The text with escapes, so that troff reads no part of it as a request or an escape, and with
  /// the places where a line may end: troff knows those of Japanese in a Japanese locale only.
  private func escaped(_ text: String) -> String {
    let words = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .marked(Self.lineMayEnd).split(separator: " ", omittingEmptySubsequences: false)
    let escaped = words.map { word in
      word.count > Self.longWord ? word.replacing(#/[,|]/#) { $0.output + Self.lineMayEnd } : word
    }.joined(separator: " ")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static let lineMayEnd = "\\:"
  /// A word with more characters, such as an example of an option, may end a line at a comma or a bar.
  private static let longWord = 24
}
