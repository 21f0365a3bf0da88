extension String {
  /// The text without anything that could control a terminal or disguise what it says.
  ///
  /// Decks come from files, and files can come from strangers. Control characters become visible
  /// (`^[` for escape), line ends of every kind become `\n`, and tabs become four blanks. Marks
  /// that change the writing direction are dropped (Unicode TR 36, 2.7). So are invisible
  /// characters, unless an emoji or a script needs them in that place.
  package var sanitised: String { sanitised(.dropping) }

  /// ``sanitised``, with a blank for each line end.
  package var sanitisedLine: String { sanitised(.dropping).onOneLine }

  /// ``sanitisedLine``, but it shows as `\u{202E}` what ``sanitised`` drops. A reader who looks for
  /// the fault in a name must see what the name contains.
  package var disclosedLine: String { sanitised(.disclosing).onOneLine }

  /// ``sanitised`` for keyboard input. Keeps hidden characters such as joiners, because their
  /// neighbours may arrive in a later read.
  var sanitisedTyping: String { sanitised(.typing) }
}

extension Unicode.Scalar {
  /// Whether the scalar changes the writing direction or is an unusual line separator.
  package var turnsDirection: Bool {
    switch value {
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// What to do with scalars that must not reach a terminal.
private enum Handling {
  case dropping, disclosing, typing
}

extension String {
  private func sanitised(_ handling: Handling) -> String {
    guard unicodeScalars.contains(where: { $0.isUnsafe || $0.isHidden }) else { return self }
    let scalars = Array(unicodeScalars)
    var result = UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\n" where index > 1 && scalars[index - 2] == "\r": continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
      // One at a time: `append(contentsOf:)` would copy all of the result for each tab.
      case "\t": for _ in 0..<4 { result.append(" ") }
      case _ where scalar.value < 0x20 || scalar == "\u{7F}":
        result.append("^")
        result.append(scalar.caret)
      case _ where scalar.isHidden:
        let count = scalars.hiddenScalarsInUse(at: index - 1, after: result)
        if count > 0 || handling == .typing {
          for used in scalars[(index - 1)..<(index - 1 + max(1, count))] { result.append(used) }
          index += max(1, count) - 1
        } else if handling == .disclosing {
          for shown in scalar.disclosed { result.append(shown) }
        }
      case _ where scalar.isUnsafe:
        if handling == .disclosing {
          for shown in scalar.disclosed { result.append(shown) }
        } else if scalar.properties.generalCategory == .control {
          result.append("\u{FFFD}")
        }
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private var onOneLine: String {
    utf8.contains(0x0A) ? String(map { $0 == "\n" ? " " : $0 }) : self
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is never written unchanged, whatever its neighbours are.
  fileprivate var isUnsafe: Bool {
    switch value {
    case 0..<0x0A, 0x0B..<0x20, 0x7F..<0xA0, 0xAD: true
    default: turnsDirection
    }
  }

  /// The character that follows the caret in the visible form of a control character.
  fileprivate var caret: Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: value) ^ 0x40)
  }

  /// The scalar as a Swift escape.
  fileprivate var disclosed: String.UnicodeScalarView {
    "\\u{\(String(value, radix: 16, uppercase: true))}".unicodeScalars
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible. Such a scalar can disguise a text, unless its neighbours need
  /// it.
  ///
  /// Contains the scalars of DerivedCoreProperties.txt (Unicode 15) with
  /// Default_Ignorable_Code_Point, except those that change the writing direction, and the marks of
  /// interlinear annotations.
  package var isHidden: Bool {
    switch value {
    case 0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200D, 0x2060...0x2065,
      0x206A...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3,
      0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}

extension [Unicode.Scalar] {
  /// The number of hidden scalars from `index` on that their neighbours need; `text` is what
  /// precedes them. 0 when the scalar at `index` is not needed.
  func hiddenScalarsInUse(at index: Int, after text: String.UnicodeScalarView) -> Int {
    let scalar = self[index]
    if scalar.isTag {
      return index > 0 && self[index - 1] == "\u{1F3F4}" ? flagTags(from: index) : 0
    }
    // At the start or end of the text the neighbour counts as a blank.
    let next = index + 1 < count ? self[index + 1] : " "
    return scalar.isInUse(between: text.last ?? " ", and: next, in: text) ? 1 : 0
  }

  /// The number of tag scalars of a flag such as England's, including the end tag; 0 when they are
  /// not a valid flag. The tags are the letters and digits of a subdivision (Unicode TR 51,
  /// ED-14a).
  private func flagTags(from index: Int) -> Int {
    let tags = self[index...].prefix {
      (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
    }
    let end = index + tags.count
    return (3...7).contains(tags.count) && end < count && self[end] == "\u{E007F}"
      ? tags.count + 1 : 0
  }
}

extension Unicode.Scalar {
  fileprivate var isTag: Bool { (0xE0000...0xE007F).contains(value) }

  fileprivate func isInUse(
    between last: Unicode.Scalar, and next: Unicode.Scalar, in text: String.UnicodeScalarView
  ) -> Bool {
    switch value {
    case 0x200D:
      let base = last == "\u{FE0F}" ? text.dropLast().last : last
      if base?.isPicture == true, next.isPicture { return true }
      return last.isJoined || (next.isJoined && !last.isHidden)
    case 0x200C: return last.isJoined
    case 0x200B: return last.isUnspaced && next.isUnspaced
    case 0xFE0E, 0xFE0F: return last.isPicture || (last.properties.isEmoji && next == "\u{20E3}")
    case 0xFE00...0xFE0D: return last.hasVariants
    case 0xE0100...0xE01EF: return last.properties.isIdeographic
    case 0x180B...0x180F: return (0x1800...0x18AF).contains(last.value) && !last.isHidden
    case 0x17B4...0x17B5: return (0x1780...0x17D3).contains(last.value) && !last.isHidden
    case 0x34F: return last.isMark && !last.isHidden && next.isMark
    case 0x115F: return (0x1160...0x11A7).contains(next.value)
    case 0x1160: return (0x1100...0x115F).contains(last.value)
    case 0x1BCA0...0x1BCA3: return (0x1BC00...0x1BC9F).contains(last.value)
    default: return false
    }
  }

  /// An emoji that is complete by itself, unlike the digit of a keycap.
  private var isPicture: Bool { value > 0x7F && properties.isEmoji }

  private var isMark: Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
  }

  private var isLetterOrMark: Bool { properties.isAlphabetic || isMark }

  /// A letter whose shape depends on its neighbours (Unicode 15, 9.2 and 12.1).
  fileprivate var isJoined: Bool {
    joiningScripts.contains { $0.contains(value) } && isLetterOrMark && !isHidden
  }

  /// A letter of a script without visible word separators.
  private var isUnspaced: Bool {
    unspacedScripts.contains { $0.contains(value) } && isLetterOrMark && !isHidden
  }

  /// A scalar with variants in StandardizedVariants.txt: mathematical signs, ideographs, full-width
  /// marks.
  private var hasVariants: Bool {
    switch value {
    case 0x30, 0x1000...0x109F, 0x3001...0x3002, 0xA840...0xA87F, 0xFF01...0xFF1F: true
    default: properties.isIdeographic || properties.generalCategory == .mathSymbol
    }
  }
}

/// Arabic and related scripts, the Indic scripts and their descendants, Mongolian, Adlam.
private let joiningScripts: [ClosedRange<UInt32>] = [
  0x600...0x77F, 0x7C0...0x7FF, 0x840...0xDFF, 0xF00...0x109F, 0x1700...0x18AF, 0x1A00...0x1C7F,
  0xA800...0xA8FF, 0xA900...0xA9DF, 0xA9E0...0xAADF, 0xABC0...0xABFF, 0xFB50...0xFDFF,
  0xFE70...0xFEFE, 0x10AC0...0x10AFF, 0x10D00...0x10D3F, 0x10F00...0x11FFF, 0x1E900...0x1E95F,
]

/// Thai, Lao, Tibetan, Myanmar, Khmer and related scripts.
private let unspacedScripts: [ClosedRange<UInt32>] = [
  0xE00...0x109F, 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF, 0x1B00...0x1B7F,
  0xA980...0xA9FF, 0xAA60...0xAADF,
]
