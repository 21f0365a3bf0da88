extension Intake {
  /// Reports what is wrong with JSON, or ends the reading at a text that is too long.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - range: What was read of it; all of it by default.
  ///   - line: The physical line that the range begins on.
  ///   - excerpt: What to show of it.
  func report(
    _ fault: JSONFault, in bytes: UnsafeRawBufferPointer, _ range: Range<Int>? = nil,
    line: Int = 1, excerpt: String = ""
  ) throws(ReadingCancelled) {
    let bytes = bytes.bindMemory(to: UInt8.self)
    let range = range ?? 0..<bytes.count
    let place =
      fault.kind == .endsEarly
      ? range.upperBound : min(range.lowerBound + fault.offset, range.upperBound)
    let before = bytes[range.lowerBound..<place]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? range.lowerBound
    let next = String(decoding: bytes[place..<range.upperBound].prefix(4), as: UTF8.self)
      .unicodeScalars.first.map { String(Character($0)) }
    let syntax: Fault.SyntaxFault =
      switch fault.kind {
      case .endsEarly: .unexpectedEnd
      case .controlCharacter: .controlCharacterInString
      case .badEscape: .badEscape
      case .badNumber: .badNumber
      case .tooDeep: .nestedTooDeeply
      case .textAfterEnd: .textAfterEnd
      case .unexpected, .wrongValue: .unexpected(next ?? "")
      case .tooLong: throw stop(at: place)
      }
    let column = TextColumn.of(place, from: lineStart, in: bytes)
    report(
      .syntax(format: "JSON", column: column, syntax),
      line: line + before.count { $0 == UInt8(ascii: "\n") }, excerpt: excerpt)
  }
}

extension JSONElements {
  /// The next element; `nil` behind the last one. One that is longer than a question may be ends the
  /// reading.
  mutating func next(in intake: Intake) throws(ReadingCancelled) -> JSONValue? {
    // Only a list that is longer than one question may be can hold one that is too long.
    if remaining > intake.longest, let range = nextRange { try intake.require(range) }
    return next()
  }
}
