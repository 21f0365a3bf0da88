import QuizKit
import QuizSupport
import Terminal
import Testing

@testable import qa_repl

@Suite struct DoctorScreenTests {
  private let program: TestProgram

  init() throws {
    program = try TestProgram(samples: false)
    program.run(
      "register", "question Which is a bird?", "choice 1 owl", "choice 2 cod", "choice 3 bat",
      "choice 4 bee", "correct 1",
      "commentary Owls fly.", "register", "home")
  }

  @Test func `a question is listed with the reason and opened by its number`() {
    program.run(
      "register", "question Which?", "choice 1 red", "choice 2 blue", "choice 3 green",
      "choice 4 any two of the above", "correct 1",
      "commentary Two.", "register", "home")
    let said = program.run("doctor").trimmingPrefix("\n")
    #expect(said.contains("1 thing to check in 2 questions"), "\(said)")
    #expect(
      said.contains(
        "  2. Which?\n     “any two of the above” refers to the other choices, which are shuffled\n"
      ), "\(said)")
    #expect(program.run("go 2").contains("Which?"))
    #expect(program.run("back", "go 3").contains("error[no-such-question]"))
  }

  @Test func `a bank without faults says so`() {
    #expect(program.run("doctor").contains("Nothing to check in 1 question."))
    #expect(program.run("doctor --deck Nowhere").contains("error[unknown-deck]"))
  }

  @Test func `json has number, kind, reason and the others`() throws {
    let program = try TestProgram(json: true, samples: false)
    for _ in 1...2 {
      program.run(
        "register", "question Which is a bird?", "choice 1 owl", "choice 2 cod", "choice 3 bat",
        "choice 4 bee", "correct 1",
        "commentary Owls fly.", "register", "home")
    }
    let said = program.run("doctor").trimmingPrefix("\n")
    #expect(
      said.contains(
        #""items":[{"count":1,"deck":null,"file":null,"id":1,"kind":"equal-questions","line":null,"number":1,"others":[2],"question":"Which is a bird?","#
          + #""reason":"the same as question 2"}]"#), "\(said)")
  }

  // MARK: Kinds

  /// A file with a doubtful key, eleven questions without a commentary, and nothing else.
  private static let capitals =
    "Capital of Italy? {=Milan ~Rome ~Turin #### Rome has been the capital since 1871.}\n\n"
    + [
      "What swims", "Who digs", "When is noon", "Where are owls", "Why is it cold",
      "How do bees fly",
      "Which ends", "Whose was it", "Whom did she see", "Is tea hot", "Are stones old",
    ].map { "\($0)? {=\($0) yes ~\($0) no ~\($0) maybe}\n\n" }.joined()

  private func filled(
    _ language: Language = .english, json: Bool = false, columns: Int? = nil
  ) throws -> TestProgram {
    let program = try TestProgram(
      language: language, json: json, samples: false,
      files: TestFiles(contents: ["capitals.gift": Self.capitals]), columns: columns)
    program.run("import capitals.gift")
    program.shell.models.bank.servesPerson = !json
    return program
  }

  @Test func `a doubtful key comes first, and a long kind is one row that opens`() throws {
    let program = try filled()
    let said = program.run("doctor").trimmingPrefix("\n")
    #expect(
      said.hasPrefix(
        """
        12 things to check in 12 questions
        commentary disagrees 1, no commentary 11
          1. Capital of Italy?
             the commentary speaks for “Rome”, but “Milan” is right
             no commentary: 11  (show no-commentary)
        “go N” opens a question, “show KIND” lists one kind.

        """), "\(said)")
    let shown = program.run("show no-commentary").trimmingPrefix("\n")
    #expect(shown.hasPrefix("no commentary: 11 in 12 questions\n  2. What"))
    #expect(shown.contains(" 12. Are stones old?\n     no commentary\n"), "\(shown)")
    #expect(program.run("back").contains("12 things"))
    program.run("show no-commentary")
    #expect(program.run("show all").contains("12 things"))
    #expect(program.run("show unheard-of").contains("error[bad-value]"))
  }

  @Test func `a person reads the same in Japanese, and in 40 columns`() throws {
    let program = try filled(.japanese, columns: 40)
    let said = program.run("点検").trimmingPrefix("\n")
    #expect(
      said.hasPrefix(
        """
        12 問中、見直すところ 12 件
        解説と不一致 1、解説なし 11
          1. Capital of Italy?
             解説は「Rome」の説明ですが、正解は
             「Milan」です
             解説なし: 11 件  (show
             no-commentary)

        """), "\(said)")
    #expect(program.run("表示 解説なし").contains("解説なし: 12 問中 11 件\n"))
  }

  @Test func `a command for one kind lists it alone, in text and in json`() throws {
    let said = try filled().run("doctor --kind no-commentary --limit 3")
    #expect(said.contains("Page 1 of 4") && !said.contains("Italy"), "\(said)")
    let json = try filled(json: true).run("doctor --kind commentary-key")
    #expect(json.contains(#""showing":"commentary-key","total":1}"#), "\(json)")
    #expect(
      json.contains(
        #""kinds":[{"count":1,"kind":"commentary-key"},{"count":11,"kind":"no-commentary"}]"#))
  }

  @Test func `a script reads each finding, with the number of its question`() throws {
    let said = try filled(json: true).run("doctor --limit 20")
    #expect(
      said.contains(#""kind":"no-commentary","line":null,"number":2,"others":[]"#)
        && said.contains(#""kind":"no-commentary","line":null,"number":12,"others":[]"#),
      "\(said)")
    #expect(said.contains(#""page":{"number":1,"pages":1}"#) && said.contains(#""total":12"#))
  }

  @Test func `the keys of a live terminal go through the kinds, and Enter opens a long one`() throws
  {
    let program = try filled(columns: 80)
    program.run("doctor")
    func state() throws -> DoctorState { try #require(program.state(DoctorState.self)) }
    let theme = Theme(strings: Strings(language: .english), palette: Palette(), columns: 80)
    let view = try state().liveView(theme)
    #expect(view.body == ["[all 12]  commentary disagrees 1  no commentary 11"])
    let list = try #require(view.list)
    #expect(list.count == 2 && list.command(1) == .screen(DoctorCommand.show(.noCommentary)))
    let turn = try #require(list.turn)
    program.run(turn(-1))
    #expect(try state().showing == .noCommentary)
    #expect(try state().items.count == 11)
    program.run(turn(1))
    #expect(try state().showing == nil)
  }

  @Test func `the row of kinds fits into a narrow window, with the one that is shown`() throws {
    let program = try filled()
    program.run("doctor", "show no-commentary")
    let state = try #require(program.state(DoctorState.self))
    let theme = Theme(strings: Strings(language: .english), palette: Palette(), columns: 40)
    #expect(state.liveView(theme).body == ["..  [no commentary 11]"])
  }

  @Test func `where all findings are of one kind no row says which kinds there are`() throws {
    program.run(
      "register", "question Which is a bird?", "choice 1 owl", "choice 2 cod", "choice 3 bat",
      "choice 4 bee", "correct 1", "commentary Owls fly.", "register", "home", "doctor")
    let state = try #require(program.state(DoctorState.self))
    let theme = Theme(strings: Strings(language: .english), palette: Palette(), columns: 80)
    #expect(state.kinds.count == 1)
    #expect(state.liveView(theme).body?.joined() ?? "" == "")
  }

  @Test func `what a whole deck has is a row with the name of the deck`() throws {
    let questions = (1...25).map {
      "Question \($0)? {=right \($0) ~wrong \($0) ~other \($0) #### right \($0)}"
    }
    let program = try TestProgram(
      samples: false,
      files: TestFiles(contents: ["places.gift": questions.joined(separator: "\n\n")]))
    program.run("import places.gift")
    let said = program.run("doctor --kind key-place")
    #expect(
      said.contains(
        "     places\n     choice 1 is right in 25 of 25 questions, by chance in about 8\n"),
      "\(said)")
  }

  // MARK: Files

  @Test func `files are examined without coming into the bank`() throws {
    let files = TestFiles(contents: ["capitals.gift": Self.capitals])
    let program = try TestProgram(samples: false, files: files)
    let said = program.run("doctor capitals.gift")
    #expect(
      said == """
        capitals.gift:1: warning[commentary-key]: the commentary speaks for “Rome”, but “Milan” is right
        capitals.gift:3: warning[no-commentary]: no commentary: 11  (--kind no-commentary)
        12 things to check in 12 questions

        """, "\(said)")
    #expect(program.shell.exit == .success)
    #expect(
      program.run("decks").contains("There are no decks") || program.run("state").contains("0"))
    let strict = program.run("doctor capitals.gift --strict")
    #expect(strict.contains("capitals.gift:1: error[commentary-key]: "), "\(strict)")
    #expect(program.shell.exit == .commandFailed)
  }

  @Test func `a person reads what was found in a file without the codes for scripts`() throws {
    let desk = try LiveDesk(samples: false)
    desk.files.contents = ["capitals.gift": Self.capitals]
    desk.type("doctor capitals.gift\r")
    #expect(
      desk.everything.contains { $0.contains("capitals.gift:1: warning: the commentary speaks") },
      "\(desk.everything)")
  }

  @Test func `the report has the rows of the text`() throws {
    let files = TestFiles(contents: ["capitals.gift": Self.capitals])
    let program = try TestProgram(json: true, samples: false, files: files)
    let said = program.run("doctor capitals.gift --strict")
    #expect(
      said.contains(
        #""items":[{"count":1,"deck":null,"file":"capitals.gift","kind":"commentary-key","line":1,"number":1,"others":[],"#
      ), "\(said)")
    #expect(said.contains(#""kind":"doctor""#) && said.contains(#""errors":1"#), "\(said)")
  }

  @Test(arguments: [
    ("doctor --strict", "missing-argument"), ("doctor --format gift", "missing-argument"),
    ("doctor f.gift --deck A", "unexpected-argument"), ("doctor nowhere.gift", "error["),
    ("doctor --kind x", "bad-value"),
  ])
  func `what does not fit together is refused`(_ line: String, _ code: String) {
    #expect(program.run(line).contains(code))
  }
}
