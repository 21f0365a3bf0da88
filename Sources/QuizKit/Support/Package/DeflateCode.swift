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
