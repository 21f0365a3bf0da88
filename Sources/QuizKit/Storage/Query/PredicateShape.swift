import Foundation

/// The conditions in a predicate that an index or a byte search can answer.
///
/// `Predicate` is a tree of public types, and this walks it. Parts of an unknown type become
/// ``Term/other``; the caller must evaluate the predicate itself for them.
struct PredicateShape<R: StoredRecord> {
  /// A condition that every matching record meets.
  enum Term {
    /// The comparison of the field with the value holds.
    case compare(PartialKeyPath<R>, PredicateComparison, Any)
    /// The field has one of the values, of which there are none or several.
    case isOneOf(PartialKeyPath<R>, [Any])
    /// The field's text contains the other text.
    case contains(PartialKeyPath<R>, String)
    /// Any other condition.
    case other
  }

  private(set) var terms: [Term] = []

  init(_ predicate: Predicate<R>) {
    add(predicate.expression)
  }

  private mutating func add(_ expression: Any) {
    switch expression {
    case let both as any ConjunctionShape:
      add(both.left)
      add(both.right)
    case let comparison as any ComparisonShape:
      terms.append(term(comparison))
    case let search as any SearchShape:
      if let path = path(search.text), let part = constant(search.part) as? String {
        terms.append(.contains(path, part))
      } else {
        terms.append(.other)
      }
    case let membership as any MembershipShape:
      terms.append(term(membership))
    default:
      terms.append(.other)
    }
  }

  private func term(_ membership: any MembershipShape) -> Term {
    guard let path = path(membership.member),
      let values = constant(membership.values) as? any Collection
    else { return .other }
    let all = values.map { $0 as Any }
    return all.count == 1 ? .compare(path, .equal, all[0]) : .isOneOf(path, all)
  }

  private func term(_ comparison: any ComparisonShape) -> Term {
    guard let kind = comparison.comparison else { return .other }
    if let path = path(comparison.left), let value = constant(comparison.right) {
      return .compare(path, kind, value)
    }
    if let path = path(comparison.right), let value = constant(comparison.left) {
      return .compare(path, kind.turned, value)
    }
    return .other
  }

  private func path(_ expression: Any) -> PartialKeyPath<R>? {
    (expression as? any PathShape)?.path(from: R.self)
  }

  private func constant(_ expression: Any) -> Any? {
    (expression as? any ConstantShape)?.constant
  }
}

/// How a field is compared with a value.
enum PredicateComparison {
  case equal
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual

  /// The comparison with its two sides swapped.
  var turned: PredicateComparison {
    switch self {
    case .equal: .equal
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The index keys for which the comparison with `key` holds; `nil` when there are none.
  func keys(_ key: UInt64) -> ClosedRange<UInt64>? {
    switch self {
    case .equal: key...key
    case .less: key == .min ? nil : .min...key - 1
    case .lessOrEqual: .min...key
    case .greater: key == .max ? nil : key + 1 ... .max
    case .greaterOrEqual: key ... .max
    }
  }
}

// These protocols let the generic expression types be recognized without knowing their parameters.

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

protocol MembershipShape {
  var values: Any { get }
  var member: Any { get }
}

/// An expression that is the record or one of its fields.
protocol PathShape {
  /// Whether it is the record itself.
  var isRecord: Bool { get }
  func path<R>(from type: R.Type) -> PartialKeyPath<R>?
}

/// An expression that does not contain the record.
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

extension PredicateExpressions.SequenceContains: MembershipShape {
  var values: Any { sequence }
  var member: Any { element }
}

extension PredicateExpressions.Variable: PathShape {
  var isRecord: Bool { true }
  func path<R>(from type: R.Type) -> PartialKeyPath<R>? { \R.self }
}

extension PredicateExpressions.KeyPath: PathShape {
  var isRecord: Bool { false }
  func path<R>(from type: R.Type) -> PartialKeyPath<R>? {
    guard let root = root as? any PathShape else { return nil }
    // Appending to the identity path would give a path that equals no path written in code.
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
