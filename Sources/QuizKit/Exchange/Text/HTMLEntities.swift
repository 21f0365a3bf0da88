/// Decodes HTML character references.
enum HTMLEntities {
  /// Replaces each reference by its character, exactly once: `&amp;lt;` becomes `&lt;`.
  ///
  /// Names need their semicolon, so that `AT&T` and `R&D` are kept. Unknown names are kept as well.
  ///
  /// - Parameter isKnown: Whether to decode a name; true for all names by default.
  static func decode(_ text: String, isKnown: (Substring) -> Bool = { _ in true }) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var decoded = ""
    var rest = Substring(text)
    while let ampersand = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      decoded += rest[..<ampersand]
      let start = rest.utf8.index(after: ampersand)
      // The longest name has 31 letters, so the semicolon must be within this range.
      let window = rest.utf8[start...].prefix(32)
      if let semicolon = window.firstIndex(of: UInt8(ascii: ";")),
        case let name = rest[start..<semicolon], isKnown(name),
        let character = character(named: name)
      {
        decoded += character
        rest = rest[rest.utf8.index(after: semicolon)...]
      } else {
        decoded += "&"
        rest = rest[start...]
      }
    }
    return decoded + rest
  }

  /// The character of the reference that begins with the ampersand at `index`, and the position
  /// after it. `nil` for a reference to no character or to an invisible one. Such a reference stays
  /// as it is written.
  static func reference(at index: Int, in bytes: [UInt8]) -> (character: String, end: Int)? {
    let window = bytes[(index + 1)...].prefix(32)
    guard let semicolon = window.firstIndex(of: UInt8(ascii: ";")),
      let character = character(
        named: String(decoding: bytes[(index + 1)..<semicolon], as: UTF8.self)[...]),
      character.unicodeScalars.allSatisfy({ isVisible($0) })
    else { return nil }
    return (character, semicolon + 1)
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t"
      || (scalar != "\u{FFFD}" && scalar.properties.generalCategory != .control)
  }

  private static func character(named name: Substring) -> String? {
    guard name.utf8.first == UInt8(ascii: "#") else { return characters[name] }
    let digits = name.utf8.dropFirst()
    let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let number = Substring(isHexadecimal ? digits.dropFirst() : digits)
    guard let first = number.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let code = UInt32(number, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    // The HTML standard reads the numbers 80 to 9F as Windows-1252, which is what authors meant.
    if (0x80...0x9F).contains(code) { return String(Windows1252.scalar(UInt8(code))) }
    return Unicode.Scalar(code).map { code == 0 ? "\u{FFFD}" : String($0) }
  }

  private static let characters: [Substring: String] = {
    var characters: [Substring: String] = [:]
    characters.reserveCapacity(2_200)
    for entry in HTMLEntityTable.names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let equals = entry.firstIndex(of: "=") else { continue }
      var character = ""
      for code in entry[entry.index(after: equals)...].split(separator: "+") {
        guard let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) else { continue }
        character.unicodeScalars.append(scalar)
      }
      for name in entry[..<equals].split(separator: ",") { characters[name] = character }
    }
    return characters
  }()
}
