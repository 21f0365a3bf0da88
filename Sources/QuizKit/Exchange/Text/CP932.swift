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
      if let first = lead {
        lead = nil
        append(scalar(lead: first, trail: byte))
        // Keep a line break or quote that follows an incomplete pair.
        if byte < 0x40 { append(Unicode.Scalar(byte)) }
      } else if byte < 0x80 {
        decoded.utf8.append(byte)
      } else if (0xA1...0xDF).contains(byte) {
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

  private static func halfWidthKatakana(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0xFF61 + UInt32(byte) - 0xA1) ?? "\u{FFFD}"
  }

  private static func scalar(lead: UInt8, trail: UInt8) -> Unicode.Scalar {
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
