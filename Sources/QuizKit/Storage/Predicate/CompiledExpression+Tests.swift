import Foundation

// The expressions that are true or false.

extension PredicateExpressions.Conjunction: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    let (left, right) = (compiler.compile(lhs).run, compiler.compile(rhs).run)
    return .function { try left($0) && right($0) }
  }
}

extension PredicateExpressions.Disjunction: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    let (left, right) = (compiler.compile(lhs).run, compiler.compile(rhs).run)
    return .function { try left($0) || right($0) }
  }
}

extension PredicateExpressions.Negation: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    compiler.compile(wrapped).map { !$0 }
  }
}

extension PredicateExpressions.Equal: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    compiler.compile(lhs).joined(compiler.compile(rhs)) { $0 == $1 }
  }
}

extension PredicateExpressions.NotEqual: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    compiler.compile(lhs).joined(compiler.compile(rhs)) { $0 != $1 }
  }
}

extension PredicateExpressions.Comparison: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    let (left, right) = (compiler.compile(lhs), compiler.compile(rhs))
    switch op {
    case .lessThan: return left.joined(right) { $0 < $1 }
    case .lessThanOrEqual: return left.joined(right) { $0 <= $1 }
    case .greaterThan: return left.joined(right) { $0 > $1 }
    case .greaterThanOrEqual: return left.joined(right) { $0 >= $1 }
    @unknown default: return nil
    }
  }
}

extension PredicateExpressions.SequenceContains: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    compiler.compile(sequence).joined(compiler.compile(element)) { $0.contains($1) }
  }
}

extension PredicateExpressions.SequenceStartsWith: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    compiler.compile(base).joined(compiler.compile(prefix)) { $0.starts(with: $1) }
  }
}

extension PredicateExpressions.CollectionContainsCollection: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<R, Bool>? {
    let (base, other) = (compiler.compile(base), compiler.compile(other))
    if let text = base as? CompiledExpression<R, String>,
      case .constant(let part) = other as? CompiledExpression<R, String>
    {
      let search = TextSearch(part)
      return text.map(search.isPart)
    }
    return base.joined(other, hasPart)
  }
}

/// A part that is the same element by element. A text's own search finds more: 👩 in 👩‍👩‍👧.
private func hasPart<Whole: Collection, Part: Collection>(_ whole: Whole, _ part: Part) -> Bool
where Whole.Element == Part.Element, Whole.Element: Equatable {
  whole.contains(part)
}

/// Searches many texts for one.
private struct TextSearch {
  private let part: String
  private let bytes: ByteSearch?

  init(_ part: String) {
    self.part = part
    var part = part
    bytes = part.withUTF8 { utf8 in
      utf8.isEmpty || !TextForm.isSurelyComposed(UnsafeRawBufferPointer(utf8))
        ? nil : ByteSearch(Array(utf8))
    }
  }

  /// Most texts do not contain it, and bytes say so soonest. Where they find it, characters decide.
  func isPart(of text: String) -> Bool {
    if let bytes {
      var text = text
      let isAbsent = text.withUTF8 { utf8 in
        let utf8 = UnsafeRawBufferPointer(utf8)
        return bytes.first(in: utf8, from: 0) == nil && TextForm.isSurelyComposed(utf8)
      }
      if isAbsent { return false }
    }
    return hasPart(text, part)
  }
}
