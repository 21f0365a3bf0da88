import Signals

/// Builds the signal of a vector's expression from the operators of the library.
///
/// The words "cold", "of", "interval" and so on describe sources. They are built here from a custom
/// signal and from the scheduler's `after` and `every`.
struct VectorBuilder {
  let time: VirtualScheduler
  let sources: [String: VectorSource]
  let lets: [String: Expression]

  /// The operators that the library does not have. All other words must be handled below.
  private static let missing: Set = [
    "pairwise", "auditTime", "sample", "sampleTime", "buffer", "timeout", "concat", "zip", "share",
    // These it once had, and nothing used them.
    "delay", "distinctUntilChanged", "switchMap", "take", "takeUntil",
  ]

  func build(_ expression: Expression) throws -> Signal<Datum> {
    switch expression {
    case .source(let id):
      guard let source = sources[id] else { throw NotRun(reason: "source \(id) is not listed") }
      return source.signal
    case .named(let name):
      guard let part = lets[name] else { throw NotRun(reason: "part \(name) is not listed") }
      return try build(part)
    case .operation(let name, let arguments, let inputs):
      if Self.missing.contains(name) { throw NotRun(reason: "no operator \(name)") }
      return try build(name, arguments, inputs.map(build))
    }
  }

  private func build(
    _ name: String, _ arguments: Expression.Arguments, _ inputs: [Signal<Datum>]
  ) throws -> Signal<Datum> {
    guard let source = inputs.first else { return try buildSource(name, arguments) }
    let fn = arguments.fn ?? Word(fn: "tuple")
    let span = Duration.milliseconds(arguments.ms ?? 0)
    switch name {
    case "map": return indexed(source, fn.transform).map(\.result)
    case "filter": return indexed(source, fn.test).filter(\.result).map(\.value)
    case "takeWhile":
      if arguments.inclusive == true { throw NotRun(reason: "no argument inclusive of takeWhile") }
      return indexed(source, fn.test).take(while: \.result).map(\.value)
    case "scan":
      guard let seed = arguments.seed else {
        return source.scan(nil) { last, value in last.map { fn.combine($0, value) } ?? value }
          .compactMap { $0 }
      }
      return source.scan(seed, fn.combine)
    case "skip": return source.skip(first: arguments.count ?? 0)
    case "startWith":
      return (arguments.values ?? []).reversed().reduce(source) { $0.start(with: $1) }
    case "merge": return .merge(inputs)
    case "combineLatest":
      return inputs.dropFirst()
        .reduce(source.map { [$0] }) { $0.combineLatest($1) { $0 + [$1] } }
        .map(fn.combine)
    case "withLatestFrom":
      return inputs.dropFirst()
        .reduce(source.map { [$0] }) { $0.withLatest($1) { $0 + [$1] } }
        .map(fn.combine)
    case "debounceTime": return source.debounce(for: span, on: time)
    case "throttleTime":
      if arguments.leading != true { throw NotRun(reason: "no argument leading of throttleTime") }
      return source.throttle(for: span, latest: arguments.trailing == true, on: time)
    default: throw NotRun(reason: "unknown operator \(name)")
    }
  }

  private var never: Signal<Datum> {
    Signal { _, _ in Disposable() }
  }

  private func buildSource(_ name: String, _ arguments: Expression.Arguments) throws -> Signal<
    Datum
  > {
    let time = time
    switch name {
    case "never": return never
    case "of", "empty":
      return Signal { receive, completed in
        for value in arguments.values ?? [] { receive(value) }
        completed()
        return Disposable()
      }
    case "interval", "timer":
      let period = (arguments.period_ms ?? (name == "interval" ? arguments.ms : nil))
      return Signal { receive, completed in
        let bag = DisposeBag()
        time.after(.milliseconds(arguments.due_ms ?? arguments.ms ?? 0)) {
          receive(.number(0))
          guard let period else { return completed() }
          var count = 0
          time.every(.milliseconds(period)) {
            count += 1
            receive(.number(count))
          }.disposed(by: bag)
        }.disposed(by: bag)
        return Disposable { bag.dispose() }
      }
    default: throw NotRun(reason: "unknown source \(name)")
    }
  }

  /// Each value, transformed by the word together with its index in this observation.
  private func indexed<Result>(
    _ source: Signal<Datum>, _ apply: @escaping (Datum, Int) -> Result
  ) -> Signal<(value: Datum, result: Result)> {
    Signal { receive, completed in
      var index = 0
      return source.observe(
        { value in
          let result = apply(value, index)
          index += 1
          receive((value, result))
        }, completed: completed)
    }
  }
}
