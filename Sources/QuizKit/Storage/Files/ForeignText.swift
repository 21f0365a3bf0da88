import QuizSupport

/// Recognizes common changes that editors and transfers make to a file, to give a helpful error.
enum ForeignText {
  /// - Throws: ``StoreError/notAStore(path:reason:)`` when the file is empty, begins with a byte
  ///   order mark, or is in UTF-16.
  static func check(_ beginning: [UInt8], path: String) throws(StoreError) {
    if let reason = reason(beginning) { throw StoreError.notAStore(path: path, reason: reason) }
  }

  private static func reason(_ beginning: [UInt8]) -> Reason? {
    if beginning.isEmpty { return Reason("it is empty", "空のファイルです") }
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) {
      return Reason(
        "it begins with a byte order mark, which an editor put there; remove it",
        "先頭に BOM があります(エディターが付けました)。取り除いてください")
    }
    if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
      return Reason("it is in UTF-16; save it as UTF-8", "UTF-16 です。UTF-8 で保存し直してください")
    }
    return nil
  }
}
