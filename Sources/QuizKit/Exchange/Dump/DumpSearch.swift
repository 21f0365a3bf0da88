/// The lines since the last question with which the next one can begin.
///
/// A word for a question is surer than a number, and a number surer than a heading. A heading of
/// the same level or above begins something new.
struct DumpSearch {
  /// The first line of a question among the marks.
  struct Start {
    var mark: Int
    var origin: DumpBlock.Origin
  }

  /// The last word for a question, or heading.
  private(set) var found: Start?
  /// The numbers since then. Only the last ones can matter.
  private(set) var numbers: [Int] = []
  /// The last answer or explanation.
  private(set) var explained = -1
  /// The first line of text of a question that begins with nothing but its text.
  private(set) var text: Int?
  private var level: UInt8 = 7
  /// Whether each paragraph may be the last one before the question: at the beginning of a file,
  /// and in an explanation.
  private var isVague: Bool

  private static let mostNumbers = 64

  /// - Parameter isFirst: Whether no question was found so far.
  init(isFirst: Bool) {
    isVague = isFirst
  }

  mutating func take(_ mark: DumpMark, at index: Int) {
    switch mark.kind {
    case .word: begin(.word, mark, at: index)
    case .number where mark.level > 0:
      if found?.origin == .word, mark.level > level { return }
      begin(.numberedHeading, mark, at: index)
    case .number:
      guard mark.indent < 4, !mark.isInList else { return }
      if numbers.count == Self.mostNumbers { numbers.removeFirst(Self.mostNumbers / 2) }
      numbers.append(index)
    case .heading:
      if let found, found.origin != .heading, mark.level > level { return }
      begin(.heading, mark, at: index)
    case .text: text = isVague ? index : text ?? index
    case .rule: (text, isVague) = (nil, false)
    case .key, .keyTitle:
      (text, isVague) = (nil, false)
      if !mark.isEntry { explained = index }
    case .explanation: (text, isVague, explained) = (nil, true, index)
    case .choice, .box, .bullet: break
    }
  }

  private mutating func begin(_ origin: DumpBlock.Origin, _ mark: DumpMark, at index: Int) {
    found = Start(mark: index, origin: origin)
    level = mark.level > 0 ? mark.level : 7
    numbers = []
  }
}
