/// The text of a question with gaps, divided at its gaps.
package struct GapText: Equatable, Sendable {
  /// A part of the text.
  package enum Part: Equatable, Sendable {
    case text(String)
    /// The gap with this position, from 0.
    case gap(Int)
  }

  /// The parts in order. Empty texts are left out.
  package let parts: [Part]

  /// Divides a text. `[[3]]` is gap 3, whether there is such a gap or not.
  package init(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let match = rest.firstMatch(of: /\[\[([0-9]{1,3})\]\]/) {
      guard let number = Int(match.1), number > 0 else {
        Self.append(rest[..<match.range.upperBound], to: &parts)
        rest = rest[match.range.upperBound...]
        continue
      }
      Self.append(rest[..<match.range.lowerBound], to: &parts)
      parts.append(.gap(number - 1))
      rest = rest[match.range.upperBound...]
    }
    Self.append(rest, to: &parts)
    self.parts = parts
  }

  private static func append(_ text: Substring, to parts: inout [Part]) {
    if text.isEmpty { return }
    if case .text(let before)? = parts.last {
      parts[parts.count - 1] = .text(before + text)
    } else {
      parts.append(.text(String(text)))
    }
  }

  /// The positions of the gaps that the text shows, from 0, in the order of the text. A gap can be
  /// shown twice.
  package var gaps: [Int] {
    parts.compactMap { if case .gap(let position) = $0 { position } else { nil } }
  }

  /// The text in which other words take the place of each gap.
  ///
  /// - Parameter shown: returns the words for the position of a gap, counted from 0.
  package func text(_ shown: (Int) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .gap(let position): shown(position)
      }
    }.joined()
  }

  /// A text of an author who knows nothing of such marks: what looks like a gap in it gets a space.
  package static func escaped(_ text: some StringProtocol) -> String {
    String(text).replacing(/\[\[(?=[0-9]{1,3}\]\])/, with: "[ [")
  }

  /// The mark of the gap with this position, from 0.
  package static func mark(_ position: Int) -> String { "[[\(position + 1)]]" }
}
