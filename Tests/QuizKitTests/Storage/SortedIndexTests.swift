import Testing

@testable import QuizKit

/// An index that changes a little and a lot, beside a set that is sorted anew.
@Suite struct SortedIndexTests {
  typealias Entry = SortedIndex.Entry

  private func sorted(_ entries: Set<Entry>) -> [Entry] { entries.sorted() }

  @Test(arguments: [1, 20, 200, 3000], [false, true])
  func `it has what was added and not removed, in order, whether its entries are in memory or not`(
    _ most: Int, _ isInFile: Bool
  ) throws {
    var random = SplitMix64(seed: UInt64(most))
    var model: Set<Entry> = []
    var index = SortedIndex()
    var lastID: Int64 = 0
    for _ in 0..<60 {
      // Some keys change, some records go, some stay as they are but are written again.
      let changing = model.shuffled(using: &random).prefix(Int.random(in: 0...most, using: &random))
      let removing = Array(changing)
      var adding = removing.filter { _ in Bool.random(using: &random) }.map { entry in
        let isSame = Int.random(in: 0..<3, using: &random) == 0
        return isSame
          ? entry : Entry(key: UInt64.random(in: 0..<50, using: &random), id: entry.id)
      }
      for _ in 0..<Int.random(in: 0...most, using: &random) {
        lastID += 1
        adding.append(Entry(key: UInt64.random(in: 0..<50, using: &random), id: lastID))
      }
      let onlyAdds = Bool.random(using: &random)
      if onlyAdds {
        let ids = Set(model.map(\.id))
        adding.removeAll { ids.contains($0.id) }
      }
      index.change(adding: adding, removing: onlyAdds ? [] : removing)
      if !onlyAdds { model.subtract(removing) }
      model.formUnion(adding)
      #expect(index.count == model.count)
      if isInFile, Int.random(in: 0..<8, using: &random) == 0 {
        let entries = try index.entries()
        index = SortedIndex(IndexBase(count: entries.count) { entries })
      }
    }
    #expect(try index.entries() == sorted(model))
    for key in UInt64(0)..<52 {
      let ids = sorted(model.filter { $0.key == key }).map(\.id)
      #expect(try index.identifiers(of: key) == ids)
      #expect(try index.count(in: key...key) == ids.count)
    }
    var visited: [Int64] = []
    try index.visit(backwards: true) { id in
      visited.append(id)
      return true
    }
    let backwards = model.sorted { ($1.key, $0.id) < ($0.key, $1.id) }.map(\.id)
    #expect(visited == backwards)
  }
}
