import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Everything that can be done, listed with Tab.
@Suite struct CommandPaletteTests {
  private func desk(
    _ lines: String..., language: Language = .english,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24)
  ) throws -> LiveDesk {
    let desk = try LiveDesk(size: size, language: language)
    for line in lines {
      desk.type(line + "\r")
      desk.wait()
    }
    return desk
  }

  /// The rows of the list, with runs of blanks as one blank.
  private func entries(_ desk: LiveDesk) -> [String] {
    desk.rows.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }

  @Test func `Tab in an empty line lists everything, what concerns the row first`() throws {
    let desk = try desk("decks")
    desk.type("\t")
    let rows = entries(desk)
    #expect(rows.contains("> Enter questions this row"))
    #expect(rows.contains { $0.hasPrefix("rename give this deck another name") })
    #expect(rows.contains { $0.hasPrefix("delete this deck and its questions go into the trash") })
    #expect(rows.contains { $0.hasPrefix("select ") } && rows.contains { $0.hasPrefix("export ") })
    desk.escape()
    #expect(desk.line == "decks>")
  }

  @Test func `a deck of the first screen is renamed and deleted from there too`() throws {
    let desk = try desk()
    desk.type("\u{1B}[B\t")
    let rows = entries(desk)
    #expect(rows.contains { $0.hasPrefix("rename give this deck another name") })
    #expect(rows.contains { $0.hasPrefix("delete this deck and its questions go into the trash") })
    desk.type("rename\r")
    #expect(desk.field == "decks> rename \"First Steps\"")
    desk.type("Begin\r")
    #expect(desk.shows("Begin") && !desk.shows("First Steps"))
    desk.type("home\r")
    desk.answer("\u{1B}[B\tdelete")
    desk.answer("\r")
    #expect(desk.line == "yes or no>" && desk.shows("Delete the deck “Begin” with 20 questions?"))
    desk.answer("n")
    #expect(desk.line == "decks>" && desk.shows("Begin"))
  }

  @Test func `typing filters by name and by explanation, and names come first`() throws {
    let desk = try desk("manage")
    desk.type("\tdel")
    #expect(desk.shows("> delete"))
    #expect(entries(desk).contains { $0.hasPrefix("trash what was deleted") })
    #expect(!desk.shows("timer"))
    desk.type("\u{15}countdown")
    #expect(desk.shows("> timer"))
    desk.type("\r")
    #expect(desk.line == "timer>")
  }

  @Test func `Home and End move in the typed filter`() throws {
    let desk = try desk("manage")
    desk.type("\tountdow\u{1B}[Hc\u{1B}[Fn")
    #expect(desk.line.hasSuffix("countdown") && desk.shows("> timer"))
  }

  @Test func `Enter does what is chosen with the row at the cursor`() throws {
    let desk = try desk("manage")
    desk.answer("\u{1B}[B\u{1B}[B")
    desk.answer("\tdel")
    desk.answer("\r")
    #expect(desk.shows("Delete the question") && desk.line == "yes or no>")
    desk.answer("y")
    #expect(desk.shows("39 questions") && desk.shows(">  3  "))
  }

  @Test func `a command that needs a text is put into the line with the row's name`() throws {
    let desk = try desk("decks")
    desk.answer("\u{1B}[B")
    desk.answer("\tren")
    desk.answer("\r")
    #expect(desk.line == "decks> rename \"First Steps\"")
    #expect(desk.rows.last?.hasPrefix("  goes on: rename DECK NAME") == true)
    desk.type("Start\r")
    #expect(desk.shows("Start"))
    #expect(!desk.everything.contains { $0.contains("no command") })
  }

  @Test func `Tab puts the chosen one into the line, so that options can follow`() throws {
    let desk = try desk()
    desk.type("\tquiz")
    desk.answer("\t")
    #expect(desk.line.hasPrefix("start> quiz [--deck DECK]"))
    desk.type("--count 1\r")
    desk.wait()
    #expect(desk.shows("1 of 1"))
  }

  @Test func `a command that is typed with its arguments runs as it is`() throws {
    let desk = try desk("manage")
    desk.type("\tdelete 3-5")
    #expect(desk.shows("> delete 3-5"))
    desk.answer("\r")
    #expect(desk.shows("Delete 3 questions?"))
  }

  @Test func `what matches nothing runs as it is typed`() throws {
    let desk = try desk()
    desk.type("\tqqq")
    #expect(desk.rows.last?.hasPrefix("  Enter runs it as typed") == true)
    desk.answer("\r")
    #expect(desk.everything.contains { $0.contains("There is no command “qqq”") })
    #expect(desk.line == "start>")
  }

  @Test func `the prompt stays in its row while one types`() throws {
    let desk = try desk("manage")
    desk.type("\t")
    let row = desk.device.screen.row
    for letter in "delete" {
      desk.type(String(letter))
      #expect(desk.device.screen.row == row)
    }
  }

  @Test func `all that can be done with a question is in the list`() throws {
    let desk = try desk("quiz --count 3", size: ScreenSize(columns: 80, rows: 40))
    desk.answer("1")
    desk.wait()
    desk.answer("\t")
    for word in ["finish", "flag", "pause", "undo", "sure", "guess", "skip", "back"] {
      #expect(entries(desk).contains { $0.hasPrefix(word + " ") || $0.hasPrefix("> \(word) ") })
    }
    #expect(!entries(desk).contains { $0.hasPrefix("resume ") })
    desk.type("mark")
    desk.answer("\r")
    #expect(desk.shows("! 2 of 3"))
  }

  @Test func `a question whose answer is typed has the list too`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(samples: false, files: try KindsBank.files, store: store)
    program.run("import kinds.json")
    let desk = try LiveDesk(store: store)
    desk.type("quiz\r")
    desk.type("go 3\r")
    desk.wait()
    desk.answer("\tpause")
    desk.answer("\r")
    #expect(desk.shows("Paused."))
  }

  @Test func `the list closes when the question that it was about is gone`() throws {
    let desk = try desk("quiz --count 3 --per-question 5s")
    desk.type("\tfl")
    desk.scheduler.advance(by: .seconds(6))
    #expect(desk.shows("2 of 3") && desk.line == "answer>")
  }

  @Test(arguments: ["\u{1B}", "\u{3}", "\u{4}"])
  func `a key that leaves closes the list and nothing more`(key: String) throws {
    let desk = try desk("quiz --count 3")
    desk.answer("\t")
    desk.answer(key)
    desk.scheduler.advance(by: .milliseconds(100))
    #expect(desk.line == "answer>" && !desk.shows("Leave the quiz?"))
  }

  @Test func `the second click takes an entry`() throws {
    let desk = try desk()
    desk.type("\ttimer")
    desk.click("> timer")
    #expect(desk.line == "> timer")
    desk.click("> timer")
    #expect(desk.line == "timer>")
  }

  @Test(arguments: [40, 80, 120], Language.allCases)
  func `the list fits its window in both languages`(columns: Int, language: Language) throws {
    let desk = try desk(
      "decks", language: language, size: ScreenSize(columns: columns, rows: 15))
    desk.type("\t")
    #expect(desk.rows.allSatisfy { displayWidth($0) <= columns })
    #expect(desk.shows(language.text("rename", "名前変更")))
    #expect(desk.rows.last?.hasPrefix("  " + language.text("Enter does it", "Enter 実行")) == true)
    desk.type(language.text("hist", "履歴"))
    desk.answer("\r")
    #expect(desk.screen == .history)
  }

  @Test func `Tab completes a word with explanations`() throws {
    let desk = try desk(size: ScreenSize(columns: 100, rows: 24))
    desk.type("re\t")
    #expect(desk.shows("  register  write a new question"))
    #expect(desk.shows("  review    play what is due for review"))
    desk.type("\u{15}quiz --p\t")
    #expect(desk.shows("  --practice      show what was right after each answer"))
  }
}

