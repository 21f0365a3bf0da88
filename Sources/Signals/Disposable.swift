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
