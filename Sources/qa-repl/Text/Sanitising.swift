extension String {
  /// The text with nothing in it that could steer a terminal or disguise what is read.
  ///
  /// Decks come from files and files from strangers. Control characters become visible (`^[` for
  /// escape), line ends of every kind become `\n`, tabs four blanks. Marks that turn the direction
  /// of writing are dropped (Unicode TR 36, 2.7), and so is whatever nobody sees, unless an emoji
  /// or a script needs it where it stands.
  var sanitised: String { sanitised(.dropping) }

  /// ``sanitised``, on one line: a line end becomes a blank.
  var sanitisedLine: String { sanitised(.dropping).onOneLine }

  /// On one line as well, but what ``sanitised`` would drop is shown as `\u{202E}`: who reads what
  /// is wrong with a name has to see what is in it.
  var disclosedLine: String { sanitised(.disclosing).onOneLine }

  /// What came from a keyboard. Joiners stay, as the letters around them may come with other bytes.
  var sanitisedTyping: String { sanitised(.typing) }
}

extension Unicode.Scalar {
  /// Whether it turns the direction of writing, or parts lines where nobody expects it.
  var turnsDirection: Bool {
    switch value {
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// What becomes of scalars that are not to reach a terminal.
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
      case "\t": result.append(contentsOf: "    ".unicodeScalars)
      case _ where scalar.value < 0x20 || scalar == "\u{7F}":
        result.append("^")
        result.append(scalar.caret)
      case _ where scalar.isHidden:
        let count = scalars.hiddenScalarsInUse(at: index - 1, after: result)
        if count > 0 || handling == .typing {
          result.append(contentsOf: scalars[(index - 1)..<(index - 1 + max(1, count))])
          index += max(1, count) - 1
        } else if handling == .disclosing {
          result.append(contentsOf: scalar.disclosed)
        }
      case _ where scalar.isUnsafe:
        if handling == .disclosing {
          result.append(contentsOf: scalar.disclosed)
        } else if scalar.properties.generalCategory == .control {
          result.append("\u{FFFD}")
        }
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private var onOneLine: String {
    contains("\n") ? String(map { $0 == "\n" ? " " : $0 }) : self
  }
}

extension Unicode.Scalar {
  /// Whether it is never written as it is, whatever stands around it.
  fileprivate var isUnsafe: Bool {
    switch value {
    case 0..<0x0A, 0x0B..<0x20, 0x7F..<0xA0, 0xAD: true
    default: turnsDirection
    }
  }

  /// The letter that stands for a control character after a caret.
  fileprivate var caret: Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: value) ^ 0x40)
  }

  /// As Swift writes it.
  fileprivate var disclosed: String.UnicodeScalarView {
    "\\u{\(String(value, radix: 16, uppercase: true))}".unicodeScalars
  }
}
