/// Finds bytes in bytes: looks for one byte of the needle and then at what is around it.
///
/// `memmem`, which the Glibc module does not declare, is slower where the texts are Japanese: it knows
/// nothing of them, and every third byte is one of few.
struct ByteSearch: Sendable {
  private let needle: [UInt8]
  /// Which byte of the needle is looked for.
  private let pivot: Int

  /// - Parameter needle: at least one byte.
  init(_ needle: [UInt8]) {
    // The last byte of a character in UTF-8 is less common than its first.
    self.init(needle, pivot: needle.count - 1)
  }

  private init(_ needle: [UInt8], pivot: Int) {
    self.needle = needle
    self.pivot = pivot
  }

  var count: Int { needle.count }

  /// The same for texts like `sample`: looks for the byte that is the rarest there.
  func tuned(to sample: UnsafeRawBufferPointer) -> ByteSearch {
    var counts = [Int](repeating: 0, count: 256)
    for byte in sample.prefix(1024) { counts[Int(byte)] += 1 }
    let rarest = needle.indices.min { counts[Int(needle[$0])] < counts[Int(needle[$1])] }
    return ByteSearch(needle, pivot: rarest ?? pivot)
  }

  /// Where in `bytes` the needle is first, not before `start`.
  func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
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
