extension String {
  /// The text without anything that could control a terminal or disguise what it says.
  ///
  /// Decks come from files, and files can come from strangers. Control characters become visible
  /// (`^[` for escape), line ends of every kind become `\n`, and tabs become four blanks. Marks
  /// that change the writing direction are dropped (Unicode TR 36, 2.7). So are invisible
  /// characters, unless an emoji or a script needs them in that place.
  var sanitised: String { sanitised(.dropping) }

  /// ``sanitised``, with a blank for each line end.
  var sanitisedLine: String { sanitised(.dropping).onOneLine }

  /// ``sanitisedLine``, but it shows as `\u{202E}` what ``sanitised`` drops. A reader who looks for
  /// the fault in a name must see what the name contains.
  var disclosedLine: String { sanitised(.disclosing).onOneLine }

  /// ``sanitised`` for keyboard input. Keeps hidden characters such as joiners, because their
  /// neighbours may arrive in a later read.
  var sanitisedTyping: String { sanitised(.typing) }
}

extension Unicode.Scalar {
  /// Whether the scalar changes the writing direction or is an unusual line separator.
  var turnsDirection: Bool {
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
