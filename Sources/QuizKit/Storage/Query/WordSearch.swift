import QuizSupport

/// Decides from a record's bytes whether the text of one field contains another text.
///
/// The answer agrees with `String.contains`, which compares characters, while a byte match may end
/// in the middle of one. Searching bytes is much faster, because the record need not be decoded.
package struct WordSearch: Sendable {
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
      Self.beginsAnew(bytes)
    else { return nil }
    member = MemberSearch(name)
    self.part = ByteSearch(bytes)
  }

  /// The bytes of `part` in a text in composed form outside JSON; `nil` when a byte search cannot
  /// find it reliably.
  package static func bytes(of part: String) -> [UInt8]? {
    let bytes = Array(part.precomposedStringWithCanonicalMapping.utf8)
    let isReliable = TextForm.searchBytes(part) != nil && beginsAnew(bytes)
    return isReliable ? bytes : nil
  }

  private static func beginsAnew(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { beginsCharacter(in: $0, at: 0) }
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
      && Self.beginsCharacter(in: text, at: hit + part.count)
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

  /// Whether a character (a grapheme cluster, UAX #29) is certain to begin here, because the code
  /// point here never joins the one before it. True for ASCII, Latin, Cyrillic, kana, Chinese
  /// characters, Hangul and full-width forms, except the voice marks U+FF9E and U+FF9F. False for
  /// emoji.
  package static func beginsCharacter(in text: UnsafeRawBufferPointer, at position: Int) -> Bool {
    guard position < text.count, text[position] >= 0x80 else { return true }
    let second = position + 1 < text.count ? text[position + 1] : 0
    let third = position + 2 < text.count ? text[position + 2] : 0
    switch text[position] {
    case 0xC3...0xCB, 0xD0, 0xD1, 0xE4...0xED: return true
    case 0xE3: return !(second == 0x80 && third >= 0xAA) && second != 0x8A
    case 0xEF: return second >= 0xBC && !(second == 0xBE && third >= 0x9E && third <= 0x9F)
    default: return false
    }
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
