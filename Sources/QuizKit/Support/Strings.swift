extension String {
  /// The text; `nil` when it is empty.
  package var unlessEmpty: String? { isEmpty ? nil : self }

  /// Whether the text has no visible characters.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy(\.isInvisible)
  }

  /// The text without invisible characters at its ends.
  package var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isInvisible }),
      let last = scalars.lastIndex(where: { !$0.isInvisible })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension Unicode.Scalar {
  /// White space of any width, and characters of no width such as U+200B or U+FEFF. Joiners and
  /// variation selectors do not count, because they belong to the characters before them.
  fileprivate var isInvisible: Bool {
    // The properties of a character take longer to find than a million blanks may.
    if isASCII { return value == 0x20 || (0x09...0x0D).contains(value) }
    return properties.isWhitespace || value == 0x200B || value == 0xFEFF || value == 0x2060
  }
}

extension String {
  /// The path, with the home directory instead of `~` at its beginning. A shell does this before a
  /// program starts, but not behind `journal:` and not in the lines of a script.
  ///
  /// - Parameter home: the home directory; `nil` without one.
  package func expandingHome(_ home: String?) -> String {
    guard self == "~" || hasPrefix("~/"), let home else { return self }
    return home + dropFirst()
  }
}

extension String {
  /// The name followed by the first number, from `Name (2)` on, that makes it different from the
  /// names in `taken`.
  package func numbered(apartFrom taken: Set<String>) -> String {
    var names = NumberedNames(taken: taken)
    return names.next(self)
  }
}

/// Adds numbers to many names, so that all names differ.
package struct NumberedNames {
  private var taken: Set<String>
  /// The last number given to each name. Without it, the last of many equal names would try all
  /// numbers before its own.
  private var last: [String: Int] = [:]

  package init(taken: Set<String>) {
    self.taken = taken
  }

  /// The name followed by the first number, from `Name (2)` on, that makes it different from the
  /// taken names. The result then counts as taken.
  package mutating func next(_ name: String) -> String {
    var number = last[name, default: 1]
    var numbered: String
    repeat {
      number += 1
      numbered = "\(name) (\(number))"
    } while !taken.insert(numbered).inserted
    last[name] = number
    return numbered
  }
}

/// Reads full-width characters as ASCII in command words, options and numbers, but never in a
/// user's own text.
package enum FullWidth {
  /// `text` with U+FF01–FF5E and the full-width blank replaced by ASCII. Each full-width form is
  /// 0xFEE0 above its ASCII character (Unicode block "Halfwidth and Fullwidth Forms").
  package static func folded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3000: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

/// The letters by which choices, and the lines on the right of pairs, are named.
package enum ChoiceLetters {
  /// A to Z.
  package static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The name of the choice at a place, which is counted from 0: A, B, C, and so on. A choice after
  /// Z is named by its number.
  package static func name(_ place: Int) -> String {
    capitals.indices.contains(place) ? String(capitals[place]) : "\(place + 1)"
  }
}

extension Int {
  /// The number with its noun in English: `1 question`, `2 questions`, `2 boxes`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

/// "Did you mean …": finds the word closest to a mistyped one.
package enum Suggestion {
  /// The closest word, or `nil` when every candidate differs in more than a third of the letters.
  /// Two differences are always allowed in a word of five letters or more, and one in a shorter
  /// one. Of several candidates the first counts.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased())
    let letters = typed.count { $0 != "-" }
    let limit = max(letters < 5 ? 1 : 2, letters / 3)
    let ranked =
      candidates
      .map { (letters: Array($0.lowercased()), word: $0) }
      // Each letter too many is a difference: a text of megabytes is compared with no word.
      .filter { abs(typed.count - $0.letters.count) <= limit }
      .map { (distance: distance(typed, $0.letters), word: $0.word) }
      .filter { $0.distance <= limit && $0.distance < max(typed.count, 1) }
    return ranked.min { $0.distance < $1.distance }?.word
  }

  /// The number of edits that turn one word into the other: insert, delete, replace, or swap two
  /// neighbours (optimal string alignment; Damerau 1964).
  package static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replace = last[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replace, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}

extension String {
  /// The text with `%20` and the like as characters; `nil` if these are not UTF-8.
  package func percentDecoded(plusIsBlank: Bool = false) -> String? {
    guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return self
    }
    var plain: [UInt8] = []
    var rest = self[...].utf8
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        plain.append(UInt8(digits[0] << 4 | digits[1]))
        rest.removeFirst(2)
      } else {
        plain.append(byte == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: plain, as: UTF8.self)
  }
}
