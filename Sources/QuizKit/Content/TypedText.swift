import Foundation
import QuizSupport

/// A text that a player typed, ready to be compared with patterns.
///
/// Differences in writing that do not change the meaning are ignored: full-width and half-width
/// letters, blanks around the text, several blanks in a row, and a full stop at the end.
struct TypedText {
  private let scalars: [Unicode.Scalar]
  /// The text without a full stop at its end; `nil` when it has none.
  private let unended: [Unicode.Scalar]?

  init(_ text: String, isCaseSensitive: Bool) {
    let text = text.comparable(isCaseSensitive).trimmingCharacters(in: .whitespaces)
    scalars = Array(text.unicodeScalars)
    let isEnded = scalars.count > 1 && [".", "。"].contains(scalars[scalars.count - 1])
    unended =
      isEnded
      ? Array(
        String(String.UnicodeScalarView(scalars.dropLast())).trimmingCharacters(in: .whitespaces)
          .unicodeScalars) : nil
  }

  func matches(_ pattern: TextPattern) -> Bool {
    pattern.matches(scalars) || unended.map(pattern.matches) ?? false
  }
}

/// A text in which `*` stands for anything, as in Moodle's
/// `qtype_shortanswer_question::compare_string_with_wildcard`.
struct TextPattern {
  /// The texts between the asterisks.
  private let parts: [[Unicode.Scalar]]

  init(_ pattern: String, _ isCaseSensitive: Bool) {
    var parts: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
    for scalar in pattern.trimmed.unicodeScalars {
      if scalar != "*" {
        parts[parts.count - 1].append(scalar)
      } else if parts[parts.count - 1].last == "\\" {
        parts[parts.count - 1].removeLast()
        parts[parts.count - 1].append(scalar)
      } else {
        parts.append(String.UnicodeScalarView())
      }
    }
    self.parts = parts.map { Array(String($0).comparable(isCaseSensitive).unicodeScalars) }
  }

  /// Whether the pattern matches the whole text.
  func matches(_ text: [Unicode.Scalar]) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first == text
    }
    guard text.starts(with: first), text.count >= first.count + last.count,
      text.suffix(last.count).elementsEqual(last)
    else { return false }
    // Placing each part as early as possible leaves the most room for the parts after it.
    var rest = text[first.count..<(text.count - last.count)]
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}

extension String {
  /// The text in the form in which answers are compared: with composed letters of one width and
  /// single blanks.
  fileprivate func comparable(_ isCaseSensitive: Bool) -> String {
    // The compatibility form may leave a voicing mark separate from its letter.
    var text = ofOneWidth.precomposedStringWithCanonicalMapping
    if !isCaseSensitive { text = text.lowercased() }
    var comparable = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isBlank = scalar.properties.isWhitespace
      if isBlank, comparable.last == " " { continue }
      comparable.append(isBlank ? " " : scalar)
    }
    return String(comparable)
  }

  /// The text with full-width letters, digits and signs as ASCII, and half-width katakana as
  /// full-width. Nothing else changes: `²` stays different from `2`.
  var ofOneWidth: String {
    func hasWidth(_ scalar: Unicode.Scalar) -> Bool { (0xFF01...0xFFEE).contains(scalar.value) }
    guard unicodeScalars.contains(where: hasWidth) else { return self }
    var result = ""
    var run = String.UnicodeScalarView()
    func flush() {
      result += String(run).precomposedStringWithCompatibilityMapping
      run = String.UnicodeScalarView()
    }
    for scalar in unicodeScalars {
      if hasWidth(scalar) {
        run.append(scalar)
      } else {
        if !run.isEmpty { flush() }
        result.unicodeScalars.append(scalar)
      }
    }
    flush()
    return result
  }

  /// The text with the marks and hyphens that keyboards have, which word processors replace:
  /// `it’s` as `it's`. They are those of Unicode's confusables (UTS #39) for these three signs that
  /// are not letters, and the lower quotation marks of German and Japanese.
  var withPlainSigns: String {
    guard unicodeScalars.contains(where: { !$0.isASCII || $0 == "`" }) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      text.append(
        apostrophes.contains(scalar)
          ? "'" : quotes.contains(scalar) ? "\"" : hyphens.contains(scalar) ? "-" : scalar)
    }
    return String(text)
  }
}

private let apostrophes = Set(
  ("`\u{B4}\u{2B9}\u{2BB}\u{2BC}\u{2BD}\u{2BE}\u{2C8}\u{2CA}\u{2CB}\u{2F4}\u{374}\u{384}\u{55A}\u{55D}"
    + "\u{5F3}\u{1FBD}\u{1FBF}\u{1FEF}\u{1FFD}\u{1FFE}\u{2018}\u{2019}\u{201A}\u{201B}\u{2032}\u{2035}"
    + "\u{A78C}\u{FF07}\u{FF40}").unicodeScalars)
private let quotes = Set(
  ("\u{2BA}\u{2DD}\u{2EE}\u{2F6}\u{5F4}\u{201C}\u{201D}\u{201E}\u{201F}\u{2033}\u{2036}\u{3003}\u{301D}"
    + "\u{301E}\u{301F}\u{FF02}").unicodeScalars)
private let hyphens = Set(
  ("\u{2D7}\u{2010}\u{2011}\u{2012}\u{2013}\u{2043}\u{2212}\u{2796}\u{FE58}\u{FE63}\u{FF0D}")
    .unicodeScalars)
