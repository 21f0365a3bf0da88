import Testing

@testable import QuizKit
@testable import qa_repl

/// Every screen can be reached from every screen.
@Suite struct WaysTests {
  /// The lines that lead to each screen.
  private static let places: [ScreenName: [String]] = [
    .start: [], .quiz: ["quiz"], .confirm: ["quiz", "finish"],
    .result: ["quiz", "finish", "result"],
    .manage: ["manage"], .register: ["register"], .decks: ["decks"], .search: ["search capital"],
    .timer: ["timer"], .notes: ["notes"], .history: ["history"], .stats: ["stats"],
    .review: ["due"], .trash: ["trash"], .log: ["log"], .ways: ["ways"], .doctor: ["doctor"],
    .exams: ["exams"], .exam: ["exam new X"], .importing: ["import looked.csv --look"],
    .settings: ["settings"],
  ]

  /// The lines that open a screen, and that screen. The special meanings of a word on certain
  /// screens are left to other tests.
  private static let ways: [(line: String, screen: ScreenName)] = [
    ("quiz --deck \"First Steps\"", .quiz), ("manage", .manage), ("register", .register),
    ("decks", .decks), ("search capital", .search), ("notes", .notes), ("timer 9s", .timer),
    ("history", .history), ("stats", .stats), ("due", .review), ("trash", .trash),
    ("doctor", .doctor), ("log", .log),
    ("exams", .exams), ("exam new Another", .exam), ("ways", .ways),
    ("import looked.csv --look", .importing), ("settings", .settings),
  ]

  private func program(at screen: ScreenName, json: Bool = false) throws -> TestProgram {
    let program = try TestProgram(
      json: json, files: TestFiles(contents: ["looked.csv": "question,a,b,answer\nL?,1,2,A\n"]))
    for line in try #require(Self.places[screen]) { program.run(line) }
    #expect(program.shell.screen == screen)
    return program
  }

  @Test func `every screen has a place here`() {
    #expect(Set(Self.places.keys) == Set(Screen.all.map(\.name)))
  }

  @Test(arguments: places.keys.sorted { $0.rawValue < $1.rawValue })
  func `from each screen each other one is opened`(from: ScreenName) throws {
    for way in Self.ways where (way.screen, from) != (.register, .register) {
      let program = try program(at: from)
      program.run(way.line)
      #expect(program.shell.failures == 0, "\(way.line) on \(from)")
      #expect(program.shell.screen == way.screen, "\(way.line) on \(from)")
    }
  }

  @Test(arguments: places.keys.sorted { $0.rawValue < $1.rawValue })
  func `from each screen questions are brought in and written out, with a report`(
    from: ScreenName
  ) throws {
    let program = try program(at: from)
    program.files.contents["more.csv"] = "question,a,b,answer\nX?,1,2,A\n"
    #expect(program.run("import more.csv").contains("read 1 of 1: 1 imported"), "\(from)")
    #expect(program.run("export all.csv").contains("41 questions written to all.csv"), "\(from)")
    #expect(program.shell.failures == 0)
    #expect(program.shell.screen == from)
  }

  @Test func `a file that is there is asked about on every screen`() throws {
    let program = try program(at: .stats)
    program.files.contents["all.csv"] = "precious"
    #expect(program.run("export all.csv").contains("error[confirm-required]"))
    program.shell.confirmer.caution = .none
    #expect(program.run("export all.csv").contains("written"))
  }

  @Test func `what a word means on the screen in front comes first`() throws {
    let quiz = try program(at: .quiz)
    quiz.run("pause", "resume")
    #expect(quiz.shell.failures == 0)
    #expect(quiz.state(QuizState.self)?.paused == false)

    let register = try program(at: .register)
    #expect(register.run("register").contains("empty-question"))
    #expect(register.shell.screen == .register)

    let search = try program(at: .search)
    search.run("search planet", "back")
    #expect(search.shell.screen == .start)

    let result = try program(at: .result)
    #expect(result.run("notes 99").contains("error[no-such-line]"))
  }

