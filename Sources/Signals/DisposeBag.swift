/// Keeps handles, and ends all of them when it goes, in the order in which they came.
///
/// A model or view-model has one bag; its subscriptions then end with it. The closures that it
/// observes with should capture it `weak` or `unowned`: a closure that captures the bag's holder
/// strongly keeps both alive.
public final class DisposeBag {
  private var handles: [Disposable] = []

  /// Makes an empty bag.
  public init() {}

  /// Keeps `handle` until the bag is emptied or goes, also when what it stands for has ended before.
  ///
  /// For something that is started again and again, a variable that holds the newest handle is better.
  public func insert(_ handle: Disposable) {
    handles.append(handle)
  }

  /// Ends everything in the bag, oldest first. The bag is empty afterwards and can be used again.
  public func dispose() {
    let ending = handles
    handles = []
    for handle in ending {
      handle.dispose()
    }
  }

  deinit {
    dispose()
  }
}
