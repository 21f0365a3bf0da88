import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// What a person sees and does where decks follow files.
@Suite struct FollowedScreenTests {
  private static let file = """
    question,a,b,c,answer
    Which is tall?,oak,elm,ash,A
    Which is odd?,oak,any two of the above,ash,A
    Broken?,oak,elm,ash,Z
    Also broken?,oak,elm,ash,Z

    """

  /// A desk with a deck that follows a file with two problems, and one that follows none.
  private func desk(_ columns: Int = 80, _ language: Language = .english) throws -> LiveDesk {
    let desk = try LiveDesk(
      size: ScreenSize(columns: columns, rows: 24), samples: false, language: language)
    desk.files.contents = ["/trees.csv": Self.file]
    for line in ["follow /trees.csv", "decks", "new Mine", "home"] { desk.type("\(line)\r") }
    return desk
  }

  // MARK: - Lists of decks

  @Test(arguments: [
    (80, Language.english, "2 questions", "2 problems"), (40, .english, "2", "2 problems"),
    (80, .japanese, "2 問", "問題点 2 件"), (40, .japanese, "2", "問題点 2 件"),
  ])
  func `a deck that follows its file has the sign behind its name and its problems at the end`(
    columns: Int, language: Language, count: String, problems: String
  ) throws {
    let desk = try desk(columns, language)
    for line in ["home", "decks"] {
      desk.type("\(line)\r")
      let row = try #require(desk.list.first { $0.contains("trees") }, "\(desk.rows)")
      let words = row.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      #expect(words.hasSuffix("trees @ \(count) \(problems)"), "\(row)")
      #expect(desk.rows.allSatisfy { displayWidth($0) <= columns })
      let other = try #require(desk.list.first { $0.contains("Mine") })
      #expect(!other.contains("@"))
    }
  }

  @Test func `the row changes by itself when the file is read`() throws {
    let desk = try desk()
    desk.files.contents["/trees.csv"] = Self.file.replacing(",Z", with: ",B")
    desk.type("follow /trees.csv\r")
    #expect(desk.list.contains { $0.contains("trees @") && !$0.contains("problem") })
  }

  @Test func `after answers have been given the problems stand behind what is right`() throws {
    for (columns, end) in [
      (80, "right"), (40, "of 2"),
    ] {
      let desk = try desk(columns)
      desk.type("quiz --deck trees --count 1 --in-order\r")
      desk.answer("1")
      desk.answer("\r")
      desk.type("home\r")
      let row = try #require(desk.list.first { $0.contains("trees @") }, "\(desk.rows)")
      #expect(row.hasSuffix("2 problems") && row.contains(end), "\(row)")
    }
  }

  @Test(arguments: [
    (Language.english, "trees @ 2 questions 2 problems"),
    (Language.japanese, "trees @ 2 問 問題点 2 件"),
  ])
  func `printed lists have both as well`(language: Language, row: String) throws {
    let program = try TestProgram(language: language, samples: false, isForPerson: true)
    program.files.contents = ["/trees.csv": Self.file]
    program.run("follow /trees.csv")
    for line in ["decks", "home"] {
      let said = program.run(line)
      #expect(said.replacing(#/ +/#, with: " ").contains(row), "\(said)")
    }
  }

  @Test func `json has the problems of followed files`() throws {
    let program = try TestProgram(json: true, samples: false)
    program.files.contents = ["/trees.csv": Self.file]
    program.run("follow /trees.csv", "decks", "new Mine")
    for line in ["decks", "home"] {
      let said = program.run(line)
      #expect(said.contains(#""problemCount":2,"#), "\(said)")
      #expect(said.contains(#""problemCount":null,"#), "\(said)")
    }
  }

  // MARK: - After an import

  @Test(arguments: [
    (80, Language.english, "Follow this file: its corrections come by themselves"),
    (40, .english, "Follow this file"), (80, .japanese, "ファイルに連動:訂正が自動で届きます"),
    (40, .japanese, "ファイルに連動:訂正が自動で届きます"),
  ])
  func `the last row after an import lets the deck follow the file`(
    columns: Int, language: Language, text: String
  ) throws {
    let desk = try LiveDesk(
      size: ScreenSize(columns: columns, rows: 24), samples: false, language: language)
    desk.files.contents = ["/trees.csv": Self.file]
    desk.type("import /trees.csv --deck Trees\r")
    #expect(desk.list.last?.contains(text) == true, "\(desk.rows)")
    desk.answer("\u{1B}[F")
    // There is nothing to delete.
    desk.answer("\u{1B}[3~")
    desk.answer("\r")
    #expect(desk.list.contains { $0.contains("Trees @") }, "\(desk.rows)")
    #expect(desk.list.last?.contains(text) == false)
  }

