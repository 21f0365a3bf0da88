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
