extension InlineText {
  /// Finds what is emphasised and struck out, by the algorithm of CommonMark's appendix "phase 2:
  /// inline structure".
  mutating func matchDelimiters() {
    var openers: [Int] = []
    // For each kind of closer, the part of the stack that contains no opener for it.
    var bottoms: [[Int]: Int] = [:]
    for index in pieces.indices {
      guard case .delimiter(var closer) = pieces[index] else { continue }
      while closer.closes, closer.left > 0 {
        let bottom = min(bottoms[closer.kind, default: 0], openers.count)
        guard
          let place = openers[bottom...].lastIndex(where: { delimiter($0).matches(closer) })
        else {
          bottoms[closer.kind] = openers.count
          break
        }
        let opening = openers[place]
        var opener = delimiter(opening)
        let used = min(opener.left, closer.left, 2)
        opener.left -= used
        closer.left -= used
        pieces[opening] = .delimiter(opener)
        apply(closer.style, from: opening, to: index)
        openers.removeSubrange((opener.left > 0 ? place + 1 : place)...)
      }
      pieces[index] = .delimiter(closer)
      if closer.opens, closer.left > 0 { openers.append(index) }
    }
  }

  private func delimiter(_ index: Int) -> Delimiter {
    guard case .delimiter(let delimiter) = pieces[index] else {
      preconditionFailure("only delimiters are on the stack")
    }
    return delimiter
  }
}
