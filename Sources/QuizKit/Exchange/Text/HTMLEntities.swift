/// Decodes HTML character references.
enum HTMLEntities {
  /// Replaces each reference by its character, exactly once: `&amp;lt;` becomes `&lt;`.
  ///
  /// Names need their semicolon, so that `AT&T` and `R&D` are kept. Unknown names are kept as well.
  ///
  /// - Parameter isKnown: Whether to decode a name; true for all names by default.
  static func decode(_ text: String, isKnown: (Substring) -> Bool = { _ in true }) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var text = text
    return text.withUTF8 { bytes in
      var decoded = ""
      decoded.reserveCapacity(bytes.count)
      // Where the text begins that was not taken over yet.
      var (start, index) = (0, 0)
      while index < bytes.count {
        guard bytes[index] == UInt8(ascii: "&"), let end = nameEnd(after: index, in: bytes) else {
          index += 1
          continue
        }
        let name = Substring(Self.text(bytes[(index + 1)..<end]))
        if isKnown(name), let character = character(named: name) {
          decoded += Self.text(bytes[start..<index])
          decoded += character
          start = end + 1
        }
        // There is no ampersand in a name.
        index = end + 1
      }
      return decoded + Self.text(bytes[start...])
    }
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
  }

  /// Where the semicolon is that ends the name after an ampersand; `nil` if there is none.
  private static func nameEnd(
    after ampersand: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // The longest name has 31 letters.
    for index in (ampersand + 1)..<min(ampersand + 33, bytes.count) {
      switch bytes[index] {
      case UInt8(ascii: ";"): return index
      case UInt8(ascii: "#"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
      default: return nil
      }
    }
    return nil
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
