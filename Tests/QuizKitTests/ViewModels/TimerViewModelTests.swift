import Signals
import Testing

@testable import QuizKit
@testable import QuizSupport

@Suite struct TimerViewModelTests {
  private let scheduler = VirtualScheduler()
  private let screen: TimerViewModel

  init() {
    let timer = CountdownTimer(length: .seconds(5), scheduler: scheduler)
    screen = TimerViewModel(timer: timer, scheduler: scheduler)
  }

  private func state(
    _ remaining: Int, running: Bool = false, stopEnabled: Bool = false, alert: Bool = false
  ) -> TimerState {
    TimerState(
      fullCount: 5, remaining: remaining, running: running, stopEnabled: stopEnabled, alert: alert)
  }

  @Test func `a new timer shows its full time, with nothing to stop`() {
    #expect(screen.state == state(5))
  }

  @Test func `stop is enabled once time has run`() {
    screen.commands.emit(.start)
    #expect(screen.state == state(5, running: true))
    scheduler.advance(by: .seconds(1))
    #expect(screen.state == state(4, running: true, stopEnabled: true))
  }

  @Test func `of the commands within a second the first counts, and no other comes late`() {
    screen.commands.emit(.start)
    scheduler.advance(by: .milliseconds(999))
    screen.commands.emit(.pause)
    scheduler.advance(by: .seconds(1))
    #expect(screen.state.running)
    screen.commands.emit(.pause)
    #expect(!screen.state.running)
  }

  @Test func `the display and the alert change at the same instant, and the display stays at 0`() {
    var states: [TimerState] = []
    let subscription = screen.states.observe { states.append($0) }
    screen.commands.emit(.start)
    scheduler.advance(by: .seconds(20))
    #expect(states.map(\.remaining) == [5, 5, 4, 3, 2, 1, 0])
    #expect(states.filter(\.alert) == [state(0, stopEnabled: true, alert: true)])
    subscription.dispose()
  }

  @Test func `the display and the buttons can be observed without the screen`() {
    let timer = CountdownTimer(length: .seconds(2), scheduler: scheduler)
    let display = TimerDisplayViewModel(timer: timer)
    let player = TimerPlayerViewModel(timer: timer, scheduler: scheduler)
    var seen: [String] = []
    let bag = DisposeBag()
    display.$state.observe { seen.append("\($0.remaining)") }.disposed(by: bag)
    player.$state.observe { seen.append($0.running ? "running" : "not running") }
      .disposed(by: bag)
    player.commands.emit(.start)
    scheduler.advance(by: .seconds(2))
    #expect(seen.prefix(5) == ["2", "not running", "running", "1", "running"])
    #expect(Set(seen.suffix(2)) == ["0", "not running"])
  }

  @Test func `stop after the end goes back to the full time and takes the alert away`() {
    screen.commands.emit(.start)
    scheduler.advance(by: .seconds(5))
    screen.commands.emit(.stop)
    #expect(screen.state == state(5))
  }

  @Test func `a pause keeps the exact time, down to the part of a second`() {
    screen.commands.emit(.start)
    scheduler.advance(by: .milliseconds(1500))
    screen.commands.emit(.pause)
    #expect(screen.state == state(4, stopEnabled: true))
    scheduler.advance(by: .seconds(60))
    screen.commands.emit(.start)
    scheduler.advance(by: .milliseconds(3499))
    #expect(screen.state == state(1, running: true, stopEnabled: true))
    scheduler.advance(by: .milliseconds(1))
    #expect(screen.state.alert)
  }

  @Test(arguments: [
    (TimerCommand.pause, TimerRefusal.notRunning), (.stop, .nothingToStop),
  ])
  func `a command that would do nothing is refused`(command: TimerCommand, refusal: TimerRefusal) {
    var refusals: [String] = []
    let subscription = screen.refusals.observe { refusals.append($0.code) }
    screen.commands.emit(command)
    #expect(refusals == [refusal.code])
    #expect(screen.state == state(5))
    subscription.dispose()
  }

  @Test func `start after the end starts anew from the full time`() {
    screen.commands.emit(.start)
    scheduler.advance(by: .seconds(6))
    var states: [TimerState] = []
    let subscription = screen.states.observe { states.append($0) }
    screen.commands.emit(.start)
    #expect(states == [state(0, stopEnabled: true, alert: true), state(5, running: true)])
    scheduler.advance(by: .seconds(5))
    #expect(screen.state.alert)
    subscription.dispose()
  }

  @Test func `a command that is refused does not swallow the next one`() {
    screen.commands.emit(.pause)
    screen.commands.emit(.stop)
    screen.commands.emit(.start)
    #expect(screen.state.running)
  }

  @Test func `a command in the second after one that was carried out is dropped, and this is said`()
  {
    var said: [String] = []
    let bag = DisposeBag()
    screen.notices.observe { said.append("\($0.code): \($0.text(in: .english))") }
      .disposed(by: bag)
    screen.refusals.observe { said.append($0.code) }.disposed(by: bag)
    screen.commands.emit(.pause)
    screen.commands.emit(.start)
    #expect(said == ["not-running"])
    scheduler.advance(by: .milliseconds(999))
    screen.commands.emit(.start)
    #expect(
      said == [
        "not-running",
        "dropped: “start” came within a second of the command before it and was dropped.",
      ])
    scheduler.advance(by: .milliseconds(1))
    screen.commands.emit(.start)
    #expect(said.last == "running")
  }
}
