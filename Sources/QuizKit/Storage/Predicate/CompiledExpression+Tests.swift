import Foundation

// The expressions that are true or false.

extension PredicateExpressions.Conjunction: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    let (left, right) = (compiler.compile(lhs).run, compiler.compile(rhs).run)
    return .function { try left($0) && right($0) }
  }
}

extension PredicateExpressions.Disjunction: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    let (left, right) = (compiler.compile(lhs).run, compiler.compile(rhs).run)
    return .function { try left($0) || right($0) }
  }
}

extension PredicateExpressions.Negation: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    compiler.compile(wrapped).map { !$0 }
  }
}

extension PredicateExpressions.Equal: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    CompiledComparison.equal(compiler.compile(lhs), compiler.compile(rhs))
  }
}

extension PredicateExpressions.NotEqual: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    CompiledComparison.equal(compiler.compile(lhs), compiler.compile(rhs)).map { !$0 }
  }
}

extension PredicateExpressions.Comparison: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    CompiledComparison.ordered(compiler.compile(lhs), comparison, compiler.compile(rhs))
  }
}

extension PredicateExpressions.SequenceContains: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    let (list, element) = (compiler.compile(sequence), compiler.compile(element))
    if let texts = list as? CompiledExpression<[String]>,
      let text = element as? CompiledExpression<String>
    {
      return texts.joined(text) { $0.contains($1) }
    }
    return list.joined(element) { $0.contains($1) }
  }
}

extension PredicateExpressions.SequenceStartsWith: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    compiler.compile(base).joined(compiler.compile(prefix)) { $0.starts(with: $1) }
  }
}

extension PredicateExpressions.CollectionContainsCollection: CompilableExpression {
  func compiled<R>(_ compiler: PredicateCompiler<R>) -> CompiledExpression<Bool>? {
    let (base, other) = (compiler.compile(base), compiler.compile(other))
    if let text = base as? CompiledExpression<String>,
      case .constant(let part) = other as? CompiledExpression<String>
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
