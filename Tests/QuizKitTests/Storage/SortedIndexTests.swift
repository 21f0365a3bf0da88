import Testing

@testable import QuizStore
@testable import QuizSupport

/// Compares an index after small and large changes with a set that is sorted again each time.
@Suite struct SortedIndexTests {
  typealias Entry = SortedIndex.Entry

  private func sorted(_ entries: Set<Entry>) -> [Entry] { entries.sorted() }

  @Test(arguments: [1, 20, 200, 3000])
  func `it has what was added and not removed, in order`(_ most: Int) throws {
    var random = SplitMix64(seed: UInt64(most))
    var model: Set<Entry> = []
    var index = SortedIndex()
    var lastID: Int64 = 0
    for _ in 0..<60 {
      // Some keys change, some records are deleted, and some are written again without a change.
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
    }
    #expect(index.entries == sorted(model))
    for key in UInt64(0)..<52 {
      let ids = sorted(model.filter { $0.key == key }).map(\.id)
      #expect(index.identifiers(of: key) == ids)
      #expect(index.count(in: key...key) == ids.count)
    }
    for entry in model { #expect(index.contains(entry)) }
    #expect(!index.contains(Entry(key: 60, id: 1)))
    let range = UInt64(7)...31
    #expect(index.entries(in: range) == sorted(model.filter { range.contains($0.key) }))
    #expect(index.count(in: 0 ... .max) == model.count)
    var visited: [Int64] = []
    try index.visit(backwards: true) { id in
      visited.append(id)
      return true
    }
    let backwards = model.sorted { ($1.key, $0.id) < ($0.key, $1.id) }.map(\.id)
    #expect(visited == backwards)
  }

  @Test func `single changes of a large index leave it in order`() {
    var random = SplitMix64(seed: 3)
    var model = Set((0..<5000).map { Entry(key: UInt64($0 % 70), id: Int64($0)) })
    var index = SortedIndex(sorted: sorted(model))
    for number in 0..<6000 {
      let new = Entry(key: UInt64.random(in: 0..<70, using: &random), id: Int64(5000 + number))
      let old = number % 3 == 0 ? model.randomElement(using: &random) : nil
      index.change(adding: [new], removing: old.map { [$0] } ?? [])
      model.insert(new)
      if let old { model.remove(old) }
    }
    #expect(index.entries == sorted(model))
    for entry in sorted(model) { index.change(adding: [], removing: [entry]) }
    #expect(index.count == 0)
    #expect(index.entries.isEmpty)
    index.change(adding: [Entry(key: 1, id: 1)], removing: [])
    #expect(index.entries == [Entry(key: 1, id: 1)])
  }
}
