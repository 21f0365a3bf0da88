import Testing

@testable import QuizKit
@testable import QuizSupport
@testable import Terminal
@testable import qa_repl

/// A screen of the program can be added by its own files alone, as the one in this file shows.
@Suite struct NewScreenTests {
  @Test func `a screen that no other file knows is opened, takes a command, and is left`() throws {
    let program = try TestProgram(screens: Screen.all + [.tally])
    #expect(program.run("decks", "tally 2").contains("Strokes: ||"))
    #expect(program.shell.screen == .tally)
    #expect(program.run("add 3").contains("Strokes: |||||"))
    #expect(program.state(TallyState.self)?.strokes == 5)
    program.run("back")
    #expect(program.shell.screen == .decks)
    program.run("back")
    #expect(program.shell.screen == .start)
  }

  @Test func `its commands are refused, asked about and explained like all others`() throws {
    let program = try TestProgram(screens: Screen.all + [.tally])
    #expect(program.run("add 1").contains("error[not-here]"))
    program.run("decks", "tally 2")
    #expect(program.run("add x").contains("error[not-a-number]"))
    #expect(program.run("add 99").contains("error[too-many]"))
    #expect(program.run("clear").contains("Clear 2 strokes?"))
    #expect(program.state(TallyState.self)?.strokes == 2)
    #expect(program.run("help").contains("add strokes"))
    #expect(program.run("cleer").contains("Did you mean “clear”?"))
  }

  @Test func `it closes an open item before it is left`() throws {
    let program = try TestProgram(screens: Screen.all + [.tally])
    program.run("decks", "tally 101", "back")
    #expect(program.state(TallyState.self)?.strokes == 100)
    program.run("back")
    #expect(program.shell.screen == .decks)
  }

  @Test func `a number or letter is a choice where its screen says so`() throws {
    let program = try TestProgram(screens: Screen.all + [.tally])
    program.run("decks", "tally 1", "3", "b")
    #expect(program.state(TallyState.self)?.strokes == 6)
    #expect(program.run("help").contains("answer with that choice"))
  }

  @Test func `JSON has its name and its state`() throws {
    let program = try TestProgram(json: true, screens: Screen.all + [.tally])
    #expect(program.run("decks", "tally 1").contains(#""screen":"tally","seq":"#))
  }

  @Test func `the manual page has a section for it`() {
    let page = ManualPage(
      strings: Strings(language: .english), version: "1",
      table: CommandTable(Screen.all + [.tally]))
    #expect(page.lines.contains(".SS tally"))
    #expect(page.lines.contains("add strokes"))
  }
}

// MARK: - A file of ViewModels

extension ScreenName {
  fileprivate static let tally = ScreenName(rawValue: "tally")
}

private struct TallyState: ScreenState {
  static let screen = ScreenName.tally

  var strokes: Int
}

private enum TallyCommand: Equatable, Sendable {
  case add(Int)
  case clear
  case shorten
}

private typealias TallyRoute = ScreenRoute<TallyState, Int>

private final class TallyViewModel: ScreenModel<TallyCommand, TallyState> {
  private var strokes: Int

  init(strokes: Int) {
    self.strokes = strokes
    super.init(TallyState(strokes: strokes))
  }

  override func perform(_ command: TallyCommand) throws {
    switch command {
    case .add(let count) where strokes + count > 100: throw TooMany()
    case .add(let count): strokes += count
    case .clear: strokes = 0
    case .shorten: strokes = 100
    }
    changed()
  }

  override func shown() -> TallyState {
    TallyState(strokes: strokes)
  }
}

private struct TooMany: ReportableError {
  var message: Message { Message("too-many", "Too many.", "多すぎます。") }
}

// MARK: - A file of Screens

extension Screen {
  fileprivate static let tally = Screen(
    english: "tally", japanese: "集計", commands: CommandEntry.tally, choice: { .add($0) },
    back: { $0.strokes > 100 ? .shorten : nil }
  ) { (route: TallyRoute, _) in
    TallyViewModel(strokes: route.model)
  }
}

extension Destination {
  fileprivate static func tally(_ strokes: Int) -> Destination {
    Destination(.tally, strokes) { _, _ in TallyRoute(strokes) }
  }
}

extension CommandEntry {
  fileprivate static let tally: [CommandEntry] = [
    CommandEntry(
      name: "tally", screens: [.decks], arguments: "N", english: "count something",
      japanese: "数えます"
    ) { arguments throws(CommandError) in .open(.tally(try arguments.nextNumber("N"))) },
    CommandEntry(
      name: "add", screens: [.tally], arguments: "N", english: "add strokes", japanese: "足します"
    ) { arguments throws(CommandError) in
      .screen(TallyCommand.add(try arguments.nextNumber("N")))
    },
    CommandEntry(name: "clear", screens: [.tally], english: "start anew", japanese: "消します") {
      _ throws(CommandError) in .screen(TallyCommand.clear)
    },
  ]
}

extension TallyCommand: ScreenCommand {}

extension TallyState: Viewable {
  func view(_ theme: Theme) -> [String] {
    theme.lines(theme.strings.strokes + String(repeating: "|", count: strokes))
  }

  func question(before command: TallyCommand, _ strings: Strings) -> String? {
    guard command == .clear else { return nil }
    return strings("Clear \(strokes) strokes?", "\(strokes) 本を消しますか?")
  }
}

extension Strings {
  fileprivate var strokes: String { self("Strokes: ", "線 : ") }
}
