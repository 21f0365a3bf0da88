/// Splits a line that has several choices in it: `Which? A) one B) two C) three Answer: B`.
///
/// A line is split only where that is unambiguous: the labels are in order, begin with A or begin
/// the line, and have the same form.
enum InlineChoices {
  /// The pieces of a line, in order; `nil` if it has no choices inside.
  ///
  /// Together the pieces are the line, byte for byte.
  static func pieces(of line: MarkdownLine) -> [MarkdownLine]? {
    guard line.kind != .code, line.kind != .blank, mayHave(line.raw) else { return nil }
    let bytes = Array(line.raw.utf8)
    guard let starts = starts(in: bytes) else { return nil }
    var cuts = starts
    if let key = key(in: bytes, after: starts[starts.count - 1]) { cuts.append(key) }
    if bytes[..<cuts[0]].contains(where: { $0 != 0x20 && $0 != 0x09 }) { cuts.insert(0, at: 0) }
    cuts[0] = 0
    return cuts.indices.map { index in
      let end = index + 1 < cuts.count ? cuts[index + 1] : bytes.count
      let raw = String(decoding: bytes[cuts[index]..<end], as: UTF8.self)
      return MarkdownLine(number: line.number, kind: MarkdownLine.kind(of: raw), raw: raw)
    }
  }

  /// Whether the line has the second letter of a list with a mark after it. Most lines have not.
  private static func mayHave(_ raw: String) -> Bool {
    var before: UInt8 = 0x20
    var isLetter = false
    for byte in raw.utf8 {
      if isLetter, byte == UInt8(ascii: ")") || byte == UInt8(ascii: ".") { return true }
      isLetter =
        (before == 0x20 || before == 0x09 || before == UInt8(ascii: "("))
        && (byte | 0x20 >= UInt8(ascii: "b") && byte | 0x20 <= UInt8(ascii: "f"))
      before = byte
    }
    return false
  }

  private struct Label {
    var start: Int
    var letter: UInt8
    /// `(A)`, `A)` or `A.`
    var form: UInt8
    /// Whether at least two blanks or a tab come before it.
    var isFarOff: Bool
  }

  private static func starts(in bytes: [UInt8]) -> [Int]? {
    let labels = labels(in: bytes)
    guard let begin = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
    let first = labels.first { $0.start == begin }
    guard
      let head = first ?? labels.first(where: { $0.letter == UInt8(ascii: "A") })
        ?? labels.first(where: { $0.letter == UInt8(ascii: "a") && $0.form == UInt8(ascii: ")") })
    else { return nil }
    var chain = [head]
    for label in labels where label.start > head.start {
      if label.letter == chain[chain.count - 1].letter + 1, label.form == head.form {
        chain.append(label)
      }
    }
    guard chain.count >= least(chain, isWholeLine: first != nil, in: bytes) else { return nil }
    return chain.map(\.start)
  }

  /// How many choices a line must have so that their labels cannot be words of a sentence.
  private static func least(_ chain: [Label], isWholeLine: Bool, in bytes: [UInt8]) -> Int {
    let isFarOff = chain.dropFirst().allSatisfy(\.isFarOff)
    if isWholeLine { return chain[0].form != UInt8(ascii: ".") || isFarOff ? 2 : 3 }
    let before = bytes[..<chain[0].start].last { $0 != 0x20 && $0 != 0x09 }
    let isAsked = before == UInt8(ascii: "?") || before == UInt8(ascii: ":")
    if chain[0].letter >= UInt8(ascii: "a") { return isAsked ? 2 : 3 }
    return isAsked || chain[0].form != UInt8(ascii: ".") ? 2 : 3
  }

  private static func labels(in bytes: [UInt8]) -> [Label] {
    var labels: [Label] = []
    for index in bytes.indices {
      let letter = bytes[index]
      guard (0x41...0x48).contains(letter) || (0x61...0x68).contains(letter),
        index + 1 < bytes.count
      else { continue }
      let isEnclosed = index > 0 && bytes[index - 1] == UInt8(ascii: "(")
      let start = isEnclosed ? index - 1 : index
      guard start == 0 || bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 else { continue }
      let mark = bytes[index + 1]
      let isLast = index + 2 == bytes.count
      let isParted = !isLast && (bytes[index + 2] == 0x20 || bytes[index + 2] >= 0x80)
      if isEnclosed ? mark != UInt8(ascii: ")") : mark != UInt8(ascii: ")") && mark != 0x2E {
        continue
      }
      guard isParted || mark == UInt8(ascii: ")") && !isLast else { continue }
      let isFarOff =
        start >= 1 && (bytes[start - 1] == 0x09 || start >= 2 && bytes[start - 2] == 0x20)
      labels.append(
        Label(
          start: start, letter: letter, form: isEnclosed ? UInt8(ascii: "(") : mark,
          isFarOff: isFarOff))
    }
    return labels
  }

  /// Where the key after the last choice begins.
  private static func key(in bytes: [UInt8], after start: Int) -> Int? {
    var index = start
    while let blank = bytes[index...].firstIndex(of: 0x20) {
      index = blank + 1
      guard index < bytes.count, let first = bytes[index...].first, first != 0x20 else { continue }
      let folded = first | 0x20
      guard
        folded == UInt8(ascii: "a") || folded == UInt8(ascii: "c") || first == 0x2A
          || first >= 0x80
      else { continue }
      let rest = DumpText.bare(String(decoding: bytes[index...].prefix(60), as: UTF8.self))
      if let behind = DumpWords.answer.rest(of: rest.unicodeScalars),
        let mark = behind.first(where: { $0 != "*" && $0 != " " }), mark == ":" || mark == "："
      {
        return index
      }
    }
    return nil
  }
}
