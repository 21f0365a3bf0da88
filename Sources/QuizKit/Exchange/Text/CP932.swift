/// Decodes and encodes code page 932 (Shift_JIS as used by Windows).
enum CP932 {
  /// The decoded text, with counts that tell how likely it is that the bytes were in this encoding.
  struct Decoded {
    /// The text as UTF-8, with U+FFFD for each byte that the code page does not define.
    var utf8: [UInt8] = []
    /// Whether the code page defines every byte sequence.
    var isValid = true
    /// The number of hiragana and full-width katakana.
    var kanaCount = 0
    /// The number of kanji.
    var kanjiCount = 0
    /// The number of kanji of the second level, which are rare.
    var rareKanjiCount = 0
    /// The number of half-width katakana.
    var halfWidthCount = 0
    /// The number of pairs with a second byte above ASCII.
    var highTrailCount = 0
    /// The number of bytes above ASCII.
    var highCount = 0

    /// Whether a person would say that this is Japanese. Bytes of other encodings may decode by
    /// chance: French of DOS to kana (“â” and a letter), Cyrillic to rare kanji, Thai and Korean to
    /// half-width katakana. A letter of ASCII is the second byte of every pair then.
    var looksJapanese: Bool {
      let usual = kanaCount + kanjiCount
      return isValid && kanaCount > 0 && usual * 10 >= highCount && halfWidthCount <= usual
        && rareKanjiCount * 3 <= usual && highTrailCount * 10 >= usual
    }
  }

  static func decode(_ bytes: some Collection<UInt8>) -> Decoded {
    var decoded = Decoded()
    decoded.utf8.reserveCapacity(bytes.count * 3 / 2)
    var lead: UInt8?
    func append(_ scalar: Unicode.Scalar) {
      decoded.utf8.append(contentsOf: String(scalar).utf8)
      switch scalar.value {
      case 0xFFFD: decoded.isValid = false
      case 0x3041...0x3096, 0x30A1...0x30FA: decoded.kanaCount += 1
      case 0x4E00...0x9FFF: decoded.kanjiCount += 1
      default: break
      }
    }
    for byte in bytes {
      if byte > 0x7F { decoded.highCount += 1 }
      if let first = lead {
        lead = nil
        if byte > 0x7F { decoded.highTrailCount += 1 }
        if first >= 0xE0 { decoded.rareKanjiCount += 1 }
        append(scalar(lead: first, trail: byte))
        // Keep a line break or quote that follows an incomplete pair.
        if byte < 0x40 { append(Unicode.Scalar(byte)) }
      } else if byte < 0x80 {
        decoded.utf8.append(byte)
      } else if (0xA1...0xDF).contains(byte) {
        decoded.halfWidthCount += 1
        append(halfWidthKatakana(byte))
      } else if firstIndexByLead[Int(byte)] != nil {
        lead = byte
      } else {
        append("\u{FFFD}")
      }
    }
    if lead != nil { append("\u{FFFD}") }
    return decoded
  }

  /// Returns the bytes of a character, or `nil` if the code page lacks it.
  static func encode(_ scalar: Unicode.Scalar) -> [UInt8]? {
    switch scalar.value {
    case 0..<0x80: [UInt8(scalar.value)]
    case 0xFF61...0xFF9F: [UInt8(scalar.value - 0xFF61 + 0xA1)]
    default: bytesByScalar[scalar]
    }
  }

  static func halfWidthKatakana(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0xFF61 + UInt32(byte) - 0xA1) ?? "\u{FFFD}"
  }

  static func scalar(lead: UInt8, trail: UInt8) -> Unicode.Scalar {
    guard let first = firstIndexByLead[Int(lead)], let offset = offset(ofTrail: trail) else {
      return "\u{FFFD}"
    }
    return scalars[first + offset]
  }

  private static func offset(ofTrail trail: UInt8) -> Int? {
    switch trail {
    case 0x40...0x7E: Int(trail) - 0x40
    case 0x80...0xFC: Int(trail) - 0x41
    default: nil
    }
  }

  private static let charactersPerLead = 188

  private static let scalars = Array(CP932Table.rows.unicodeScalars.lazy.filter { $0 != "\n" })

  private static let firstIndexByLead: [Int?] = {
    var first = [Int?](repeating: nil, count: 256)
    for (row, lead) in CP932Table.leadBytes.enumerated() {
      first[Int(lead)] = row * charactersPerLead
    }
    return first
  }()

  private static let bytesByScalar: [Unicode.Scalar: [UInt8]] = {
    var bytes: [Unicode.Scalar: [UInt8]] = [:]
    for (row, lead) in CP932Table.leadBytes.enumerated() {
      for offset in 0..<charactersPerLead {
        let trail = UInt8(offset < 0x3F ? offset + 0x40 : offset + 0x41)
        let scalar = scalars[row * charactersPerLead + offset]
        // Some characters have two codes; both decode to the same character, so the first one is
        // used.
        if bytes[scalar] == nil { bytes[scalar] = [lead, trail] }
      }
    }
    bytes["\u{FFFD}"] = nil
    return bytes
  }()
}

