import Signals
import Testing

/// Compares the delivery rules (D1 to D4), all at once, with the simplest program that follows
/// them.
@Suite struct DeliveryModelTests {
  @Test(arguments: 1...50)
  func `D1 D2 D3 D4 a subject delivers what its simplest model does`(seed: Int) {
    let subject = PublishSubject<Int>()
    var handles: [Int: Disposable] = [:]
    let real = Story(seed: seed).run(
      add: { number, receive in handles[number] = subject.signal.observe(receive) },
      remove: { handles[$0]?.dispose() },
      emit: subject.emit)
    let model = Model()
    let expected = Story(seed: seed).run(add: model.add, remove: model.remove, emit: model.emit)
    #expect(real == expected)
    #expect(real.count > 100)
  }
}

/// A simple model of a subject, which searches and copies a list all the time.
private final class Model {
  private var observers: [(number: Int, receive: (Int) -> Void)] = []
  private var backlog: [(value: Int, numbers: [Int])] = []
  private var isDelivering = false

  func add(_ number: Int, _ receive: @escaping (Int) -> Void) {
    observers.append((number, receive))
  }

  func remove(_ number: Int) {
    observers.removeAll { $0.number == number }
  }

  func emit(_ value: Int) {
    backlog.append((value, observers.map(\.number)))
    guard !isDelivering else { return }
    isDelivering = true
    while !backlog.isEmpty {
      let (value, numbers) = backlog.removeFirst()
      for number in numbers {
        observers.first { $0.number == number }?.receive(value)
      }
    }
    isDelivering = false
  }
}

/// A sequence of random calls to a subject, from outside and from inside its observers. The same
/// seed gives the same sequence.
private final class Story {
  private var state: UInt64
  private var nextNumber = 0
  private var nextValue = 0

  /// The number of calls that may still be made from inside observers. It makes sure that the
  /// sequence ends.
  private var actsLeft = 0
  private var log: [String] = []

  init(seed: Int) {
    state = UInt64(seed)
  }

  private func random(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  func run(
    add: @escaping (Int, @escaping (Int) -> Void) -> Void, remove: @escaping (Int) -> Void,
    emit: @escaping (Int) -> Void
  ) -> [String] {
    func act() {
      switch random(below: 4) {
      case 0:
        let number = nextNumber
        nextNumber += 1
        add(number) { [self] value in
          log.append("\(number) got \(value)")
          guard actsLeft > 0, random(below: 6) == 0 else { return }
          actsLeft -= 1
          act()
        }
      case 1 where nextNumber > 0: remove(random(below: nextNumber))
      default:
        nextValue += 1
        emit(nextValue)
      }
    }
    for _ in 0..<100 {
      actsLeft = 5
      act()
    }
    return log
  }
}
