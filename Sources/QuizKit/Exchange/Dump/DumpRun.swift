/// Choices that follow each other: their marks among all marks of a file.
struct DumpRun {
  var marks: [Int]
  var choices: DumpBlock.Choices
  var isChecked: Bool

  var first: Int { marks[0] }
  var last: Int { marks[marks.count - 1] }
  /// The mark after the last choice.
  var end: Int { last + 1 }

  private init?(_ marks: [Int], _ choices: DumpBlock.Choices, of all: [DumpMark]) {
    guard marks.count >= 2 else { return nil }
    (self.marks, self.choices) = (marks, choices)
    isChecked = marks.contains { all[$0].isChecked || all[$0].isSigned }
  }

  /// Whether some of the choices stand out in a way that the others do not.
  func singlesOut(_ sign: KeyPath<DumpMark, Bool>, in all: [DumpMark]) -> Bool {
    let count = marks.count { all[$0][keyPath: sign] }
    return count > 0 && count < marks.count
  }

  /// The item of a list that the boxes are below, which is then their question.
  func parent(in all: [DumpMark]) -> Int? {
    guard choices == .boxes, let item = all[..<first].lastIndex(where: { $0.kind != .text }),
      all[item].kind == .bullet, all[item].indent < all[first].indent
    else { return nil }
    return item
  }

  /// The run of labelled choices or boxes that begins at a mark.
  static func choices(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    switch marks[start].kind {
    case .choice: marks[start].value == 0 ? letters(at: start, of: marks) : nil
    case .box: boxes(at: start, of: marks)
    default: nil
    }
  }

  /// The run of labelled choices without an A that begins at a mark: the first ones of a question
  /// may be lost.
  static func laterChoices(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    marks[start].kind == .choice && marks[start].value > 0 ? letters(at: start, of: marks) : nil
  }

  /// Whether a plain list has one right item and follows the text of a numbered question. Check
  /// lists in other texts have several marks, or stand elsewhere.
  func hasOneMark(below start: DumpSearch.Start, in all: [DumpMark]) -> Bool {
    (start.origin == .number || start.origin == .word)
      && (marks.count(where: { all[$0].isChecked }) == 1
        || marks.count(where: { all[$0].isSigned }) == 1
          && all[start.mark..<first].contains(where: \.asks))
      && first - start.mark <= Self.mostParagraphs
      && all[(start.mark + 1)..<first].allSatisfy { $0.kind == .text }
  }

  private static let mostParagraphs = 4

  /// Whether one item of a plain list directly below a question is bold from end to end.
  func hasOneBold(in all: [DumpMark]) -> Bool {
    isAsked(in: all) && marks.count { all[$0].isBold } == 1
  }

  /// Whether a question stands directly above a plain list.
  func isAsked(in all: [DumpMark]) -> Bool {
    choices == .bullets && first > 0 && all[first - 1].asks
  }

  /// Whether the choices follow a list only later: 「ア …　イ …　ウ …　正しいものはいくつあるか。
  /// 1. 一つ　2. 二つ」
  static func areStatements(_ run: DumpRun, of marks: [DumpMark]) -> Bool {
    guard run.choices == .letters, !run.isChecked,
      let next = marks[run.end...].firstIndex(where: { $0.kind != .text })
    else { return false }
    switch marks[next].kind {
    case .choice:
      return marks[next].style != marks[run.first].style && choices(at: next, of: marks) != nil
    case .number: return numbers(at: next, of: marks) != nil
    default: return false
    }
  }

  /// The list below the text that begins at a mark, if nothing but an answer can make it the
  /// choices of a question.
  static func unanswered(below start: Int, of marks: [DumpMark]) -> DumpRun? {
    guard let first = marks[(start + 1)...].firstIndex(where: { $0.kind != .text }) else {
      return nil
    }
    return bullets(at: first, of: marks) ?? laterChoices(at: first, of: marks)
  }

  private static func letters(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    var run = [start]
    var seen: UInt64 = 1 << UInt64(marks[start].value)
    var last = marks[start].value
    for index in (start + 1)..<max(start + 1, marks.count) {
      let mark = marks[index]
      switch mark.kind {
      case .choice where mark.style == marks[start].style && mark.isInList == marks[start].isInList:
        let bit: UInt64 = 1 << UInt64(mark.value)
        if mark.value == 0 || seen & bit != 0 { return DumpRun(run, .letters, of: marks) }
        // Labels may be out of order if they follow each other directly.
        let isNext = mark.value > last && mark.value <= last + 3
        guard isNext || index == run[run.count - 1] + 1 else {
          return DumpRun(run, .letters, of: marks)
        }
        run.append(index)
        seen |= bit
        last = mark.value
      case .choice, .bullet, .number, .text: continue
      case .box, .rule, .heading, .word, .key, .keyTitle, .explanation:
        return DumpRun(run, .letters, of: marks)
      }
    }
    return DumpRun(run, .letters, of: marks)
  }

  private static func boxes(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    var run = [start]
    var isParted = false
    loop: for index in (start + 1)..<max(start + 1, marks.count) {
      let mark = marks[index]
      switch mark.kind {
      case .box:
        if isParted, !goesOn(run, at: index, of: marks) { break loop }
        isParted = false
        run.append(index)
      case .text:
        if mark.indent < 2, mark.isParted { isParted = true }
      case .bullet where mark.indent < marks[start].indent: break loop
      case .choice, .bullet: continue
      case .number:
        if mark.indent < 2 { break loop }
      case .rule, .heading, .word, .key, .keyTitle, .explanation: break loop
      }
    }
    return DumpRun(run, .boxes, of: marks)
  }

  /// Whether boxes below a note belong to the question above it: if there are several, and if they
  /// do not have a right answer of their own.
  private static func goesOn(_ run: [Int], at index: Int, of marks: [DumpMark]) -> Bool {
    let more = marks[index...].prefix { $0.kind == .box }
    let isAnother = more.contains(where: \.isChecked) && run.contains { marks[$0].isChecked }
    return more.count > 1 && !isAnother && !marks[index - 1].isAsking
  }

  /// The run of numbers that begins with 1 at a mark.
  static func numbers(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    guard marks[start].kind == .number, marks[start].value == 1, marks[start].level == 0 else {
      return nil
    }
    var run = [start]
    for index in (start + 1)..<max(start + 1, marks.count) {
      let mark = marks[index]
      if mark.kind == .number, mark.level == 0, mark.isInList == marks[start].isInList {
        guard Int(mark.value) == run.count + 1, mark.style == marks[start].style else { break }
        run.append(index)
      } else if mark.kind != .text || run.count > 1 && marks[index - 1].kind == .text {
        break
      }
    }
    return DumpRun(run, .numbers, of: marks)
  }

  /// The run of items of a list that begins at a mark.
  static func bullets(at start: Int, of marks: [DumpMark]) -> DumpRun? {
    guard marks[start].kind == .bullet else { return nil }
    var run = [start]
    for index in (start + 1)..<max(start + 1, marks.count) {
      let mark = marks[index]
      guard mark.kind == .bullet else { break }
      if mark.indent > marks[start].indent + 1 { continue }
      guard mark.style == marks[start].style else { break }
      run.append(index)
    }
    return DumpRun(run, .bullets, of: marks)
  }
}
