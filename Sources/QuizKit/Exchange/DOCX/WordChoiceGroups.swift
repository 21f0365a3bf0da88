import QuizSupport

/// Paragraphs of a Word text that are choices of one question, by their letters, numbers or bullets.
struct WordChoiceGroups {
  private var groups: [[Int]] = []
  private var labels: [Int: DumpLabel] = [:]

  init(_ lines: [WordDumpLine]) {
    var last: DumpLabel?
    for (index, line) in lines.enumerated() {
      let label = Self.label(of: line)
      defer { last = label }
      labels[index] = label
      let isNext =
        label != nil
        ? label?.style == last?.style && label?.place == last.map { $0.place + 1 }
        : Self.isBullet(line) && index > 0 && Self.isBullet(lines[index - 1])
      let isAlike =
        index > 0 && line.paragraph.list?.identifier == lines[index - 1].paragraph.list?.identifier
      if isNext, isAlike, groups.last?.last == index - 1 {
        groups[groups.count - 1].append(index)
      } else if label?.place == 0 || label == nil && Self.isBullet(line) {
        groups.append([index])
      }
    }
    groups.removeAll { $0.count < 2 || Self.hasKey(below: $0[$0.count - 1], in: lines) }
    // A single list with numbers may be the questions.
    let numbered = groups.filter { labels[$0[0]]?.style == .digits }
    if numbered.count < 2 { groups.removeAll { labels[$0[0]]?.style == .digits } }
  }

  /// Whether a line names the answer. No mark counts then, even if the answer is none of the choices.
  private static func hasKey(below last: Int, in lines: [WordDumpLine]) -> Bool {
    for line in lines[(last + 1)...].prefix(10) {
      switch line.kind {
      case .key: return true
      case .start, .choice, .heading: return false
      default: continue
      }
    }
    return false
  }

  private static func isBullet(_ line: WordDumpLine) -> Bool {
    if case .bullet = line.kind { true } else { false }
  }

  private static func label(of line: WordDumpLine) -> DumpLabel? {
    switch line.kind {
    case .choice(let label): label
    case .start(let start, nil) where start.kind == .number: DumpLabel(line.text[...])
    default: nil
    }
  }

  /// Whether the paragraphs have bullets or numbers, as those of any list.
  private func isPlain(_ group: [Int]) -> Bool {
    labels[group[0]].map { $0.style == .digits } ?? true
  }

  /// Writes a sign behind choices that stand out, or a box before all of them; returns whether there
  /// are any.
  func mark(_ lines: inout [WordDumpLine]) -> Bool {
    let marks = groups.map { group in group.map { lines[$0].paragraph.marks } }
    let keys = WordKeyMarks(marks)
    // Terms of lists in a report are bold now and then, right choices in nearly every question.
    let plain = zip(groups, marks).filter { isPlain($0.0) }
    let marked = plain.count { !keys.right(among: $0.1).isEmpty }
    let areChoices = marked * 4 >= plain.count * 3
    var hasMarks = false
    for (group, marks) in zip(groups, marks) where areChoices || !isPlain(group) {
      let right = keys.right(among: marks)
      hasMarks = hasMarks || !right.isEmpty
      for (place, index) in group.enumerated() where !right.isEmpty {
        let isRight = right.contains(place)
        let label = labels[index]
        if isPlain(group) {
          let text = label?.text ?? String(lines[index].text.drop { $0 != " " })
          lines[index].text = (isRight ? "- [x] " : "- [ ] ") + FieldText.make(text)
        } else if isRight {
          let end = lines[index].text.firstIndex(of: "\n") ?? lines[index].text.endIndex
          lines[index].text.insert(contentsOf: " ✓", at: end)
        }
      }
    }
    return hasMarks
  }
}
