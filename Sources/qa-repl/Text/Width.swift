/// The number of terminal cells that a text takes. Colour sequences take none.
///
/// The C library's `wcwidth` is no substitute: in the C locale it knows only ASCII, and elsewhere
/// its tables are as old as the system.
func displayWidth(_ text: String) -> Int {
  text.utf8.contains(0x1B)
    ? glyphs(in: text).reduce(0) { $0 + $1.cells } : text.reduce(0) { $0 + $1.cells }
}

extension Character {
  /// The cells that the character takes in a terminal that draws grapheme clusters as units.
  var cells: Int {
    if let value = asciiValue { return value < 0x20 || value == 0x7F ? 0 : 1 }
    return isJoinedEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.cells }
  }

  /// Whether terminals disagree about ``cells``.
  ///
  /// Text after such a character must be positioned by column, or the rest of the row shifts.
  var isWidthUncertain: Bool {
    isASCII ? false : isJoinedEmoji || unicodeScalars.contains { $0.isAmbiguous }
  }

  /// An emoji made of several scalars. Some terminals draw each scalar separately.
  private var isJoinedEmoji: Bool {
    unicodeScalars.dropFirst().contains {
      $0 == "\u{200D}" || $0 == "\u{FE0F}" || $0.properties.isEmojiModifier
    }
  }
}

extension Character {
  /// Printable ASCII, kana or kanji, the bulk of most long texts. Such a character needs no
  /// sanitising and never combines with the one before it.
  var isPlain: Bool {
    if let value = asciiValue { return (0x20..<0x7F).contains(value) }
    guard unicodeScalars.count == 1, let value = unicodeScalars.first?.value else { return false }
    return (0x3001...0x3029).contains(value) || (0x3041...0x3096).contains(value)
      || (0x309B...0x9FFF).contains(value)
  }
}

extension Unicode.Scalar {
  fileprivate var cells: Int {
    guard value >= 0x300 else { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    switch value {
    case 0xFF9E, 0xFF9F: return 1  // a half-width voicing mark has a cell of its own
    case 0x1160...0x11FF: return 0  // vowels and final consonants of a Hangul syllable
    case 0x1F1E6...0x1F1FF: return 1  // half a flag
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      return properties.isEmojiPresentation || contained(in: wideRanges) ? 2 : 1
    }
  }

  /// Terminals set up for East Asian text draw it in two cells, other terminals in one.
  fileprivate var isAmbiguous: Bool { contained(in: ambiguousRanges) }

  private func contained(in ranges: [ClosedRange<UInt32>]) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}

/// The Wide and Fullwidth ranges of EastAsianWidth.txt (Unicode 15), without the scalars with emoji
/// presentation. Unassigned gaps are included.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
  0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
  0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265,
  0x20000...0x3FFFD,
]

/// Blocks that contain the Ambiguous scalars of EastAsianWidth.txt. An extra scalar costs only a
/// few bytes of output; a missing one misaligns a row.
private let ambiguousRanges: [ClosedRange<UInt32>] = [
  0xA1...0xBF, 0xC6...0xC6, 0xD0...0xD0, 0xD7...0xD8, 0xDE...0xE1, 0xE6...0xFE, 0x101...0x1DC,
  0x251...0x261, 0x2C4...0x2DF, 0x391...0x3C9, 0x401...0x451, 0x2010...0x203E, 0x2074...0x2084,
  0x20AC...0x20AC, 0x2103...0x27BF, 0x2B55...0x2B59, 0x3248...0x324F, 0xE000...0xF8FF,
  0xFFFD...0xFFFD, 0x1F100...0x1F1AC,
]
