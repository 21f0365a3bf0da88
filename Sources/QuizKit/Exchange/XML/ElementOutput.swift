/// Builds XML.
struct ElementOutput {
  private(set) var bytes: [UInt8]

  /// - Parameter declares: Whether it begins with the declaration of XML.
  init(declares: Bool = false) {
    bytes =
      declares ? Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".utf8) : []
  }

  /// Appends an element with elements in it.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ content: (inout ElementOutput) -> Void
  ) {
    start(name, attributes, ">")
    content(&self)
    bytes += "</\(name)>".utf8
  }

  /// Appends an element with a text, or an empty one.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String = ""
  ) {
    if text.isEmpty { return start(name, attributes, "/>") }
    start(name, attributes, ">")
    bytes += Self.escaped(text).utf8
    bytes += "</\(name)>".utf8
  }

  /// Appends what was built elsewhere.
  mutating func append(_ other: [UInt8]) { bytes += other }

  private mutating func start(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ end: String
  ) {
    bytes += "<\(name)".utf8
    for (name, value) in attributes { bytes += " \(name)=\"\(Self.escaped(value))\"".utf8 }
    bytes += end.utf8
  }

  /// The text as character data, without the two characters that XML forbids and no text needs.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "<>&\"\n\t".utf8.contains($0) || $0 == 0xEF }) else {
      return text
    }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
