import QuizKit
import Signals

/// A countdown with three view-models: a display, buttons, and the screen that joins both.
///
/// Nothing here waits. The clock is a virtual one, and time passes where the program says so.
@main
enum Main {
  static func main() {
    let clock = VirtualScheduler()
    let timer = CountdownTimer(length: .seconds(3), scheduler: clock)
    let bag = DisposeBag()

    // The display and the buttons each follow the timer, and can be shown in different places.
    let display = TimerDisplayViewModel(timer: timer)
    display.$state.observe { print("display: \($0.remaining) of \($0.fullCount) s") }
      .disposed(by: bag)

    let player = TimerPlayerViewModel(timer: timer, scheduler: clock)
    player.$state.observe { state in
      print("buttons:", state.running ? "pause" : "start", state.stopEnabled ? "stop" : "-")
    }.disposed(by: bag)
    player.drops.observe { print("dropped:", $0.name) }.disposed(by: bag)

    // The second half of a double tap comes within a second, and is dropped.
    player.commands.emit(.start)
    clock.advance(by: .milliseconds(200))
    player.commands.emit(.pause)

    clock.advance(by: .seconds(1))
    player.commands.emit(.pause)
    clock.advance(by: .seconds(60))
    player.commands.emit(.stop)

    // The screen has both in one state. At the end the display and the buttons change at once, and
    // so does the alert.
    let screen = TimerViewModel(timer: timer, scheduler: clock)
    screen.states.observe { state in
      print("screen: \(state.remaining) s", state.alert ? "Time is up!" : "")
    }.disposed(by: bag)
    screen.refusals.observe { print("refused:", $0.message.code) }.disposed(by: bag)

    screen.commands.emit(.pause)
    screen.commands.emit(.start)
    clock.advance(by: .seconds(3))
  }
}
