import Testing

@testable import QuizSupport

/// Tests searches for bytes, with every algorithm.
@Suite struct ByteSearchTests {
  private func hits(_ search: ByteSearch, _ bytes: UnsafeRawBufferPointer) -> [Int] {
    var hits: [Int] = []
    var start = 0
    while let hit = search.first(in: bytes, from: start) {
      hits.append(hit)
      start = hit + 1
    }
    return hits
  }

  @Test func `one that is tuned to its texts finds what any other finds`() {
    var random = SplitMix64(seed: 5)
    for round in 0..<200 {
      // With few different bytes, many matches begin that are not completed.
      let kinds = UInt8(1 + round % 40)
      let text = (0..<3000).map { _ in UInt8.random(in: 0..<kinds, using: &random) }
      let start = Int.random(in: 0..<2900, using: &random)
      let length = Int.random(in: 1...8, using: &random)
      var needle = Array(text[start..<start + length])
      if round % 3 == 0 { needle[length - 1] = 200 }
      let expected = text.indices.filter { text[$0...].starts(with: needle) }
      let search = ByteSearch(needle)
      text.withUnsafeBytes { bytes in
        #expect(hits(search, bytes) == expected)
        #expect(hits(search.tuned(to: bytes), bytes) == expected)
        // The sample used for tuning may differ from the text.
        let other = [UInt8](repeating: 100, count: 1024)
        other.withUnsafeBytes { #expect(hits(search.tuned(to: $0), bytes) == expected) }
      }
    }
  }

  @Test(arguments: ["", "a", "ab"])
  func `nothing is found in a text that is too short`(text: String) {
    let search = ByteSearch(Array("abc".utf8))
    Array(text.utf8).withUnsafeBytes { bytes in
      #expect(search.first(in: bytes, from: 0) == nil)
      #expect(search.tuned(to: bytes).first(in: bytes, from: 0) == nil)
    }
  }
}
