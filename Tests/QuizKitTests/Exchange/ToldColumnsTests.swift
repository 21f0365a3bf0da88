import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests reading tables of which a person has said what is where.
@Suite struct ToldColumnsTests {
  private typealias Columns = [NamedColumn: ReadingOptions.Column]

  /// The columns 2 to 5, with the question before them and the right answer behind.
  private static let usual: Columns = [
    NamedColumn(.question): .number(1), NamedColumn(.choice, number: 1): .number(2),
    NamedColumn(.choice, number: 2): .number(3), NamedColumn(.choice, number: 3): .number(4),
    NamedColumn(.correct): .number(5),
  ]
  private static let hungarian =
    "Kérdés,Egy,Kettő,Három,Helyes,Miért\nFőváros?,Pécs,Buda,Eger,B,A nagy\n"

  private func read(
    _ text: String, name: String = "t.csv", _ change: (inout ReadingOptions) -> Void
  ) throws -> QuestionFile {
    var options = ReadingOptions()
    change(&options)
    return try readText(text, name: name, options: options)
  }

  @Test func `columns are told by their numbers, below a heading in any language`() throws {
    let file = try read(Self.hungarian) {
      $0.columns = Self.usual
      $0.columns[NamedColumn(.explanation)] = .number(6)
      $0.hasHeading = true
    }
    let content = try #require(file.contents.first)
    #expect(file.contents.count == 1 && file.problems.isEmpty)
    #expect(content.text == "Főváros?" && content.correctText == "Buda")
    #expect(content.commentary == "A nagy")
  }

  @Test func `a table without a heading keeps its first row`() throws {
    let file = try read("7,Legs?,6,8,2\n8,Wings?,2,4,1\n") {
      $0.columns = [
        NamedColumn(.question): .number(2), NamedColumn(.choice, number: 1): .number(3),
        NamedColumn(.choice, number: 2): .number(4), NamedColumn(.correct): .number(5),
      ]
      $0.answers = .numbersFromOne
    }
    #expect(file.contents.map(\.correctText) == ["8", "2"])
  }

  @Test func `of two names that differ only in case each means what was said of it`() throws {
    let columns: Columns = [
      NamedColumn(.question): .named("q"), NamedColumn(.correct): .named("Q"),
      NamedColumn(.choice, number: 1): .named("a"), NamedColumn(.choice, number: 2): .named("A"),
    ]
    for name in ["t.csv", "t.json"] {
      let text =
        name == "t.csv"
        ? "Q,q,A,a\n2,Legs?,8,6\n" : "[{\"Q\": 2, \"q\": \"Legs?\", \"A\": \"8\", \"a\": \"6\"}]"
      let file = try read(text, name: name) {
        ($0.columns, $0.answers) = (columns, .numbersFromOne)
      }
      #expect(file.contents.map(\.text) == ["Legs?"], "\(name): \(file.problems)")
      #expect(file.contents.map(\.correctText) == ["8"], "\(name)")
    }
  }

  @Test func `what is told counts before what the names say`() throws {
    let text = "question,choice1,choice2,commentary,right,x\nLegs?,6,8,No.,1,2\n"
    let file = try read(text) {
      $0.columns = [
        NamedColumn(.correct): .number(6), NamedColumn(.explanation): ReadingOptions.Column.none,
      ]
    }
    #expect(file.contents.map(\.correctText) == ["8"])
    #expect(file.contents.map(\.commentary) == [""])
  }

  @Test(arguments: [
    (ReadingOptions.Answers.letters, "B", "8"), (.numbersFromZero, "1", "8"),
    (.numbersFromOne, "1", "6"), (.texts, "8", "8"),
  ])
  func `how the right answer is written is told`(
    answers: ReadingOptions.Answers, key: String, right: String
  ) throws {
    let file = try read("question,choice1,choice2,right\nLegs?,6,8,\(key)\n") {
      $0.answers = answers
    }
    #expect(file.contents.map(\.correctText) == [right])
  }

  @Test func `a key that is written otherwise than told is named`() throws {
    let file = try read("question,choice1,choice2,right\nLegs?,6,8,2\n") { $0.answers = .letters }
    #expect(file.places == ["2:answer-not-a-choice"])
  }

  @Test func `the first choice may always be the right one`() throws {
    let file = try read("Frage,Richtig,Falsch,Auch falsch\nBeine?,8,6,4\nFlügel?,0,2,\n") {
      $0.columns = [
        NamedColumn(.question): .named("Frage"), NamedColumn(.choice, number: 1): .number(2),
        NamedColumn(.choice, number: 2): .number(3), NamedColumn(.choice, number: 3): .number(4),
      ]
      $0.answers = .first
    }
    #expect(file.contents.map(\.correctText) == ["8", "0"])
    #expect(file.contents.map(\.choices.count) == [3, 2])
  }

  @Test(arguments: ["8 ✓", "*8", "8*", "**8**", "[x] 8", "8 (correct)"])
  func `a mark in its text says which choice is right, and does not stay`(right: String) throws {
    let file = try read("question,choice1,choice2\nLegs?,6,\(right)\nWings?,4,2\n") {
      $0.answers = .marks
    }
    #expect(file.contents.map(\.correctText) == ["8"])
    #expect(file.contents.map { $0.choices.map(\.text) } == [["6", "8"]])
    #expect(file.places == ["3:no-correct-choice"])
  }

