/// The checksum of zip files: CRC-32 with the polynomial of IEEE 802.3 (RFC 1952, chapter 8).
public enum CRC32 {
  /// The checksum of bytes.
  ///
  /// It looks up eight bytes at a time, each in a table of its own, because one table would make
  /// the checksum slower than the inflating.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    tables.withUnsafeBufferPointer { table in
      var position = 0
      while position + 8 <= bytes.count {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          ^ UInt64(sum)
        var next: UInt32 = 0
        for place in 0..<8 {
          next ^=
            table[(7 - place) << 8 | Int(truncatingIfNeeded: word >> UInt64(place * 8)) & 0xFF]
        }
        sum = next
        position += 8
      }
      while position < bytes.count {
        sum = sum >> 8 ^ table[Int(sum & 0xFF ^ UInt32(bytes[position]))]
        position += 1
      }
    }
    return ~sum
  }

  /// The checksum of bytes.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { of($0) }
  }

  /// Eight tables of 256 numbers. The first one is for the last of eight bytes.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
    for entry in 256..<tables.count {
      let before = tables[entry - 256]
      tables[entry] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()
}