/// What each screen offers in the list works there.
@Suite struct OfferedEntriesTests {
  private static let ways = [
    [], ["quiz --count 3"], ["quiz --count 3", "1"], ["quiz --count 3", "pause"],
    ["quiz --count 3 --practice", "1"], ["quiz --count 3", "finish"],
    ["quiz --count 1", "1", "result"], ["quiz --count 40", "finish", "result"], ["manage"],
    ["manage", "delete 1-40"], ["manage", "edit"], ["register"], ["decks"], ["search a"],
    ["search zzz"], ["manage", "delete 1-3", "trash"], ["trash"],
    ["manage", "delete 1-3", "log"], ["manage", "delete 1-3", "log", "open 1"], ["log"],
    ["history"], ["notes"],
    ["notes", "new", "title one", "save", "back"], ["notes", "new", "title one", "save"],
    ["quiz --count 1", "1", "home", "history"],
    ["quiz --count 1", "1", "home", "history", "open 1"],
    ["timer"], ["timer", "start"], ["exams"], ["due"], ["stats"], ["import looked.csv --look"],
    ["exam new Small", "questions 3", "pass 60%", "save", "back", "exams"],
  ]

  private func front(after way: [String]) throws -> TestProgram {
    let program = try TestProgram(
      files: TestFiles(contents: ["looked.csv": "question,a,b,answer\nOne?,1,2,A\nTwo?,1,2,B\n"]))
    program.shell.confirmer.caution = .none
    for line in way {
      #expect(program.shell.run(line: line) == .done, "\(way): \(program.diagnostics.text)")
      program.scheduler.advance(by: .milliseconds(500))
    }
    return program
  }

  private func entries(_ program: TestProgram) throws -> [CommandPalette.Entry] {
    let theme = Theme(strings: Strings(language: .english), palette: Palette())
    let pane = Pane(try #require(program.shell.state).liveView(theme))
    return CommandPalette(
      program.shell.parser, on: pane.subject, keys: pane.rowKeys(theme.signs),
      idleWords: program.shell.idleWords
    ).entries
  }

  @Test(arguments: ways)
  func `no entry that runs at once is refused`(way: [String]) throws {
    // These depend on more than the screen in front.
    var others = ["fit", "sync", "redo", "resume", "review", "undo"]
    if way.last == "delete 1-40" { others.append("quiz") }
    for entry in try entries(front(after: way)) where !entry.names.contains(where: others.contains)
    {
      guard case .run(let command) = entry.effect else { continue }
      let program = try front(after: way)
      #expect(
        program.shell.run(command) == .done,
        "\(entry.word) after \(way): \(program.diagnostics.text)")
    }
  }

