import QuizStore
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit

@Suite struct WaysViewModelTests {
  private let test = TestWorld()

  init() throws {
    try test.add((1...30).map { .sample("A\($0)") }, deck: "A")
    try test.add([.sample("B1")], deck: "B")
  }

  private func ways(of deck: String?, in test: TestWorld? = nil) throws -> WaysViewModel {
    let test = test ?? self.test
    return try WaysViewModel(
      deck: try test.bank.deckToPlay(named: deck), bank: test.bank, quizzes: test.quizzes,
      history: test.history)
  }

  private func play(_ choices: [Int], _ options: QuizOptions) throws {
    let session = try test.start(options)
    for choice in choices { try session.select(choice) }
    session.showResult()
  }

  /// The ways that are open, with their numbers of questions.
  private func open(_ screen: WaysViewModel) -> [String] {
    screen.state.items.map { "\($0.way.rawValue) \($0.count)/\($0.questions)" }
  }

  @Test func `what has no questions is not offered`() throws {
    let usual = [
      "play 20/30", "practice 20/30", "timed 20/30", "all 30/30", "shuffled 20/30",
      "inOrder 20/30",
    ]
    #expect(open(try ways(of: "A")) == usual)
    #expect(open(try ways(of: "B")) == ["play 1/1", "practice 1/1", "timed 1/1"])
    try play([0, 1, 1], QuizOptions(deck: "A", count: 3))
    #expect(open(try ways(of: "A")).contains("mistakes 2/2"))
    test.scheduler.advance(by: .seconds(86400))
    #expect(open(try ways(of: "A")).contains("review 3/3"))
    #expect(!open(try ways(of: "B")).contains { $0.hasPrefix("review") })
  }

  @Test func `each way asks what it says`() throws {
    try play([0, 1, 1], QuizOptions(deck: "A", count: 3))
    test.scheduler.advance(by: .seconds(86400))
    let deck = try test.bank.deck(named: "A")
    for open in try test.quizzes.openWays(for: deck.id) {
      let way = ChosenWay(way: open.way)
      let session = try test.begun { try test.quizzes.play(deck, way) }
      #expect(session.items.count == way.size(of: open.questions), "\(open.way)")
      #expect(session.setup.time == way.time(for: open.questions))
      let isTold = [QuizWay.practice, .review].contains(open.way)
      #expect(session.setup.mode == (isTold ? .practice : .exam))
      session.leave()
    }
  }

  @Test func `what was chosen last comes first, for each deck by itself, also after a restart`()
    throws
  {
    let deck = try test.bank.deck(named: "A")
    _ = try test.begun { try test.quizzes.play(deck, ChosenWay(way: .timed)) }
    _ = try test.begun { try test.quizzes.play(nil, ChosenWay(way: .all)) }
    let items = try ways(of: "A").state.items
    #expect(items.map(\.way) == [.timed, .play, .practice, .all, .shuffled, .inOrder])
    #expect(items.filter(\.playedLast).map(\.way) == [.timed])
    #expect(try ways(of: nil).state.items.first?.way == .all)
    let restarted = TestWorld(store: test.store)
    #expect(try ways(of: "A", in: restarted).state.items.first?.way == .timed)
    #expect(try ways(of: "B").state.items.first?.way == .play)
  }

  @Test func `a way that is chosen again writes no setting`() throws {
    let deck = try test.bank.deck(named: "A")
    var saves = 0
    let handle = test.world.store.saves.observe {
      if $0.concerns(BankSetting.self) { saves += 1 }
    }
    for _ in 1...3 { _ = try test.begun { try test.quizzes.play(deck, ChosenWay(way: .practice)) } }
    #expect(saves == 1)
    handle.dispose()
  }

  @Test func `the number of questions is kept for the deck when it is played`() throws {
    let screen = try ways(of: "A")
    screen.commands.emit(.ask(8))
    #expect(open(screen).prefix(4) == ["play 8/30", "practice 8/30", "timed 8/30", "all 30/30"])
    #expect(screen.state.items[2].timeLimit == 240)
    #expect(open(try ways(of: "A")).first == "play 20/30")
    let session = try test.begun { screen.commands.emit(.go(3)) }
    #expect(session.items.count == 8 && session.setup.time == .seconds(240))
    session.leave()
    let restarted = try ways(of: "A", in: TestWorld(store: test.store))
    #expect(open(restarted).prefix(2) == ["timed 8/30", "play 8/30"])
    restarted.commands.emit(.ask(0))
    #expect(open(restarted).first == "timed 30/30")
    #expect(open(try ways(of: "B")) == ["play 1/1", "practice 1/1", "timed 1/1"])
  }

  @Test(arguments: [5, 0, -3]) func `all questions are kept as 0`(count: Int) throws {
    let deck = try test.bank.deck(named: "A")
    let store = test.world.unitOfWork()
    try store.transaction {
      store.insert(BankSetting(ways: [.init(deckID: deck.id, way: "timed", count: count)]))
    }
    #expect(open(try ways(of: "A")).first == (count > 0 ? "timed 5/30" : "timed 30/30"))
  }

  @Test func `a way of a newer version is passed over`() throws {
    let deck = try test.bank.deck(named: "A")
    let store = test.world.unitOfWork()
    try store.transaction {
      store.insert(BankSetting(ways: [.init(deckID: deck.id, way: "backwards")]))
    }
    #expect(try ways(of: "A").state.items.first?.way == .play)
  }

  @Test func `the screen follows answers, a new name and the end of its deck`() throws {
    let screen = try ways(of: "A")
    try test.bank.renameDeck("A", to: "C")
    #expect(screen.state.deck == "C")
    try test.bank.deleteDecks(["C"])
    #expect(screen.state.deck == nil && screen.state.items.isEmpty)
  }

  @Test func `from a quiz one does not come back to the ways`() throws {
    let navigator = Navigator(quizzes: test.quizzes)
    navigator.commands.emit(.open { _ in WaysRoute(nil) })
    let session = try test.begun { try test.quizzes.play(nil, ChosenWay()) }
    session.showResult()
    #expect(navigator.route.screen == .result)
    navigator.commands.emit(.back)
    #expect(navigator.route.screen == .start)
  }
}
