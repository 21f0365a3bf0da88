/// Finds a member that occurs twice in one object.
///
/// A decoder would use one of the two, and the next save would lose the other. It is better to
/// reject a file that people edit than to misread it.
package struct DistinctMembers {
  /// With more members than this, a set is faster than comparing all pairs.
  private static let few = 16

  private let tape: JSONTape

  package init(_ tape: JSONTape) {
    self.tape = tape
  }

  /// Checks all objects on the tape.
  ///
  /// - Throws: a fault at the second of two members with the same name.
  package func require() throws(JSONFault) {
    for index in 0..<tape.count where tape[index].kind == .object {
      try require(in: index)
    }
  }

  private func require(in object: Int) throws(JSONFault) {
    let end = Int(tape[object].next)
    var keys: [JSONTape.Token] = []
    var member = object + 1
    while member < end {
      keys.append(tape[member])
      member = Int(tape[member + 1].next)
    }
    guard keys.count <= Self.few, !keys.contains(where: \.isEscaped) else {
      return try requireDistinct(keys)
    }
    for (index, key) in keys.enumerated() {
      let name = tape.text(key)
      for other in keys[..<index] where tape.text(other).hasBytes(name) {
        throw fault(key)
      }
    }
  }

  private func requireDistinct(_ keys: [JSONTape.Token]) throws(JSONFault) {
    var names: Set<[UInt8]> = []
    for key in keys {
      guard names.insert(Array((tape.unescaped(key) ?? "").utf8)).inserted else {
        throw fault(key)
      }
    }
  }

  private func fault(_ key: JSONTape.Token) -> JSONFault {
    let name = String(decoding: tape.text(key), as: UTF8.self)
    return JSONFault(
      Int(key.start), "the member \"\(name)\" occurs twice", "「\(name)」が 2 回あります")
  }
}
