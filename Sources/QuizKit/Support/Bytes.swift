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

extension BidirectionalCollection<UInt8> {
  /// How many bytes at the end are the beginning of a character of UTF-8 whose rest is missing: 0 to
  /// 3. With half a character the encoding of a text could not be told.
  package var incompleteTail: Int {
    for (distance, byte) in suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      return byte.lengthOfCharacter > distance + 1 ? distance + 1 : 0
    }
    return 0
  }
}

extension UInt8 {
  /// The length of the character of UTF-8 that begins with the byte, or 1 if none does.
  package var lengthOfCharacter: Int {
    switch self {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
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

extension Array {
  /// Like `init(unsafeUninitializedCapacity:initializingWith:)`, but safe for a capacity of 0. With
  /// 0, that initializer writes to the empty array's storage, which all threads share.
  @inline(__always)
  package init(
    filling capacity: Int, _ body: (UnsafeMutableBufferPointer<Element>, inout Int) -> Void
  ) {
    guard capacity > 0 else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: capacity) { elements, count in body(elements, &count) }
  }
}

/// Validates UTF-8.
package enum UTF8Scan {
  /// The length of the valid sequence that begins at `index`, or 0 if there is none (Unicode, table
  /// 3-7).
  @inline(__always)
  package static func sequenceLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    func isTail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    let first = bytes[index]
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return isTail(1) ? 2 : 0
    case 0xE0: return isTail(1, 0xA0...0xBF) && isTail(2) ? 3 : 0
    case 0xED: return isTail(1, 0x80...0x9F) && isTail(2) ? 3 : 0
    case 0xE1...0xEF: return isTail(1) && isTail(2) ? 3 : 0
    case 0xF0: return isTail(1, 0x90...0xBF) && isTail(2) && isTail(3) ? 4 : 0
    case 0xF1...0xF3: return isTail(1) && isTail(2) && isTail(3) ? 4 : 0
    case 0xF4: return isTail(1, 0x80...0x8F) && isTail(2) && isTail(3) ? 4 : 0
    default: return 0
    }
  }

  /// The offset of the first byte that is not valid UTF-8, or `nil` if all are valid.
  package static func firstInvalidIndex(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index < bytes.count {
      // Skips eight ASCII bytes at a time, because most question banks are mostly ASCII.
      if index + 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 == 0 {
          index += 8
          continue
        }
      }
      let length = sequenceLength(at: index, in: bytes)
      if length == 0 { return index }
      index += length
    }
    return nil
  }
}
