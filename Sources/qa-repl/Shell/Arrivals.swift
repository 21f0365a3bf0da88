import QuizStore
import Signals

/// What reaches a program that runs one line at a time, in the order of time.
struct Arrivals {
  let loop = EventLoop<Arrival>()
  /// Says when another program writes to the bank's file.
  let watch: FileWatch

  init() {
    watch = FileWatch { [mailbox = loop.mailbox] in mailbox.post(.file($0)) }
  }

  /// Handles what is there without waiting, before lines are read.
  func settle() {
    loop.poll { if case .file(let news) = $0 { watch.deliver(news) } }
  }
}
