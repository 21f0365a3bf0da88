#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds bytes in bytes.
struct ByteSearch: Sendable {
  private typealias Function =
    @convention(c) (
      UnsafeRawPointer, Int, UnsafeRawPointer, Int
    ) -> UnsafeMutableRawPointer?

  /// `memmem` reads 6 to 8 GB/s.
  private static let find = SystemFunction.named("memmem", as: Function.self)

  private let needle: [UInt8]
  /// Where in the needle the byte is that is rare in the texts; `nil` when it is not known.
  private var rare: Int?

  /// - Parameter needle: at least one byte.
  init(_ needle: [UInt8]) {
    self.needle = needle
  }

  var count: Int { needle.count }

  /// The same for texts like `sample`.
  ///
  /// To look for the rarest byte of the needle and then at what is around it is three times as fast
  /// as `memmem`, which knows nothing of the texts: in Japanese every third byte is one of few.
  func tuned(to sample: UnsafeRawBufferPointer) -> ByteSearch {
    let sample = UnsafeRawBufferPointer(rebasing: sample.prefix(1024))
    var tuned = self
    tuned.rare = withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { counts in
      counts.initialize(repeating: 0)
      for position in 0..<sample.count { counts[Int(sample[position])] += 1 }
      let rarest = needle.indices.min { counts[Int(needle[$0])] < counts[Int(needle[$1])] }
      return rarest.flatMap {
        counts[Int(needle[$0])] * Self.rarity <= sample.count ? $0 : nil
      }
    }
    return tuned
  }

  /// A byte that is more frequent than one of so many is no help.
  private static let rarity = 64

  /// Where in `bytes` the needle is first, not before `start`.
  func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, bytes.count - start >= needle.count else { return nil }
    return needle.withUnsafeBytes { needle in
      guard let rare else { return Self.find(needle, in: bytes, base, from: start) }
      return Self.find(needle, rare, in: bytes, base, from: start)
    }
  }

  private static func find(
    _ needle: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, _ base: UnsafeRawPointer,
    from start: Int
  ) -> Int? {
    guard let find, let first = needle.baseAddress else {
      return (start...bytes.count - needle.count).first {
        UnsafeRawBufferPointer(rebasing: bytes[$0..<$0 + needle.count]).hasBytes(needle)
      }
    }
    let found = find(base + start, bytes.count - start, first, needle.count)
    return found.map { UnsafeRawPointer($0) - base }
  }

  private static func find(
    _ needle: UnsafeRawBufferPointer, _ rare: Int, in bytes: UnsafeRawBufferPointer,
    _ base: UnsafeRawPointer, from start: Int
  ) -> Int? {
    let last = bytes.count - needle.count
    var position = start
    var misses = 0
    while position <= last {
      guard let hit = bytes.first(needle[rare], in: position + rare..<last + rare + 1) else {
        return nil
      }
      position = hit - rare
      let there = UnsafeRawBufferPointer(start: base + position, count: needle.count)
      if there.hasBytes(needle) { return position }
      position += 1
      misses += 1
      // The sample was not like these.
      if misses * rarity > position - start + 1024 {
        return bytes.count - position < needle.count
          ? nil : find(needle, in: bytes, base, from: position)
      }
    }
    return nil
  }
}
