import Signals
import Testing

@testable import QuizKit

@Suite struct CountdownTimerTests {
  let scheduler = VirtualScheduler()

  func countdown(_ length: Duration) -> CountdownTimer {
    CountdownTimer(length: length, scheduler: scheduler)
  }

  @Test func `it says each second once, and then that time is over`() {
    let timer = countdown(.seconds(3))
    var seen: [CountdownTimer.State] = []
    let handle = timer.$state.observe { seen.append($0) }
    timer.start()
    scheduler.advance(by: .seconds(10))
    handle.dispose()
    #expect(
      seen == [
        .init(phase: .idle, secondsLeft: 3), .init(phase: .running, secondsLeft: 3),
        .init(phase: .running, secondsLeft: 2), .init(phase: .running, secondsLeft: 1),
        .init(phase: .ended, secondsLeft: 0),
      ])
  }

  @Test func `the display stays at 0 after the end`() {
    let timer = countdown(.seconds(1))
    timer.start()
    scheduler.advance(by: .seconds(60))
    timer.start()
    scheduler.advance(by: .seconds(60))
    #expect(timer.state == .init(phase: .ended, secondsLeft: 0))
  }

  @Test func `the end is announced together with the count of 0`() {
    let timer = countdown(.seconds(1))
    var countAtEnd: Int?
    let handle = timer.$state.observe { if $0.phase == .ended { countAtEnd = $0.secondsLeft } }
    timer.start()
    scheduler.advance(by: .seconds(1))
    handle.dispose()
    #expect(countAtEnd == 0)
  }

  @Test func `a pause keeps the exact time, not whole seconds`() {
    let timer = countdown(.seconds(10))
    timer.start()
    scheduler.advance(by: .milliseconds(2300))
    timer.pause()
    scheduler.advance(by: .seconds(100))
    #expect(timer.remaining == .milliseconds(7700))
    #expect(timer.state == .init(phase: .paused, secondsLeft: 8))
    timer.start()
    scheduler.advance(by: .milliseconds(7699))
    #expect(timer.state.phase == .running)
    scheduler.advance(by: .milliseconds(1))
    #expect(timer.state.phase == .ended)
  }

  @Test func `stop goes back to the full length`() {
    let timer = countdown(.seconds(5))
    timer.start()
    scheduler.advance(by: .seconds(2))
    timer.stop()
    scheduler.advance(by: .seconds(10))
    #expect(timer.state == .init(phase: .idle, secondsLeft: 5))
  }

  @Test func `a length of less than a second shows 1 until it ends`() {
    let timer = countdown(.milliseconds(400))
    timer.start()
    #expect(timer.state.secondsLeft == 1)
    scheduler.advance(by: .milliseconds(400))
    #expect(timer.state == .init(phase: .ended, secondsLeft: 0))
  }

  @Test func `one that goes on from an earlier run counts only what is left`() {
    let timer = CountdownTimer(length: .seconds(60), left: .seconds(2), scheduler: scheduler)
    timer.start()
    scheduler.advance(by: .seconds(2))
    #expect(timer.state.phase == .ended)
  }

  @Test func `one that is dropped leaves nothing scheduled`() {
    do {
      let timer = countdown(.seconds(5))
      timer.start()
    }
    #expect(scheduler.nextDeadline == nil)
  }
}
