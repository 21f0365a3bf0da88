import Testing

@testable import Signals

@Suite struct AgendaTests {
  @Test func `T1 a thousand shuffled deadlines come out in order`() {
    var agenda = Agenda()
    var order: [Int] = []
    for number in 0..<1000 {
      let deadline = number * 7919 % 100
      _ = agenda.add(at: .seconds(deadline)) { order.append(deadline * 1000 + number) }
    }
    while let action = agenda.next(dueBy: .seconds(100)) { action() }
    #expect(order == order.sorted())
    #expect(order.count == 1000)
  }

  @Test func `T7 the order stays when half of the work is cancelled`() {
    var agenda = Agenda()
    var order: [Int] = []
    let numbers = (0..<1000).map { number in
      let deadline = number * 7919 % 100
      return agenda.add(at: .seconds(deadline)) { order.append(deadline * 1000 + number) }
    }
    for (index, number) in numbers.enumerated() where index % 3 != 0 { _ = agenda.cancel(number) }
    while let action = agenda.next(dueBy: .seconds(100)) { action() }
    #expect(order == order.sorted())
    #expect(order.count == 334)
  }

  @Test func `T7 cancelled work lets go of its closure at once`() {
    let time = VirtualScheduler()
    weak var captured: DisposeBag?
    let handle: Disposable
    do {
      let bag = DisposeBag()
      captured = bag
      handle = time.after(.seconds(1)) { withExtendedLifetime(bag) {} }
    }
    #expect(captured != nil)
    handle.dispose()
    #expect(captured == nil)
  }

  @Test func `L5 what cancelled work captured may cancel other work as it goes`() {
    let time = VirtualScheduler()
    var ran = false
    let handle: Disposable
    do {
      let bag = DisposeBag()
      time.after(.seconds(1)) { ran = true }.disposed(by: bag)
      handle = time.after(.seconds(1)) { withExtendedLifetime(bag) {} }
    }
    handle.dispose()
    time.advance(by: .seconds(1))
    #expect(!ran)
  }

  @Test func `T7 the agenda does not grow however much is scheduled and cancelled`() {
    var agenda = Agenda()
    _ = agenda.add(at: .seconds(1)) {}
    for _ in 0..<10_000 { _ = agenda.cancel(agenda.add(at: .seconds(2)) {}) }
    #expect(agenda.places < 100)
    #expect(agenda.nextDeadline() == .seconds(1))
  }

  @Test func `T7 what has run cannot be cancelled, nor anything that came after it`() {
    var agenda = Agenda()
    let old = agenda.add(at: .seconds(1)) {}
    _ = agenda.next(dueBy: .seconds(1))
    _ = agenda.add(at: .seconds(2)) {}
    #expect(agenda.cancel(old) == nil)
    #expect(agenda.nextDeadline() == .seconds(2))
  }
}