  @Test(arguments: ways)
  func `the line of each entry begins a command of the screen`(way: [String]) throws {
    let program = try front(after: way)
    for entry in try entries(program) where !entry.names.isEmpty {
      let word = entry.line.split(separator: " ").first.map(String.init) ?? ""
      #expect(program.shell.table.entry(called: word, on: program.shell.screen) != nil, "\(word)")
      #expect(!entry.explanation.isEmpty)
    }
  }

  // MARK: - How many, and how wide

  /// A bank in which everything is there that can be: exams, answers, and something to undo.
  private func fullStore(answers: Int = 0) throws -> MemoryStore {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(store: store)
    program.run("exam new Mock", "questions 3", "pass 60%", "save", "decks", "select")
    for _ in 0..<(answers / 40) {
      program.run("quiz --count all --in-order")
      for _ in 0..<40 { program.run("1") }
      program.run("finish", "result", "advance 48h")
    }
    program.run("new Other", "home", "quiz --count 3", "1", "home")
    return store
  }

  @Test(arguments: Language.allCases)
  func `before anything is typed the first screen lists at most 25 entries, and the rest is found`(
    language: Language
  ) throws {
    let desk = try LiveDesk(
      size: ScreenSize(columns: 100, rows: 70), store: try fullStore(answers: 400),
      language: language, now: Date(timeIntervalSince1970: 947_500_000))
    for row in 0..<6 {
      desk.answer("\t")
      let listed = desk.list.count
      #expect((10...25).contains(listed), "row \(row): \(desk.rows)")
      desk.escape()
      desk.answer("\u{1B}[B")
    }
    desk.answer("\t")
    let does = language.text("Enter does it", "Enter 実行")
    for word in ["timer", "lang", "unfollow", "redo", "ways", "log"] {
      desk.type("\u{15}" + word)
      #expect(!desk.list.isEmpty && desk.rows.last?.contains(does) == true, "\(word)")
    }
  }

  @Test(arguments: [(0, false), (400, true)])
  func `a fit is offered when there are answers enough`(answers: Int, isOffered: Bool) throws {
    let desk = try LiveDesk(
      store: try fullStore(answers: answers), now: Date(timeIntervalSince1970: 947_500_000))
    desk.answer("\tfit")
    #expect(desk.list.contains { $0.hasPrefix("fit ") } == isOffered)
  }

  @Test func `a chance is offered where there is an exam, and no script is told less`() throws {
    let plain = try LiveDesk()
    plain.answer("\tchance")
    #expect(!plain.list.contains { $0.hasPrefix("chance ") })
    let full = try LiveDesk(store: try fullStore())
    full.answer("\tchance")
    #expect(full.list.contains { $0.hasPrefix("chance ") })
    #expect(try TestProgram().run("help all").contains("chance EXAM"))
  }

  @Test(arguments: Language.allCases)
  func `in a narrow window all effects begin in one column`(language: Language) throws {
    let theme = Theme(strings: Strings(language: language), palette: Palette(), columns: 36)
    let table = CommandTable(Screen.all)
    for screen in Screen.all {
      let parser = CommandParser(table: table, screen: screen.name, language: language)
      let palette = CommandPalette(parser, on: nil, keys: [], idleWords: [])
      let list = try #require(OpenPalette(palette).view(theme).list)
      let starts = zip(palette.listed, 0...).compactMap { entry, row -> Int? in
        if entry.word.contains(" ") || displayWidth(entry.word) > 14 { return nil }
        let line = list.lines(row, 36)[0]
        let effect = line.dropFirst(entry.word.count).drop { $0 == " " }
        return displayWidth(line) - displayWidth(String(effect))
      }
      #expect(Set(starts).count <= 1, "\(screen.name): \(starts)")
    }
  }

  @Test(arguments: Language.allCases)
  func `at eighty columns no explanation ends within a sentence, unless a sign says that it is cut`(
    language: Language
  ) throws {
    let theme = Theme(strings: Strings(language: language), palette: Palette(), columns: 75)
    let table = CommandTable(Screen.all)
    for screen in Screen.all {
      let parser = CommandParser(table: table, screen: screen.name, language: language)
      for subject in [nil, RowSubject(number: 1, deck: "Things", exam: "Mock")] {
        let palette = CommandPalette(parser, on: subject, keys: [], idleWords: [])
        let list = try #require(OpenPalette(palette).view(theme).list)
        for row in 0..<list.count {
          let line = list.lines(row, 75)[0]
          let isCut = line.contains("..")
          #expect(!isCut || language == .japanese, "\(screen.name): \(line)")
          #expect(!line.hasSuffix("して") && !line.contains("して  "), "\(line)")
          #expect(displayWidth(line) <= 75)
        }
      }
    }
  }
}
