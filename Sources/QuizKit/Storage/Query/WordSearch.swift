/// Tells from the bytes of a record whether the text of one field contains another, as
/// `String.contains` does: that compares characters, where bytes may end in the middle of one.
///
/// `String.contains` takes 5 µs for a text of 80 characters, and the record has to be decoded
/// before; this takes a tenth of a microsecond.
struct WordSearch: Sendable {
  enum Verdict {
    case yes
    case no
    /// The record has to be asked.
    case unsure
  }

  private let member: MemberSearch
  private let part: ByteSearch

  /// `nil` when bytes do not tell of `part`.
  init?(_ part: String, inMember name: String) {
    guard let bytes = TextForm.searchBytes(part), !bytes.contains(UInt8(ascii: "\\")),
      bytes.withUnsafeBytes({ Self.beginsCharacter(in: $0, at: 0) })
    else { return nil }
    member = MemberSearch(name)
    self.part = ByteSearch(bytes)
  }

  /// - Parameter text: the record's text, which is surely composed (``TextForm``).
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

  /// Whether the byte may belong to what stands for another character, as the n of `\n` does.
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

  /// Whether a character (a grapheme cluster, UAX #29) surely begins here, because here is one that
  /// joins none before it: ASCII, Latin, Cyrillic, kana, Chinese characters, Hangul, full-width
  /// forms, without the voice marks U+FF9E and U+FF9F and without pictures.
  private static func beginsCharacter(in text: UnsafeRawBufferPointer, at position: Int) -> Bool {
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

/// Finds the value of a member in the JSON text of a record, without taking the text apart.
struct MemberSearch: Sendable {
  private let beginning: ByteSearch

  /// - Parameter name: see ``RecordField``.
  init(_ name: String) {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    JSONText.append(name, to: &bytes)
    beginning = ByteSearch(bytes + [UInt8(ascii: "\""), UInt8(ascii: ":")])
  }

  /// Where the value begins. Quotation marks in texts are escaped, so a name in one is not found.
  func start(in text: UnsafeRawBufferPointer) -> Int? {
    beginning.first(in: text, from: 0).map { $0 + beginning.count }
  }
}
