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
    var lengths: [HuffmanTable.Entry] = []
    var start: UInt32 = 3
    for symbol in 0..<28 {
      let extra = symbol < 8 ? 0 : UInt32(symbol / 4 - 1)
      lengths.append(start << 16 | HuffmanTable.base << 12 | extra << 8)
      start += 1 << extra
    }
    // The longest match has a symbol of its own without additional bits.
    lengths.append(258 << 16 | HuffmanTable.base << 12)
    return literals + [HuffmanTable.endOfBlock << 12] + lengths + [
      HuffmanTable.unused, HuffmanTable.unused,
    ]
  }()

  static let distanceMeanings: [HuffmanTable.Entry] = {
    var distances: [HuffmanTable.Entry] = []
    var start: UInt32 = 1
    for symbol in 0..<30 {
      let extra = symbol < 4 ? 0 : UInt32(symbol / 2 - 1)
      distances.append(start << 16 | HuffmanTable.base << 12 | extra << 8)
      start += 1 << extra
    }
    return distances + [HuffmanTable.unused, HuffmanTable.unused]
  }()
}
