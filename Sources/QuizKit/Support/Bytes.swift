#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension [UInt8] {
  /// Like `withUnsafeBytes`, but keeps the type of the error.
  package func withBytes<T, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> T
  ) throws(E) -> T {
    try withUnsafeBufferPointer { buffer throws(E) in try body(UnsafeRawBufferPointer(buffer)) }
  }

  /// Like `withUnsafeMutableBytes`, but keeps the type of the error.
  package mutating func withMutableBytes<T, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> T
  ) throws(E) -> T {
    try withUnsafeMutableBufferPointer { buffer throws(E) in
      try body(UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The first position of `byte` in `range`, or `nil`. Faster than `firstIndex(of:)`, which
  /// compares one byte at a time.
  package func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Calls `look` with each byte from the third on and the two bytes before it, and returns the
  /// bitwise OR of the results.
  ///
  /// If `look` does not branch and only adds and combines bits, the compiler processes sixteen
  /// bytes at a time.
  @inline(__always)
  package func bits(_ look: (_ byte: UInt8, _ last: UInt8, _ secondLast: UInt8) -> UInt8) -> UInt8 {
    guard count > 2, let start = baseAddress else { return 0 }
    return start.withMemoryRebound(to: UInt8.self, capacity: count) { first in
      var bits: UInt8 = 0
      for position in 2..<count {
        bits |= look(first[position], first[position &- 1], first[position &- 2])
      }
      return bits
    }
  }

  /// Whether both contain the same bytes. Faster than `elementsEqual`, which compares them one by
  /// one.
  package func hasBytes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return count == other.count
    }
    return memcmp(left, right, count) == 0
  }
}

extension UnsafeMutablePointer {
  /// Moves the elements to larger memory and frees this memory.
  func moved(_ count: Int, toCapacity capacity: Int) -> UnsafeMutablePointer {
    let larger = UnsafeMutablePointer.allocate(capacity: capacity)
    larger.moveInitialize(from: self, count: count)
    deallocate()
    return larger
  }
}
