/// Decompresses what deflate has compressed (RFC 1951).
public struct Inflate: ~Copyable {
  private let input: UnsafeRawBufferPointer
  private var position = 0
  /// The bits that were taken from the input and not used yet, the next one lowest.
  private var bits: UInt64 = 0
  /// The number of these bits. Negative when more bits were used than the input has.
  private var bitCount = 0

  private let output: UnsafeMutableRawBufferPointer
  private var written = 0
  /// Whether the contents may have more bytes than the output, which then has the beginning.
  private let isBeginning: Bool

  private let literals = HuffmanTable(indexBits: 10, symbols: 288)
  private let distances = HuffmanTable(indexBits: 9, symbols: 32)
  /// Whether these tables have the codes that the format itself defines.
  private var hasFixedCodes = false
  /// The number of blocks so far that have codes of their own.
  private var codeCount = 0

  /// Bytes after the output, so that a match can be copied in whole words.
  private static let slack = 16

  /// Inflates bytes.
  ///
  /// - Parameters:
  ///   - bytes: Compressed bytes, without the header that gzip or zlib put before them. What
  ///     follows the last block is ignored.
  ///   - limit: The largest number of bytes of the contents.
  ///   - isBeginning: Whether larger contents are allowed. The first `limit` bytes are returned.
  /// - Returns: The contents, and how many of the compressed bytes were used.
  public static func bytes(
    of bytes: UnsafeRawBufferPointer, limit: Int, isBeginning: Bool = false
  ) throws(InflateFault) -> (contents: [UInt8], used: Int) {
    var used = 0
    var fault: InflateFault?
    let contents = [UInt8](unsafeUninitializedCapacity: limit + slack) { buffer, count in
      var inflate = Inflate(
        bytes, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[...]),
        isBeginning)
      do throws(InflateFault) {
        try inflate.run()
        count = inflate.written
        used = inflate.used
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
    return (contents, used)
  }

  private init(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, _ isBeginning: Bool
  ) {
    (self.input, self.output, self.isBeginning) = (input, output, isBeginning)
  }

  /// The number of bytes of the output that may be filled.
  private var limit: Int { output.count - Self.slack }

  /// The number of input bytes whose bits were used.
  private var used: Int { position - bitCount / 8 }

  private mutating func run() throws(InflateFault) {
    var isLast = false
    while !isLast, !isFull {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1:
        try takeFixedCodes()
        try decode()
      case 2:
        try readCodes()
        try decode()
      default: throw .unknownBlock
      }
    }
  }

  /// Whether the wanted beginning is complete.
  private var isFull: Bool { isBeginning && written == limit }

  // MARK: Bits

