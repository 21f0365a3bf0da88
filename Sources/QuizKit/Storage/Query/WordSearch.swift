import QuizSupport

/// Decides from a record's bytes whether the text of one field contains another text.
///
/// The answer agrees with `String.contains`, which compares characters, while a byte match may end
/// in the middle of one. Searching bytes is much faster, because the record need not be decoded.
struct WordSearch: Sendable {
  enum Verdict {
    case yes
    case no
    /// The record must be decoded to decide.
    case unsure
  }

  private let member: MemberSearch
  private let part: ByteSearch

  /// `nil` when a byte search cannot find `part` reliably.
  init?(_ part: String, inMember name: String) {
    guard let bytes = TextForm.searchBytes(part), !bytes.contains(UInt8(ascii: "\\")),
      WordBytes.beginAnew(bytes)
    else { return nil }
    member = MemberSearch(name)
    self.part = ByteSearch(bytes)
  }

  /// - Parameter text: the record's text, which is in composed form (``TextForm``).
  func verdict(_ text: UnsafeRawBufferPointer) -> Verdict {
    guard let mark = member.start(in: text), mark < text.count, text[mark] == UInt8(ascii: "\"")
    else { return .unsure }
    let start = mark + 1
    guard let hit = part.first(in: text, from: start) else { return .no }
    if let end = text.first(UInt8(ascii: "\""), in: start..<hit) {
      return text[end - 1] == UInt8(ascii: "\\") ? .unsure : .no
    }
    let isWhole =
      !Self.mayBeginInEscape(in: text, at: hit, from: start)
      && WordBytes.beginsCharacter(in: text, at: hit + part.count)
    return isWhole ? .yes : .unsure
  }

  /// Whether the byte may be part of an escape sequence, like the n of `\n`.
  private static func mayBeginInEscape(
    in text: UnsafeRawBufferPointer, at hit: Int, from start: Int
  ) -> Bool {
    guard text[hit] < 0x80 else { return false }
    var position = hit - 1
    while position >= start, position >= hit - 5 {
      if text[position] == UInt8(ascii: "\\") {
        return position == hit - 1 || text[position + 1] == UInt8(ascii: "u")
      }
      position -= 1
    }
    return false
  }
}

/// Finds the value of a member in a record's JSON text without parsing it.
struct MemberSearch: Sendable {
  private let beginning: ByteSearch

  /// - Parameter name: a name as ``RecordField`` declares it.
  init(_ name: String) {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    JSONText.append(name, to: &bytes)
    beginning = ByteSearch(bytes + [UInt8(ascii: "\""), UInt8(ascii: ":")])
  }

  /// The position where the value begins. Quotation marks inside texts are escaped, so a member
  /// name inside a text does not match.
  func start(in text: UnsafeRawBufferPointer) -> Int? {
    beginning.first(in: text, from: 0).map { $0 + beginning.count }
  }
}
