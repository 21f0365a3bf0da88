/// Why a text is not JSON, or not the JSON that was expected, and where.
struct JSONFault: Error, Equatable {
  /// What kind of mistake it is, for a reader that has words of its own.
  enum Kind {
    case endsEarly, unexpected, controlCharacter, badEscape, badNumber, tooDeep, textAfterEnd
    /// A text between quotation marks is longer than whoever reads it wants; it begins there.
    case tooLong
    /// The text is JSON, but a value in it is not the one that was expected.
    case wrongValue
  }

  /// Counted in bytes from the beginning of the text.
  let offset: Int
  let kind: Kind
  let reason: Reason

  init(_ offset: Int, _ reason: Reason, kind: Kind = .wrongValue) {
    self.offset = offset
    self.kind = kind
    self.reason = reason
  }

  init(_ offset: Int, _ english: String, _ japanese: String, kind: Kind = .wrongValue) {
    self.init(offset, Reason(english, japanese), kind: kind)
  }

  /// The line of `bytes`, the text that was read, counted from 1.
  func line(in bytes: some Collection<UInt8>) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }
}

extension Reason {
  static func missingField(_ name: String) -> Reason {
    Reason("the field \"\(name)\" is missing", "「\(name)」がありません")
  }
}