  /// Takes as many whole bytes as fit.
  @inline(__always)
  private mutating func refill() {
    if position + 8 <= input.count {
      let word = UInt64(
        littleEndian: input.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      bits |= word << UInt64(bitCount)
      let count = (63 - bitCount) >> 3
      position += count
      bitCount += count * 8
    } else {
      while bitCount <= 56, position < input.count {
        bits |= UInt64(input[position]) << UInt64(bitCount)
        position += 1
        bitCount += 8
      }
    }
  }

  @inline(__always)
  private mutating func drop(_ count: Int) {
    bits >>= UInt64(count)
    bitCount -= count
  }

  /// Takes a number of up to 16 bits.
  private mutating func take(_ count: Int) throws(InflateFault) -> Int {
    if bitCount < count { refill() }
    let number = Int(bits & (1 << UInt64(count) - 1))
    drop(count)
    if bitCount < 0 { throw .endsEarly }
    return number
  }

  // MARK: Blocks

  private mutating func copyStored() throws(InflateFault) {
    // A stored block begins with the next whole byte.
    drop(bitCount & 7)
    let (count, complement) = (try take(16), try take(16))
    if count != complement ^ 0xFFFF { throw .storedLength }
    let start = used
    if start + count > input.count { throw .endsEarly }
    if written + count > limit, !isBeginning { throw .tooLarge }
    let copied = min(count, limit - written)
    UnsafeMutableRawBufferPointer(rebasing: output[written..<written + copied])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: input[start..<start + copied]))
    written += copied
    (position, bits, bitCount) = (start + count, 0, 0)
  }

  /// Uses the codes that the format itself defines (RFC 1951, 3.2.6).
  private mutating func takeFixedCodes() throws(InflateFault) {
    if hasFixedCodes { return }
    try literals.fill(DeflateCode.fixedLiterals, meanings: DeflateCode.literalMeanings)
    try distances.fill(DeflateCode.fixedDistances, meanings: DeflateCode.distanceMeanings)
    hasFixedCodes = true
  }

  /// Reads the codes of a block that has its own (RFC 1951, 3.2.7).
  private mutating func readCodes() throws(InflateFault) {
    // Making the tables takes as long as decoding hundreds of bytes, and a block without contents
    // takes ten bytes. Even with the least memory, zlib makes blocks of 127 symbols.
    codeCount += 1
    if codeCount > 2 + written / 100 { throw .tooManyBlocks }
    hasFixedCodes = false
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    if literalCount > 286 || distanceCount > 30 { throw .badCodes }
    var lengths = [UInt8](repeating: 0, count: 19)
    for symbol in DeflateCode.lengthOrder.prefix(lengthCount) {
      lengths[symbol] = UInt8(try take(3))
    }
    try literals.fill(lengths[...], meanings: DeflateCode.literalMeanings)
    lengths = []
    let count = literalCount + distanceCount
    while lengths.count < count {
      let symbol = try lengthSymbol()
      switch symbol {
      case 0...15: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw .badCodes }
        lengths += repeatElement(last, count: try take(2) + 3)
      case 17: lengths += repeatElement(0, count: try take(3) + 3)
      default: lengths += repeatElement(0, count: try take(7) + 11)
      }
    }
    // Without a code for its end, a block could not end.
    if lengths.count > count || lengths[256] == 0 { throw .badCodes }
    try literals.fill(lengths[..<literalCount], meanings: DeflateCode.literalMeanings)
    try distances.fill(lengths[literalCount...], meanings: DeflateCode.distanceMeanings)
  }

  /// Decodes a symbol of the code for the lengths of codes. Its codes have at most seven bits, so
  /// the first table has them all.
  private mutating func lengthSymbol() throws(InflateFault) -> Int {
    if bitCount < HuffmanTable.longest { refill() }
    let entry = literals.entries[Int(bits & 0x3FF)]
    if entry == 0 { throw bitCount < 7 ? .endsEarly : .badSymbol }
    drop(Int(entry & 63))
    if bitCount < 0 { throw .endsEarly }
    return Int(entry >> 16)
  }

  // MARK: Symbols

  private mutating func decode() throws(InflateFault) {
    let (limit, base) = (limit, output.baseAddress.unsafelyUnwrapped)
    let (literalTable, distanceTable) = (literals.entries, distances.entries)
    while true {
      // The longest match takes 48 bits.
      if bitCount < 48 { refill() }
      let entry = symbol(literalTable, indexBits: 10)
      if bitCount < 0 { throw .endsEarly }
      switch entry >> 12 & 3 {
      case HuffmanTable.literal:
        if entry == 0 { throw bitCount < HuffmanTable.longest ? .endsEarly : .badSymbol }
        if written == limit {
          if isBeginning { return }
          throw .tooLarge
        }
        base.storeBytes(
          of: UInt8(truncatingIfNeeded: entry >> 16), toByteOffset: written, as: UInt8.self)
        written &+= 1
      case HuffmanTable.base:
        let length = value(of: entry)
        let next = symbol(distanceTable, indexBits: 9)
        if next == 0 { throw bitCount < HuffmanTable.longest ? .endsEarly : .badSymbol }
        let distance = value(of: next)
        if bitCount < 0 { throw .endsEarly }
        if distance > written { throw .tooFarBack }
        if written + length > limit {
          if !isBeginning { throw .tooLarge }
          copy(limit - written, from: distance, base)
          return
        }
        copy(length, from: distance, base)
      default: return
      }
    }
  }

  /// Takes the next symbol and returns its entry.
  @inline(__always)
  private mutating func symbol(
    _ table: UnsafeMutablePointer<HuffmanTable.Entry>, indexBits: UInt64
  ) -> HuffmanTable.Entry {
    var entry = table[Int(bits & (1 << indexBits &- 1))]
    if entry >> 12 & 3 == HuffmanTable.second {
      drop(Int(indexBits))
      let mask = UInt64(1) << UInt64(entry >> 8 & 15) &- 1
      entry = table[Int(entry >> 16) &+ Int(bits & mask)]
    }
    drop(Int(entry & 63))
    return entry
  }

  /// The length or distance of an entry, with its additional bits, which are taken.
  @inline(__always)
  private mutating func value(of entry: HuffmanTable.Entry) -> Int {
    let count = UInt64(entry >> 8 & 15)
    let value = Int(entry >> 16) &+ Int(bits & (1 << count &- 1))
    drop(Int(count))
    return value
  }

  /// Repeats bytes of the output.
  @inline(__always)
  private mutating func copy(_ length: Int, from distance: Int, _ base: UnsafeMutableRawPointer) {
    var (source, target) = (base + written - distance, base + written)
    let end = target + length
    if distance >= 8 {
      // Copies up to seven bytes too many, which the next ones replace.
      while target < end {
        target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
        source += 8
        target += 8
      }
    } else {
      while target < end {
        target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
        source += 1
        target += 1
      }
    }
    written &+= length
  }
}
