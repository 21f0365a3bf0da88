extension Intake {
  /// Reports what is wrong with JSON.
  ///
  /// - Parameters:
  ///   - text: What was read.
  ///   - line: The physical line that it begins on.
  ///   - excerpt: What to show of it.
  func report(
    _ fault: JSONFault, in text: some BidirectionalCollection<UInt8>, line: Int = 1,
    excerpt: String = ""
  ) {
    let offset = fault.kind == .endsEarly ? text.count : min(fault.offset, text.count)
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map(before.index(after:))
    let column = String(decoding: before[(lineStart ?? before.startIndex)...], as: UTF8.self).count
    let next = String(decoding: text.dropFirst(offset).prefix(4), as: UTF8.self).unicodeScalars
      .first.map { String(Character($0)) }
    let syntax: Fault.SyntaxFault =
      switch fault.kind {
      case .endsEarly: .unexpectedEnd
      case .controlCharacter: .controlCharacterInString
      case .badEscape: .badEscape
      case .badNumber: .badNumber
      case .tooDeep: .nestedTooDeeply
      case .textAfterEnd: .textAfterEnd
      case .unexpected, .wrongValue: .unexpected(next ?? "")
      }
    report(
      .syntax(format: "JSON", column: column + 1, syntax),
      line: line - 1 + JSONFault(offset, fault.reason).line(in: text), excerpt: excerpt)
  }
}
