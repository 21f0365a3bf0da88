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

  /// The bits of a code in the order in which they stand in the file.
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
