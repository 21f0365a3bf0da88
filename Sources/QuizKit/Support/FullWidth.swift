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
