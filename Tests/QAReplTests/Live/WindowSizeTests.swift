import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Windows of any size, and windows that change from one to another, on every screen.
@Suite struct WindowSizeTests {
  private static let widths = [1, 2, 5, 10, 20, 30, 40, 60, 80, 100, 120]
  private static let heights = Array(1...24)

  /// The lines typed on the first screen of an empty bank.
  private static let waysOfEmpty = [
    [], ["?"], ["manage"], ["manage", "notes"], ["register"], ["decks"], ["search a"], ["/"],
    ["/", "zzz"], ["notes"], ["notes", "new"], ["history"], ["stats"], ["trash"], ["due"],
    ["log"], ["doctor"], ["timer"], ["exams"], ["exams", "?"], ["exam new Small"], ["help"],
    ["import looked.csv --look"], ["settings"],
  ]

  /// The lines typed on the first screen of a bank with a record of each kind.
  private static let waysOfFilled = [
    [], ["?"], ["manage"], ["manage", "END"], ["manage", "RIGHT"], ["manage", "edit"],
    ["manage", "delete 1-3"], ["register"], ["register", "nonsense"], ["decks"],
    ["decks", "delete Kinds"], ["search a"], ["search a", "RIGHT"], ["/", "a"], ["notes"],
    ["notes", "open 1"], ["notes", "delete 1"], ["history"], ["history", "open 1"],
    ["history", "open 3"], ["stats"], ["trash"], ["trash", "empty"], ["log"], ["log", "open 1"],
    ["due"], ["doctor"], ["import looked.csv --look"], ["import looked.csv --look", "problems"],
    ["timer"], ["settings"],
    ["timer", "start"], ["ways"], ["exams"], ["exams", "exam delete Small"], ["exam edit Small"],
    ["help"],
    ["help quiz"], ["quiz --count 3"], ["quiz --count 3", "1"], ["quiz --count 3", "pause"],
    ["quiz --count 3", "ESC"], ["quiz --count 3 --practice --time 9s", "1"],
    ["quiz --count 3", "finish"], ["quiz --count 3", "finish", "TAB", "END"],
    ["quiz --count 3", "finish", "result", "y", "\r"], ["quiz --deck Kinds", "toggle 1"],
    ["quiz --deck Kinds", "go 3"], ["quiz --deck Kinds", "go 4", "ESC"],
    ["quiz --deck Kinds --practice", "choose 1 3"], ["exam Small"],
    ["exam Small", "1", "finish", "result", "y"],
  ]

  private static let keys = [
    "ESC": "\u{1B}", "END": "\u{1B}[F", "RIGHT": "\u{1B}[C", "TAB": "\t",
  ]

  private func desk(isFilled: Bool, _ language: Language) throws -> LiveDesk {
    let store = MemoryStore(schema: QuestionBank.schema)
    if isFilled {
      let program = try TestProgram(language: language, files: try KindsBank.files, store: store)
      program.shell.confirmer.caution = .none
      program.files.contents["pins.svg"] = "<svg width='9' height='9'/>"
      for line in [
        "import kinds.json", "manage", "delete 1-3", "home", "quiz --count 2", "1", "1", "result",
        "home", "quiz --count 2", "1", "home", "quiz --deck Kinds --partial", "choose 1 2",
        "finish", "result", "home", "notes", "new", "title one", "body two\nthree",
        "attach pins.svg --shows Pins", "save", "home",
        "exam new Small", "questions 3", "pass 60%", "save", "home",
      ] { #expect(program.shell.run(line: line) == .done, "\(line)") }
    }
    let desk = try LiveDesk(store: store, language: language, isSeen: false)
    desk.files.contents["looked.csv"] = "question,a,b,answer\nLooked at?,1,2,A\nBroken?,1,2,\n"
    return desk
  }

  private func go(_ way: [String], on desk: LiveDesk) {
    for step in way {
      desk.answer(
        Self.keys[step] ?? (["/", "?", "a", "zzz", "\r"].contains(step) ? step : step + "\r"))
      desk.wait()
    }
  }

  /// Goes back to the first screen from any other screen.
  private func goHome(_ desk: LiveDesk) {
    for _ in 1...4 where desk.screen != .start || desk.session.region.form != nil {
      desk.escape()
      desk.escape()
      desk.type("\u{15}home\r")
      desk.type("y\r")
    }
    desk.escape()
    #expect(desk.screen == .start)
  }

  /// Whether the drawn rows fit in the window.
  private func fits(_ desk: LiveDesk) -> Bool {
    guard let frame = desk.frame else { return false }
    let size = desk.device.size
    return frame.rows.count <= size.rows && frame.targets.count <= frame.rows.count
      && frame.rows.indices.contains(frame.cursorRow)
      && frame.rows.allSatisfy { $0.cells <= max(2, size.columns - 1) }
  }

  @Test(arguments: [true, false], Language.allCases)
  func `each screen can be shown in a window of any size, and in one that changes`(
    isFilled: Bool, language: Language
  ) throws {
    let desk = try desk(isFilled: isFilled, language)
    var random = SplitMix64(seed: 35)
    var seen: Set<ScreenName> = []
    for (number, way) in (isFilled ? Self.waysOfFilled : Self.waysOfEmpty).enumerated() {
      desk.resize(to: ScreenSize(columns: 80, rows: 24))
      go(way, on: desk)
      // All sizes the first time a screen is seen, and a fifth of them, another one each time,
      // after that.
      let isNew = seen.insert(desk.screen).inserted
      // Up and down by single rows, and then from any size to any other.
      var sizes: [ScreenSize] = []
      for (index, columns) in Self.widths.enumerated() {
        let heights = index.isMultiple(of: 2) ? Self.heights : Self.heights.reversed()
        sizes += heights.map { ScreenSize(columns: columns, rows: $0) }
      }
      sizes += sizes.shuffled(using: &random).prefix(30)
      for (index, size) in sizes.enumerated() where isNew || (index + number).isMultiple(of: 5) {
        desk.resize(to: size)
        if !fits(desk) { Issue.record("\(way) at \(size.columns)×\(size.rows)") }
      }
      desk.resize(to: ScreenSize(columns: 80, rows: 24))
      goHome(desk)
    }
    let missing = Set(Screen.all.map(\.name)).subtracting(seen)
    #expect(missing == (isFilled ? [] : [.quiz, .confirm, .result, .ways]), "\(missing)")
  }
}
