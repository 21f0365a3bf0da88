/// The place where all values end. The optimiser cannot leave it out, and it costs every contender
/// the same.
enum Sink {
  nonisolated(unsafe) private(set) static var total = 0

  @inline(never)
  static func take(_ value: Int) {
    total &+= value
  }
}
