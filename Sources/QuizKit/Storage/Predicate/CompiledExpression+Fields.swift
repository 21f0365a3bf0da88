import Foundation

// The expressions that values come from.

extension PredicateExpressions.Value: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Output>? {
    .constant(value)
  }
}

extension PredicateExpressions.NilLiteral: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Wrapped?>? {
    .constant(nil)
  }
}

extension PredicateExpressions.Variable: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Output>? {
    guard compiler.isRecord(key) else { return nil }
    let whole: CompiledExpression<R, R> = .field { $0 }
    return whole as? CompiledExpression<R, Output>
  }
}

extension PredicateExpressions.KeyPath: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Output>? {
    if let variable = root as? PredicateExpressions.Variable<R>, compiler.isRecord(variable.key),
      let path = keyPath as? Swift.KeyPath<R, Output>
    {
      return .field(FieldReader.reader(of: path))
    }
    let path = keyPath
    return compiler.known(root)?.map { $0[keyPath: path] }
  }
}

/// Reads fields of values.
private enum FieldReader {
  /// A field that is stored in the value is read from its place, which takes a tenth of the time
  /// that the path takes.
  static func reader<Root, Field>(of path: KeyPath<Root, Field>) -> (Root) -> Field {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return { $0[keyPath: path] } }
    return { root in
      withUnsafePointer(to: root) { pointer in
        (UnsafeRawPointer(pointer) + offset).assumingMemoryBound(to: Field.self).pointee
      }
    }
  }
}
