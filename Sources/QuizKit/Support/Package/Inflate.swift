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
    self.input = input
    self.output = output
    self.isBeginning = isBeginning
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
    position = start + count
    bits = 0
    bitCount = 0
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

/// Why compressed bytes cannot be inflated.
public enum InflateFault: Error, Hashable, Sendable {
  /// The compressed bytes end in the middle of a block.
  case endsEarly
  /// A block has a kind that does not exist.
  case unknownBlock
  /// The two lengths of a stored block contradict each other.
  case storedLength
  /// The lengths of codes make no prefix code: too many codes, or too few.
  case badCodes
  /// There is no symbol for the next bits.
  case badSymbol
  /// There are many more blocks than their contents need.
  case tooManyBlocks
  /// A match begins before the first byte.
  case tooFarBack
  /// The contents are larger than the caller allows.
  case tooLarge
}

/// A table that decodes the symbols of a Huffman code (RFC 1951, 3.2.2).
///
/// The first bits of a code are the index of an entry. For a code with more bits than the table's
/// index, that entry is the position of a second table for the rest.
struct HuffmanTable: ~Copyable {
  /// An entry: in bits 0–5 the number of bits of the code, in bits 8–11 the number of additional
  /// bits, in bits 12–13 the kind, in the upper half the value. Zero where no code exists.
  typealias Entry = UInt32

  static let literal: UInt32 = 0
  /// A length or distance, to which the additional bits are added.
  static let base: UInt32 = 1
  static let endOfBlock: UInt32 = 2
  /// The value is the position of a second table, whose index has as many bits as the entry says.
  static let second: UInt32 = 3

  /// The meaning of a symbol that may have a code, but must not occur.
  static let unused = Entry.max

  /// The largest number of bits of a code.
  static let longest = 15

  let entries: UnsafeMutablePointer<Entry>
  let indexBits: Int
  private let capacity: Int

  /// - Parameter symbols: the largest number of symbols that a code may have.
  init(indexBits: Int, symbols: Int) {
    self.indexBits = indexBits
    // Each second table belongs to at least two symbols.
    capacity = 1 << indexBits + (symbols / 2 + 1) << (Self.longest - indexBits)
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: 0, count: capacity)
  }

  deinit { entries.deallocate() }

  /// Fills the table.
  ///
  /// As in zlib, only a code with a single symbol of one bit may be incomplete.
  ///
  /// - Parameters:
  ///   - lengths: the number of bits of each symbol's code; 0 for a symbol that does not occur.
  ///   - meanings: the entry of each symbol, without the number of bits.
  func fill(_ lengths: ArraySlice<UInt8>, meanings: [Entry]) throws(InflateFault) {
    let firstCodes = try Self.firstCodes(lengths)
    let first = 1 << indexBits
    entries.update(repeating: 0, count: first)
    var end = first
    var next = firstCodes
    // The longest code behind each entry decides how large the second table is.
    var most = [UInt8](repeating: 0, count: first)
    for length in lengths where length > 0 {
      let code = Self.reversed(next[Int(length)], length)
      next[Int(length)] += 1
      if length > indexBits { most[code & (first - 1)] = max(most[code & (first - 1)], length) }
    }
    next = firstCodes
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let code = Self.reversed(next[Int(length)], length)
      next[Int(length)] += 1
      if length <= indexBits {
        let entry = Self.entry(meanings[symbol], length)
        for index in stride(from: code, to: first, by: 1 << Int(length)) { entries[index] = entry }
      } else {
        let index = code & (first - 1)
        let bits = Int(most[index]) - indexBits
        if entries[index] == 0 {
          entries[index] =
            UInt32(end) << 16 | Self.second << 12 | UInt32(bits) << 8 | UInt32(indexBits)
          entries.advanced(by: end).update(repeating: 0, count: 1 << bits)
          end += 1 << bits
        }
        let start = Int(entries[index] >> 16)
        let entry = Self.entry(meanings[symbol], length - UInt8(indexBits))
        for place in stride(
          from: code >> indexBits, to: 1 << bits, by: 1 << (Int(length) - indexBits))
        {
          entries[start + place] = entry
        }
      }
    }
  }

  private static func entry(_ meaning: Entry, _ length: UInt8) -> Entry {
    meaning == unused ? 0 : meaning | Entry(length)
  }

  /// The first code of each length.
  private static func firstCodes(_ lengths: ArraySlice<UInt8>) throws(InflateFault) -> [Int] {
    var counts = [Int](repeating: 0, count: longest + 1)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var left = 1
    var code = 0
    var first = [Int](repeating: 0, count: longest + 1)
    for length in 1...longest {
      left = left << 1 - counts[length]
      if left < 0 { throw .badCodes }
      code = (code + counts[length - 1]) << 1
      first[length] = code
    }
    let isSingle = counts.dropFirst(2).allSatisfy { $0 == 0 }
    if left > 0, !isSingle { throw .badCodes }
    return first
  }

  /// The bits of a code in the order of the file.
  private static func reversed(_ code: Int, _ length: UInt8) -> Int {
    Int(UInt16(truncatingIfNeeded: code).bitSwapped >> UInt16(16 - length))
  }
}

extension UInt16 {
  fileprivate var bitSwapped: UInt16 {
    var bits = self
    bits = bits >> 1 & 0x5555 | (bits & 0x5555) << 1
    bits = bits >> 2 & 0x3333 | (bits & 0x3333) << 2
    bits = bits >> 4 & 0x0F0F | (bits & 0x0F0F) << 4
    return bits.byteSwapped
  }
}

/// The codes of deflate, and what their symbols mean (RFC 1951, 3.2.5 to 3.2.7).
enum DeflateCode {
  /// The order in which the lengths of the code for lengths stand.
  static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  static let fixedLiterals =
    ([UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
    + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))[...]
  static let fixedDistances = [UInt8](repeating: 5, count: 32)[...]

  /// Literals, the end of the block and lengths. Two symbols are not used.
  static let literalMeanings: [HuffmanTable.Entry] = {
    let literals = (0..<256).map { UInt32($0) << 16 }
    let lengths = bases((0..<28).map { $0 < 8 ? 0 : UInt32($0 / 4 - 1) }, from: 3)
    // The longest match has a symbol of its own without additional bits.
    let longest: HuffmanTable.Entry = 258 << 16 | HuffmanTable.base << 12
    return literals + [HuffmanTable.endOfBlock << 12] + lengths + [
      longest, HuffmanTable.unused, HuffmanTable.unused,
    ]
  }()

  static let distanceMeanings: [HuffmanTable.Entry] =
    bases((0..<30).map { $0 < 4 ? 0 : UInt32($0 / 2 - 1) }, from: 1) + [
      HuffmanTable.unused, HuffmanTable.unused,
    ]

  /// The meanings of symbols for numbers: each begins where the one before it ends.
  ///
  /// - Parameter extras: How many bits follow each symbol, which are added to its number.
  private static func bases(_ extras: [UInt32], from first: UInt32) -> [HuffmanTable.Entry] {
    var start = first
    return extras.map { extra in
      defer { start += 1 << extra }
      return start << 16 | HuffmanTable.base << 12 | extra << 8
    }
  }
}
