import Foundation
import Testing

@testable import Signals

@Suite struct EventLoopTests {
  private let loop = EventLoop<String>()
  private let bag = DisposeBag()

  @Test func `E3 what is left when the loop stops is handled by the next run`() {
    for message in ["a", "stop", "b", "stop"] { loop.mailbox.post(message) }
    var handled: [String] = []
    let handle = { (message: String) in
      handled.append(message)
      if message == "stop" { loop.stop() }
    }
    loop.run(handle)
    #expect(handled == ["a", "stop"])
    loop.run(handle)
    #expect(handled == ["a", "stop", "b", "stop"])
  }

  @Test func `E4 the loop wakes for a message from another thread`() {
    let mailbox = loop.mailbox
    loop.after(.zero) {
      Thread.detachNewThread { mailbox.post("hello") }
    }.disposed(by: bag)
    var handled: [String] = []
    loop.run {
      handled.append($0)
      loop.stop()
    }
    #expect(handled == ["hello"])
  }

  @Test func `E4 the loop wakes for a deadline, not before it`() {
    var now: Duration = .zero
    loop.after(.milliseconds(2)) { [loop] in
      now = loop.now
      loop.stop()
    }.disposed(by: bag)
    loop.run { _ in }
    #expect(now >= .milliseconds(2))
  }

  @Test func `E5 polling handles what is there and returns`() {
    var handled: [String] = []
    loop.mailbox.post("a")
    loop.after(.zero) { handled.append("due") }.disposed(by: bag)
    loop.after(.seconds(3600)) { handled.append("far") }.disposed(by: bag)
    loop.poll { handled.append($0) }
    #expect(handled.sorted() == ["a", "due"])
    #expect(loop.nextDeadline.map { $0 >= .seconds(3600) } == true)
  }

  @Test func `E2 a message posted before a deadline is handled before its work`() {
    var handled: [String] = []
    loop.after(.milliseconds(1)) { handled.append("deadline") }.disposed(by: bag)
    loop.mailbox.post("in time")
    while loop.nextDeadline != nil { loop.poll { handled.append($0) } }
    #expect(handled == ["in time", "deadline"])
  }
}
