/// Finds out where the questions of a dump end.
struct DumpEnds {
  let marks: [DumpMark]
  /// The number of lines.
  let count: Int

  /// Ends each question before the next one, the next section or a list of answers.
  func set(in blocks: inout [DumpBlock]) {
    var index = 0
    for place in blocks.indices {
      let block = blocks[place]
      let next = place + 1 < blocks.count ? blocks[place + 1].start : count
      let tail = block.choiceLines.last ?? block.start
      blocks[place].end = next
      while index < marks.count, Int(marks[index].line) <= tail { index += 1 }
      var current = index
      while current < marks.count, Int(marks[current].line) < next {
        if ends(block, at: current) {
          blocks[place].end = Int(marks[current].line)
          break
        }
        current += 1
      }
    }
  }

  /// Whether a mark below the choices of a question is the beginning of something else.
  private func ends(_ block: DumpBlock, at index: Int) -> Bool {
    let mark = marks[index]
    switch mark.kind {
    case .heading: return mark.level <= block.level
    case .word: return mark.level == 0 || mark.level <= block.level
    case .number:
      if mark.level > 0 { return mark.level <= block.level }
      return mark.isEntry
    case .keyTitle: return AnswerList.isTitle(at: index, of: marks)
    case .key: return mark.isEntry
    default: return false
    }
  }
}
