/// Builds the text of a GIFT file.
struct GIFTOutput {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends text that needs no escapes.
  mutating func ascii(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func escaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"):
        raw("\\n")
        continue
      case UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "#"),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ":"):
        bytes.append(UInt8(ascii: "\\"))
      default: break
      }
      bytes.append(byte)
    }
  }

  mutating func feedback(_ text: String, _ format: GIFTFormat) {
    raw("#")
    guardMark(text, as: format)
    escaped(text)
  }

  /// Writes an explicit format before a text that would otherwise be read as a format, a weight, a
  /// comment or a category.
  mutating func guardMark(_ text: String, as format: GIFTFormat, isStem: Bool = false) {
    let looksLikeMark =
      starts(text, "[") || starts(text, "%")
      || (isStem && (starts(text, "//") || starts(text, "$CATEGORY")))
    if looksLikeMark { ascii(format == .markdown ? "[markdown]" : "[plain]") }
  }

  /// Compares bytes like the reader. `hasPrefix` would not match a mark followed by a combining
  /// accent.
  private func starts(_ text: String, _ mark: String) -> Bool { text.utf8.starts(with: mark.utf8) }
}
