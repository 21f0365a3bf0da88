#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SharedWork {
  /// Has the units done by some processors, this thread's among them, and takes the parts in their
  /// order while others are still being made: they need not all be kept until the last one is done.
  ///
  /// - Parameter body: takes units until there are none, finishes each, and says so.
  /// - Parameter receive: takes a part, in this thread. When it throws, no further unit is done.
  /// - Throws: what `receive` throws, or why the first unit failed that did.
  func share(
    among processors: Int,
    _ body: @Sendable (_ work: SharedWork, _ didFinish: () -> Void) -> Void,
    receive: (Part) throws(StoreError) -> Void
  ) throws(StoreError) {
    let failure = withoutActuallyEscaping(receive) { receive in
      let receiver = Receiver(self, receive)
      share(among: processors) { work in body(work) { receiver.receive() } }
      receiver.receive()
      return receiver.failure
    }
    if let failure { throw failure }
  }

  /// Only the thread that made it uses what is not `Sendable` in it.
  private final class Receiver: @unchecked Sendable {
    private let work: SharedWork
    private let take: (Part) throws(StoreError) -> Void
    private let thread = pthread_self()
    private(set) var failure: StoreError?

    init(_ work: SharedWork, _ take: @escaping (Part) throws(StoreError) -> Void) {
      self.work = work
      self.take = take
    }

    /// Takes what is ready, in the thread that is to.
    func receive() {
      guard pthread_equal(thread, pthread_self()) != 0, failure == nil else { return }
      do throws(StoreError) {
        while let part = try work.pass() { try take(part) }
      } catch {
        failure = error
        work.giveUp()
      }
    }
  }
}
