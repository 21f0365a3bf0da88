/// Splits a line that has several choices in it: `Which? A) one B) two C) three Answer: B`.
///
/// A line is split only where that is unambiguous: the labels are in order, begin with A or ア or
/// begin the line, and have the same form.
enum InlineChoices {
  /// The pieces of a line, in order; `nil` if it has no choices inside.
  static func pieces(of line: MarkdownLine) -> [MarkdownLine]? {
    guard line.kind != .code, line.kind != .blank else { return nil }
    return pieces(of: line.raw)?.map {
      MarkdownLine(number: line.number, kind: MarkdownLine.kind(of: $0), raw: $0)
    }
  }

  /// The pieces of a text; `nil` if it has no choices inside.
  ///
  /// Together the pieces are the text, scalar for scalar.
  ///
  /// - Parameter isList: Whether nothing but choices is expected, so that two are enough.
  static func pieces(of text: String, isList: Bool = false) -> [String]? {
    guard mayHave(text) else { return nil }
    let scalars = Array(text.unicodeScalars)
    guard let starts = starts(in: scalars, isList: isList) else { return nil }
    var cuts = starts
    if let key = key(in: scalars, after: starts[starts.count - 1]) { cuts.append(key) }
    if scalars[..<cuts[0]].contains(where: { !DumpText.isBlank($0) }) { cuts.insert(0, at: 0) }
    cuts[0] = 0
    return cuts.indices.map { index in
      let end = index + 1 < cuts.count ? cuts[index + 1] : scalars.count
      return Self.text(scalars[cuts[index]..<end])
    }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Whether the line has the second letter of a list with a mark after it. Most lines have not.
  private static func mayHave(_ text: String) -> Bool {
    var last: (UInt8, UInt8) = (0x20, 0x20)
    var isLetter = false
    for byte in text.utf8 {
      // Full-width marks begin with EF.
      if isLetter, byte == UInt8(ascii: ")") || byte == UInt8(ascii: ".") || byte == 0xEF {
        return true
      }
      switch byte {
      case UInt8(ascii: "B")...UInt8(ascii: "F"), UInt8(ascii: "b")...UInt8(ascii: "f"):
        isLetter =
          last.1 == 0x20 || last.1 == 0x09 || last.1 == UInt8(ascii: "(") || last.1 >= 0x80
      case 0xA4: isLetter = last == (0xE3, 0x82)  // イ
      case 0xAD: isLetter = last == (0xE3, 0x83)  // ロ
      case 0xA2: isLetter = last == (0xEF, 0xBC)  // Ｂ
      default: isLetter = false
      }
      last = (last.1, byte)
    }
    return false
  }

  private struct Label {
    var start: Int
    var series: DumpLabel.Style
    var place: Int
    /// `(A)`, `A)` or `A.`
    var form: Unicode.Scalar
    /// Whether at least two blanks, a wide one or a tab come before it.
    var isFarOff: Bool
  }

  private static func starts(in scalars: [Unicode.Scalar], isList: Bool) -> [Int]? {
    var labels = labels(in: scalars)
    if labels.contains(where: { $0.series == .iroha }) {
      for index in labels.indices where labels[index].series == .kana && labels[index].place == 1 {
        (labels[index].series, labels[index].place) = (.iroha, 0)
      }
    }
    guard let begin = scalars.firstIndex(where: { !DumpText.isBlank($0) }) else { return nil }
    let first = labels.first { $0.start == begin }
    let usual = labels.first { $0.place == 0 && $0.series != .small }
    guard
      let head = first ?? usual
        ?? labels.first(where: { $0.place == 0 && $0.form == ")" })
    else { return nil }
    var chain = [head]
    for label in labels where label.start > head.start {
      let last = chain[chain.count - 1]
      if label.series == last.series, label.place == last.place + 1, label.form == last.form {
        chain.append(label)
      }
    }
    let least = isList ? 2 : least(chain, isWholeLine: first != nil, in: scalars)
    return chain.count >= least ? chain.map(\.start) : nil
  }

  /// How many choices a line must have so that their labels cannot be words of a sentence.
  private static func least(
    _ chain: [Label], isWholeLine: Bool, in scalars: [Unicode.Scalar]
  ) -> Int {
    let isFarOff = chain.dropFirst().allSatisfy(\.isFarOff)
    if isWholeLine { return chain[0].form != "." || isFarOff ? 2 : 3 }
    let before = scalars[..<chain[0].start].last { !DumpText.isBlank($0) }.map(DumpText.folded)
    let isAsked = before == "?" || before == ":"
    if chain[0].series == .small { return isAsked ? 2 : 3 }
    return isAsked || chain[0].form != "." ? 2 : 3
  }

  private static func labels(in scalars: [Unicode.Scalar]) -> [Label] {
    var labels: [Label] = []
    for index in scalars.indices.dropLast() {
      guard let (series, place) = letter(scalars[index]) else { continue }
      let isEnclosed = index > 0 && DumpText.folded(scalars[index - 1]) == "("
      let start = isEnclosed ? index - 1 : index
      guard start == 0 || DumpText.isBlank(scalars[start - 1]) else { continue }
      let mark = DumpText.folded(scalars[index + 1])
      guard mark == ")" || mark == "." && !isEnclosed, index + 2 < scalars.count else { continue }
      let next = scalars[index + 2]
      guard mark == ")" || mark != scalars[index + 1] || DumpText.isBlank(next) || !next.isASCII
      else { continue }
      let before = start == 0 ? nil : scalars[start - 1]
      let isFarOff =
        before == "\t" || before == "\u{3000}" || start > 1 && scalars[start - 2] == " "
      labels.append(
        Label(
          start: start, series: series, place: place, form: isEnclosed ? "(" : mark,
          isFarOff: isFarOff))
    }
    return labels
  }

  /// A to H, a to h, ア to コ.
  private static func letter(_ scalar: Unicode.Scalar) -> (DumpLabel.Style, Int)? {
    let scalar = DumpText.folded(scalar)
    switch scalar {
    case "A"..."H": return (.capital, Int(scalar.value) - 0x41)
    case "a"..."h": return (.small, Int(scalar.value) - 0x61)
    default: return DumpLabel.kana(scalar)
    }
  }

  /// Where the key after the last choice begins.
  private static func key(in scalars: [Unicode.Scalar], after start: Int) -> Int? {
    for index in scalars.indices.dropFirst(start + 1) where DumpText.isBlank(scalars[index - 1]) {
      let first = scalars[index]
      guard "aAcC*".unicodeScalars.contains(first) || !first.isASCII, !DumpText.isBlank(first)
      else { continue }
      let rest = DumpText.bare(text(scalars[index...].prefix(60)))
      if let behind = Vocabulary.answer.rest(of: rest.unicodeScalars),
        let mark = behind.first(where: { $0 != "*" && $0 != " " }), mark == ":" || mark == "："
      {
        return index
      }
    }
    return nil
  }
}