  @Test func `back leads to the screen that another was opened from`() throws {
    let program = try program(at: .search)
    program.run("stats", "timer", "back", "back")
    #expect(program.shell.screen == .search)
  }

  @Test func `the same screen with something else takes its own place`() throws {
    let program = try program(at: .timer)
    program.run("timer 9s", "back")
    #expect(program.shell.screen == .start)
  }

  @Test func `a quiz that is left by a way is kept with its time`() throws {
    let program = try TestProgram()
    program.run("quiz --time 60s", "1", "advance 10s", "stats", "advance 20s", "resume")
    #expect(program.state(QuizState.self)?.index == 2)
    #expect(program.state(QuizState.self)?.remaining == 50)
  }

  @Test func `a quiz that is left by another quiz is kept with its time`() throws {
    let program = try TestProgram()
    program.run("quiz --time 60s", "1", "advance 10s", "quiz --time 30s", "advance 5s", "resume 2")
    #expect(program.state(QuizState.self)?.index == 2)
    #expect(program.state(QuizState.self)?.remaining == 50)
    program.run("advance 1s", "resume 1")
    #expect(program.state(QuizState.self)?.remaining == 25)
  }

  @Test(arguments: ["stats", "quiz", "home", "quit", "decks"])
  func `in a script unsaved text is not left behind without a yes`(line: String) throws {
    let program = try program(at: .register)
    program.run("question half a question")
    #expect(
      program.run(line) == "error[unsaved-text]: The text typed on the register screen is not "
        + "saved. Save it, or give --yes to discard it.\n")
    #expect(program.shell.screen == .register)
    #expect(program.state(RegisterState.self)?.fields.question == "half a question")
    program.shell.confirmer.caution = .none
    program.run(line)
    #expect(program.shell.failures == 1)
  }

  @Test func `what opens no screen leaves unsaved text alone`() throws {
    let program = try program(at: .register)
    program.run("question half a question", "export all.csv", "help")
    #expect(program.shell.failures == 0)
    #expect(program.state(RegisterState.self)?.fields.question == "half a question")
  }

  @Test func `the help has what can be done here in groups, and all of it when it is asked for`()
    throws
  {
    let help = try program(at: .timer).run("help")
    #expect(help.hasPrefix("\nthis screen\nstart "))
    // It does not run yet.
    #expect(!help.contains("\npause ") && !help.contains("\nexport "))
    #expect(help.contains("“help all” lists"))
    let all = try program(at: .timer).run("help all")
    for word in [
      "\nthis screen\nstart ", "\npause ", "\nplay\n", "\nquiz ", "\nbank\n", "\nexport ",
    ] {
      #expect(all.contains(word), "\(word)")
    }
    #expect(try program(at: .timer, json: true).run("help").contains(#""name":"manage""#))
  }

  @Test func `the help of a question has what answers this one`() throws {
    let program = try program(at: .start)
    let help = program.run("quiz --count 2", "help")
    #expect(help.contains("1…4, a…d") && !help.contains("t, f, y, n"))
    for word in ["gap N", "match PAIR", "order N", "toggle N", "answer TEXT", "again", "undo"] {
      #expect(!help.contains("\n\(word)"), "\(word)")
    }
    #expect(program.run("1", "help").contains("\nundo "))
    #expect(program.run("help all").contains("\nmatch PAIR"))
  }

  @Test(arguments: [
    ("pause", "quiz"), ("quiz", "every screen"), ("go", "quiz"), ("toggle", "quiz"),
    ("help", "every screen"),
  ])
  func `the help on a command says where it works`(word: String, place: String) throws {
    let help = try program(at: .start).run("help \(word)")
    #expect(help.contains("works on") && help.contains(place) || help.contains("(\(place)"))
  }
}