  @Test func `who types reads the line that does it`() throws {
    let program = try TestProgram(samples: false, isForPerson: true)
    program.files.contents = ["/my trees.csv": Self.file]
    let said = program.run(#"import "/my trees.csv" --deck Trees"#)
    #expect(
      said.contains(
        #"“follow "/my trees.csv" --deck Trees” follows this file: its corrections come by "#),
      "\(said)")
  }

  @Test func `a script is offered nothing`() throws {
    let program = try TestProgram(samples: false)
    program.files.contents = ["/trees.csv": Self.file]
    #expect(!program.run("import /trees.csv", "state").contains("follow"))
  }

  // MARK: - Where a question stands

  @Test(arguments: ["manage", "doctor", "search tall"])
  func `a question says where it stands in its file`(line: String) throws {
    let program = try TestProgram(samples: false)
    program.files.contents = ["/trees.csv": Self.file]
    program.run("follow /trees.csv")
    let place = line == "doctor" ? "/trees.csv:3" : "/trees.csv:2"
    let said = program.run(line)
    #expect(said.contains("     \(place)\n"), "\(said)")
    #expect(program.run("file \(line == "doctor" ? 2 : 1)").contains("\n\(place)\n"))
  }

  @Test(arguments: ["manage", "doctor", "search tall"])
  func `json has file and line, and null for a question of no file`(line: String) throws {
    let program = try TestProgram(json: true, samples: false)
    program.files.contents = ["/trees.csv": Self.file]
    program.run("follow /trees.csv")
    let number = line == "doctor" ? 3 : 2
    var said = program.run(line)
    #expect(said.contains(#""file":"/trees.csv","#), "\(said)")
    #expect(said.contains(#""line":\#(number),"#) || said.contains(#""line":\#(number)}"#))
    said = program.run("file \(line == "doctor" ? 2 : 1)")
    #expect(said.contains(#""file":"/trees.csv","kind":"place","line":\#(number),"#), "\(said)")
    program.run("unfollow trees", "home")
    said = program.run(line)
    #expect(said.contains(#""file":null"#) && said.contains(#""line":null"#), "\(said)")
    #expect(program.run("file \(line == "doctor" ? 2 : 1)").contains("not-followed"))
  }

  @Test func `a wide list shows the place beside it`() throws {
    for line in ["manage", "search odd", "doctor"] {
      let desk = try desk(120)
      desk.type("\(line)\r")
      #expect(desk.rows.contains { $0.contains("/trees.csv:") }, "\(desk.rows)")
    }
  }

  // MARK: - Changing it

  @Test(arguments: [
    (80, Language.english, "Open the file", "Change it here (what you change stays"),
    (40, .english, "Open the file", "Change it here (it then stays so)"),
    (80, .japanese, "ファイルを開く", "ここで変更する（変更した項目には"),
    (40, .japanese, "ファイルを開く", "ここで変更（その項目は連動終了）"),
  ])
  func `two rows ask where to change a question that follows its file`(
    columns: Int, language: Language, file: String, here: String
  ) throws {
    let desk = try desk(columns, language)
    desk.type("manage\r")
    desk.type("edit\r")
    for text in [file, here] {
      #expect(desk.list.contains { $0.hasPrefix(text) }, "\(desk.rows)")
    }
    #expect(desk.chosen?.hasPrefix(file) == true, "\(desk.rows)")
    desk.escape()
    #expect(desk.chosen?.contains("Which is tall?") == true, "\(desk.rows)")
    desk.type("edit\r")
    for key in ["\u{1B}[B", "\r"] { desk.answer(key) }
    #expect(desk.field.hasSuffix("Which is tall?"), "\(desk.rows)")
  }

  @Test func `who types reads the words that choose`() throws {
    let program = try TestProgram(samples: false, isForPerson: true)
    program.files.contents = ["/trees.csv": Self.file]
    program.run("follow /trees.csv", "manage")
    let said = program.run("edit")
    #expect(said.contains("“file” opens it, “edit” once more changes the question here"), "\(said)")
    #expect(program.run("edit").contains("(editing)"))
  }

  // MARK: - vim's :make

  @Test func `each problem of a dry run is FILE:LINE: MESSAGE, as :make reads it`() throws {
    let program = try TestProgram(samples: false)
    program.files.contents = ["/trees.csv": Self.file]
    for line in ["import /trees.csv --dry-run", "follow /trees.csv"] {
      let said = program.run(line)
      // 'errorformat' begins with %f:%l:%m where no column is named.
      let found = said.matches(of: #/(?m)^([^ :]+):(\d+): (.+)$/#).map { "\($0.1):\($0.2)" }
      #expect(found == ["/trees.csv:4", "/trees.csv:5"], "\(said)")
    }
  }
}
