/// The 64-bit hash XXH64 (<https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>).
///
/// It detects damage, not forgery. It is much faster than CRC-32, which matters because every
/// record is verified whenever it is read. The seed chains one checksum to the next.
package enum Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  package static func of(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
    bytes.withUnsafeBytes { of($0, seed: seed) }
  }

  package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var position = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var a = seed &+ prime1 &+ prime2
      var b = seed &+ prime2
      var c = seed
      var d = seed &- prime1
      while position + 32 <= bytes.count {
        a = round(a, word(bytes, position))
        b = round(b, word(bytes, position + 8))
        c = round(c, word(bytes, position + 16))
        d = round(d, word(bytes, position + 24))
        position += 32
      }
      hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      hash = merge(merge(merge(merge(hash, a), b), c), d)
    } else {
      hash = seed &+ prime5
    }
    hash &+= UInt64(bytes.count)
    return finish(hash, bytes, from: position)
  }

  private static func finish(
    _ start: UInt64, _ bytes: UnsafeRawBufferPointer, from tail: Int
  ) -> UInt64 {
    var hash = start
    var position = tail
    while position + 8 <= bytes.count {
      hash = rotate(hash ^ round(0, word(bytes, position)), 27) &* prime1 &+ prime4
      position += 8
    }
    if position + 4 <= bytes.count {
      let half = UInt64(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
      hash = rotate(hash ^ (half &* prime1), 23) &* prime2 &+ prime3
      position += 4
    }
    while position < bytes.count {
      hash = rotate(hash ^ (UInt64(bytes[position]) &* prime5), 11) &* prime1
      position += 1
    }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ (input &* prime2), 31) &* prime1
  }

  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value << bits) | (value >> (64 - bits))
  }
}
