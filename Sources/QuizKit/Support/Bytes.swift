#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension [UInt8] {
  /// As `withUnsafeBytes`, which forgets the type of the error.
  func withBytes<T, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> T
  ) throws(E) -> T {
    try withUnsafeBufferPointer { buffer throws(E) in try body(UnsafeRawBufferPointer(buffer)) }
  }

  /// As `withUnsafeMutableBytes`, which forgets the type of the error.
  mutating func withMutableBytes<T, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> T
  ) throws(E) -> T {
    try withUnsafeMutableBufferPointer { buffer throws(E) in
      try body(UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Where `byte` is first in `range`, or `nil`. `firstIndex(of:)` looks at one byte at a time.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// What `look` says of each byte but the first two, and the two before it, all bits together.
  ///
  /// Where `look` takes no branch, and only adds and combines bits, the compiler has sixteen bytes
  /// looked at together.
  @inline(__always)
  func bits(_ look: (_ byte: UInt8, _ last: UInt8, _ secondLast: UInt8) -> UInt8) -> UInt8 {
    guard count > 2, let start = baseAddress else { return 0 }
    return start.withMemoryRebound(to: UInt8.self, capacity: count) { first in
      var bits: UInt8 = 0
      for position in 2..<count {
        bits |= look(first[position], first[position &- 1], first[position &- 2])
      }
      return bits
    }
  }

  /// Whether these are the same bytes; `elementsEqual` compares them one by one.
  func hasBytes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return count == other.count
    }
    return memcmp(left, right, count) == 0
  }
}

extension UnsafeMutablePointer {
  /// The same elements in larger memory; this is given up.
  func moved(_ count: Int, toCapacity capacity: Int) -> UnsafeMutablePointer {
    let larger = UnsafeMutablePointer.allocate(capacity: capacity)
    larger.moveInitialize(from: self, count: count)
    deallocate()
    return larger
  }
}
