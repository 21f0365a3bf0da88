import Signals

/// A search that waits until somebody has stopped typing, with nothing but `Signals`.
@main
enum Main {
  static func main() {
    let clock = VirtualScheduler()
    let typed = PublishSubject<String>()
    let isOnline = BehaviorSubject(true)
    let bag = DisposeBag()

    // The text after each key.
    let text = typed.signal.scan("") { $0 + $1 }
    text.observe { print("\(clock.now.components.seconds) s  [\($0)]") }.disposed(by: bag)

    // A search for each text that nobody has added to for half a second.
    text.debounce(for: .milliseconds(500), on: clock)
      .withLatest(isOnline.signal) { $1 ? "searching for \($0)" : "no connection" }
      .observe { print("    ", $0) }
      .disposed(by: bag)

    for letter in ["c", "a", "t"] {
      typed.emit(letter)
      clock.advance(by: .milliseconds(200))
    }
    clock.advance(by: .seconds(1))

    isOnline.emit(false)
    typed.emit("s")
    clock.advance(by: .seconds(1))
  }
}
