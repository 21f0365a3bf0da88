import Foundation

/// Text as it is searched: what people take for the same letter is the same letter.
public enum SearchText {
  /// `text` with width, case and kana levelled: `ﾃｽﾄ`, `テスト` and `てすと` are equal, and so are `Ｓｗｉｆｔ` and `swift`.
  ///
  /// Widths go by Unicode's compatibility forms (NFKC, UAX #15). Voicing marks stay: か and が are different letters.
  public static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in text.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
      scalars.append(katakana(scalar))
    }
    return String(scalars)
  }

  /// The words of a search, folded; all of them have to be found.
  public static func words(_ query: String) -> [String] {
    folded(query).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The katakana of a hiragana: the blocks are alike, 0x60 apart.
  private static func katakana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x3041...0x3096, 0x309D...0x309E: Unicode.Scalar(scalar.value + 0x60) ?? scalar
    default: scalar
    }
  }
}
