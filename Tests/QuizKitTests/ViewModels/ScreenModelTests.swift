import Signals
import Testing

@testable import QuizKit
@testable import QuizSupport

@Suite struct ScreenModelTests {
  /// A count that a model changes.
  private final class Counter {
    @Observed private(set) var count = 0
    func add(_ number: Int) { count += number }
  }

  private struct CountState: ScreenState {
    static let screen = ScreenName.start
    var count: Int
    var note = ""
  }

  private enum CountCommand {
    case addTwice, note(String), addAndFail, fail, addAndReport
  }

  private struct Refusal: ReportableError {
    var code = "refused"
    var message: Message { Message(code, code, code) }
  }

  private final class CountScreen: ScreenModel<CountCommand, CountState> {
    let counter: Counter
    let reports = PublishSubject<String>()
    var unreadable = false
    private var note = ""

    init(_ counter: Counter, scheduler: (any TimeScheduler)? = nil, atOnce: Bool = false) {
      self.counter = counter
      super.init(CountState(count: 0), scheduler: scheduler)
      follow(counter.$count.skip(first: 1), atOnce: atOnce) { [unowned self] in note = "" }
    }

    override func perform(_ command: CountCommand) throws {
      switch command {
      case .addTwice:
        counter.add(1)
        counter.add(1)
      case .note(let text):
        note = text
        changed()
      case .addAndFail:
        counter.add(1)
        throw Refusal()
      case .fail: throw Refusal()
      case .addAndReport:
        counter.add(1)
        reports.emit("added")
      }
    }

    override func shown() throws -> CountState {
      if unreadable { throw Refusal() }
      return CountState(count: counter.count, note: note)
    }
  }

  private let counter = Counter()

  /// The output of a screen, in order.
  private func said(_ screen: CountScreen, _ work: () -> Void) -> [String] {
    var said: [String] = []
    let bag = DisposeBag()
    screen.states.skip(first: 1).observe { said.append("\($0.count)\($0.note)") }.disposed(by: bag)
    screen.refusals.observe { said.append($0.code) }.disposed(by: bag)
    screen.reports.signal.observe { said.append($0) }.disposed(by: bag)
    work()
    return said
  }

  @Test func `a command that changes the model twice shows one state`() {
    let screen = CountScreen(counter)
    #expect(said(screen) { screen.commands.emit(.addTwice) } == ["2"])
  }

  @Test func `each change of the model shows one state`() {
    let screen = CountScreen(counter)
    let said = said(screen) {
      counter.add(1)
      counter.add(1)
    }
    #expect(said == ["1", "2"])
  }

  @Test func `what a screen says about its command goes with the next change from elsewhere`() {
    let screen = CountScreen(counter)
    let said = said(screen) {
      screen.commands.emit(.note("!"))
      screen.commands.emit(.addTwice)
      counter.add(1)
    }
    #expect(said == ["0!", "2!", "3"])
  }

  @Test func `a command that fails is refused, after the state of what it has changed`() {
    let screen = CountScreen(counter)
    #expect(said(screen) { screen.commands.emit(.addAndFail) } == ["1", "refused"])
    #expect(said(screen) { screen.commands.emit(.fail) } == ["refused"])
  }

  @Test func `a state that cannot be read is refused, and the one before stays`() {
    let screen = CountScreen(counter)
    screen.unreadable = true
    #expect(said(screen) { counter.add(1) } == ["refused"])
    #expect(screen.state.count == 0)
  }

  @Test func `what a command changes comes before its report where the screen shows it at once`() {
    let screen = CountScreen(counter, atOnce: true)
    #expect(said(screen) { screen.commands.emit(.addAndReport) } == ["1", "added"])
    let other = CountScreen(Counter())
    #expect(said(other) { other.commands.emit(.addAndReport) } == ["added", "1"])
  }

  @Test func `changes of one instant show one state, at its end`() {
    let scheduler = VirtualScheduler()
    let screen = CountScreen(counter, scheduler: scheduler)
    let handles = [1, 1, 2].map { scheduler.after(.seconds($0)) { counter.add(1) } }
    #expect(said(screen) { scheduler.advance(by: .seconds(3)) } == ["2", "3"])
    withExtendedLifetime(handles) {}
  }

  @Test func `a command does not wait for the end of the instant`() {
    let screen = CountScreen(counter, scheduler: VirtualScheduler())
    #expect(said(screen) { screen.commands.emit(.addTwice) } == ["2"])
  }

  @Test func `a screen is not kept alive by its own subscriptions`() {
    weak var gone: CountScreen?
    do {
      let screen = CountScreen(counter)
      gone = screen
      screen.commands.emit(.addTwice)
    }
    #expect(gone == nil)
  }
}
