/// The numbers that records bear until they are saved: negative ones, each given once.
final class TemporaryIdentifiers {
  private var last: Int64 = 0

  func next() -> Int64 {
    last -= 1
    return last
  }
}
