import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct EnvironmentTests {
  @Test(arguments: [
    ([:], Language.english), (["LANG": "ja_JP.UTF-8"], .japanese), (["LANG": "C"], .english),
    (["LANG": "ja_JP", "LC_ALL": "en_US.UTF-8"], .english), (["LC_MESSAGES": "ja"], .japanese),
    (["LANG": "en", "QA_REPL_LANG": "ja"], .japanese),
    (["LANG": "ja_JP", "LC_ALL": ""], .japanese),
    (["LANG": "javanese"], .english),
  ])
  func `the first variable that is set decides the language`(
    variables: [String: String], language: Language
  ) {
    #expect(Environment(variables: variables).language == language)
  }

  @Test(arguments: [
    ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false),
    (["NO_COLOR": ""], true, true), (["CLICOLOR_FORCE": "1"], false, true),
    (["CLICOLOR_FORCE": "0"], false, false), (["CLICOLOR": "0"], true, false),
    (["TERM": "dumb"], true, false), (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
  ])
  func `colours follow the common variables`(
    variables: [String: String], isTerminal: Bool, colored: Bool
  ) {
    let environment = Environment(variables: variables)
    #expect(environment.usesColor(.auto, isTerminal: isTerminal) == colored)
    #expect(environment.usesColor(.always, isTerminal: isTerminal))
    #expect(!environment.usesColor(.never, isTerminal: isTerminal))
  }

  @Test(arguments: [
    ([:], ColorDepth.basic), (["TERM": "xterm"], .basic), (["TERM": "xterm-256color"], .indexed),
    (["TERM": "xterm-direct"], .direct), (["TERM": "xterm", "COLORTERM": "truecolor"], .direct),
    (["TERM": "foot", "COLORTERM": "24bit"], .direct), (["COLORTERM": "yes"], .basic),
    (["TERM": "screen-256color", "COLORTERM": "truecolor"], .indexed),
    (["TERM": "screen", "COLORTERM": "truecolor"], .basic),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .shapes),
    (["TERM": "dumb", "NO_COLOR": "1"], .none),
    (["TERM": "xterm", "NO_COLOR": "1", "ACCESSIBLE": "1"], .none),
  ])
  func `the terminal's name and COLORTERM tell how many colours there are`(
    variables: [String: String], depth: ColorDepth
  ) {
    let environment = Environment(variables: variables)
    #expect(environment.palette(.auto, nil, isTerminal: true).depth == depth)
  }

  @Test(arguments: [
    ([:], ColorScheme.unknown), (["COLORFGBG": "0;15"], .light), (["COLORFGBG": "15;0"], .dark),
    (["COLORFGBG": "12;8"], .dark), (["COLORFGBG": "0;default;7"], .light),
    (["COLORFGBG": "0;default"], .unknown), (["COLORFGBG": "0;99"], .unknown),
  ])
  func `a background that nobody names is not known`(
    variables: [String: String], scheme: ColorScheme
  ) throws {
    let environment = Environment(variables: variables)
    #expect(environment.palette(.auto, nil, isTerminal: true).scheme == scheme)
    #expect(environment.palette(.auto, .light, isTerminal: true).scheme == .light)
    #expect(environment.palette(.auto, .dark, isTerminal: true).scheme == .dark)
  }

  @Test func `the theme 16 has the terminal's own colours, where there may be colours`() throws {
    let variables = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    let environment = Environment(variables: variables)
    #expect(environment.palette(.auto, .own, isTerminal: true).depth == .basic)
    #expect(environment.palette(.never, .own, isTerminal: true).depth == .none)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "xterm-direct"], true),
    (["TERM": "xterm-256color", "COLORFGBG": "0;15"], true),
    (["TERM": "xterm"], false), (["TERM": "dumb"], false),
    (["TERM": "linux", "COLORTERM": "truecolor"], false),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], false),
    (["TERM": "tmux-256color"], false), (["TERM": "xterm-256color", "TMUX": "/tmp/tmux"], false),
    (["TERM": "screen-256color"], false), (["TERM": "xterm-256color", "STY": "1.pts"], false),
    (["TERM": "xterm-256color", "SSH_CONNECTION": "a b"], false),
    (["TERM": "xterm-256color", "SSH_TTY": "/dev/pts/0"], false),
  ])
  func `the background is asked for where colours depend on it and the terminal itself answers`(
    variables: [String: String], isAsked: Bool
  ) {
    let environment = Environment(variables: variables)
    func asks(_ theme: Options.ColorTheme?) -> Bool {
      environment.asksBackground(theme, environment.palette(.auto, theme, isTerminal: true))
    }
    #expect(asks(nil) == isAsked)
    for theme in Options.ColorTheme.allCases { #expect(!asks(theme)) }
  }

  @Test(arguments: [
    ([:], false), (["LANG": "C"], false), (["LANG": "C.UTF-8"], true),
    (["LANG": "ja_JP.utf8"], true), (["LC_ALL": "C", "LANG": "ja_JP.UTF-8"], false),
    (["LC_CTYPE": "UTF-8"], true), (["LC_ALL": "", "LANG": "en_US.UTF-8"], true),
  ])
  func `the locale tells whether the terminal shows all of Unicode`(
    variables: [String: String], isUnicode: Bool
  ) {
    #expect(Environment(variables: variables).isUnicode == isUnicode)
  }

  @Test func `a relative data directory is ignored, as the specification says`() {
    let relative = Environment(variables: ["HOME": "/home/me", "XDG_DATA_HOME": "data"])
    #expect(relative.dataDirectory == "/home/me/.local/share/qa-repl")
    let absolute = Environment(variables: ["XDG_DATA_HOME": "/data"])
    #expect(absolute.dataDirectory == "/data/qa-repl")
  }
}
