/// The letters by which spreadsheets name their columns: A to Z, AA, AB …
enum ColumnLetters {
  /// The letters of a column, counted from 0.
  static func text(of column: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(65 + column % 26)))
    return column < 26 ? letter : text(of: column / 26 - 1) + letter
  }

  /// The column of a reference such as `AB12`, counted from 0; `nil` beyond the last column of a
  /// table.
  static func column(of reference: String) -> Int? {
    var column = 0
    for byte in reference.utf8 {
      guard (0x41...0x5A).contains(byte) else { break }
      column = column * 26 + Int(byte) - 0x40
      if column > ColumnMap.mostColumns { return nil }
    }
    return column > 0 ? column - 1 : nil
  }
}
