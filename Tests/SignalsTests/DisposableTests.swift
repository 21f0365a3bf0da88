import Signals
import Testing

@Suite struct DisposableTests {
  private let subject = PublishSubject<Int>()

  @Test func `L1 dropping the handle ends the subscription`() {
    var received: [Int] = []
    var handle: Disposable? = subject.signal.observe { received.append($0) }
    subject.emit(1)
    #expect(handle != nil)
    handle = nil
    subject.emit(2)
    #expect(received == [1])
  }

  @Test func `L2 only the first dispose does something`() {
    var calls = 0
    let handle = Disposable { calls += 1 }
    handle.dispose()
    handle.dispose()
    #expect(calls == 1)
  }

  @Test func `L4 a handle does not keep its source alive`() {
    weak var source: PublishSubject<Int>?
    let handle: Disposable
    do {
      let short = PublishSubject<Int>()
      source = short
      handle = short.signal.observe { _ in }
    }
    #expect(source == nil)
    handle.dispose()
  }

  @Test func `L5 what an observer captured may dispose of its neighbours as it goes`() {
    final class Owner {
      let bag = DisposeBag()
    }
    var received: [Int] = []
    var owner: Owner? = Owner()
    for _ in 0..<10 {
      if let owner { subject.signal.observe { received.append($0) }.disposed(by: owner.bag) }
    }
    let handle = subject.signal.observe { [owner] _ in withExtendedLifetime(owner) {} }
    owner = nil
    handle.dispose()
    subject.emit(1)
    #expect(received.isEmpty)
  }

  @Test func `L6 each observation has operators of its own`() {
    let changes = subject.signal.skip(first: 1)
    let first = Recorder(changes)
    subject.emit(1)
    let second = Recorder(changes)
    subject.emit(2)
    subject.emit(3)
    #expect(first.values == [2, 3])
    #expect(second.values == [3])
  }
}
