/// Finds what looks like a question of a dump and cannot be read, so that it is reported and not
/// left out without a word.
struct DumpOmissions {
  let marks: [DumpMark]

  /// The questions that were found, and the ones that were not, in the order of their lines.
  func added(to blocks: [DumpBlock]) -> [DumpBlock] {
    guard !blocks.isEmpty else { return blocks }
    let more = withoutChoices(blocks) + withoutAnswer(blocks)
    return more.isEmpty ? blocks : (blocks + more).sorted { $0.start < $1.start }
  }

  /// The headings that are called questions, but have no choices.
  private func withoutChoices(_ blocks: [DumpBlock]) -> [DumpBlock] {
    let numbers = Set(blocks.map(\.number))
    let numbered = blocks.filter { $0.origin == .numberedHeading }
    let level = numbered.first?.level
    return marks.indices.filter { index in
      let mark = marks[index]
      guard mark.level > 0, !mark.isEntry, !numbers.contains(Int(mark.value)) else { return false }
      if mark.kind == .word { return true }
      // A number may also be that of a section, which has headings below it.
      guard mark.kind == .number, numbered.count > 1, mark.level == level,
        numbered.contains(where: { $0.start > Int(mark.line) })
      else { return false }
      let next = marks[(index + 1)...].first { $0.level > 0 }
      return next.map { $0.level <= mark.level } ?? true
    }.map { index in
      DumpBlock(
        DumpSearch.Start(mark: index, origin: .word), .none, lines: [], hasKey: false,
        until: index + 1, in: marks)
    }
  }

  /// Between two questions of one layout: the missing number between theirs, or a heading like
  /// theirs, with a list below it that nothing answers.
  private func withoutAnswer(_ blocks: [DumpBlock]) -> [DumpBlock] {
    var found: [DumpBlock] = []
    var place = 0
    for index in marks.indices {
      while place + 1 < blocks.count, blocks[place + 1].start <= Int(marks[index].line) {
        place += 1
      }
      guard place + 1 < blocks.count, Int(marks[index].line) > blocks[place].start,
        let origin = origin(of: marks[index], between: blocks[place], blocks[place + 1])
      else { continue }
      guard let run = DumpRun.unanswered(below: index, of: marks) else {
        let next = marks[(index + 1)...].firstIndex { $0.kind != .text }
        if origin == .number, let next, marks[next].kind == .rule {
          found.append(
            DumpBlock(
              DumpSearch.Start(mark: index, origin: origin), .none, lines: [], hasKey: false,
              until: next, in: marks))
        }
        continue
      }
      found.append(
        DumpBlock(
          DumpSearch.Start(mark: index, origin: origin), run.choices, lines: run.marks,
          hasKey: false, until: run.first, in: marks))
    }
    return found
  }

  private func origin(
    of mark: DumpMark, between before: DumpBlock, _ after: DumpBlock
  ) -> DumpBlock.Origin? {
    guard before.origin == after.origin, before.level == after.level else { return nil }
    switch before.origin {
    case .heading: return mark.kind == .heading && mark.level == before.level ? .heading : nil
    case .number:
      guard mark.kind == .number, mark.level == 0, !mark.isInList, mark.indent < 4,
        let last = before.number, let next = after.number
      else { return nil }
      return last + 1 == Int(mark.value) && Int(mark.value) < next ? .number : nil
    case .word, .numberedHeading, .text: return nil
    }
  }
}
