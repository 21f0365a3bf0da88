/// Finds a byte sequence by searching for one of its bytes and then comparing the bytes around it.
///
/// It is faster than `memmem`, which the Glibc module does not declare, on Japanese text: there
/// every third byte is one of only a few values, and `memmem` cannot avoid searching for them.
package struct ByteSearch: Sendable {
  private let needle: [UInt8]
  /// The position of the byte to search for, within the needle.
  private let pivot: Int

  /// - Parameter needle: at least one byte.
  package init(_ needle: [UInt8]) {
    // The last byte of a character in UTF-8 is rarer than its first.
    self.init(needle, pivot: needle.count - 1)
  }

  private init(_ needle: [UInt8], pivot: Int) {
    self.needle = needle
    self.pivot = pivot
  }

  package var count: Int { needle.count }

  /// The same search for texts like `sample`: it searches for the byte that is rarest there.
  package func tuned(to sample: UnsafeRawBufferPointer) -> ByteSearch {
    var counts = [Int](repeating: 0, count: 256)
    for byte in sample.prefix(1024) { counts[Int(byte)] += 1 }
    let rarest = needle.indices.min { counts[Int(needle[$0])] < counts[Int(needle[$1])] }
    return ByteSearch(needle, pivot: rarest ?? pivot)
  }

  /// The first position of the needle in `bytes` at or after `start`.
  package func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let last = bytes.count - needle.count
    return needle.withUnsafeBytes { needle in
      var position = start
      while position <= last,
        let hit = bytes.first(needle[pivot], in: position + pivot..<last + pivot + 1)
      {
        position = hit - pivot
        let found = UnsafeRawBufferPointer(rebasing: bytes[position..<position + needle.count])
        if found.hasBytes(needle) { return position }
        position += 1
      }
      return nil
    }
  }
}
