/// The handle of a subscription or of scheduled work. Disposing of it ends that.
///
/// Dropping the last reference disposes as well, so a subscription lives exactly as long as somebody
/// holds its handle, usually in a ``DisposeBag``. A handle does not keep its source alive.
public final class Disposable {
  private var action: (() -> Void)?
  private weak var owner: (any DisposalOwner)?
  private let place: Int
  #if DEBUG
    private let ticket = LiveObjects.Ticket.take()
  #endif

  /// Makes a handle that runs `action` when it is first disposed of, and then releases it.
  public init(_ action: @escaping () -> Void) {
    self.action = action
    place = 0
  }

  /// Makes a handle for something that has already ended.
  public init() { place = 0 }

  /// Makes a handle of one numbered place of `owner`, without the cost of a closure.
  init(owner: any DisposalOwner, place: Int) {
    self.owner = owner
    self.place = place
  }

  /// Ends the subscription or the scheduled work; a second call does nothing.
  ///
  /// Nothing arrives once this has returned, even when it is called while a value is delivered.
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

/// Something that gives away numbered places, and can free one by its number.
protocol DisposalOwner: AnyObject {
  func vacate(_ place: Int)
}
