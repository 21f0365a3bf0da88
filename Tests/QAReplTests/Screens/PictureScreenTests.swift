import QuizStore
import QuizSupport
import TestKit
import Testing

@testable import QuizKit
@testable import Terminal
@testable import qa_repl

/// Pictures of questions on the screens, and opening them from there.
@Suite struct PictureScreenTests {
  /// A program that is given pictures to show.
  private final class Viewer: PictureViewer {
    var opened: [[UInt8]] = []
    func open(_ bytes: [UInt8], named name: String) { opened.append(bytes) }
  }

  private let viewer = Viewer()
  private let store = MemoryStore(schema: QuestionBank.schema)
  private let pins = SamplePicture.png(width: 2, height: 3)
  private let board = SamplePicture.png(width: 4, height: 5)

  /// A program with a question that has two pictures, behind one that has none.
  private func program(
    _ language: Language = .english, store: (any DataStore)? = nil
  ) throws -> TestProgram {
    let files = TestFiles(contents: [
      "a.md": """
      1. What is one and one?
      - [x] Two
      - [ ] Three

      2. Which pin is SDA? ![Pins](pins.png)
      - [x] The first ![](board.png)
      - [ ] The second

      """, "pins.png": "", "board.png": "",
    ])
    files.encoded.withLock { $0 = ["pins.png": pins, "board.png": board] }
    let program = try TestProgram(
      language: language, samples: false, files: files, store: store, viewer: viewer)
    program.run("import a.md")
    return program
  }

  /// A screen on which a question is drawn.
  struct Place: CustomTestStringConvertible, Sendable {
    /// What leads to the screen.
    let lines: [String]
    /// The number of the question there, with a blank; empty where it is the only one.
    var question = ""
    var testDescription: String { lines.joined(separator: ", ") }
  }

  private static let quiz = Place(lines: ["quiz", "next"])
  private static let manage = Place(lines: ["manage", "go 2"])
  private static let answers = Place(lines: ["quiz", "next", "next"], question: "2 ")
  private static let result = Place(lines: ["quiz", "2", "2", "result"], question: "2 ")
  private static let history = Place(
    lines: ["quiz", "2", "2", "result", "history", "open 1"], question: "2 ")

  @Test(arguments: [
    quiz, manage, answers, result, history, Place(lines: ["search SDA"], question: "1 "),
    Place(lines: ["doctor"], question: "2 "),
  ])
  func `a picture is opened from every screen that has its question`(_ place: Place) throws {
    let program = try program()
    for line in place.lines { program.run(line) }
    for number in ["2", "", "1"] { program.run("picture \(place.question)\(number)") }
    #expect(viewer.opened == [board, pins, pins])
    #expect(program.run("picture \(place.question)3").contains("error[no-such-picture]"))
    if !place.question.isEmpty {
      #expect(program.run("picture 9").contains("error[no-such-line]"))
    }
  }

  @Test(arguments: [answers, result, history])
  func `a question of a list that has no picture says so`(_ place: Place) throws {
    let program = try program()
    for line in place.lines { program.run(line) }
    #expect(program.run("picture 1").contains("error[no-picture]"))
    #expect(program.run("picture").contains("error[missing-argument]"))
  }

  @Test(arguments: [quiz, manage, answers, result, history])
  func `the lines of a question's pictures are printed below it`(_ place: Place) throws {
    for (language, none) in [(Language.english, "(no description)"), (.japanese, "（説明なし）")] {
      let program = try program(language)
      let said = place.lines.map { program.run($0) }.joined()
      #expect(said.contains("# 1  Pins  pins.png  2 × 3\n"), "\(said)")
      #expect(said.contains("# 2  \(none)  board.png  4 × 5\n"), "\(said)")
    }
  }

