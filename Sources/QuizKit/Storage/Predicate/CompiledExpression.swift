import Foundation

/// What an expression of a predicate comes to for a record, found without walking the tree again.
///
/// `Predicate.evaluate` takes 0.5 µs and more for one comparison: it passes the record through a
/// dictionary of variables and looks it up at each mention. Here the record stays where it is and
/// is read by its address: to hand it on from function to function would retain and release each
/// of its fields every time, and a type that is known where this is compiled is compared ten times
/// faster than one that is known when it runs.
enum CompiledExpression<Output> {
  /// A record's address. It is of the kind of record that the predicate is of.
  typealias Record = UnsafeRawPointer

  /// The same for every record.
  case constant(Output)
  /// What is stored in the record so many bytes from its beginning.
  case stored(Int)
  /// Something else, which may fail.
  case function((Record) throws -> Output)

  /// What it comes to for a record.
  var run: (Record) throws -> Output {
    switch self {
    case .constant(let value): { _ in value }
    case .stored(let offset): { Self.load($0, offset) }
    case .function(let function): function
    }
  }

  @inline(__always)
  private static func load(_ record: Record, _ offset: Int) -> Output {
    (record + offset).assumingMemoryBound(to: Output.self).pointee
  }

  /// This expression with something done to it.
  func map<Result>(_ transform: @escaping (Output) -> Result) -> CompiledExpression<Result> {
    switch self {
    case .constant(let value): .constant(transform(value))
    case .stored(let offset): .function { transform(Self.load($0, offset)) }
    case .function(let function): .function { transform(try function($0)) }
    }
  }

  /// This expression and another one with something done to both, unless one of the two fails.
  @inline(__always)
  func joined<Other, Result>(
    _ other: CompiledExpression<Other>, _ transform: @escaping (Output, Other) -> Result
  ) -> CompiledExpression<Result> {
    switch (self, other) {
    case (.constant(let left), .constant(let right)):
      return .constant(transform(left, right))
    case (.stored(let offset), .constant(let right)):
      return .function { transform(Self.load($0, offset), right) }
    case (.constant(let left), .stored(let offset)):
      return .function { transform(left, CompiledExpression<Other>.load($0, offset)) }
    default:
      let (left, right) = (run, other.run)
      return .function { transform(try left($0), try right($0)) }
    }
  }
}

/// Takes the expressions of a predicate over records of one kind apart.
struct PredicateCompiler<R> {
  private let variable: PredicateExpressions.Variable<R>

  init(_ variable: PredicateExpressions.Variable<R>) {
    self.variable = variable
  }

  /// What `expression` comes to. A kind of expression that is not known is evaluated by itself.
  func compile<E: PredicateExpression>(_ expression: E) -> CompiledExpression<E.Output> {
    known(expression)
      ?? .function { [variable] record in
        let record = record.assumingMemoryBound(to: R.self).pointee
        return try expression.evaluate(PredicateBindings((variable, record)))
      }
  }

  /// The same; `nil` for a kind of expression that is not known.
  func known<E: PredicateExpression>(_ expression: E) -> CompiledExpression<E.Output>? {
    guard let compilable = expression as? any CompilableExpression else { return nil }
    return compiled(compilable) as? CompiledExpression<E.Output>
  }

  /// Whether `key` means the record.
  func isRecord(_ key: PredicateExpressions.VariableID) -> Bool { key == variable.key }

  private func compiled(_ expression: some CompilableExpression) -> Any? {
    expression.compiled(self)
  }
}

/// An expression that can say once and for all how it is evaluated.
protocol CompilableExpression: PredicateExpression {
  /// `nil` when it has a part that only means something inside another expression.
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Output>?
}
