/// The marks of all lines of a file, found before the file is read.
struct DumpSurvey {
  private(set) var marks: [DumpMark] = []
  /// The answers in lists, with their places in the file.
  private(set) var entries: [AnswerList.Entry] = []
  /// The number of lines, those of split lines included.
  private(set) var count = 0
  /// Whether the last line was text, so that the next line of text continues it.
  private var isInText = false
  /// Whether the last line was blank.
  private var isAfterBlank = false
  /// Whether a title such as "Answers" came, and nothing else since but answers.
  private var isInSheet = false
  /// Whether the lines that follow explain the last answer of a list.
  private var isInEntry = false
  /// The marks of letters that stand alone below choices.
  private var lone: [Int] = []
  /// The lines that have nothing but the letters of the answer.
  private(set) var loneKeys: Set<Int> = []

  init(of source: SourceText) {
    source.withBytes { bytes in
      var lines = MarkdownLines(bytes)
      while let line = lines.next() {
        guard let pieces = InlineChoices.pieces(of: line) else {
          take(line)
          continue
        }
        for piece in pieces { take(piece) }
      }
    }
    takeLoneKeys()
  }

  /// Letters alone below the choices are the answers if most questions have them and none has
  /// another key.
  private mutating func takeLoneKeys() {
    guard !lone.isEmpty,
      lone.count * 2 > marks.count(where: { $0.kind == .choice && $0.value == 0 }),
      !marks.contains(where: { $0.kind == .key || $0.isChecked })
    else { return }
    for index in lone {
      marks[index].kind = .key
      loneKeys.insert(Int(marks[index].line))
    }
  }

  private mutating func take(_ line: MarkdownLine) {
    defer { count += 1 }
    let line = DumpLine(line)
    if takeEntries(line) { return }
    guard var mark = DumpMark(line, at: count) else {
      if isInEntry { explainEntry(line) }
      if case .blank = line.kind { (isInText, isAfterBlank) = (false, true) }
      return
    }
    mark.isParted = isAfterBlank
    isAfterBlank = false
    let continuesText = isInText
    isInText = mark.kind == .text
    switch mark.kind {
    case .text:
      if isInEntry { explainEntry(line) }
      if let last = marks.last, last.kind == .choice, Int(last.line) == count - 1,
        line.line.text.utf8.count <= 12,
        KeyLabel.areAll(line.line.text[...].unicodeScalars, withNumbers: false)
      {
        isInText = false
        lone.append(marks.count)
      } else if continuesText {
        if mark.isAsking {
          (marks[marks.count - 1].isAsking, marks[marks.count - 1].asks) = (true, true)
        }
        return
      }
    case .bullet, .key:
      if isInEntry { explainEntry(line) }
    case .explanation:
      if isInEntry { explainEntry(line) }
    case .heading, .word, .number, .choice, .box:
      if mark.kind != .choice { isInEntry = false }
      if mark.kind == .heading || mark.kind == .word { isInSheet = false }
      if isInEntry { explainEntry(line) }
    case .keyTitle: (isInSheet, isInEntry) = (true, false)
    case .rule: break
    }
    if mark.kind == .text { mark.isEntry = false }
    if mark.kind == .choice, mark.style == DumpLabel.Style.iroha.rawValue { beginIroha() }
    marks.append(mark)
  }

  /// Makes イ the first label of its series, once ロ follows it.
  private mutating func beginIroha() {
    guard let last = marks.lastIndex(where: { $0.kind == .choice }),
      marks[last].style == DumpLabel.Style.kana.rawValue, marks[last].value == 1
    else { return }
    (marks[last].style, marks[last].value) = (DumpLabel.Style.iroha.rawValue, 0)
  }

  /// Takes a line that answers a question by its number; returns `false` for any other line.
  private mutating func takeEntries(_ line: DumpLine) -> Bool {
    var found: [AnswerList.Entry] = []
    switch line.kind {
    case .start(let start, _):
      guard let value = AnswerList.value(after: start, isListed: isInSheet) else {
        found = isInSheet ? AnswerList.entries(in: line.line.text, at: count) : []
        break
      }
      found = [AnswerList.Entry(line: count, number: start.number, value: value)]
    case .key(_, let value):
      found = AnswerList.entries(in: value, at: count)
    case .text:
      if isInSheet { found = AnswerList.entries(in: line.line.text, at: count) }
    case .bullet(_, let text):
      if isInSheet { found = AnswerList.entries(in: text, at: count) }
    default: break
    }
    guard !found.isEmpty, var mark = DumpMark(line, at: count) else { return false }
    mark.isEntry = true
    marks.append(mark)
    entries += found
    isInText = false
    isInEntry = found.count == 1
    return true
  }

  private mutating func explainEntry(_ line: DumpLine) {
    guard let last = entries.indices.last else { return }
    if case .rule = line.kind { return }
    entries[last].commentary.append(line.line.textLine(line.line.raw))
  }
}
