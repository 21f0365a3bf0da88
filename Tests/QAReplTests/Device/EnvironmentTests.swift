import QuizSupport
import Testing

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
    (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
  ])
  func `the terminal's name and COLORTERM tell how many colours there are`(
    variables: [String: String], depth: ColorDepth
  ) {
    #expect(Environment(variables: variables).colorDepth(.auto, isTerminal: true) == depth)
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
