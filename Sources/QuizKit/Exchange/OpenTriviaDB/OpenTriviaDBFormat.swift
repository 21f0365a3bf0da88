extension QuestionFormat {
  /// Responses of the Open Trivia Database.
  package static let openTriviaDB = QuestionFormat(
    name: "opentdb", title: OpenTriviaDBReader.formatName, extensions: [],
    keeps: [.tags, .category, .lineBreaks], document: .json,
    recognitions: [
      Recognition(by: .member) {
        let head = $0.head
        return head.contains("\"response_code\"")
          || head.contains("\"incorrect_answers\"") && holdsList(head)
      }
    ],
    reader: OpenTriviaDBReader(), writer: nil)

  /// Whether the questions are where the service puts them, and not deeper.
  private static func holdsList(_ head: String) -> Bool {
    let depth = depth(of: "\"incorrect_answers\"", in: head)
    return head.utf8.first { $0 > 0x20 } == UInt8(ascii: "[")
      ? depth == 2
      : depth == 3 && ["\"results\"", "\"questions\""].contains { head.contains($0) }
  }

  /// How many lists and objects are open where a name stands.
  private static func depth(of name: String, in head: String) -> Int {
    guard let place = head.firstRange(of: name)?.lowerBound else { return 0 }
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in head[..<place].utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return depth
  }
}
