import Testing

@testable import QuizKit
@testable import QuizSupport

@Suite struct SortedKeysTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `keys are in order whatever was added and removed`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var keys = SortedKeys()
    var expected: Set<String> = []
    for _ in 1...200 {
      let key = "\(Int.random(in: 1...30, using: &random))"
      if expected.remove(key) != nil {
        keys.remove(key)
      } else {
        keys.insert(key)
        expected.insert(key)
      }
      if Bool.random(using: &random) { #expect(keys.ascending() == expected.sorted()) }
    }
    #expect(keys.ascending() == expected.sorted())
  }
}
