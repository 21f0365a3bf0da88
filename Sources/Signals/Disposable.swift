/// The handle of a subscription or of scheduled work: disposing of it ends what it stands for.
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

  /// Makes a handle that runs `action` when it is disposed of: once at most, then it lets it go.
  public init(_ action: @escaping () -> Void) {
    self.action = action
    place = 0
  }

  /// Makes a handle that stands for nothing, for what has already ended.
  public init() {
    place = 0
  }

  /// Makes a handle of one numbered place of `owner`, which spares the closure.
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

  /// Puts the handle into `bag`, which then keeps the subscription alive.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }

  deinit {
    dispose()
  }
}

/// Something that numbers the places it gives away, and can free one by its number.
protocol DisposalOwner: AnyObject {
  func vacate(_ place: Int)
}
