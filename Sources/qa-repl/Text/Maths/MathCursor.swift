/// Something that `Maths` does not know.
struct UnknownMaths: Error {}

/// Reads the source of a formula from left to right.
struct MathCursor {
  enum Token: Equatable {
    case character(Character)
    case command(String)
    /// `&`, which ends a cell of a table.
    case cellEnd
    /// `\\`, which ends a row of a table.
    case rowEnd
  }

  private let characters: [Character]
  private var index = 0

  init(_ source: String) { characters = Array(source) }

  /// The next character; `nil` at the end.
  var following: Character? { index < characters.count ? characters[index] : nil }

  /// The character before the next one.
  private var preceding: Character? { index > 0 ? characters[index - 1] : nil }

  mutating func skipBlanks() {
    while following?.isWhitespace == true { index += 1 }
  }

  /// Takes the character if it is the next one.
  mutating func take(_ character: Character) -> Bool {
    guard following == character else { return false }
    index += 1
    return true
  }

  /// The next token after blanks; `nil` at the end.
  mutating func token() -> Token? {
    skipBlanks()
    guard let character = following else { return nil }
    index += 1
    switch character {
    case "&": return entity().map(Token.character) ?? .cellEnd
    case "\\": return command()
    default: return .character(character)
    }
  }

  /// The token without taking it.
  var nextToken: Token? {
    var copy = self
    return copy.token()
  }

  private mutating func command() -> Token {
    guard let first = following else { return .command("") }
    if first == "\\" {
      index += 1
      return .rowEnd
    }
    guard first.isASCII, first.isLetter else {
      index += 1
      return .command(first.isWhitespace ? " " : String(first))
    }
    let start = index
    while let letter = following, letter.isASCII, letter.isLetter { index += 1 }
    return .command(String(characters[start..<index]))
  }

  /// A sign that is written as in HTML; `nil` for the end of a cell, which may be written so too.
  private mutating func entity() -> Character? {
    for (name, sign) in [("lt;", "<"), ("gt;", ">")] as [(String, Character)]
    where characters[index...].starts(with: name) {
      index += name.count
      return sign
    }
    if characters[index...].starts(with: "amp;") { index += 4 }
    return nil
  }

  /// The rest of a number whose first digit was taken. A point or comma belongs to it between two
  /// digits.
  mutating func restOfNumber() -> String {
    let start = index
    while let character = following {
      let isSeparator =
        (character == "." || character == ",") && preceding?.isASCIIDigit == true
        && index + 1 < characters.count && characters[index + 1].isASCIIDigit
      guard character.isASCIIDigit || isSeparator else { break }
      index += 1
    }
    return String(characters[start..<index])
  }

  /// The source of a group in braces, without the braces.
  mutating func group() throws(UnknownMaths) -> String {
    skipBlanks()
    guard take("{") else { throw UnknownMaths() }
    let start = index
    var depth = 1
    while let character = following {
      index += 1
      switch character {
      case "\\": index = min(index + 1, characters.count)
      case "{": depth += 1
      case "}": depth -= 1
      default: break
      }
      if depth == 0 { return String(characters[start..<(index - 1)]) }
    }
    throw UnknownMaths()
  }

  /// Passes over the distance that may follow `\\`, such as `[2pt]`.
  mutating func skipDistance() {
    guard following == "[",
      let end = characters[index...].prefix(9).firstIndex(of: "]"),
      characters[index..<end].suffix(2).allSatisfy(\.isLetter),
      characters[index..<end].contains(where: \.isASCIIDigit)
    else { return }
    index = end + 1
  }
}

extension Character {
  /// Whether it is a digit of ASCII.
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
