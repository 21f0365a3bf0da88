@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import qa_repl

/// The rules for single commands.
extension SimulatedDevice {
  /// Runs a line, and compares decks and questions with the required effect of the command.
  func run(_ line: String) throws {
    guard let program = program else { return }
    let shell = program.shell
    let parser = CommandParser(table: shell.table, screen: shell.screen, language: .english)
    let isInTable = shell.table.has(line.prefix { $0 != " " }, on: shell.screen)
    guard !program.manner.isLive, shell.confirmer.held == nil,
      let command = try? parser.command(line: line)
    else {
      program.run(line)
      // At a live terminal, text may precede the line.
      let isUnknown = program.output.codes.contains("unknown-command")
      guard program.manner.isLive || !isInTable || !isUnknown else {
        throw SimulationFailure(rule: "each name of the table is understood", detail: line)
      }
      return
    }
    var expected = try ExpectedBank(program.store)
    let (state, failures) = (shell.isInOrderOfSearch ? nil : shell.state, shell.failures)
    program.run(line)
    let didFail = shell.failures > failures
    defer { isScreenOld = false }
    guard didFail || !isScreenOld && expected.follow(command, state) else { return }
    let now = try ExpectedBank(program.store)
    guard now == expected else {
      throw SimulationFailure(
        rule: didFail ? "a command that fails changes no question" : "a command does what it says",
        detail: "\(line)\n\(now.decks)\n   instead of \(expected.decks)")
    }
  }

  /// Checks that undo takes the whole change back, and that redo makes it again.
  func reverse(_ line: String) throws {
    guard let program = program else { return }
    let (before, text) = (try snapshot().undoable, try backup())
    let history = program.shell.models.undoHistory
    let (last, saves) = (try history.entries().first?.change.sequence, saveCount)
    program.run(line)
    let after = try snapshot().undoable
    guard saveCount == saves + 1, let new = try history.entries().first, new.canUndo,
      new.change.sequence != last
    else { return }
    try reverse(
      history, .undo, of: line, from: before, to: after, \.undoable,
      rules: ("undo takes all of a change back", "redo does all of a change again"))
    history.commands.emit(.undo)
    guard try backup() == text else {
      throw SimulationFailure(
        rule: "what is undone is in no export",
        detail: "\(line)\n" + (try export()).differences(to: try ExportedBank(text)))
    }
    history.commands.emit(.redo)
  }

  /// Checks that records brought back from the trash are complete.
  func restore(_ line: String) throws {
    guard let program = program else { return }
    let trash = StoreContext(program.store)
    let before = try export()
    let known = Set(try trash.fetch(FetchDescriptor<TrashEntry>()).map(\.id))
    program.shell.confirmer.withdraw()
    program.shell.run(line: line)
    // Where nothing is asked, `y` would answer the question of a quiz.
    if program.shell.confirmer.held != nil { program.shell.run(line: "y") }
    let new = try trash.fetch(FetchDescriptor<TrashEntry>()).filter { !known.contains($0.id) }
    guard !new.isEmpty else { return }
    try program.shell.models.trash.restore(new.map(\.id))
    let after = try export()
    guard after == before else {
      throw SimulationFailure(
        rule: "what comes back from the trash is whole",
        detail: "\(line)\n" + after.differences(to: before))
    }
  }
}

extension CommandTable {
  /// Whether a word is the name of a command on the screen, in any case and width.
  fileprivate func has(_ word: Substring, on screen: ScreenName) -> Bool {
    let folded = FullWidth.folded(String(word)).lowercased()
    return entries(on: screen).contains { entry in
      ([entry.name] + entry.aliases).contains { FullWidth.folded($0).lowercased() == folded }
    }
  }
}

extension Shell {
  /// Whether the screen has questions in the order in which a search has found them. The shell
  /// keeps this private, and only this simulation asks for it.
  fileprivate var isInOrderOfSearch: Bool {
    let navigator = Mirror(reflecting: self).descendant("navigator") as? Navigator
    guard let shown = (navigator?.route as? ManageRoute)?.model.identifiers else { return false }
    return shown != shown.sorted()
  }
}
