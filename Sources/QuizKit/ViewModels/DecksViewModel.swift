import Signals

/// What the list of decks shows.
public struct DecksState: ScreenState {
  public static let screen = ScreenName.decks

  /// The decks in the order in which they were made.
  public var decks: [DeckSummary]
  /// The deck that a quiz takes when none is named; `nil` for the whole bank.
  @Nullable public var selectedDeck: String?
  /// What is said about the last command.
  @Nullable public var message: Message?
}

/// What a person can ask for at the list of decks.
public enum DecksCommand: Equatable, Sendable {
  /// Make a deck of this name.
  case new(String)
  /// Give a deck another name.
  case rename(String, to: String)
  /// Delete a deck with its questions.
  case delete(String)
  /// Choose the deck that a quiz takes when none is named; `nil` for the whole bank.
  case select(String?)
}

/// The list of decks.
public final class DecksViewModel: ViewModel {
  public let commands = PublishSubject<DecksCommand>()
  public var states: Signal<DecksState> { $state }
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// What the screen shows.
  @Observed public private(set) var state: DecksState

  private let bank: QuestionBank
  private var message: Message?
  /// Whether a command is under way, at whose end the state is emitted once.
  private var isPerforming = false
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the screen.
  ///
  /// - Throws: What the store throws when it cannot be read.
  public init(bank: QuestionBank) throws {
    self.bank = bank
    _state = Observed(wrappedValue: try DecksState(bank, message: nil))
    bank.changes.observe { [unowned self] in
      guard !isPerforming else { return }
      message = nil
      refused.attempt(show)
    }.disposed(by: bag)
    commands.signal.observe { [unowned self] in run($0) }.disposed(by: bag)
  }

  private func run(_ command: DecksCommand) {
    refused.attempt {
      isPerforming = true
      defer { isPerforming = false }
      try perform(command)
    }
    refused.attempt(show)
  }

  private func perform(_ command: DecksCommand) throws {
    switch command {
    case .new(let name):
      try bank.makeDeck(named: name)
      message = .registered
    case .rename(let name, let newName):
      try bank.renameDeck(name, to: newName)
      message = .saved
    case .delete(let name):
      try bank.deleteDeck(name)
      message = .deleted
    case .select(let name):
      try bank.select(deck: name)
      message = nil
    }
  }

  private func show() throws {
    state = try DecksState(bank, message: message)
  }
}

extension DecksState {
  /// What the list looks like now.
  init(_ bank: QuestionBank, message: Message?) throws {
    decks = try DeckSummary.all(in: bank)
    let selected = try bank.selectedDeck
    selectedDeck = selected
    self.message = message
  }
}