  @Test func `what stands between the choices of a cell is told`() throws {
    let file = try read("question,choices,right\nWhich?,a;b/c|d/e,2\n") {
      $0.choiceSeparator = "/"
      $0.answers = .numbersFromOne
    }
    #expect(file.contents.map { $0.choices.map(\.text) } == [["a;b", "c|d", "e"]])
    #expect(file.contents.map(\.correctText) == ["c|d"])
  }

  @Test func `a table without choices has cards`() throws {
    let file = try read("szó,jelentés,tipp\nhaz,house,h\n") {
      $0.columns = [
        NamedColumn(.question): .number(1), NamedColumn(.correct): .number(2),
        NamedColumn(.choices): ReadingOptions.Column.none,
      ]
      $0.hasHeading = true
    }
    #expect(file.contents.map(\.solution) == [.card(CardSolution(back: "house"))])
  }

  @Test func `a key may be the name of the column that has the choice`() throws {
    let head = "question,red,green,blue,answer\n"
    let file = try read(head + "Legs?,6,8,10,green\nWings?,2,red,6,red\n") {
      ($0.columns, $0.hasHeading) = (Self.usual, true)
    }
    #expect(file.contents.map(\.correctText) == ["8", "2"])
    // Where some keys are texts of choices and no names, none is a name.
    let other = try read(head + "Legs?,6,8,10,green\nWings?,2,4,6,4\nEyes?,1,2,3,2\n") {
      ($0.columns, $0.hasHeading) = (Self.usual, true)
    }
    #expect(other.contents.map(\.correctText) == ["4", "2"])
    #expect(other.places == ["2:answer-not-a-choice"])
  }

  // MARK: JSON

  private static let lists = """
    {"menu": [{"t": "about"}, {"t": "home"}, {"t": "exit"}],
     "x": [{"n": "Animals", "w": [
       {"k": [{"j": "6", "s": false}, {"j": "8", "s": true}], "p": "Legs of a spider?"},
       {"k": [{"j": "6", "s": true}, {"j": "8", "s": false}], "p": "Legs of an ant?"}]}],
     "questions": [{"question": "Old?", "options": ["1", "2"], "answer": "1"}]}
    """

  @Test func `only the list that is named is read, and fields below lists are found`() throws {
    let file = try read(Self.lists, name: "l.json") {
      $0.list = "x.w"
      $0.columns = [
        NamedColumn(.question): .named("p"), NamedColumn(.choices): .named("k.j"),
        NamedColumn(.correct): .named("k.s"),
      ]
    }
    #expect(file.contents.map(\.text) == ["Legs of a spider?", "Legs of an ant?"])
    #expect(file.contents.map(\.correctText) == ["8", "6"])
    #expect(file.problems.isEmpty)
    let other = try read(Self.lists, name: "l.json") { $0.list = "questions" }
    #expect(other.contents.map(\.text) == ["Old?"])
    #expect(try read(Self.lists, name: "l.json") { $0.list = "y" }.places == ["1:no-column"])
  }

  @Test func `a list of a whole document is a point`() throws {
    let file = try read(
      #"[{"question": "a?", "options": ["1", "2"], "answer": "1"}]"#, name: "l.json"
    ) { $0.list = "." }
    #expect(file.contents.map(\.text) == ["a?"])
  }

  @Test func `below a list of lists a number counts`() throws {
    let text =
      #"[{"p": "Legs?", "k": [["6", 0], ["8", 1]]}, {"p": "Wings?", "k": [["2", 1], ["4", 0]]}]"#
    let file = try read(text, name: "l.json") {
      $0.columns = [
        NamedColumn(.question): .named("p"), NamedColumn(.choices): .named("k.1"),
        NamedColumn(.correct): .named("k.2"),
      ]
    }
    #expect(file.contents.map(\.correctText) == ["8", "2"])
    #expect(file.contents.map { $0.choices.map(\.text) } == [["6", "8"], ["2", "4"]])
  }

  @Test(arguments: [
    (ReadingOptions.Answers.first, "6"), (.letters, "8"), (.numbersFromZero, "B"), (.texts, "B"),
  ])
  func `what is said of right answers holds for JSON`(
    answers: ReadingOptions.Answers, right: String
  ) throws {
    let key = answers == .numbersFromZero ? "1" : "\"B\""
    let choices = answers == .letters || answers == .first ? #"["6", "8"]"# : #"["A", "B"]"#
    let text = "[{\"question\": \"Legs?\", \"options\": \(choices), \"answer\": \(key)}]"
    let file = try read(text, name: "l.json") { $0.answers = answers }
    #expect(file.contents.map(\.correctText) == [right])
  }

  @Test func `marks in the choices of JSON, and what stands between them, can be told`() throws {
    let text =
      #"[{"question": "Legs?", "options": "6/8 ✓/10"}, {"question": "Wings?", "options": "2 ✓/4"}]"#
    let file = try read(text, name: "l.json") {
      ($0.answers, $0.choiceSeparator) = (.marks, "/")
    }
    #expect(file.contents.map(\.correctText) == ["8", "2"])
    #expect(file.contents.first?.choices.map(\.text) == ["6", "8", "10"])
  }

  @Test func `a number beyond the last column is a fault`() throws {
    let file = try read(Self.hungarian) { $0.columns = [NamedColumn(.question): .number(9)] }
    #expect(file.places == ["1:no-column"])
    #expect(file.contents.isEmpty)
  }
}
