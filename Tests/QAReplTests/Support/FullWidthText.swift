extension String {
  /// The text with full-width letters, digits and signs instead of ASCII's.
  var inFullWidth: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          (0x21...0x7E).contains(scalar.value)
            ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar
        }))
  }
}
