import QuizExchange
import QuizStore
import QuizSupport
import Signals
import Testing

@testable import QuizKit

/// What screens know of the decks and questions that follow files.
@Suite struct FollowedPlacesTests {
  private let test = TestWorld()

  private func row(_ text: String, _ key: String = "A") -> String {
    "\(text),oak,elm,ash,\(key)\n"
  }

  private func read(_ rows: [String]) throws {
    test.files.texts["/trees.csv"] = "question,a,b,c,answer\n" + rows.joined()
    try test.follower.perform(.follow("/trees.csv", deck: nil, only: nil))
  }

  private func question(_ text: String) throws -> Question {
    try #require(
      try test.bank.store.fetch(FetchDescriptor<Question>()).first { $0.content.text == text })
  }

  private func place(_ text: String) throws -> FollowedPlace? {
    try test.bank.followed.place(of: try question(text).id)
  }

  /// Lets another device follow what this one does.
  private func giveAway() throws {
    let store = test.models.world.unitOfWork()
    var source = try #require(try store.fetch(FetchDescriptor<FollowedSource>()).first)
    source.device = "another"
    try store.update(source)
    try store.save()
  }

  @Test func `a deck says how many problems its file has`() throws {
    try test.bank.makeDeck(named: "Mine")
    #expect(try test.bank.summaries().map(\.problemCount) == [nil])
    try read([row("Which is tall?"), row("Broken?", "Z")])
    #expect(try test.bank.summaries().map(\.problemCount) == [nil, 1])
    try read([row("Which is tall?"), row("Mended?")])
    #expect(try test.bank.summaries().map(\.problemCount) == [nil, 0])
    try test.follower.perform(.unfollow(deck: "trees"))
    #expect(try test.bank.summaries().map(\.problemCount) == [nil, nil])
  }

  @Test func `lists of decks show at once what a reading found`() throws {
    let decks = try DecksViewModel(bank: test.bank)
    let start = try StartViewModel(test.models)
    try read([row("Which is tall?"), row("Broken?", "Z")])
    #expect(decks.state.decks.map(\.problemCount) == [1])
    #expect(start.state.decks.map(\.problemCount) == [1])
    try read([row("Which is tall?"), row("Mended?")])
    #expect(decks.state.decks.map(\.problemCount) == [0])
    #expect(start.state.decks.map(\.problemCount) == [0])
  }

  @Test func `a question is found on its line, also after the file has changed above it`() throws {
    try test.add([QuestionContent(text: "Mine?", choices: [Choice("a"), Choice("b")], correct: 0)])
    try read([row("Which is tall?"), row("Which is old?")])
    #expect(try place("Which is old?")?.text == "/trees.csv:3")
    #expect(try place("Mine?") == nil)
    try read([row("Which is new?"), row("Which is tall?"), row("Which is old?")])
    #expect(try place("Which is old?")?.text == "/trees.csv:4")
    try test.follower.perform(.unfollow(deck: "trees"))
    #expect(try place("Which is old?") == nil)
  }

  @Test func `what is followed on another device is not followed here`() throws {
    try read([row("Which is tall?")])
    try giveAway()
    #expect(try test.bank.summaries().map(\.problemCount) == [nil])
    #expect(try place("Which is tall?") == nil)
    #expect(throws: QuestionFollowsNothing.self) {
      try test.bank.followed.open(try question("Which is tall?").id)
    }
  }

  @Test func `a deck that is followed on another device can be let go of here`() throws {
    try read([row("Which is tall?")])
    try giveAway()
    try test.follower.perform(.unfollow(deck: "trees"))
    #expect(try test.follower.decks().isEmpty)
  }

  // MARK: - Changing a question that follows a file

  private func browse() throws -> ManageViewModel {
    try read([row("Which is tall?")])
    return try ManageViewModel(browser: try QuestionBrowser(bank: test.bank, deck: nil))
  }

  @Test func `a person is asked where to change it, and a second time means here`() throws {
    test.models.servePerson(byNeed: false)
    let manage = try browse()
    manage.commands.emit(.edit)
    #expect(manage.state.asksWhere && !manage.state.editing)
    manage.commands.emit(.edit)
    #expect(manage.state.editing && !manage.state.asksWhere)
  }

  @Test func `the question is withdrawn by what is done instead`() throws {
    test.models.servePerson(byNeed: false)
    let manage = try browse()
    var refused: [String] = []
    let handle = manage.refusals.observe { refused.append($0.code) }
    defer { handle.dispose() }
    for command in [ManageCommand.cancel, .file(nil), .go(1)] {
      manage.commands.emit(.edit)
      #expect(manage.state.asksWhere)
      manage.commands.emit(command)
      #expect(!manage.state.asksWhere && !manage.state.editing, "\(command)")
    }
    #expect(refused.isEmpty)
  }

  @Test func `scripts are not asked, nor is anybody about a question of their own`() throws {
    let manage = try browse()
    manage.commands.emit(.edit)
    #expect(manage.state.editing)
    manage.commands.emit(.cancel)
    test.models.servePerson(byNeed: false)
    try test.follower.perform(.unfollow(deck: "trees"))
    manage.commands.emit(.edit)
    #expect(manage.state.editing)
  }

  @Test func `what is changed here stays, and the rest goes on following`() throws {
    test.models.servePerson(byNeed: false)
    let manage = try browse()
    let texts = [FormEdit.question("Which is the tallest?"), .commentary("An oak.")]
    for command in [ManageCommand.edit, .edit] + texts.map { .write($0) } + [.save] {
      manage.commands.emit(command)
    }
    try read([row("Which is tall?", "B")])
    let content = try question("Which is the tallest?").content
    #expect(content.rightAnswers == ["elm"])
  }

  // MARK: - After an import

  private func offer(
    _ options: ImportOptions = ImportOptions(files: ["/trees.csv"])
  ) throws -> FollowCommand? {
    test.files.texts["/trees.csv"] = "question,a,b,c,answer\n" + row("Which is tall?")
    test.files.texts["/more.csv"] = "question,a,b,c,answer\n" + row("Which is small?")
    let start = try StartViewModel(test.models)
    try test.importer.run(options)
    return start.state.offer
  }

  @Test func `a person may follow the file that was imported`() throws {
    test.models.servePerson(byNeed: false)
    #expect(try offer() == .follow("/trees.csv", deck: nil, only: nil))
    #expect(
      try offer(ImportOptions(files: ["/trees.csv"], deck: "Trees"))
        == .follow("/trees.csv", deck: "Trees", only: nil))
  }

  @Test func `a program that ends offers nothing, and one that stays does`() throws {
    test.models.servePerson(byNeed: false)
    test.models.follower.endsAtOnce = true
    #expect(try offer() == nil)
    test.models.follower.begin()
    #expect(try offer(ImportOptions(files: ["/trees.csv"], deck: "Again")) != nil)
  }

  @Test func `the offer goes with the screen, and when it is taken`() throws {
    test.models.servePerson(byNeed: false)
    _ = try offer()
    let start = try StartViewModel(test.models)
    #expect(start.state.offer == nil)
    try test.importer.run(ImportOptions(files: ["/more.csv"]))
    let command = try #require(start.state.offer)
    try test.follower.perform(command)
    #expect(start.state.offer == nil)
  }

  /// Imports of which following would be another reading.
  private static let others: [ImportOptions] = {
    var options = ImportOptions(files: ["/trees.csv"])
    options.reading.answers = .numbersFromOne
    return [
      ImportOptions(files: ["/trees.csv"], dryRun: true),
      ImportOptions(files: ["/trees.csv", "/more.csv"]),
      ImportOptions(files: ["/trees.csv"], format: "csv"), options,
    ]
  }()

  @Test(arguments: others)
  func `nothing is offered where following would read another thing`(
    options: ImportOptions
  ) throws {
    test.models.servePerson(byNeed: false)
    #expect(try offer(options) == nil)
  }

  @Test func `nothing is offered to scripts, of what is followed already, and of a backup`() throws
  {
    #expect(try offer() == nil)
    try test.exporter.run(ExportOptions(file: "/backup.json", isBackup: true))
    test.models.servePerson(byNeed: false)
    #expect(try offer(ImportOptions(files: ["/backup.json"])) == nil)
    try test.follower.perform(.follow("/more.csv", deck: nil, only: nil))
    #expect(try offer(ImportOptions(files: ["/more.csv"])) == nil)
  }
}
