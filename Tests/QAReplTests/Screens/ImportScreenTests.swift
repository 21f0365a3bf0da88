import QuizStore
import QuizSupport
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import Terminal
@testable import qa_repl

/// The screen on which a person looks at a file before it is brought in.
@Suite struct ImportScreenTests {
  /// A file that no rule is sure of, and what a person says of it.
  struct Hard: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// The commands with which it is as it should be.
    var lines: [String] = []
    /// The right answers that come in.
    let right: [String]
    var encoding = TextEncoding.utf8
    var testDescription: String { name }
  }

  static let hard = [
    Hard(
      name: "hungarian.csv",
      text: """
        Feladat,Első,Második,Harmadik,Jó,Miért
        Mi Magyarország fővárosa?,Pécs,Budapest,Eger,B,A Duna partján fekszik a város
        Mennyi 2+2?,3,4,5,B,Mert így kell összeadni két számot

        """, right: ["Budapest", "4"]),
    Hard(
      name: "finnish.csv",
      text: """
        Nro;Kysymys;Yksi;Kaksi;Kolme;Oikea
        1;Mikä on Suomen pääkaupunki?;Turku;Helsinki;Oulu;2
        2;Paljonko on 1+1?;1;2;3;2
        3;Mikä on Ruotsin pääkaupunki?;Tukholma;Oslo;Malmö;1

        """, lines: ["answers 1"], right: ["Helsinki", "2", "Tukholma"]),
    Hard(
      name: "thai.csv",
      text: "คำถาม,ก,ข,เฉลย\nเมืองหลวงของไทยคือ?,เชียงใหม่,กรุงเทพ,กรุงเทพ\n",
      right: ["กรุงเทพ"]),
    Hard(
      name: "bare.csv",
      text: """
        1,17,Legs of a spider?,6,8,10,B
        2,17,Legs of an ant?,6,8,10,A
        3,18,Legs of a crab?,6,8,10,C

        """, right: ["8", "6", "10"]),
    Hard(
      name: "letters.json",
      text: """
        {"d": {"p": [
          {"z": "B", "x": ["6", "8"], "y": "Legs of a spider?"},
          {"z": "A", "x": ["6", "8"], "y": "Legs of an ant?"}
        ]}}
        """, right: ["8", "6"]),
    Hard(
      name: "cells.csv",
      text: """
        Pytanie,Możliwości,Dobra
        Ile nóg ma pająk?,6/8/10,8
        Ile nóg ma mrówka?,6/8/10,6

        """, lines: ["split /"], right: ["8", "6"]),
    Hard(
      name: "two-keys.csv",
      text: """
        question,a,b,c,answer,key
        Legs of a spider?,6,8,10,A,B
        Legs of an ant?,6,8,10,A,A

        """, lines: ["column right 6"], right: ["8", "6"]),
    Hard(
      name: "first.csv",
      text: """
        Pregunta que se hace,Buena,Mala,Peor
        ¿Patas de una araña?,8,6,10
        ¿Patas de una hormiga?,6,8,10

        """, lines: ["column choices 2-4", "answers first"], right: ["8", "6"]),
    Hard(
      name: "marks.csv",
      text: """
        Kérdés ez,Egy,Kettő,Három
        Hány lába van a póknak?,6,8 ✓,10
        Hány lába van a hangyának?,6 ✓,8,10

        """, lines: ["column choices 2-4", "answers mark"], right: ["8", "6"]),
    Hard(
      name: "pipes.txt",
      text: """
        spider|How many legs has a spider?|6|8|10|8
        ant|How many legs has an ant?|6|8|10|6

        """, lines: ["separator |"], right: ["8", "6"]),
    Hard(
      name: "cyrillic.csv",
      text: "Вопрос;А;Б;В;Ответ\nСколько ног у паука?;6;8;10;Б\nУ муравья?;6;8;10;А\n",
      right: ["8", "6"], encoding: .windows1251),
    Hard(
      name: "greek.csv",
      text: "Ερώτηση εδώ;Ένα;Δύο;Σωστό\nΠόσα πόδια έχει η αράχνη;;6;8;8\n"
        .replacing(";;", with: "\u{37E};"),
      right: ["8"]),
    Hard(
      name: "colours.csv",
      text: """
        Pytanie,Czerwony,Zielony,Niebieski,Klucz
        Ile nóg ma pająk?,6,8,10,zielony
        Ile nóg ma mrówka?,6,8,10,czerwony

        """, right: ["8", "6"]),
    Hard(
      name: "tables.tsv",
      text: """
        Eläimet\t\t\t\t
        Kysymys\tYksi\tKaksi\tKolme\tOikea
        Montako jalkaa?\t6\t8\t10\t8
        \t\t\t\t
        Kasvit\t\t\t\t
        Kysymys\tYksi\tKaksi\tKolme\tOikea
        Montako lehteä?\t3\t4\t5\t3
        \t\t\t\t
        Muuta\t\t\t\t
        Versio\t1\t\t\t

        """, right: ["8", "3"]),
    Hard(
      name: "pairs.json",
      text: """
        {"v": 2, "x": [{"n": "Animals", "w": [
          {"k": [["6", 0], ["8", 1]], "p": "Legs of a spider?"},
          {"k": [["6", 1], ["8", 0]], "p": "Legs of an ant?"}]}]}
        """, right: ["8", "6"]),
    Hard(
      name: "lists.json",
      text: """
        {"m": [{"t": "menu", "u": "about"}, {"t": "home", "u": "x"}], "x": [{"n": "Animals", "w": [
          {"k": [{"j": "6", "s": false}, {"j": "8", "s": true}], "p": "Legs of a spider?"},
          {"k": [{"j": "6", "s": true}, {"j": "8", "s": false}], "p": "Legs of an ant?"}]}]}
        """, right: ["8", "6"]),
    Hard(
      name: "signs.txt",
      text: "§ How many legs?\n» 6\n» 8 ◄\n» 10\n§ How many wings?\n» 2 ◄\n» 4\n",
      right: ["8", "2"]),
    Hard(
      name: "bullets.txt",
      text: "Küsimus: Mitu jalga on ämblikul?\n- 6\n+ 8\n- 10\nKüsimus: Ja sipelgal?\n+ 6\n- 8\n",
      right: ["8", "6"]),
    Hard(
      name: "words.txt",
      text: """
        Klausimas 1: Kiek kojų turi voras?
        a) 6
        b) 8
        Teisingas: b
        Klausimas 2: Kiek kojų turi skruzdė?
        a) 6
        b) 8
        Teisingas: a

        """, lines: ["reading 2"], right: ["8", "6"]),
    Hard(
      name: "dollars.txt",
      text: "spider$How many legs has a spider?$6$8$10$8\nant$How many legs has an ant?$6$8$10$6\n",
      lines: ["separator $"], right: ["8", "6"]),
  ]

  private func rightAnswers(_ program: TestProgram) throws -> [String] {
    try program.shell.models.bank.store.fetch(FetchDescriptor<Question>())
      .map { $0.content.rightAnswers.joined(separator: " + ") }
  }

  private func program(_ files: [String: String], json: Bool = false) throws -> TestProgram {
    try TestProgram(
      json: json, samples: false, files: TestFiles(contents: files), isForPerson: true)
  }

  private func program(with hard: Hard) throws -> TestProgram {
    let program = try program([hard.name: hard.text])
    if let bytes = Self.bytes(of: hard) {
      program.files.encoded.withLock { $0[hard.name] = bytes }
    }
    return program
  }

  /// The bytes of a file that is no UTF-8.
  private static func bytes(of hard: Hard) -> [UInt8]? {
    SingleByteTable.characters(of: hard.encoding).map { characters in
      hard.text.unicodeScalars.compactMap { scalar in
        scalar.isASCII
          ? UInt8(scalar.value) : characters.firstIndex(of: scalar).map { UInt8($0 + 0x80) }
      }
    }
  }

  @Test(arguments: hard)
  func `a file that no rule is sure of comes in by what a person says`(hard: Hard) throws {
    let program = try program(with: hard)
    program.run("import \(hard.name) --look")
    #expect(program.shell.screen == .importing)
    for line in hard.lines { program.run(line) }
    let state = try #require(program.shell.state as? ImportState)
    #expect(try rightAnswers(program).isEmpty)
    program.run("take")
    #expect(try rightAnswers(program) == hard.right, "\(state)")
    #expect(program.shell.screen == .start)
    // A script says the same in one line.
    let other = try self.program(with: hard)
    let command = try #require(state.command)
    other.run(command)
    #expect(try rightAnswers(other) == hard.right, "\(command)")
  }

  @Test(
    arguments: hard.map(\.name).filter {
      !["thai.csv", "bare.csv", "two-keys.csv", "tables.tsv", "greek.csv", "words.txt"].contains($0)
    })
  func `no rule is sure of such a file`(name: String) throws {
    let hard = try #require(Self.hard.first { $0.name == name })
    let program = try program(with: hard)
    program.run("import \(name)")
    #expect(try rightAnswers(program) != hard.right)
  }

  private static let known = "question,a,b,answer\nLegs of a spider?,6,8,B\nWings?,2,4,Z\n"

  @Test func `what would become of each question is counted, and the bank stays as it is`() throws {
    let program = try program(["a.csv": Self.known])
    let said = program.run("import a.csv --look")
    #expect(said.contains("Import  a.csv  CSV · 1 question"))
    #expect(said.contains("1 new, 1 not readable"))
    #expect(said.contains("question    #1 question  “Legs of a spider?”"))
    #expect(said.contains("right       #4 answer  “B”"))
    #expect(program.run("problems").contains("line 3: "))
    program.run("back")
    #expect(program.shell.screen == .importing)
    program.run("cancel")
    #expect(program.shell.screen == .start)
    #expect(try rightAnswers(program).isEmpty)
    program.run("import a.csv", "import a.csv --look")
    let state = try #require(program.shell.state as? ImportState)
    #expect(state.counts.known == 1 && state.counts.new == 0)
  }

  @Test(arguments: [
    ("a.csv", "question;a;b;answer\nLegs?;6;8;B\n", "import a.csv --delimiter ';'"),
    ("a.txt", "1. Legs?\nA. 6\nB. 8\nAnswer: B\n", "import a.txt --format csv --delimiter ';'"),
  ])
  func `a separator makes a table of what is none, and leaves what is one`(
    name: String, text: String, line: String
  ) throws {
    let program = try program([name: text])
    program.run("import \(name) --look", "separator ;")
    let state = try #require(program.shell.state as? ImportState)
    #expect(state.command?.hasPrefix(line) == true, "\(state.command ?? "none")")
  }

  @Test func `questions can be walked through by what would become of them`() throws {
    let program = try program(["a.csv": Self.known])
    program.run("import a.csv")
    program.files.contents["a.csv"] = Self.known + "Legs of an ant?,6,8,A\n"
    program.run("import a.csv --look", "show new")
    var state = try #require(program.shell.state as? ImportState)
    #expect(state.question?.text == "Legs of an ant?" && state.total == 1)
    program.run("show known")
    state = try #require(program.shell.state as? ImportState)
    #expect(state.question?.text == "Legs of a spider?" && state.question?.fate == .known)
    program.run("show all", "show 2")
    state = try #require(program.shell.state as? ImportState)
    #expect(state.question?.number == 2 && state.total == 2)
    #expect(program.run("show 3").contains("error[no-such-line]"))
  }

  @Test func `inside a session a file that leaves doubt opens the screen, alone it is an error`()
    throws
  {
    let text = "Frage hier,eins,zwei,gut so\nBeine?,6,8,B\n"
    let program = try program(["f.csv": "question,wer,was,wo\nBeine?,6,8,B\n", "g.csv": text])
    let said = program.run("import f.csv")
    #expect(said.contains("error[no-column]"))
    #expect(
      said.contains("import f.csv --heading yes --map question=#1,right=#4,choices=#2-3"))
    #expect(program.shell.screen == .start)
    program.shell.models.importer.asksInDoubt = true
    program.run("import f.csv")
    #expect(program.shell.screen == .importing)
    program.run("take")
    #expect(try rightAnswers(program) == ["8"])
  }

  @Test(arguments: [
    ("cyrillic.csv", "unknown-encoding", "--encoding windows-1251"),
    ("signs.txt", "unknown-format", "--format lines --map choices=»,question=§ --answers mark"),
    ("lists.json", "not-this-format", "--list x.w --map choices=k.j,question=p,right=k.s"),
    ("colours.csv", "no-column", "--heading yes --map question=#1,right=#5,choices=#2-4"),
    ("cells.csv", "no-column", "--heading yes --map choices=#2,question=#1,right=#3 --split /"),
    (
      "pipes.txt", "unknown-format",
      "--format csv --delimiter '|' --heading no --map question=#2,right=#6,choices=#3-5"
    ),
    (
      "dollars.txt", "unknown-format",
      "--format csv --delimiter '$' --heading no --map question=#2,right=#6,choices=#3-5"
    ),
    ("greek.csv", "no-questions", "--heading yes --map question=#1,right=#4,choices=#2-3"),
  ])
  func `an error says the line that may do, and nothing else to try`(
    name: String, code: String, line: String
  ) throws {
    let hard = try #require(Self.hard.first { $0.name == name })
    let said = try program(with: hard).run("import \(name)")
    #expect(said.contains("error[\(code)]"))
    #expect(said.contains("; this may do: import \(name) \(line)"))
    #expect(!said.contains("; name it with") && !said.contains("iconv"))
  }

  @Test(arguments: [
    (
      "finnish.csv", "if 1 means the first choice",
      "--heading yes --map question=#2,right=#6,choices=#3-5 --answers 1"
    ),
    (
      "first.csv", "if the right answer always comes first",
      "--heading yes --map question=#1,choices=#2-4 --answers first"
    ),
    ("listed.json", "if the right answer always comes first", "--answers first"),
  ])
  func `a line that rests on something says on what`(
    name: String, condition: String, line: String
  ) throws {
    let hard = Self.hard.first { $0.name == name }
    let said = try program([name: hard?.text ?? Self.listed]).run("import \(name)")
    #expect(said.contains("; \(condition), this may do: import \(name) \(line)\n"), "\(said)")
  }

  private static let listed = """
    [{"question": "Legs of a spider?", "answers": ["8", "6"]},
     {"question": "Legs of an ant?", "answers": ["6", "8"]}]
    """

  @Test func `without such a line an error says how to look at the file`() throws {
    let text = "Sana,Luokka,Ryhmä\nkoira ja kissa,AX,eläin\nruusu ja lilja,BX,kasvi\n"
    let said = try program(["a b.csv": text]).run("import 'a b.csv'")
    #expect(said.contains("; in a session “import 'a b.csv' --look” shows"), "\(said)")
    #expect(!said.contains("this may do"))
  }

  @Test func `inside a session a list without a known key opens the screen`() throws {
    let program = try program(["f.json": Self.listed])
    program.shell.models.importer.asksInDoubt = true
    program.run("import f.json")
    #expect(program.shell.screen == .importing)
    program.run("answers first", "take")
    #expect(try rightAnswers(program) == ["8", "6"])
  }

  @Test(arguments: ["yes", "no"])
  func `the columns that are shown are those that are read`(heading: String) throws {
    for name in ["thai.csv", "tables.tsv", "two-keys.csv"] {
      let hard = try #require(Self.hard.first { $0.name == name })
      let program = try program(with: hard)
      program.run("import \(name) --look", "heading \(heading)")
      let state = try #require(program.shell.state as? ImportState)
      #expect(state.columns.contains { $0.field == .question && $0.column == "#1" })
      #expect(state.counts.all > 0, "\(name): \(state)")
    }
  }

  @Test func `an answer can be chosen where the list of answers is the other side of a card`()
    throws
  {
    let text = #"[{"question": "Capital of France?", "answer": 0, "answers": ["Paris"]}]"#
    let program = try program(["f.json": text])
    program.run("import f.json --map question=question,choices=,right=answers")
    #expect(try rightAnswers(program) == ["Paris"])
  }

  @Test(arguments: [
    "column right 9", "column right 2-3", "column colour 1", "column right x", "heading maybe",
    "answers kana", "reading 7", "encoding klingon", "show 0", "separator ab",
  ])
  func `a choice that cannot be is refused, and changes nothing`(line: String) throws {
    let program = try program(["a.csv": Self.known])
    program.run("import a.csv --look")
    let before = program.shell.state as? ImportState
    #expect(program.run(line).contains("error["))
    #expect(program.shell.state as? ImportState == before)
  }

  @Test func `several files and folders are not looked at`() throws {
    let program = try program(["a.csv": Self.known, "d/b.csv": Self.known])
    for line in ["import a.csv d/b.csv --look", "import d --look"] {
      #expect(program.run(line).contains("error[one-file]"))
    }
  }

  // MARK: - At a live terminal

  private func desk(
    _ name: String, _ text: String, columns: Int = 80, _ language: Language = .english
  ) throws -> LiveDesk {
    let desk = try LiveDesk(
      size: ScreenSize(columns: columns, rows: 24), samples: false, language: language)
    desk.files.contents = [name: text]
    desk.type("import \(name) --look\r")
    return desk
  }

  @Test func `the question stands above the rows, and Enter brings all in`() throws {
    let desk = try desk("h.csv", Self.hard[0].text)
    #expect(desk.shows("Import  h.csv  CSV - 2 questions"))
    #expect(desk.shows("Mi Magyarország fővárosa?"))
    #expect(desk.chosen?.hasPrefix("Bring in    2") == true)
    desk.answer("\u{1B}[6~")
    #expect(desk.shows("2 / 2  new  line 3") && desk.shows("Mennyi 2+2?"))
    desk.answer("\r")
    #expect(desk.screen == .start)
    #expect(desk.everything.contains { $0.contains("The same for a script:") })
    #expect(desk.everything.contains { $0.contains("qa-repl import h.csv") })
  }

  @Test(arguments: [("A", true), ("", false)])
  func `a key brings in where there is something to bring in`(answer: String, isThere: Bool) throws
  {
    let desk = try desk("a.csv", "question,a,b,answer\nLegs?,6,8,\(answer)\n", columns: 140)
    for _ in 1...3 { desk.answer("\u{1B}[A") }
    #expect(desk.rows.contains { $0.contains("Ctrl-S") } == isThere, "\(desk.rows)")
  }

  private static let wide = """
    question,choice1,choice2,answer,commentary
    What is the capital of the country in which the longest river of them all ends?,Cairo,Rome,A,It is the Nile

    """

  @Test(arguments: [(Language.english, "  “What is", "..”"), (.japanese, "  「What is", "..」")])
  func `the text of a file keeps both quotation marks where it is cut`(
    language: Language, start: String, end: String
  ) throws {
    let desk = try desk("a.csv", Self.wide, columns: 80, language)
    let row = try #require(desk.rows.first { $0.contains("< #1 question >") })
    #expect(row.contains(start) && row.hasSuffix(end), "\(desk.rows)")
  }

  @Test func `what a value gives stands behind the widest value`() throws {
    let desk = try desk("a.csv", Self.wide, columns: 120)
    let starts = desk.list.compactMap { row in
      row.range(of: "“").map { displayWidth(String(row[..<$0.lowerBound])) }
    }
    #expect(starts.count > 2 && Set(starts).count == 1 && starts[0] < 50, "\(desk.rows)")
  }

  @Test(arguments: [Language.english, .japanese])
  func `in a small window the rows that matter are seen below the question and what is right`(
    language: Language
  ) throws {
    let desk = try LiveDesk(
      size: ScreenSize(columns: 40, rows: 15), samples: false, language: language)
    desk.files.contents = ["a/long/way/to/the.csv": Self.hard[0].text]
    desk.type("import a/long/way/to/the.csv --look\r")
    #expect(desk.rows.contains { $0.contains("the.csv") && $0.contains("CSV - ") })
    #expect(desk.rows.contains { $0.hasPrefix("  1 / 2  Mi Magyar") }, "\(desk.rows)")
    let right = Strings(language: language)("  right ", "  正解 ")
    #expect(desk.rows.contains { $0.contains(right) }, "\(desk.rows)")
  }

  private static let keys = [
    "^": "\u{1B}[A", "v": "\u{1B}[B", "<": "\u{1B}[D", ">": "\u{1B}[C", "s": "\u{13}",
  ]

  /// How a person brings each of the files in by keys: up, down, left, right, and Ctrl-S.
  private static let pressed = [
    "hungarian.csv": "s", "finnish.csv": "^^^>>>s", "thai.csv": "s", "bare.csv": "s",
    "letters.json": "s", "cells.csv": "s", "two-keys.csv": "^^^^>s",
    "first.csv": "^^^<s", "marks.csv": "s", "pipes.txt": "s", "cyrillic.csv": "s",
    "greek.csv": "s", "colours.csv": "s", "tables.tsv": "s", "pairs.json": "s", "lists.json": "s",
    "signs.txt": "s", "bullets.txt": "s", "words.txt": "s", "dollars.txt": "s",
  ]

  @Test(arguments: hard)
  func `each file comes in by twelve keys at most`(hard: Hard) throws {
    let pressed = try #require(Self.pressed[hard.name])
    #expect(pressed.count <= 12)
    let store = MemoryStore(schema: QuestionBank.schema)
    let desk = try LiveDesk(store: store)
    desk.files.contents = [hard.name: hard.text]
    if let bytes = Self.bytes(of: hard) {
      desk.files.encoded.withLock { $0[hard.name] = bytes }
    }
    desk.type("import \(hard.name) --look\r")
    #expect(desk.screen == .importing)
    for key in pressed {
      desk.answer(try #require(Self.keys[String(key)]))
    }
    #expect(desk.screen == .start, "\(desk.rows.joined(separator: "\n"))")
    let found = try StoreContext(store).fetch(FetchDescriptor<Question>()).map {
      $0.content.rightAnswers.joined(separator: " + ")
    }
    #expect(found == hard.right)
  }

  @Test func `Left and Right choose another value of the row, and the question follows`() throws {
    let desk = try desk("a.csv", "question,a,b,answer,key\nLegs?,6,8,A,B\n")
    for _ in 1...4 { desk.answer("\u{1B}[A") }
    #expect(desk.chosen?.hasPrefix("right") == true, "\(desk.rows)")
    desk.answer("\u{1B}[C")
    #expect(desk.chosen?.hasPrefix("right       < #5 key >") == true, "\(desk.rows)")
    desk.answer("\u{1B}[D")
    #expect(desk.chosen?.hasPrefix("right       < #4 answer >") == true, "\(desk.rows)")
  }

  @Test func `Left and Right take a column from another row, and give it back on their way`() throws
  {
    let desk = try desk(
      "a.csv", "question,a,b,answer,commentary\nLegs?,6,8,A,So it is\nWings?,2,4,B,As told\n")
    for _ in 1...4 { desk.answer("\u{1B}[A") }
    desk.answer("\u{1B}[C")
    #expect(desk.chosen?.hasPrefix("right       < #5 commentary >") == true, "\(desk.rows)")
    #expect(desk.shows("commentary  < none >"), "\(desk.rows)")
    desk.answer("\u{1B}[D")
    #expect(desk.chosen?.hasPrefix("right       < #4 answer >") == true, "\(desk.rows)")
    #expect(desk.shows("commentary  < #5 commentary >") && desk.shows("2 new"), "\(desk.rows)")
  }

  @Test func `control characters of a file do not reach the terminal`() throws {
    let desk = try desk(
      "e.csv", "question,a,b,answer,commentary\n\u{1B}[2J?,\u{1B}c,2,A,\u{9B}1A\n")
    #expect(desk.shows("2J?"))
    #expect(!desk.device.written.contains("\u{1B}c"))
    #expect(!desk.device.written.contains("\u{1B}[2J?"))
  }

  @Test func `Esc leaves the bank as it was`() throws {
    let desk = try desk("h.csv", Self.hard[0].text)
    desk.escape()
    #expect(desk.screen == .start)
    #expect(desk.shows("There are no questions yet"))
  }

  @Test(arguments: [(40, Language.english), (40, .japanese), (80, .japanese)])
  func `each row fits into its line`(columns: Int, language: Language) throws {
    let desk = try desk("h.csv", Self.hard[0].text, columns: columns, language)
    for _ in 1...14 {
      #expect(desk.rows.allSatisfy { displayWidth($0) <= columns }, "\(desk.rows)")
      desk.answer("\u{1B}[A")
    }
  }
}
