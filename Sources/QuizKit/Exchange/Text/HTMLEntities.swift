/// Decodes HTML character references.
enum HTMLEntities {
  /// Replaces each reference by its character, exactly once: `&amp;lt;` becomes `&lt;`.
  ///
  /// Names need their semicolon, so that `AT&T` and `R&D` are kept. Unknown names are kept as well.
  static func decode(_ text: String) -> String {
    var text = text
    let decoded = text.withUTF8 { decode($0) { characters[Substring(self.text($0))] } }
    return decoded ?? text
  }

  /// Decodes the references that XML defines; all others belong to the HTML in the text.
  ///
  /// - Parameter bytes: Valid UTF-8.
  static func decodeXML(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let decoded = decode(bytes) { name in
      switch text(name) {
      case "lt": "<"
      case "gt": ">"
      case "amp": "&"
      case "quot": "\""
      case "apos": "'"
      default: nil
      }
    }
    return decoded ?? text(bytes)
  }

  /// - Parameter character: The character of a name of at least two bytes.
  /// - Returns: `nil` if there is nothing to decode.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ character: (_ name: UnsafeBufferPointer<UInt8>) -> String?
  ) -> String? {
    guard bytes.contains(UInt8(ascii: "&")) else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    // Where the text begins that was not taken over yet.
    var (start, index) = (0, 0)
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "&"), let end = nameEnd(after: index, in: bytes) else {
        index += 1
        continue
      }
      let name = UnsafeBufferPointer(rebasing: bytes[(index + 1)..<end])
      let found = name[0] == UInt8(ascii: "#") ? numbered(name) : character(name)
      if let found {
        decoded += bytes[start..<index]
        decoded += found.utf8
        start = end + 1
      }
      // There is no ampersand in a name.
      index = end + 1
    }
    decoded += bytes[start...]
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Where the semicolon is that ends the name after an ampersand; `nil` if there is none, or if the
  /// name is shorter than any.
  private static func nameEnd(
    after ampersand: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // The longest name has 31 letters.
    for index in (ampersand + 1)..<min(ampersand + 33, bytes.count) {
      switch bytes[index] {
      case UInt8(ascii: ";"): return index - ampersand > 2 ? index : nil
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
    var text = String(name)
    return name.utf8.first == UInt8(ascii: "#")
      ? text.withUTF8 { numbered($0) } : characters[name]
  }

  /// The character of a name such as `#65` or `#x41`.
  private static func numbered(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    let isHexadecimal = name.count > 1 && name[1] | 0x20 == UInt8(ascii: "x")
    let digits = name[(isHexadecimal ? 2 : 1)...]
    guard !digits.isEmpty else { return nil }
    var code: UInt32 = 0
    for byte in digits {
      switch byte {
      case 0x30...0x39: code = code * (isHexadecimal ? 16 : 10) + UInt32(byte - 0x30)
      case 0x41...0x46 where isHexadecimal, 0x61...0x66 where isHexadecimal:
        code = code * 16 + UInt32(byte & 0xDF) - 0x37
      default: return nil
      }
      if code > 0x10_FFFF { return nil }
    }
    // The HTML standard reads the numbers 80 to 9F as Windows-1252, which is what authors meant.
    if (0x80...0x9F).contains(code) {
      return SingleByteTable.characters(of: .windows1252).map { String($0[Int(code) - 0x80]) }
    }
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
