import QuizSupport

extension QuestionCollector {
  /// Reports a fault in JSON, or stops the reading if the fault is a value that is too long.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - range: The part that was read; by default everything.
  ///   - line: The line on which the range begins.
  ///   - excerpt: The text to show in the report.
  /// - Throws: ``ReadingCancelled`` if a value is too long.
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
      .syntax(
        format: "JSON", column: column, syntax,
        mentionsQuestion: Self.mentionsQuestion(
          String(decoding: before.prefix(1 << 16), as: UTF8.self))),
      line: line + before.count { $0 == UInt8(ascii: "\n") }, excerpt: excerpt)
  }
}

extension QuestionCollector {
  /// Whether a text in JSON has a member that is called a question.
  private static func mentionsQuestion(_ text: String) -> Bool {
    var rest = text[...]
    while let open = rest.firstIndex(of: "\"") {
      rest = rest[rest.index(after: open)...]
      let name = rest.prefix { $0 != "\"" }
      rest = rest[name.endIndex...].dropFirst()
      let isMember = rest.drop { $0.isWhitespace }.first == ":"
      if isMember,
        FieldNames.uses(of: String(name)).contains(where: { $0.column.role == .question })
      {
        return true
      }
    }
    return false
  }
}

extension JSONElements {
  /// Returns the next element, or `nil` after the last one. Stops the reading if the element
  /// exceeds the maximum size of a question.
  mutating func next(in collector: QuestionCollector) throws(ReadingCancelled) -> JSONValue? {
    // A fast path: if all remaining elements together are within the limit, so is each of them.
    if remaining > collector.longest, let range = nextRange { try collector.require(range) }
    return next()
  }
}
