@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import qa_repl

/// The decks with their questions as they must be after a command, computed by the simplest means.
struct ExpectedBank: Equatable {
  struct Deck: Equatable {
    var name: String
    var questions: [FormFields]
  }

  private(set) var decks: [Deck]

  /// The decks and questions of a store's bank.
  init(_ store: any DataStore) throws {
    let context = StoreContext(store)
    decks = try context.fetch(FetchDescriptor<QuizKit.Deck>()).map { deck in
      let questions = try context.records(whose: \Question.deckID, is: deck.id)
      return Deck(name: deck.name, questions: questions.map { FormFields($0.content).trimmed })
    }
  }

  /// Applies the effect of a successful command to decks and questions.
  ///
  /// - Parameter state: The state that the screen showed before the command.
  /// - Returns: Whether the effect is known. Imports, synchronization, undo and the like have rules
  ///   of their own; all other commands leave the bank unchanged.
  mutating func follow(_ command: Command, _ state: (any Viewable)?) -> Bool {
    switch command {
    case .undo, .undoLast, .redo, .application: return false
    case .screen(let command): return follow(command.command, state)
    default: return true
    }
  }

  private mutating func follow(_ command: any ScreenCommand, _ state: (any Viewable)?) -> Bool {
    switch command {
    case DecksCommand.new(let name): decks.append(Deck(name: name.trimmed, questions: []))
    case DecksCommand.rename(let name, let newName):
      for index in decks.indices where decks[index].name == name {
        decks[index].name = newName.trimmed
      }
    // A number is the number of a row.
    case DecksCommand.delete(let names) where names.contains { Int($0) != nil }: return false
    case DecksCommand.delete(let names): decks.removeAll { names.contains($0.name) }
    case let command as ManageCommand:
      guard let state = state as? ManageState else { return false }
      return follow(command, state)
    case RegisterCommand.register:
      guard let state = state as? RegisterState else { return false }
      add(state.fields, to: state.deck)
    case StartCommand.addSamples:
      for sample in SampleDeck.all where deck(sample.name) == nil {
        decks.append(
          Deck(name: sample.name, questions: sample.questions.map { FormFields($0).trimmed }))
      }
    case is SearchCommand, is TrashCommand, is LogCommand, ImportCommand.take: return false
    default: break
    }
    return true
  }

  private mutating func follow(_ command: ManageCommand, _ state: ManageState) -> Bool {
    let all = decks.indices.filter { state.deck == nil || decks[$0].name == state.deck }
      .flatMap { deck in decks[deck].questions.indices.map { (deck: deck, question: $0) } }
    // In the whole bank, questions of several decks may be in any order.
    guard state.deck != nil || decks.count == 1, isWhole(state, all) else {
      return command.leavesBank
    }
    switch command {
    case .delete(let numbers):
      let chosen = numbers.map { $0.ranges.flatMap { Array($0) } } ?? [state.index]
      for place in chosen.map({ all[$0 - 1] }).sorted(by: { $0.question > $1.question }) {
        decks[place.deck].questions.remove(at: place.question)
      }
    case .save, .overwrite:
      let place = all[state.index - 1]
      guard state.questionDeck == decks[place.deck].name else { return false }
      decks[place.deck].questions[place.question] = state.fields.trimmed
    case .keepBoth: return false
    default: break
    }
    return true
  }

  /// Whether the screen has all questions, and not only those that a search has found.
  private func isWhole(_ state: ManageState, _ all: [(deck: Int, question: Int)]) -> Bool {
    guard state.count == all.count else { return false }
    guard all.indices.contains(state.index - 1), !state.editing else { return true }
    let place = all[state.index - 1]
    return decks[place.deck].questions[place.question] == state.fields.trimmed
  }

  private mutating func add(_ fields: FormFields, to name: String) {
    if deck(name) == nil { decks.append(Deck(name: name, questions: [])) }
    if let index = deck(name) { decks[index].questions.append(fields.trimmed) }
  }

  private func deck(_ name: String) -> Int? { decks.firstIndex { $0.name == name } }
}

extension ManageCommand {
  /// Whether the command leaves the bank unchanged.
  fileprivate var leavesBank: Bool {
    switch self {
    case .delete, .save, .overwrite, .keepBoth: false
    default: true
    }
  }
}

extension FormFields {
  /// The fields as they are stored.
  fileprivate var trimmed: FormFields {
    var copy = self
    (copy.question, copy.commentary) = (question.trimmed, commentary.trimmed)
    copy.choices = choices.map(\.trimmed)
    // A true-or-false question with other words is stored as a question with one right choice.
    if kind == .trueFalse { copy.kind = .single }
    // This follows from what was typed, and is not stored.
    copy.canBeTrueFalse = true
    return copy
  }
}
