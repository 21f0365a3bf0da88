/// Tells of records from their bytes alone, as far as these tell, whether they are wanted.
struct ByteTest: Sendable {
  let words: [WordSearch]
  /// Whether nothing else decides.
  let isExact: Bool

  func verdict(
    _ location: RecordLocation, _ text: UnsafeRawBufferPointer
  ) -> WordSearch.Verdict {
    var verdict: WordSearch.Verdict = isExact ? .yes : .unsure
    guard !words.isEmpty else { return verdict }
    guard location.isSurelyComposed else { return .unsure }
    for word in words {
      switch word.verdict(text) {
      case .no: return .no
      case .unsure: verdict = .unsure
      case .yes: continue
      }
    }
    return verdict
  }
}
