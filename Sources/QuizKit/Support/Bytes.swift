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

/// Validates a whole text at once, so that strings from it need no validation of their own.
enum UTF8Text {
  /// Whether the bytes are valid UTF-8 (The Unicode Standard, table 3-7) with characters of at most
  /// three bytes, as in nearly all texts. False does not mean that they are invalid: longer
  /// characters and very short texts, among others, are not checked. This is faster than `String`,
  /// which validates character by character.
  static func isSurelyValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = bytes.count
    guard count >= 16,
      // Two ASCII characters at both ends guarantee that no character is cut off.
      bytes[0] | bytes[1] | bytes[count - 1] | bytes[count - 2] < 0x80
    else { return false }
    return bytes.bits(fault) < 0x80
  }

  /// Sets the highest bit of the result when `byte` is not allowed in this place. Only the highest
  /// bit counts in every value here. Adding a value to itself moves its next bit there.
  @inline(__always)
  private static func fault(_ byte: UInt8, _ last: UInt8, _ secondLast: UInt8) -> UInt8 {
    let isLead = byte & (byte &+ byte)
    let second = byte &+ byte
    let third = second &+ second
    let isLong = isLongLead(byte)
    let follows = byte & ~second
    let belongs = (last & (last &+ last)) | isLongLead(secondLast)
    let isTooShort = isLead & ~third & ~((byte & 0x1F) &+ 0x7E)  // C0, C1
    let isTooLong = isLong & (third &+ third)  // F0 to FF
    // After E0 and ED, not every continuation byte is allowed, so they need a closer look.
    let isE0 = isLong & ~((byte & 0x0F) &+ 0x7F)
    let isED = isLong & ~(((byte & 0x0F) ^ 0x0D) &+ 0x7F)
    return (follows ^ belongs) | isTooShort | isTooLong | isE0 | isED
  }

  @inline(__always)
  private static func isLongLead(_ byte: UInt8) -> UInt8 {
    let second = byte &+ byte
    return byte & second & (second &+ second)
  }

  /// A string from valid UTF-8.
  ///
  /// - Precondition: ``isSurelyValid(_:)`` returned true for these bytes, or for a text that
  ///   contains them between two ASCII characters.
  static func string(valid bytes: UnsafeRawBufferPointer) -> String {
    guard #available(macOS 26, *) else { return String(decoding: bytes, as: UTF8.self) }
    let text = UTF8Span(unchecked: bytes.bindMemory(to: UInt8.self).span)
    return String(copying: text)
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
