extension String {
  /// The text with nothing in it that could steer a terminal or disguise what is read.
  ///
  /// Decks come from files and files from strangers. Control characters become visible (`^[` for
  /// escape), line ends of every kind become `\n`, tabs four blanks, and marks that turn the
  /// direction of writing are dropped (Unicode TR 36, 2.7).
  var sanitised: String {
    guard unicodeScalars.contains(where: { $0.isUnsafe }) else { return self }
    var result = ""
    var afterReturn = false
    for scalar in unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar {
      case "\n" where afterReturn: continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result += "\n"
      case "\t": result += "    "
      case _ where scalar.value < 0x20: result += "^" + String(Character(scalar.caret))
      case "\u{7F}": result += "^?"
      case _ where scalar.properties.generalCategory == .control: result += "\u{FFFD}"
      case _ where scalar.isUnsafe: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// ``sanitised``, on one line: a line end becomes a blank.
  var sanitisedLine: String {
    let text = sanitised
    return text.contains("\n") ? String(text.map { $0 == "\n" ? " " : $0 }) : text
  }
}

extension Unicode.Scalar {
  fileprivate var isUnsafe: Bool {
    switch value {
    case 0..<0x0A, 0x0B..<0x20, 0x7F..<0xA0: true
    case 0xAD, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The letter that stands for a control character after a caret.
  fileprivate var caret: Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: value) + 0x40)
  }
}
