/// Looks in a file with check boxes for questions in another form than a heading above boxes, some
/// of them checked.
struct BoxSurvey {
  private var hasOthers = false
  /// The boxes since the last heading, and how many of them are checked.
  private var boxes = 0
  private var checked = 0
  /// Whether a line with a number came since the last box.
  private var hasNumber = false
  /// Whether a paragraph came since the last box, and whether any heading came.
  private var (hasParagraph, hasHeading) = (false, false)
  /// The lines that look like lettered choices.
  private var letters = 0

  /// Whether the file has the exact form that is written here. Then whatever looks like a question
  /// in an explanation is no question.
  private var isOwn = true
  /// The lists with boxes so far, those that are checked from end to end or nowhere, and those below
  /// something that asks or has a number.
  private var (lists, uniform, asking, asks) = (0, 0, 0, false)
  /// The lists below a text that ends in a colon, which may announce tasks as well.
  private var (announced, announces) = (0, false)
  private var hasTaskTitle = false
  /// The indentation of an item without a box that a box may be below.
  private var item: Int?
  private var isAfterBlank = true
  private var isAfterHeading = false
  private var isInQuestion = false

  /// Whether the file may have questions of another layout.
  var isUnusual: Bool {
    !(isOwn && endsOwnQuestion) && (hasOthers || isUnanswered || letters > 1)
  }

  /// Whether the boxes are those of a list of what is to be done: nothing asks, and whole lists are
  /// done or not begun.
  var isToDo: Bool {
    var survey = self
    survey.endList()
    let isUniform = survey.uniform * 3 >= survey.lists && survey.uniform > 0
    if hasTaskTitle, survey.asking * 4 < survey.lists { return true }
    return (survey.asking + survey.announced) * 4 < survey.lists && !isOwn && isUniform
  }

  private mutating func endList() {
    guard boxes > 0 else { return }
    lists += 1
    if asks { asking += 1 } else if announces { announced += 1 }
    (asks, announces) = (false, false)
    if checked == 0 || checked == boxes { uniform += 1 }
  }

  private var endsOwnQuestion: Bool { !isInQuestion || boxes > 1 && checked > 0 }

  private var isUnanswered: Bool { boxes > 1 && checked == 0 }

  mutating func take(_ line: MarkdownLine) {
    if isOwn { takeForm(line) }
    switch line.kind {
    case .heading(let level, let text):
      endList()
      takeStem(text)
      if !hasTaskTitle {
        let title = text.lowercased()
        hasTaskTitle = level == 1 ? Self.namesTasks(title) : Vocabulary.tasks.contains(title)
      }
      item = nil
      hasOthers =
        hasOthers || isUnanswered
        || QuestionNumber.dropped(from: text) == nil
          && DumpStart(word: text[...], isTitle: true) != nil
      (boxes, checked, hasNumber, hasParagraph) = (0, 0, false, false)
      hasHeading = true
    case .item(_, let text):
      if let box = CheckBox.isIn(text) ? text.utf8.dropFirst().first : nil {
        if let item, item < line.indent { hasOthers = true }
        if !hasHeading || (hasNumber || hasParagraph) && boxes > 0 { hasOthers = true }
        (hasNumber, hasParagraph) = (false, false)
        boxes += 1
        if box != UInt8(ascii: " ") { checked += 1 }
      } else {
        item = line.indent
        takeStem(text)
        if Self.isLabelled(text) { letters += 1 }
      }
    case .text:
      takeStem(line.text)
      hasParagraph = hasParagraph || line.indent < 2
      if let first = line.raw.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) {
        if (0x30...0x39).contains(first) {
          hasNumber = true
        } else if (0x41...0x46).contains(first & 0xDF) || first == UInt8(ascii: "(") {
          if Self.isLabelled(line.text) { letters += 1 }
        }
      }
    case .blank, .code, .rule: break
    }
  }

  /// Whether a title has a word for a list of what is to be done. Bytes are compared, because a
  /// search for a text in another is slow, and a file may have a hundred thousand titles.
  private static func namesTasks(_ title: String) -> Bool {
    let bytes = Array(title.utf8)
    return bytes.indices.contains { start in
      Vocabulary.tasks.contains { bytes[start...].starts(with: $0.utf8) }
    }
  }

  private mutating func takeStem(_ text: String) {
    guard !asks else { return }
    announces = announces || text.hasSuffix(":") || text.hasSuffix("：")
    asks =
      text.unicodeScalars.contains { $0 == "?" || $0 == "？" || $0 == "_" }
      || DumpStart(word: text[...], isTitle: true) != nil || DumpStart(number: text[...]) != nil
  }

  /// Compares a line with the form that is written: `###`, a blank line, boxes, and no other item
  /// of a list without a backslash.
  private mutating func takeForm(_ line: MarkdownLine) {
    let isBlank = line.kind == .blank
    if isAfterHeading, !isBlank { isOwn = false }
    isAfterHeading = false
    switch line.kind {
    case .heading(let level, let text):
      isOwn =
        isOwn && isAfterBlank && endsOwnQuestion && (level == 1 || level == 3)
        && (level == 1 || DumpStart(word: text[...], isTitle: true) == nil)
      (isAfterHeading, isInQuestion) = (true, level == 3)
    case .item(let mark, let text):
      let isBox = mark == "-" && line.indent == 0 && CheckBox.isIn(text)
      isOwn = isOwn && isInQuestion && isBox && (boxes > 0 || isAfterBlank)
    case .rule: isOwn = false
    case .blank, .text, .code: break
    }
    isAfterBlank = isBlank
  }

  /// Whether a text begins with a letter and a mark: `A. `, `b)`, `(c)`.
  private static func isLabelled(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    var first = bytes.next()
    if first == UInt8(ascii: "(") { first = bytes.next() }
    guard let first, (0x41...0x46).contains(first & 0xDF), let mark = bytes.next() else {
      return false
    }
    return mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
  }
}
