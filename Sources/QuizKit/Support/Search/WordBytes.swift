import Foundation

/// The bytes of a word, for finding the word as `String.contains` does. That method compares whole
/// characters, but a byte match may end in the middle of one.
package enum WordBytes {
  /// The bytes of `word` in a text in composed form (``TextForm``); `nil` when a byte search cannot
  /// find it reliably.
  package static func of(_ word: String) -> [UInt8]? {
    let bytes = Array(word.precomposedStringWithCanonicalMapping.utf8)
    let isReliable = TextForm.searchBytes(word) != nil && beginAnew(bytes)
    return isReliable ? bytes : nil
  }

  /// Whether the first character never joins the one before it.
  package static func beginAnew(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { beginsCharacter(in: $0, at: 0) }
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