/// Decodes the other two encodings of the characters of JIS X 0208, whose rows and cells code page
/// 932 numbers in another way.
enum JIS {
  /// EUC-JP. U+FFFD stands for what is not defined, and for the rare characters of JIS X 0212.
  static func decodeEUC(_ bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...].prefix(3)
      let next = rest.dropFirst().first ?? 0
      switch (rest[index], next) {
      case (..<0x80, _): text.append(Unicode.Scalar(rest[index]))
      case (0x8E, 0xA1...0xDF): text.append(CP932.halfWidthKatakana(next))
      case (0x8F, 0xA1...0xFE) where rest.count == 3: text.append("\u{FFFD}")
      case (0xA1...0xFE, 0xA1...0xFE):
        text.append(scalar(row: rest[index] - 0xA0, cell: next - 0xA0))
      default:
        text.append("\u{FFFD}")
        index += 1
        continue
      }
      index += rest[index] < 0x80 ? 1 : rest[index] == 0x8F ? 3 : 2
    }
    return Array(String(text).utf8)
  }

  /// Where a text of seven bits announces two-byte characters of whichever language; `nil` if it
  /// does not.
  static func firstEscape(in bytes: [UInt8]) -> Int? {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: 0x1B) {
      index = found + 1
      if bytes[index...].first == UInt8(ascii: "$") {
        return bytes.contains { $0 > 0x7F } ? nil : found
      }
    }
    return nil
  }

  /// ISO-2022-JP (RFC 1468), with the half-width katakana that Windows adds; `nil` where another set
  /// of characters is announced or a character is not defined.
  static func decodeEscapes(_ bytes: [UInt8]) -> [UInt8]? {
    var text = String.UnicodeScalarView()
    var (set, index) = (UInt8(ascii: "B"), 0)
    let pairs = UInt8(ascii: "$")
    while index < bytes.count {
      let rest = bytes[index...].prefix(3)
      if rest.first == 0x1B {
        guard rest.count == 3, let kind = rest.dropFirst().first, let name = rest.last else {
          return nil
        }
        switch (kind, name) {
        case (UInt8(ascii: "("), UInt8(ascii: "B")), (UInt8(ascii: "("), UInt8(ascii: "J")),
          (UInt8(ascii: "("), UInt8(ascii: "I")):
          set = name
        case (pairs, UInt8(ascii: "@")), (pairs, UInt8(ascii: "B")): set = pairs
        default: return nil
        }
        index += 3
        continue
      }
      let byte = bytes[index]
      index += 1
      if byte > 0x7F { return nil }
      if byte <= 0x20 || set == UInt8(ascii: "B") || set == UInt8(ascii: "J") {
        text.append(Unicode.Scalar(byte))
      } else if set == UInt8(ascii: "I") {
        text.append(CP932.halfWidthKatakana(byte | 0x80))
      } else {
        guard index < bytes.count, (0x21...0x7E).contains(bytes[index]) else { return nil }
        text.append(scalar(row: byte - 0x20, cell: bytes[index] - 0x20))
        index += 1
      }
    }
    return text.contains("\u{FFFD}") ? nil : Array(String(text).utf8)
  }

  /// The character in a row and cell from 1 to 94: two rows of JIS share a lead byte of the code page.
  private static func scalar(row: UInt8, cell: UInt8) -> Unicode.Scalar {
    let lead = (row - 1) / 2 + 0x81
    let trail = row.isMultiple(of: 2) ? cell + 0x9E : cell + (cell < 64 ? 0x3F : 0x40)
    return CP932.scalar(lead: lead > 0x9F ? lead + 0x40 : lead, trail: trail)
  }
}
