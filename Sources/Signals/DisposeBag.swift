/// Keeps handles, and disposes of them in the order of insertion when it is released.
///
/// A model or view-model has one bag, so its subscriptions end with it. Their closures should
/// capture the bag's owner `weak` or `unowned`, because a strong capture keeps both alive.
public final class DisposeBag {
  private var handles: [Disposable] = []

  /// Makes an empty bag.
  public init() {}

  /// Keeps `handle` until the bag is emptied or released, even if the subscription ends earlier.
  /// For a subscription that is replaced repeatedly, keep the newest handle in a variable instead.
  public func insert(_ handle: Disposable) { handles.append(handle) }

  /// Disposes of everything in the bag, oldest first. The bag can be used again afterwards.
  public func dispose() {
    let ending = handles
    handles = []
    for handle in ending { handle.dispose() }
  }

  deinit { dispose() }
}
