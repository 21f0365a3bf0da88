/// The handle of a subscription or of scheduled work. Disposing of the handle ends it.
///
/// Releasing the last reference disposes as well, so a subscription lives exactly as long as its
/// handle, which is usually kept in a ``DisposeBag``. A handle does not keep its source alive.
public final class Disposable {
  private var action: (() -> Void)?
  private weak var owner: (any DisposalOwner)?
  private let place: Int
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  /// Makes a handle that runs `action` when it is first disposed of, and then releases `action`.
  public init(_ action: @escaping () -> Void) {
    self.action = action
    place = 0
  }

  /// Makes a handle for something that has already ended.
  public init() { place = 0 }

  /// Makes a handle for one numbered place of `owner`. Allocates no closure.
  init(owner: any DisposalOwner, place: Int) {
    self.owner = owner
    self.place = place
  }

  /// Ends the subscription or the scheduled work. A second call does nothing.
  ///
  /// Nothing arrives once this has returned, even if it is called during a delivery.
  public func dispose() {
    if let owner {
      self.owner = nil
      owner.vacate(place)
    } else if let action {
      self.action = nil
      action()
    }
  }

  /// Puts the handle into `bag`, which keeps the subscription alive.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }

  deinit { dispose() }
}

/// An object that hands out numbered places and can free each by its number.
protocol DisposalOwner: AnyObject {
  func vacate(_ place: Int)
}

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

#if DEBUG
  import Synchronization

  /// Counts the live handles, subjects and observations, so that tests can assert that none is
  /// left. Debug builds only.
  ///
  /// Each counted object keeps a ticket of the count that was active when it was made. A count
  /// belongs to one task, so concurrent tests do not disturb each other.
  final class LiveObjects: Sendable {
    @TaskLocal private static var current: LiveObjects?

    private let count = Atomic(0)

    /// Returns how many of the objects made by `body` are still alive after it.
    static func remaining(after body: () throws -> Void) rethrows -> Int {
      let counter = LiveObjects()
      try $current.withValue(counter) { try body() }
      return counter.count.load(ordering: .relaxed)
    }

    /// Each counted object keeps one; nil while nothing is being counted.
    final class Ticket {
      private let counter: LiveObjects

      static func take() -> Ticket? { current.map(Ticket.init) }

      private init(of counter: LiveObjects) {
        self.counter = counter
        counter.count.add(1, ordering: .relaxed)
      }

      deinit { counter.count.subtract(1, ordering: .relaxed) }
    }
  }
#endif
