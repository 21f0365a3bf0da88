/// A property of a class whose changes can be observed.
///
/// `$name` is a ``Signal`` of the current value, at once, and of each change. Setting an equal
/// value is not a change. Observers are called after the property has changed.
///
///     final class Player {
///       @Observed private(set) var score = 0
///     }
///     let player = Player()
///     let subscription = player.$score.observe { print("score:", $0) }
///
/// The signal never completes. All copies of the wrapper share one value: for classes only.
@propertyWrapper
public struct Observed<Value: Equatable> {
  private let subject: BehaviorSubject<Value>

  /// Makes a property with the initial value `wrappedValue`.
  public init(wrappedValue: Value) { subject = BehaviorSubject(wrappedValue) }

  /// The current value. Setting a different value notifies the observers.
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set {
      guard newValue != subject.value else { return }
      subject.emit(newValue)
    }
  }

  /// The current value at once, then each change.
  public var projectedValue: Signal<Value> { subject.signal }
}
