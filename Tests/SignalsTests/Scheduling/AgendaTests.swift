import Testing

@testable import Signals

@Suite struct AgendaTests {
  private let agenda = Agenda()

  @Test func `T1 a thousand shuffled deadlines come out in order`() {
    var handles: [Disposable] = []
    var order: [Int] = []
    for number in 0..<1000 {
      let deadline = number * 7919 % 100
      handles.append(
        agenda.schedule(at: .seconds(deadline)) { order.append(deadline * 1000 + number) })
    }
    while let next = agenda.popFirst(dueBy: .seconds(100)) { next.action() }
    #expect(order == order.sorted())
    #expect(order.count == 1000)
  }

  @Test func `T7 cancelled work lets go of its closure at once`() {
    weak var captured: DisposeBag?
    let handle: Disposable
    do {
      let bag = DisposeBag()
      captured = bag
      handle = agenda.schedule(at: .seconds(1)) { withExtendedLifetime(bag) {} }
    }
    #expect(captured != nil)
    handle.dispose()
    #expect(captured == nil)
  }

  @Test func `T7 the agenda does not grow however much is scheduled and cancelled`() {
    let kept = agenda.schedule(at: .seconds(1)) {}
    for _ in 0..<10_000 {
      agenda.schedule(at: .seconds(2)) {}.dispose()
    }
    #expect(agenda.capacityInUse < 100)
    #expect(agenda.nextDeadline == .seconds(1))
    withExtendedLifetime(kept) {}
  }

  @Test func `T7 a handle does not cancel the work that took its place`() {
    let old = agenda.schedule(at: .seconds(1)) {}
    _ = agenda.popFirst(dueBy: .seconds(1))
    let new = agenda.schedule(at: .seconds(2)) {}
    old.dispose()
    #expect(agenda.nextDeadline == .seconds(2))
    withExtendedLifetime(new) {}
  }
}
