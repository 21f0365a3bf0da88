import Foundation

// The expressions that values come from.

extension PredicateExpressions.Value: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Output>? {
    .constant(value)
  }
}

extension PredicateExpressions.NilLiteral: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Wrapped?>? {
    .constant(nil)
  }
}

extension PredicateExpressions.Variable: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Output>? {
    compiler.isRecord(key) ? .stored(0) : nil
  }
}

extension PredicateExpressions.KeyPath: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Output>? {
    guard let root = compiler.known(root) else { return nil }
    // The path of a field that is computed, or has observers, says nothing of a place.
    if case .stored(let start) = root, let offset = MemoryLayout<Root.Output>.offset(of: keyPath) {
      return .stored(start + offset)
    }
    let path = keyPath
    return root.map { $0[keyPath: path] }
  }
}
