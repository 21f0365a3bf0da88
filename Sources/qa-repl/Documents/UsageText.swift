/// The text of `--help`.
enum UsageText {
  static func lines(_ strings: Strings) -> [String] {
    let options = OptionLine.table.map { option in
      (
        usage: (option.short.map { "\($0), " } ?? "    ") + option.name
          + (option.value.map { " \($0)" } ?? ""), summary: strings(option.english, option.japanese)
      )
    }
    let width = 30
    return [strings.usage, ""] + strings.examples + ["", strings.optionsHeading]
      + options.map { "  " + $0.usage.padded(to: width) + " " + $0.summary }
      + ["", strings.exitCodes]
  }
}

extension Strings {
  fileprivate var usage: String {
    self(
      "Usage: qa-repl [OPTIONS] [COMMAND [ARGUMENTS]]\n"
        + "A quiz program for the terminal. “help” inside explains the commands.",
      "使い方: qa-repl [オプション] [コマンド [引数]]\nターミナルで使うクイズです。コマンドの説明は、起動後の help で見られます。")
  }

  fileprivate var examples: [String] {
    let shells = ShellCompletions.shells.joined(separator: "|")
    let examples = [
      ("qa-repl", self("play", "遊ぶ")),
      ("qa-repl quiz --time 60s --count 10", self("ten questions in a minute", "60 秒で 10 問に挑戦する")),
      ("qa-repl import questions.csv --deck Swift", self("bring in questions", "質問を取り込む")),
      ("qa-repl due", self("what is due; a command ends when it is done", "復習の予定を見る(表示したら終了)")),
      ("qa-repl --memory --json -c quiz -c 1", self("for scripts", "スクリプトから使う")),
      ("qa-repl man | man -l -", self("read the manual", "マニュアルを読む")),
      (
        "qa-repl completions \(shells)",
        self("print what completes its words in a shell", "シェルの補完スクリプトを出力する")
      ),
    ]
    let width = examples.map(\.0.count).max() ?? 0
    return [self("Examples:", "例:")]
      + examples.map { "  " + $0.padded(to: width) + "  " + $1 }
  }

  fileprivate var optionsHeading: String { self("Options:", "オプション:") }

  fileprivate var exitCodes: String {
    self(
      "Exit codes: 0 all good, 1 a command failed, 2 data or file unusable, 64 usage,\n"
        + "129/130/143 signals, 141 output closed.",
      "終了コード: 0 正常、1 コマンドの失敗、2 使えないデータやファイル、64 引数の誤り、\n129/130/143 シグナル、141 出力先の切断。")
  }
}