  @Test(arguments: [
    ("Which pin?\n\n[image: Pins]", "Which pin?"), ("[image: Pins]\n\nWhich pin?", "Which pin?"),
    ("a\n\n![Pins](pins.png)\n[image: Pins]\n\nb", "a\n\nb"),
    ("Which [image: Pins]?\n\nThis one?", "Which [image: Pins]?\n\nThis one?"),
    ("a\n\n[image: Other]", "a\n\n[image: Other]"), ("[image: Pins]", "[image: Pins]"),
    ("a\nb", "a\nb"),
  ])
  func `a paragraph that only shows a picture is left to the row of the picture`(
    text: String, shown: String
  ) {
    let picture = ShownPicture(
      number: 1, description: "Pins", name: "pins.png", address: nil, width: nil, height: nil,
      missing: false)
    #expect(text.withoutParagraphs(showing: [picture]) == shown)
    #expect(text.withoutParagraphs(showing: []) == text)
  }

  /// The keys that lead to the question in a list at a terminal.
  @Test(arguments: [
    Place(lines: ["quiz\r", "2", "2", "\u{1B}[F", "\r", "\u{1B}[B"]),
    Place(lines: ["quiz\r", "next\r", "next\r", "\u{1B}[B"]),
    Place(lines: ["search SDA\r"]), Place(lines: ["/", "SDA"]),
    Place(lines: ["manage\r", "\u{1B}[B"]),
    Place(lines: ["doctor\r"]),
    // An opened quiz of the history has no rows: the key opens its first picture.
    Place(lines: ["quiz\r", "2", "2", "\u{1B}[F", "\r", "history\r", "\r"]),
    // The whole text of a row goes on being read.
    Place(lines: ["search SDA\r", "\u{1B}[C"]),
  ])
  func `Ctrl-O opens the picture of the row at the cursor, and the line says so`(
    _ place: Place
  ) throws {
    _ = try program(store: store)
    let desk = try LiveDesk(
      size: ScreenSize(columns: 120, rows: 30), store: store, viewer: viewer)
    for keys in place.lines {
      desk.wait()
      desk.type(keys)
    }
    desk.wait()
    #expect(desk.shows("Pins  pins.png  2 × 3   Ctrl-O opens it"), "\(desk.rows)")
    desk.type("\u{0F}")
    #expect(viewer.opened == [pins], "\(desk.rows)")
  }

  @Test func `the whole text stays on the screen when its picture is opened`() throws {
    _ = try program(store: store)
    let desk = try LiveDesk(store: store, viewer: viewer)
    for keys in ["search SDA\r", "\u{1B}[C", "\u{0F}"] {
      desk.wait()
      desk.type(keys)
    }
    #expect(viewer.opened == [pins] && desk.shows("q close"), "\(desk.rows)")
    // What there is to say is seen.
    try store.attachments.remove(ContentDigest(of: pins))
    desk.type("\u{0F}")
    #expect(desk.shows("is not in the bank"), "\(desk.rows)")
  }

  @Test func `an unfinished quiz of the history shows no picture that gives an answer away`() throws
  {
    let program = try program()
    program.files.contents["b.csv"] = "kind,front,back\ncard,Front?,![Pins](pins.png)\n"
    program.run("import b.csv --deck B", "quiz --deck B", "home", "history", "open 1")
    #expect(program.run("picture 1").contains("error[no-picture]"))
  }

  // MARK: Notes

  @Test func `a picture of a note has its line, and is opened from there`() throws {
    for (language, none) in [(Language.english, "(no description)"), (.japanese, "（説明なし）")] {
      let program = try program(language)
      program.run("notes", "new", "title Wiring", "attach pins.png --shows \"The pins of it\"")
      let said = program.run("attach board.png", "save")
      #expect(said.contains("# 1  The pins of it  pins.png  2 × 3\n"), "\(said)")
      #expect(said.contains("# 2  \(none)  board.png  4 × 5\n"), "\(said)")
      viewer.opened = []
      for line in ["picture 2", "picture"] { program.run(line) }
      #expect(viewer.opened == [board, pins])
      #expect(program.run("picture 3").contains("error[no-such-picture]"))
      #expect(program.run("detach 1", "save").contains("# \(none)  board.png  4 × 5\n"))
      #expect(program.run("back").contains("# \(none)  board.png  4 × 5\n"))
      #expect(program.run("picture").contains("error[no-picture]"))
    }
  }

