import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests a note that another program changes while it is open.
@Suite struct NotesConflictTests {
  private let test = TestWorld()

  init() throws {
    try test.add([.sample("First?")], deck: "A")
  }

  /// Opens a screen with a note, writes "mine", changes the note elsewhere, and saves.
  private func contested(
    by change: (StoreContext, StudyNote) throws -> Void = { store, note in
      var theirs = note
      theirs.body = "theirs"
      try store.update(theirs)
    }
  ) throws -> Screen<NotesCommand, NotesState> {
    let screen = Screen(try NotesViewModel(book: test.notes, world: test.world))
    screen.run(.new(deck: "A", question: nil), .title("title"), .body("first"), .save)
    screen.run(.body("mine"))
    try changeElsewhere(change)
    screen.run(.save)
    return screen
  }

  private func changeElsewhere(_ change: (StoreContext, StudyNote) throws -> Void) throws {
    let other = StoreContext(test.store)
    try change(other, try #require(try other.fetch(FetchDescriptor<StudyNote>()).first))
    try other.save()
  }

  private var bodies: [String] {
    get throws { try test.world.store.fetch(FetchDescriptor<StudyNote>()).map(\.body) }
  }

  @Test func `a save over somebody else's change is refused in words and shows that change`() throws
  {
    let screen = try contested()
    #expect(screen.codes == ["conflict"])
    #expect(screen.state.message?.code == "conflict")
    let refusal = try #require(screen.refusals.first)
    #expect(refusal.message.topic == "conflict.save")
    #expect(
      refusal.text(in: .english) == "Not saved: the note has been changed since the edit began.")
    #expect(
      screen.state.note?.theirs == NotesState.Version(title: "title", body: "theirs", pictures: []))
    #expect(screen.state.note?.body == "mine")
    #expect(try bodies == ["theirs"])
  }

  @Test func `overwrite stores mine`() throws {
    let screen = try contested()
    screen.run(.overwrite)
    #expect(try bodies == ["mine"])
    #expect(screen.state.message?.code == "saved")
    #expect(screen.state.note?.theirs == nil && screen.state.note?.unsaved == false)
  }

  @Test func `overwrite is refused when it was changed once more`() throws {
    let screen = try contested()
    try changeElsewhere { store, note in
      var theirs = note
      theirs.body = "theirs again"
      try store.update(theirs)
    }
    screen.run(.overwrite)
    #expect(screen.codes == ["conflict", "conflict"])
    #expect(screen.state.note?.theirs?.body == "theirs again")
    screen.run(.overwrite)
    #expect(try bodies == ["mine"])
  }

  @Test func `reload drops mine`() throws {
    let screen = try contested()
    screen.run(.reload)
    #expect(screen.state.note?.body == "theirs")
    #expect(!screen.state.isUnsaved)
    #expect(try bodies == ["theirs"])
  }

  @Test func `keep-both stores mine beside theirs, on the same subject`() throws {
    let screen = try contested()
    screen.run(.keepBoth)
    #expect(try bodies == ["theirs", "mine"])
    #expect(screen.state.note?.deck == "A" && screen.state.note?.body == "mine")
    #expect(screen.state.message?.code == "registered")
  }

  @Test func `a note that somebody else deleted is not found, and can still be kept`() throws {
    let screen = try contested { store, note in try store.delete(note.id) }
    #expect(screen.codes == ["not-found"])
    #expect(screen.state.note?.theirs == nil)
    screen.run(.overwrite)
    #expect(screen.codes == ["not-found", "not-found"])
    screen.run(.keepBoth)
    #expect(try bodies == ["mine"])
  }

  @Test func `a note whose deck somebody else deleted is kept without it`() throws {
    let screen = try contested { store, note in try store.delete(#require(note.deckID)) }
    screen.run(.keepBoth)
    #expect(try bodies == ["mine"])
    #expect(screen.state.note?.deck == nil)
  }

  @Test func `reload of a deleted note closes it`() throws {
    let screen = try contested { store, note in try store.delete(note.id) }
    screen.run(.reload)
    #expect(screen.state.note == nil)
  }

  @Test(arguments: [NotesCommand.overwrite, .reload, .keepBoth])
  func `without a conflict there is nothing to choose`(command: NotesCommand) throws {
    let screen = Screen(try NotesViewModel(book: test.notes, world: test.world))
    screen.run(command)
    screen.run(.new(deck: "A", question: nil), .title("title"), command)
    #expect(screen.codes == ["no-note-open", "no-conflict"])
    #expect(screen.state.note?.title == "title")
  }
}
