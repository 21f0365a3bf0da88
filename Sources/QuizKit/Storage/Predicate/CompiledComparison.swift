import Foundation

/// Comparisons of two values, with functions of their own for the types that records mostly have.
enum CompiledComparison {
  /// Whether both are equal.
  static func equal<V: Equatable>(
    _ left: CompiledExpression<V>, _ right: CompiledExpression<V>
  ) -> CompiledExpression<Bool> {
    if let (left, right) = numbers(left, right) { return left.joined(right) { $0 == $1 } }
    if let (left, right) = cast(left, right, to: String.self) {
      return left.joined(right) { $0 == $1 }
    }
    if let (left, right) = cast(left, right, to: String?.self) {
      return left.joined(right) { $0 == $1 }
    }
    if let (left, right) = cast(left, right, to: Int.self) {
      return left.joined(right) { $0 == $1 }
    }
    if let (left, right) = cast(left, right, to: Bool.self) {
      return left.joined(right) { $0 == $1 }
    }
    return left.joined(right) { $0 == $1 }
  }

  /// Whether the two are in that order; `nil` for an order that is not known.
  static func ordered<V: Comparable>(
    _ left: CompiledExpression<V>, _ order: PredicateComparison?, _ right: CompiledExpression<V>
  ) -> CompiledExpression<Bool>? {
    if let (left, right) = numbers(left, right) { return ordered(left, right, order) }
    if let (left, right) = cast(left, right, to: Date.self) { return ordered(left, right, order) }
    if let (left, right) = cast(left, right, to: Int.self) { return ordered(left, right, order) }
    return ordered(left, right, order)
  }

  private static func ordered<V: Comparable>(
    _ left: CompiledExpression<V>, _ right: CompiledExpression<V>, _ order: PredicateComparison?
  ) -> CompiledExpression<Bool>? {
    switch order {
    case .less: left.joined(right) { $0 < $1 }
    case .lessOrEqual: left.joined(right) { $0 <= $1 }
    case .greater: left.joined(right) { $0 > $1 }
    case .greaterOrEqual: left.joined(right) { $0 >= $1 }
    case .equal, nil: nil
    }
  }

  private typealias Both<T> = (CompiledExpression<T>, CompiledExpression<T>)

  private static func cast<V, T>(
    _ left: CompiledExpression<V>, _ right: CompiledExpression<V>, to type: T.Type
  ) -> Both<T>? {
    guard let left = left as? CompiledExpression<T>, let right = right as? CompiledExpression<T>
    else { return nil }
    return (left, right)
  }

  /// Numbers of 64 bits, and identifiers, which are such and nothing else.
  private static func numbers<V>(
    _ left: CompiledExpression<V>, _ right: CompiledExpression<V>
  ) -> Both<Int64>? {
    guard let left = number(left), let right = number(right) else { return nil }
    return (left, right)
  }

  private static func number<V>(_ expression: CompiledExpression<V>) -> CompiledExpression<Int64>? {
    if let number = expression as? CompiledExpression<Int64> { return number }
    guard V.self is any NumberWrapper.Type else { return nil }
    switch expression {
    case .constant(let value): return (value as? any NumberWrapper).map { .constant($0.rawValue) }
    case .stored(let offset): return .stored(offset)
    case .function: return nil
    }
  }
}

/// A value that has the same bytes as its number.
private protocol NumberWrapper {
  var rawValue: Int64 { get }
}

extension Identifier: NumberWrapper {}
