@testable import QuizKit
@testable import qa_repl

/// The rules for the bank of one device. They hold no matter what was done there.
extension SimulatedDevice {
  func requireStart() throws {
    do {
      try begin()
    } catch {
      throw SimulationFailure(rule: "a bank opens again", detail: "\(error)")
    }
  }

  /// Checks that the bank in memory is the one in its file.
  func compareWithFile(rule: String) throws {
    guard program != nil else { return }
    let (memory, file) = (try snapshot(), try snapshotFromFile())
    guard memory == file else {
      throw SimulationFailure(rule: rule, detail: memory.differences(to: file))
    }
  }

  /// Checks that data that was saved before a crash still exists after it.
  func crashAndBegin(
    during line: String, call: Int, powerFails: Bool, chance: UInt64
  ) throws {
    let possible = try crash(
      during: line, call: call, powerFails: powerFails, chance: chance)
    // Take the snapshot before the program begins, because the program may hand in an exam.
    let now = try snapshot()
    try requireStart()
    guard let last = possible.last, !possible.contains(now) else { return }
    throw SimulationFailure(
      rule: "what was saved is there after a crash", detail: now.differences(to: last))
  }

  /// Checks that a backup that is read into an empty bank gives the same bank.
  func readBackup() throws {
    guard program != nil else { return }
    let text = try backup()
    var nature = nature
    nature.bookmarksFrom = knowsBookmarks ? 0 : nil
    let copy = SimulatedDevice(number, nature)
    copy.files.contents["whole.json"] = text
    try copy.requireStart()
    try copy.program?.shell.models.importer.run(
      ImportOptions(files: ["whole.json"], allowDuplicates: true))
    let (mine, theirs) = (try ExportedBank(text), try copy.export())
    guard mine == theirs else {
      throw SimulationFailure(
        rule: "a backup that is read back is the bank", detail: theirs.differences(to: mine))
    }
  }

  /// Checks that a form that is open when the terminal goes is there again once.
  func hangUp() throws {
    guard let program, program.manner.isLive else { return }
    program.hangUp()
    let draft = (program.shell.front?.viewModel as? any DraftKeeping)?.draft
    end()
    try requireStart()
    guard let draft, let again = self.program else { return }
    var found: FormDraft?
    if draft.question == nil {
      again.run("register")
      found = (again.shell.front?.viewModel as? any DraftKeeping)?.draft
    } else {
      found = try again.shell.models.drafts.take(for: draft.question)
    }
    let rest = try again.shell.models.drafts.take(for: draft.question)
    guard found == draft, rest == nil else {
      throw SimulationFailure(
        rule: "what is typed when the terminal goes is there again once",
        detail: "typed: \(draft)\nthere: \(found.map { "\($0)" } ?? "nothing"), then \(rest == nil)"
      )
    }
  }

  /// Checks that another program can read the same bank, but not write to it.
  func useTwice() throws {
    guard program != nil else { return }
    let (mine, theirs) = (try snapshot(), try readByAnother())
    guard mine == theirs else {
      throw SimulationFailure(
        rule: "another program reads the same bank", detail: mine.differences(to: theirs))
    }
    guard try refusesAnotherWriter() else {
      throw SimulationFailure(rule: "one program writes at a time", detail: "")
    }
  }
}
