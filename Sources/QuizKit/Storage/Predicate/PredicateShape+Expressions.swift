import Foundation

// What the kinds of expressions have in common, so that their generic types can be told apart.

protocol ConjunctionShape {
  var left: Any { get }
  var right: Any { get }
}

protocol ComparisonShape {
  var left: Any { get }
  var right: Any { get }
  var comparison: PredicateComparison? { get }
}

protocol SearchShape {
  var text: Any { get }
  var part: Any { get }
}

/// An expression that is a field of the record, or the record.
protocol PathShape {
  /// Whether it is the record itself.
  var isRecord: Bool { get }
  func path<R>(from type: R.Type) -> PartialKeyPath<R>?
}

/// An expression in which the record does not occur.
protocol ConstantShape {
  var constant: Any? { get }
}

extension PredicateExpressions.Conjunction: ConjunctionShape {
  var left: Any { lhs }
  var right: Any { rhs }
}

extension PredicateExpressions.Equal: ComparisonShape {
  var left: Any { lhs }
  var right: Any { rhs }
  var comparison: PredicateComparison? { .equal }
}

extension PredicateExpressions.Comparison: ComparisonShape {
  var left: Any { lhs }
  var right: Any { rhs }
  var comparison: PredicateComparison? {
    switch op {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    @unknown default: nil
    }
  }
}

extension PredicateExpressions.CollectionContainsCollection: SearchShape {
  var text: Any { base }
  var part: Any { other }
}

extension PredicateExpressions.Variable: PathShape {
  var isRecord: Bool { true }
  func path<R>(from type: R.Type) -> PartialKeyPath<R>? { \R.self }
}

extension PredicateExpressions.KeyPath: PathShape {
  var isRecord: Bool { false }
  func path<R>(from type: R.Type) -> PartialKeyPath<R>? {
    guard let root = root as? any PathShape else { return nil }
    // Appending to the record itself would give a path that equals no written one.
    if root.isRecord { return keyPath as? PartialKeyPath<R> }
    return root.path(from: type)?.appending(path: keyPath)
  }
}

extension PredicateExpressions.Value: ConstantShape {
  var constant: Any? { value }
}

extension PredicateExpressions.KeyPath: ConstantShape {
  var constant: Any? {
    guard let root = (root as? any ConstantShape)?.constant as? Root.Output else { return nil }
    return root[keyPath: keyPath]
  }
}
