/// Recognises what some editors and transfers make of a file, to say more than that it is wrong.
enum ForeignText {
  /// - Throws: ``StoreError/notAStore(path:reason:)`` for an empty file and for one in another
  ///   encoding.
  static func check(_ beginning: [UInt8], path: String) throws(StoreError) {
    if let reason = reason(beginning) { throw StoreError.notAStore(path: path, reason: reason) }
  }

  private static func reason(_ beginning: [UInt8]) -> String? {
    if beginning.isEmpty { return "it is empty" }
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) {
      return "it begins with a byte order mark, which an editor put there; take it away"
    }
    if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
      return "it is in UTF-16; save it as UTF-8"
    }
    return nil
  }
}
