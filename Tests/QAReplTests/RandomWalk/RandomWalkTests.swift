import Testing

@testable import QuizKit
@testable import qa_repl

/// A thousand commands by chance, over all screens: nothing traps, there is always a way back, and after each of them the bank is
/// what a model kept beside it says.
@Suite struct RandomWalkTests {
  static let table = "question,a,b,answer,explanation\nX?,1,2,A,x\nY?,1,2,B,y\n"

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a thousand commands by chance leave the bank as the model says`(seed: UInt64) throws {
    let program = try TestProgram(
      samples: false, files: TestFiles(contents: ["more.csv": Self.table]))
    program.shell.caution = .none
    var source = CommandSource(seed: seed)
    var model = BankModel()
    var visited: Set<ScreenName> = []
    var recent: [String] = []
    for step in 1...1000 {
      visited.insert(program.shell.screen)
      let names = model.contents.decks.map(\.name)
      let isWriting =
        program.state(RegisterState.self) != nil
        || program.state(ManageState.self)?.editing == true
      let line =
        step.isMultiple(of: 100)
        ? "home" : source.next(on: program.shell.screen, isWriting: isWriting, decks: names)
      recent = (recent + ["\(program.shell.screen.rawValue)> \(line)"]).suffix(30)
      let walk = Comment(
        rawValue: "seed \(seed), step \(step):\n" + recent.joined(separator: "\n"))
      let parser = CommandParser(
        table: program.shell.table, screen: program.shell.screen, language: .english)
      let command = try? parser.command(line: line)
      let before = program.shell.state
      let failures = program.shell.failures
      let said = program.run(line)
      let didFail = program.shell.failures > failures

      try #require(!said.contains("error[unexpected]"), walk)
      if step.isMultiple(of: 100) { try #require(program.shell.screen == .start, walk) }
      if let command, let expected = model.follow(command, before, didFail) {
        try #require(didFail == !expected, walk)
      }
      try #require(try program.listing == model.contents.listing.map { "\($0)" }, walk)
      if step.isMultiple(of: 70) { try #require(leadsBack(program), walk) }
    }
    // A walk that stays in one place would prove little.
    #expect(visited.count >= 10, "\(visited)")
    #expect(model.changes >= 50)
  }

  /// Whether `back` alone leads to the start screen, or to a question of a quiz, from which `home` does.
  private func leadsBack(_ program: TestProgram) -> Bool {
    for _ in 0..<60 {
      if [.start, .quiz, .confirm].contains(program.shell.screen) { return true }
      program.run("back")
    }
    return false
  }
}

extension TestProgram {
  /// Each deck with its questions, read from the store.
  fileprivate var listing: [String] {
    get throws {
      let store = StoreContext(shell.models.world.store.store)
      return try store.fetch(FetchDescriptor<Deck>()).map { deck in
        let questions = try store.records(whose: \Question.deckID, is: deck.id)
        return "\((deck: deck.name, fields: questions.map { FormFields($0.content) }))"
      }
    }
  }
}

extension BankModel {
  /// Does what `command` does; `state` is what the screen showed before it.
  ///
  /// - Returns: Whether the command has to succeed; `nil` where the model does not know.
  mutating func follow(_ command: Command, _ state: (any Viewable)?, _ didFail: Bool) -> Bool? {
    switch command {
    // Undo and redo on other screens concern other things than the bank.
    case .undo where concernsBank(state): return undo()
    case .redo where concernsBank(state): return redo()
    case .screen(let command): return follow(command.value, state, didFail)
    case .application(.importFiles(let options)):
      if !didFail, !options.dryRun { addTable(deck: options.deck ?? "more") }
      return nil
    default: return nil
    }
  }

  private func concernsBank(_ state: (any Viewable)?) -> Bool {
    !(state is NotesState || state is HistoryState || state is TrashState || state is ExamsState
      || state is ExamFormState)
  }

  private mutating func follow(
    _ command: any Equatable, _ state: (any Viewable)?, _ didFail: Bool
  ) -> Bool? {
    switch command {
    case DecksCommand.new(let name): return makeDeck(name)
    case DecksCommand.rename(let name, let newName): return renameDeck(name, to: newName)
    case DecksCommand.delete(let names): return deleteDeck(names[0])
    case DecksCommand.select(let name): return name.map { deck($0) != nil } ?? true
    case let command as ManageCommand:
      guard !didFail, let state = state as? ManageState else { return nil }
      follow(command, state)
    case RegisterCommand.register:
      guard !didFail, let state = state as? RegisterState else { return nil }
      add([state.fields], deck: state.deck)
    case StartCommand.addSamples:
      guard !didFail else { return nil }
      asOne { model in
        for sample in SampleDeck.all where model.deck(sample.name) == nil {
          model.add(sample.questions.map { FormFields($0) }, deck: sample.name)
        }
      }
    default: return nil
    }
    return nil
  }

  private mutating func follow(_ command: ManageCommand, _ state: ManageState) {
    let items = items(ofDeck: state.deck)
    switch command {
    case .edit: openForm(of: items[state.index - 1])
    case .delete(nil): delete(items[state.index - 1])
    case .delete(let numbers?):
      let chosen = numbers.ranges.flatMap { $0.map { items[$0 - 1] } }
      asOne { model in for item in chosen { model.delete(item) } }
    case .save, .overwrite: saveForm(state.fields, deck: state.questionDeck)
    case .keepBoth: saveFormBeside(state.fields, deck: state.questionDeck)
    case .back, .forward, .go, .show, .write, .cancel, .reload: break
    }
  }

  /// The table's questions, but those that the deck has.
  private mutating func addTable(deck name: String) {
    let table = [("X?", 0, "x"), ("Y?", 1, "y")].map { text, correct, commentary in
      FormFields(
        QuestionContent(
          text: text, choices: [Choice("1"), Choice("2")], correct: correct,
          commentary: commentary))
    }
    let known = deck(name) == nil ? [] : items(ofDeck: name).map(\.fields)
    let new = table.filter { fields in
      !known.contains {
        $0.question == fields.question && Set($0.choices) == Set(fields.choices)
      }
    }
    if !new.isEmpty { add(new, deck: name) }
  }
}
