#if DEBUG
  import Testing

  @testable import Signals

  /// Makes sure that no object of the library lives longer than necessary.
  @Suite struct LiveObjectsTests {
    @Test func `the count sees what is alive`() {
      var kept: Disposable?
      let remaining = LiveObjects.remaining { kept = PublishSubject<Int>().signal.observe { _ in } }
      #expect(remaining == 1)
      withExtendedLifetime(kept) {}
    }

    @Test func `L4 nothing is left of a chain of all operators that was dropped in the middle`() {
      let remaining = LiveObjects.remaining { Self.useAllOperators { _, _ in } }
      #expect(remaining == 0)
    }

    @Test func `L4 nothing is left of a chain of all operators that completed`() {
      let remaining = LiveObjects.remaining {
        Self.useAllOperators { subject, time in
          subject.complete()
          time.advance(by: .seconds(60))
        }
      }
      #expect(remaining == 0)
    }

    @Test func `L4 nothing is left although the observers capture the bag of their handles`() {
      let remaining = LiveObjects.remaining { Self.useAllOperators(capturingBag: true) { _, _ in } }
      #expect(remaining == 0)
    }

    @Test func `L4 nothing is left of an owner that observes itself weakly`() {
      final class Owner {
        let commands = PublishSubject<Int>()
        @Observed var state = 0
        let bag = DisposeBag()

        init(time: VirtualScheduler) {
          commands.signal.observe { [weak self] in self?.state = $0 }.disposed(by: bag)
          time.every(.seconds(1)) { [weak self] in self?.state += 1 }.disposed(by: bag)
        }
      }
      let remaining = LiveObjects.remaining {
        let time = VirtualScheduler()
        let owner = Owner(time: time)
        owner.commands.emit(1)
        time.advance(by: .seconds(3))
      }
      #expect(remaining == 0)
    }

    private static func useAllOperators(
      capturingBag: Bool = false, _ end: (PublishSubject<Int>, VirtualScheduler) -> Void
    ) {
      let time = VirtualScheduler()
      let subject = PublishSubject<Int>()
      let current = BehaviorSubject(0)
      let bag = DisposeBag()
      let captured = capturingBag ? bag : nil
      let source = subject.signal
      let second = Duration.seconds(1)
      let signals: [Signal<Int>] = [
        source.map { $0 }.filter { $0 > 0 }.compactMap { $0 }.scan(0, +),
        .merge(source, current.signal),
        source.combineLatest(current.signal, +),
        source.withLatest(current.signal, +),
        source.throttle(for: second, on: time),
        source.throttle(for: second, latest: false, on: time),
        source.debounce(for: second, on: time), source.take(while: { $0 < 2 }),
        source.start(with: 1), source.throttle(for: second, on: time).skip(first: 1),
      ]
      for signal in signals {
        signal.observe { _ in withExtendedLifetime(captured) {} }.disposed(by: bag)
      }
      time.every(second) { withExtendedLifetime(captured) {} }.disposed(by: bag)
      for value in 1...3 {
        subject.emit(value)
        time.advance(by: second / 2)
      }
      end(subject, time)
    }
  }
#endif
