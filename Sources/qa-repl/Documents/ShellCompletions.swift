import QuizKit
import Terminal

/// Completion scripts for shells, generated from the tables of options and commands.
struct ShellCompletions {
  /// The supported shells.
  static let shells = ["bash", "zsh", "fish"]

  let strings: Strings
  let table: CommandTable

  /// The script for `shell`, or `nil` for an unsupported shell.
  func script(for shell: String) -> [String]? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  /// The commands that can follow the options: those of the start screen, each once.
  private var commands: [CommandEntry] {
    var seen: Set<String> = []
    return table.entries(on: .start).filter { seen.insert($0.name).inserted }
  }

  private func summary(_ command: CommandEntry) -> String {
    strings(command.english, command.japanese)
  }

  private var bash: [String] {
    let options = OptionLine.table.flatMap { [$0.name, $0.short].compactMap { $0 } }
    let choices = OptionLine.table.compactMap { option in
      option.choices.map { "    \(option.name)) words=\"\($0.joined(separator: " "))\" ;;" }
    }
    let files = OptionLine.table.filter(\.takesFile)
      .map { ([$0.name, $0.short].compactMap { $0 }).joined(separator: "|") }
    let withOptions = commands.filter { !$0.options.isEmpty }.map { command in
      let names = command.options.map { "--\($0.name)" }.joined(separator: " ")
      return "    \(command.name)) words=\"\(names)\" ;;"
    }
    let named = Set(commands.flatMap(\.options).filter { $0.value != nil }.map { "--\($0.name)" })
    let first = (options + commands.map(\.name)).joined(separator: " ")
    // File names are left to readline, which quotes special characters.
    return [
      "# qa-repl(1) completion for bash: eval \"$(qa-repl completions bash)\"",
      "_qa_repl() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= command= i",
      "  # bash parts words at = and : as well",
      "  if [[ $word == = ]]; then",
      "    word=",
      "  elif [[ $before == = ]]; then",
      "    before=${COMP_WORDS[COMP_CWORD-2]}",
      "  elif [[ $word == : || $before == : ]]; then",
      "    return",
      "  fi",
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    case ${COMP_WORDS[i]} in",
      "    \(commands.map(\.name).joined(separator: "|"))) command=${COMP_WORDS[i]}; break ;;",
      "    esac", "  done",
      "  COMPREPLY=()",
      "  case $before in",
    ] + choices + [
      "    \(files.joined(separator: "|"))) return ;;",
      "    \(named.sorted().joined(separator: "|")))",
      "      [ -n \"$command\" ] && { compopt +o default 2> /dev/null; return; } ;;",
      "    completions) words=\"\(Self.shells.joined(separator: " "))\" ;;",
      "  esac",
      "  [ -z \"$words\" ] && case $command in",
    ] + withOptions + [
      "    '') words=\"\(first) completions man\" ;;",
      "  esac",
      "  [ -n \"$command\" ] && [[ $before != completions && $word != -* ]] && return",
      "  compopt +o default 2> /dev/null",
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))",
      "}",
      "complete -o default -F _qa_repl qa-repl",
    ]
  }

  private var zsh: [String] {
    let options = OptionLine.table.map { option in
      "    '\(option.name)[\(escaped(option))]"
        + (option.value.map { ":\($0):\(option.action)" } ?? "")
        + "'"
    }
    let names = commands.map { "    '\($0.name):\(quoted(summary($0)))'" }
    let cases = commands.filter { !$0.options.isEmpty }.map { command in
      let specs = command.options.map { option in
        "'--\(option.name)[\(bracketed(strings(option.english, option.japanese)))]"
          + (option.value.map { ":\($0): " } ?? "") + "'"
      }
      return "    \(command.name)) _arguments \(specs.joined(separator: " ")) '*:FILE:_files' ;;"
    }
    return [
      "#compdef qa-repl", "# qa-repl(1) completion for zsh: a file _qa-repl in a folder of $fpath",
      "local -a commands", "commands=(",
    ] + names + [
      "    'completions:bash, zsh, fish'", "    'man:qa-repl(1)'", ")", "_arguments -C \\",
    ] + options.map { $0 + " \\" } + [
      "    '1:command:{_describe command commands}' \\", "    '*::argument:->arguments'",
      "if [[ $state == arguments ]]; then", "  case $words[1] in",
    ] + cases + [
      "    completions) _values shell \(Self.shells.joined(separator: " ")) ;;",
      "    *) _files ;;", "  esac", "fi",
    ]
  }

  private var fish: [String] {
    let options = OptionLine.table.map { option in
      let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
      let value =
        option.choices.map { " -x -a '\($0.joined(separator: " "))'" }
        ?? (option.takesFile ? " -r" : option.value == nil ? "" : " -x")
      let text = quoted(strings(option.english, option.japanese))
      return "complete -c qa-repl -n __fish_use_subcommand\(short) -l \(option.name.dropFirst(2))"
        + "\(value) -d '\(text)'"
    }
    let names = commands.map {
      "complete -c qa-repl -f -n __fish_use_subcommand -a \($0.name) -d '\(quoted(summary($0)))'"
    }
    let further = commands.flatMap { command in
      command.options.map { option in
        "complete -c qa-repl -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
          + (option.value == nil ? "" : " -x")
          + " -d '\(quoted(strings(option.english, option.japanese)))'"
      }
    }
    return ["# qa-repl(1) completion for fish: ~/.config/fish/completions/qa-repl.fish"]
      + options + names + further + [
        "complete -c qa-repl -f -n __fish_use_subcommand -a 'completions man'",
        "complete -c qa-repl -f -n '__fish_seen_subcommand_from completions'"
          + " -a '\(Self.shells.joined(separator: " "))'",
      ]
  }

  /// The text without single quotes, so that it can be put between them in all three shells.
  private func quoted(_ text: String) -> String {
    text.replacing("'", with: "’")
  }

  /// The text for the brackets of a zsh option.
  private func bracketed(_ text: String) -> String {
    quoted(text).replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
  }

  private func escaped(_ option: OptionLine) -> String {
    bracketed(strings(option.english, option.japanese))
  }
}

extension OptionLine {
  /// The allowed values, if the placeholder lists them.
  fileprivate var choices: [String]? {
    guard let value, value.contains("|") else { return nil }
    return value.split(separator: "|").map(String.init)
  }

  fileprivate var takesFile: Bool { value == "FILE" || value == "SPEC" }

  /// The zsh action that completes the value.
  fileprivate var action: String {
    choices.map { "(\($0.joined(separator: " ")))" } ?? (takesFile ? "_files" : " ")
  }
}

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
      ("qa-repl due", self("what is due; a command ends when it is done", "復習の予定を見る（表示したら終了）")),
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
