/// The answers that a dump lists in one place: `1. B`, `2: A, C — because …`, `Answers: 1. B 2. C`.
enum AnswerList {
  /// The answer to the question with a number.
  struct Entry {
    var line: Int
    var number: Int
    var value: String
    /// The lines below the answer, which explain it.
    var commentary: [MarkdownTextLine] = []
  }

  /// Reads the answer after a question's number; `nil` if the text is something else.
  ///
  /// - Parameter isListed: Whether the line stands below a title such as "Answers".
  static func value(after start: DumpStart, isListed: Bool) -> String? {
    let bare = DumpText.bare(start.text)
    if bare.isEmpty { return nil }
    let line = MarkdownLine(number: 0, kind: .text, raw: String(bare))
    // Few of them name an answer, and what else a line may mean takes longer to find out.
    if DumpLine.key(bare) != nil, case .key(_, let value) = DumpLine(line).kind { return value }
    guard start.kind == .word || isListed else { return nil }
    let isLabels = KeyLabel.areAll(bare.unicodeScalars, withNumbers: false) || areNumbers(bare)
    return isKey(bare) || isListed && isLabels ? String(bare) : nil
  }

  /// Reads several answers of one line: `1. B 2. C`, `1-B, 2-C`, `| 1 | B |`.
  static func entries(in text: String, at line: Int) -> [Entry] {
    var entries: [Entry] = []
    var rest = DumpText.bare(text).unicodeScalars[...]
    while true {
      rest = rest.drop { " \t\u{3000},;|、，；*".unicodeScalars.contains($0) }
      if let first = rest.first, first == "Q" || first == "q" || first == "問" {
        rest = rest.dropFirst()
      }
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard !digits.isEmpty, digits.count <= 5, let number = Int(String(Substring(digits))) else {
        break
      }
      rest = rest.dropFirst(digits.count).drop {
        " \t.:)-–—=|→．：）*".unicodeScalars.contains($0)
      }
      let key = rest.prefix {
        $0.isASCII && $0.properties.isAlphabetic || ",/&、・".unicodeScalars.contains($0)
          || isSign($0)
      }
      let letters = key.filter { $0.properties.isAlphabetic || isSign($0) }
      guard !letters.isEmpty, letters.count <= 8,
        letters.allSatisfy({ (0x41...0x4A).contains($0.value) }) || letters.allSatisfy(isSign)
          || letters.count == 1 && letters.allSatisfy({ (0x61...0x6A).contains($0.value) })
      else { break }
      entries.append(Entry(line: line, number: number, value: String(Substring(key))))
      rest = rest.dropFirst(key.count)
      rest = rest.drop { ".)*".unicodeScalars.contains($0) }
    }
    rest = rest.drop { " \t|.".unicodeScalars.contains($0) }
    return rest.isEmpty ? entries : []
  }

  /// Whether a text is one number of a choice, or several with commas: `2`, `1, 3`
  private static func areNumbers(_ text: Substring) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { ",、".contains($0) }
    return parts.allSatisfy { part in
      let digits = part.utf8.drop { $0 == 0x20 }
      return (1...2).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  /// Whether a scalar is a label that is no letter of the alphabet: ア, ①
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    DumpLabel.kana(scalar) != nil || (0x2460...0x2473).contains(scalar.value)
  }

  /// Whether a text is letters, perhaps with an explanation that a mark parts from them.
  private static func isKey(_ text: Substring) -> Bool {
    let scalars = text.unicodeScalars
    let key = scalars.prefix {
      (0x41...0x4A).contains($0.value) || (0x61...0x6A).contains($0.value)
        || ", /&、・()".unicodeScalars.contains($0)
    }
    let letters = key.filter(\.properties.isAlphabetic)
    let behind = scalars.dropFirst(key.count)
    let isCapital = letters.allSatisfy { $0.value < 0x60 }
    guard !letters.isEmpty, letters.count <= 6, isCapital || letters.count == 1 else {
      return false
    }
    guard let next = behind.first else { return true }
    if key.last == ")" || key.last == " " && ".):-–—(".unicodeScalars.contains(next) {
      return true
    }
    return ".:（：。．、）*".unicodeScalars.contains(next)
  }

  /// Whether a title is the title of a list of answers.
  static func isTitle(at title: Int, of marks: [DumpMark]) -> Bool {
    let next = marks[(title + 1)...].first { $0.kind != .text && $0.kind != .rule }
    return next?.isEntry ?? false
  }

  /// Gives the answers of lists to the questions above them.
  static func assign(_ entries: [Entry], to blocks: inout [DumpBlock]) {
    let starts = Set(blocks.map(\.start))
    let entries = entries.filter { !starts.contains($0.line) }
    var first = 0
    var index = 0
    while index < entries.count {
      var end = index
      let next = blocks.firstIndex { $0.start > entries[index].line } ?? blocks.count
      let limit = next < blocks.count ? blocks[next].start : .max
      while end < entries.count, entries[end].line < limit { end += 1 }
      let open = (first..<next).filter { !blocks[$0].hasKey }
      assign(entries[index..<end], to: open, of: &blocks)
      (first, index) = (next, end)
    }
  }

  private static func assign(
    _ entries: ArraySlice<Entry>, to open: [Int], of blocks: inout [DumpBlock]
  ) {
    if open.map({ blocks[$0].number }) == entries.map(\.number) {
      for (place, entry) in zip(open, entries) { blocks[place].take(entry) }
      return
    }
    let places = Dictionary(grouping: open) { blocks[$0].number }
    for (number, entries) in Dictionary(grouping: entries, by: \.number) {
      guard let same = places[number], same.count == 1, entries.count == 1 else { continue }
      blocks[same[0]].take(entries[0])
    }
  }
}
