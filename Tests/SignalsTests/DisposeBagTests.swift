import Signals
import Testing

@Suite struct DisposeBagTests {
  @Test func `L3 a bag ends what it holds in the order in which it came`() {
    var ended: [Int] = []
    var bag: DisposeBag? = DisposeBag()
    for number in 1...3 { bag?.insert(Disposable { ended.append(number) }) }
    bag = nil
    #expect(ended == [1, 2, 3])
  }

  @Test func `L3 a bag that was disposed of can be used again`() {
    var ended: [Int] = []
    let bag = DisposeBag()
    Disposable { ended.append(1) }.disposed(by: bag)
    bag.dispose()
    Disposable { ended.append(2) }.disposed(by: bag)
    #expect(ended == [1])
    bag.dispose()
    #expect(ended == [1, 2])
  }

  @Test func `L4 a bag captured by what it holds goes with the source`() {
    weak var bag: DisposeBag?
    do {
      let subject = PublishSubject<Int>()
      let captured = DisposeBag()
      bag = captured
      subject.signal.observe { _ in withExtendedLifetime(captured) {} }.disposed(by: captured)
    }
    #expect(bag == nil)
  }
}
