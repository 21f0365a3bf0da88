import Foundation

/// Text prepared for searching, so that different forms of a letter match.
package enum SearchText {
  /// `text` with width, case and kana unified: `ﾃｽﾄ`, `テスト` and `てすと` become equal, and so do
  /// `Ｓｗｉｆｔ` and `swift`.
  ///
  /// Widths are unified by Unicode's compatibility forms (NFKC, UAX #15). Voicing marks are kept: か
  /// and が are different letters.
  package static func folded(_ text: String) -> String {
    if let folded = foldedByBytes(text) { return folded }
    var scalars = String.UnicodeScalarView()
    for scalar in joined(text.precomposedStringWithCompatibilityMapping).lowercased().unicodeScalars
    {
      scalars.append(katakana(scalar))
    }
    return String(scalars)
  }

  /// The text with voicing marks joined to their kana. Foundation on Linux leaves half-width marks
  /// separate.
  private static func joined(_ text: String) -> String {
    text.unicodeScalars.contains { $0 == "\u{3099}" || $0 == "\u{309A}" }
      ? text.precomposedStringWithCanonicalMapping : text
  }

  /// The words of a search query, folded. A match must contain all of them.
  package static func words(_ query: String) -> [String] {
    folded(query).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// A faster version without Unicode tables, for texts that contain only ASCII, kana and Chinese
  /// characters. Most Japanese texts do. `nil` for other texts.
  private static func foldedByBytes(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var isPlain = true
      let folded = String(unsafeUninitializedCapacity: bytes.count) { buffer in
        var position = 0
        while position < bytes.count, isPlain {
          let byte = bytes[position]
          if byte < 0x80 {
            buffer[position] = (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
            position += 1
          } else if (0xE3...0xE9).contains(byte) {
            let code =
              UInt32(byte & 0x0F) << 12 | UInt32(bytes[position + 1] & 0x3F) << 6
              | UInt32(bytes[position + 2] & 0x3F)
            isPlain = isUnchangedByWidth(code)
            let folded = (0x3041...0x3096).contains(code) ? code + 0x60 : code
            buffer[position] = UInt8(0xE0 | folded >> 12)
            buffer[position + 1] = UInt8(0x80 | folded >> 6 & 0x3F)
            buffer[position + 2] = UInt8(0x80 | folded & 0x3F)
            position += 3
          } else {
            isPlain = false
          }
        }
        return position
      }
      return isPlain ? folded : nil
    }
  }

  /// Whether a character is its own compatibility form and never joins the one before it: 、。and
  /// brackets, kana, Chinese characters.
  private static func isUnchangedByWidth(_ code: UInt32) -> Bool {
    switch code {
    case 0x3001...0x3002, 0x3005...0x3011, 0x3041...0x3096, 0x30A1...0x30FE, 0x4E00...0x9FFF: true
    default: false
    }
  }

  /// The katakana for a hiragana. The two blocks have the same order, 0x60 apart.
  private static func katakana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x3041...0x3096, 0x309D...0x309E: Unicode.Scalar(scalar.value + 0x60) ?? scalar
    default: scalar
    }
  }
}
