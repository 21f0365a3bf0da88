/// Goes through a ``SortedIndex`` in order, from either end.
struct IndexWalk {
  private let base: [SortedIndex.Entry]
  private let added: [SortedIndex.Entry]
  private let removed: [SortedIndex.Entry]
  private let backwards: Bool
  private var nextBase = 0
  private var nextAdded = 0
  private var nextRemoved = 0

  init(
    _ base: [SortedIndex.Entry], _ added: [SortedIndex.Entry], _ removed: [SortedIndex.Entry],
    backwards: Bool
  ) {
    self.base = base
    self.added = added
    self.removed = removed
    self.backwards = backwards
  }

  mutating func next() -> SortedIndex.Entry? {
    while let removed = entry(nextRemoved, of: removed), entry(nextBase, of: base) == removed {
      nextBase += 1
      nextRemoved += 1
    }
    switch (entry(nextBase, of: base), entry(nextAdded, of: added)) {
    case (let base?, let added?):
      if (base < added) != backwards {
        nextBase += 1
        return base
      }
      nextAdded += 1
      return added
    case (let base?, nil):
      nextBase += 1
      return base
    case (nil, let added?):
      nextAdded += 1
      return added
    case (nil, nil):
      return nil
    }
  }

  private func entry(_ index: Int, of entries: [SortedIndex.Entry]) -> SortedIndex.Entry? {
    guard index < entries.count else { return nil }
    return entries[backwards ? entries.count - 1 - index : index]
  }
}
