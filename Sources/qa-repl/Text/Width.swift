/// The number of terminal cells that a text takes. Colour sequences take none.
///
/// The C library's `wcwidth` cannot be used instead: in the C locale it knows only ASCII, and
/// elsewhere its tables are as old as the system.
func displayWidth(_ text: String, _ ambiguous: AmbiguousWidth = .unknown) -> Int {
  var cells = 0
  let isPlain = PlainText.read(text) { part, _ in
    switch part {
    case .ascii: cells += 1
    case .wide: cells += 2
    case .sign(let scalar): cells += scalar.cells(ambiguous)
    case .style: break
    }
  }
  if isPlain { return cells }
  return text.utf8.contains(0x1B)
    ? glyphs(in: text, ambiguous).reduce(0) { $0 + $1.cells }
    : text.reduce(0) { $0 + $1.cells(ambiguous) }
}

extension Character {
  /// The cells that the character takes in a terminal that draws grapheme clusters as units.
  func cells(_ ambiguous: AmbiguousWidth = .unknown) -> Int {
    if let value = asciiValue { return value < 0x20 || value == 0x7F ? 0 : 1 }
    if isSurelyWide { return 2 }
    return isJoinedEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.cells(ambiguous) }
  }

  /// Whether terminals disagree about the cells.
  ///
  /// Text after such a character must be positioned by column, or the rest of the row shifts.
  func isWidthUncertain(_ ambiguous: AmbiguousWidth = .unknown) -> Bool {
    if isASCII || isSurelyWide { return false }
    return isJoinedEmoji
      || unicodeScalars.contains {
        $0.isPictorial
          || (ambiguous == .unknown && AmbiguousWidth.concerns($0) && !$0.isDrawing)
      }
  }

  /// Whether the character is kana or kanji, known without a look into Unicode's tables.
  private var isSurelyWide: Bool {
    guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
    return scalar.isSurelyWide
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
  /// Whether it is kana or kanji, which take two cells everywhere and combine with nothing before
  /// them.
  var isSurelyWide: Bool {
    switch value {
    case 0x4E00...0x9FFF, 0x3041...0x3096, 0x30A0...0x30FF, 0x3001, 0x3002: true
    default: false
    }
  }

  fileprivate func cells(_ ambiguous: AmbiguousWidth) -> Int {
    guard value >= 0x300 else {
      return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : usualCells(ambiguous)
    }
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
      return properties.isEmojiPresentation || isContained(in: wideRanges)
        ? 2 : usualCells(ambiguous)
    }
  }

  private func usualCells(_ ambiguous: AmbiguousWidth) -> Int {
    ambiguous == .wide && AmbiguousWidth.concerns(self) ? 2 : 1
  }

  /// A sign or picture that some fonts draw wider than Unicode says.
  fileprivate var isPictorial: Bool {
    (0x2600...0x27BF).contains(value) || (0x1F100...0x1F1AC).contains(value) || value == 0xFFFD
  }

  /// A line or block of a chart. Bars are made of many, and a column after each would double their
  /// bytes. Every terminal that gives them two cells answers the question about widths.
  fileprivate var isDrawing: Bool { (0x2500...0x259F).contains(value) }

  /// Whether one of `ranges`, which ascend, contains the scalar.
  func isContained(in ranges: [ClosedRange<UInt32>]) -> Bool {
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