  @Test func `one command attaches a picture to a note`() throws {
    let program = try program()
    program.run("notes", "new", "title Older", "save", "back", "new", "title Newer", "save", "home")
    #expect(program.run("attach pins.png").contains("error[missing-argument]"))
    #expect(program.run("attach pins.png --note 3").contains("error[no-such-line]"))
    program.run("home")
    let said = program.run("attach pins.png --note 2")
    #expect(said.contains("Older") && said.contains("pins.png  2 × 3"), "\(said)")
    #expect(program.run("attach a.md --note 1").contains("error[attachment-refused]"))
    #expect(program.run("attach board.png --note 1").contains("board.png  4 × 5"))
    let notes = try StoreContext(program.shell.models.world.store.store)
      .fetch(FetchDescriptor<StudyNote>())
    #expect(notes.map { $0.pictures.all.map(\.name) } == [["pins.png"], ["board.png"]])
  }

  @Test func `Ctrl-O opens the picture of a note that is read, and of one that is written`() throws
  {
    let program = try program(store: store)
    program.run("notes", "new", "title Wiring", "attach pins.png", "save")
    let desk = try LiveDesk(
      size: ScreenSize(columns: 100, rows: 30), store: store, viewer: viewer)
    for keys in ["notes\r", "\r", "\u{0F}"] {
      desk.wait()
      desk.type(keys)
    }
    #expect(desk.shows("pins.png  2 × 3   Ctrl-O opens it"), "\(desk.rows)")
    #expect(viewer.opened == [pins])
    for keys in ["\r", "x", "\u{0F}"] {
      desk.wait()
      desk.type(keys)
    }
    #expect(viewer.opened == [pins, pins] && desk.shows("Wiringx"), "\(desk.rows)")
  }

  @Test func `an SVG of a note asks before it is opened`() throws {
    let program = try program(store: store)
    program.files.contents["s.svg"] = "<svg/>"
    program.run("notes", "new", "title Wiring", "attach s.svg", "save")
    let desk = try LiveDesk(store: store, viewer: viewer)
    for keys in ["notes\r", "\r", "\u{0F}"] {
      desk.wait()
      desk.type(keys)
    }
    #expect(viewer.opened.isEmpty && desk.shows("An SVG can hold scripts"), "\(desk.rows)")
    desk.type("y")
    #expect(viewer.opened == [Array("<svg/>".utf8)])
  }

  @Test func `the list that Tab opens has the picture of a row that has one`() throws {
    _ = try program(store: store)
    let desk = try LiveDesk(store: store, viewer: viewer)
    for keys in ["quiz\r", "next\r", "next\r", "\u{1B}[H", "\t", "picture"] {
      desk.wait()
      desk.type(keys)
    }
    #expect(!desk.shows("open its picture"), "\(desk.rows)")
    desk.type("\u{1B}")
    for keys in ["", "\u{1B}[B", "\t", "picture"] {
      desk.wait()
      desk.type(keys)
    }
    #expect(desk.shows("open its picture"), "\(desk.rows)")
    desk.type("\r")
    #expect(viewer.opened == [pins])
  }

  @Test func `in a small window the right answer comes before the pictures`() throws {
    _ = try program(store: store)
    let desk = try LiveDesk(size: ScreenSize(columns: 40, rows: 15), store: store, viewer: viewer)
    for keys in ["quiz\r", "2", "2", "\u{1B}[F", "\r", "\u{1B}[B", "\r"] {
      desk.wait()
      desk.type(keys)
    }
    #expect(desk.shows("right answer") && desk.shows("yours"), "\(desk.rows)")
    desk.type("\u{0F}")
    #expect(viewer.opened == [pins])
  }
}
