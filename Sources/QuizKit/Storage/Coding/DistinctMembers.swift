/// Finds a member that stands twice in one object.
///
/// What decodes it would take one of the two, and the next save would lose the other: a file that
/// people edit is better refused than read in a way that they did not mean.
struct DistinctMembers {
  /// With more members than this a set is faster than comparing each with each.
  private static let few = 16

  private let core: RecordDecoderCore

  init(_ core: RecordDecoderCore) {
    self.core = core
  }

  /// Looks at all objects of the text that was read last.
  ///
  /// - Throws: a fault at the second of two members with the same name.
  func require() throws(JSONFault) {
    for index in 0..<core.tokenCount where core.token(index).kind == .object {
      try require(in: index)
    }
  }

  private func require(in object: Int) throws(JSONFault) {
    let end = Int(core.token(object).next)
    var keys: [JSONTape.Token] = []
    var member = object + 1
    while member < end {
      keys.append(core.token(member))
      member = Int(core.token(member + 1).next)
    }
    guard keys.count <= Self.few, !keys.contains(where: \.isEscaped) else {
      return try requireDistinct(keys)
    }
    for (index, key) in keys.enumerated() {
      let name = core.text(key)
      for other in keys[..<index] where core.text(other).elementsEqual(name) {
        throw fault(key)
      }
    }
  }

  private func requireDistinct(_ keys: [JSONTape.Token]) throws(JSONFault) {
    var names: Set<[UInt8]> = []
    for key in keys {
      let name = JSONText.string(core.text(key), isEscaped: key.isEscaped) ?? ""
      guard names.insert(Array(name.utf8)).inserted else { throw fault(key) }
    }
  }

  private func fault(_ key: JSONTape.Token) -> JSONFault {
    let name = String(decoding: core.text(key), as: UTF8.self)
    return JSONFault(
      Int(key.start), "the member \"\(name)\" stands twice", "「\(name)」が 2 回あります")
  }
}
