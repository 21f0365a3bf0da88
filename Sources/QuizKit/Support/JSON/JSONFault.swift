/// An error in a JSON text, or a value in it that is not the expected one, with its position.
package struct JSONFault: Error, Equatable {
  /// The kind of error, for readers that have messages of their own.
  package enum Kind {
    case endsEarly, unexpected, controlCharacter, badEscape, badNumber, tooDeep, textAfterEnd
    /// A string exceeds the reader's maximum length. The fault is at its beginning.
    case tooLong
    /// The text is valid JSON, but a value in it is not the expected one.
    case wrongValue
  }

  /// The position in bytes from the beginning of the text.
  package let offset: Int
  package let kind: Kind
  package let reason: Reason

  package init(_ offset: Int, _ reason: Reason, kind: Kind = .wrongValue) {
    self.offset = offset
    self.kind = kind
    self.reason = reason
  }

  package init(_ offset: Int, _ english: String, _ japanese: String, kind: Kind = .wrongValue) {
    self.init(offset, Reason(english, japanese), kind: kind)
  }

  /// The line of the fault, counted from 1. `bytes` is the text that was read.
  package func line(in bytes: some Collection<UInt8>) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }
}

extension Reason {
  package static func missingField(_ name: String) -> Reason {
    Reason("the field \"\(name)\" is missing", "「\(name)」がありません")
  }
}
