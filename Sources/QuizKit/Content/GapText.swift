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
    var searched = rest
    while let mark = Self.firstMark(in: searched) {
      searched = searched[mark.range.upperBound...]
      guard mark.number > 0 else { continue }
      let before = rest[..<mark.range.lowerBound]
      if !before.isEmpty { parts.append(.text(String(before))) }
      parts.append(.gap(mark.number - 1))
      rest = searched
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The first `[[`, one to three digits, `]]`.
  ///
  /// It looks at bytes, because a regular expression takes a hundred times as long, and a hostile
  /// text has a mark in every line.
  private static func firstMark(in text: Substring) -> (range: Range<String.Index>, number: Int)? {
    let bytes = text.utf8
    var start = bytes.startIndex
    while let open = bytes[start...].firstIndex(of: UInt8(ascii: "[")) {
      start = bytes.index(after: open)
      var rest = bytes[start...]
      guard rest.popFirst() == UInt8(ascii: "[") else { continue }
      let digits = rest.prefix(4).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[digits.endIndex...]
      guard let number = Int(Substring(digits)), digits.count < 4,
        rest.popFirst() == UInt8(ascii: "]"), rest.popFirst() == UInt8(ascii: "]")
      else { continue }
      return (open..<rest.startIndex, number)
    }
    return nil
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
    var escaped = ""
    var rest = Substring(text)
    while let mark = firstMark(in: rest) {
      escaped += rest[..<mark.range.lowerBound] + "[ [" + rest[mark.range].dropFirst(2)
      rest = rest[mark.range.upperBound...]
    }
    return escaped + rest
  }

  /// The mark of the gap with this position, from 0.
  package static func mark(_ position: Int) -> String { "[[\(position + 1)]]" }
}
