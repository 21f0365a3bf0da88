import Foundation
import QuizSupport

/// Many texts in one block of memory, each with a number. Finds the texts that contain some words.
struct TextLines {
  /// The numbers of the texts; 0 for one that was removed.
  private var numbers: [Int64] = []
  /// The texts, each followed by a byte that does not occur in any word.
  private var bytes: [UInt8] = []
  /// The position after each text.
  private var ends: [Int] = []
  /// Whether it can be seen from the bytes of each text where its characters begin.
  private var isPlain: [Bool] = []
  private var removed = 0

  private static let separator: UInt8 = 0

  mutating func append(_ text: String, of number: Int64) {
    var text = text
    let isComposed = text.withUTF8 { TextForm.isSurelyComposed(UnsafeRawBufferPointer($0)) }
    if !isComposed { text = text.precomposedStringWithCanonicalMapping }
    numbers.append(number)
    isPlain.append(isComposed)
    bytes += text.utf8
    ends.append(bytes.count)
    bytes.append(Self.separator)
  }

  /// Removes the texts with these numbers. Ignores numbers that do not exist.
  mutating func remove(_ others: [Int64]) {
    if numbers.isEmpty { return }
    let others = Set(others)
    for index in numbers.indices where numbers[index] != 0 && others.contains(numbers[index]) {
      numbers[index] = 0
      removed += 1
    }
    if removed > numbers.count / 2 { compact() }
  }

  private mutating func compact() {
    var kept = TextLines()
    for index in numbers.indices where numbers[index] != 0 {
      kept.numbers.append(numbers[index])
      kept.isPlain.append(isPlain[index])
      kept.bytes += bytes[range(of: index)]
      kept.ends.append(kept.bytes.count)
      kept.bytes.append(Self.separator)
    }
    self = kept
  }

  private func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1] + 1)..<ends[index]
  }

  /// The numbers of the texts that contain all of these words, and of those in which they are near
  /// each other.
  func numbers(containing words: [String]) -> (all: [Int64], near: [Int64]) {
    var needles: [(word: String, search: ByteSearch)] = []
    var others: [String] = []
    for word in words {
      if let needle = WordBytes.of(word), !needle.contains(Self.separator) {
        needles.append((word, ByteSearch(needle)))
      } else {
        // A search for the bytes could miss this word.
        others.append(word)
      }
    }
    // Search for the longest word first, because it rules out the most texts.
    needles.sort { $0.search.count > $1.search.count }
    var (all, near): ([Int64], [Int64]) = ([], [])
    bytes.withUnsafeBytes { bytes in
      for (index, hit) in candidates(needles.first, bytes) {
        guard numbers[index] != 0 else { continue }
        let range = range(of: index)
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        let isPlain = isPlain[index]
        let isFound =
          (needles.first.map { Self.isWhole($0, in: text, at: hit - range.lowerBound, isPlain) }
            ?? true)
          && needles.dropFirst().allSatisfy { needle in
            needle.search.first(in: text, from: 0).map {
              Self.isWhole(needle, in: text, at: $0, isPlain)
            } ?? false
          }
          && others.allSatisfy { String(decoding: text, as: UTF8.self).firstRange(of: $0) != nil }
        guard isFound else { continue }
        all.append(numbers[index])
        if others.isEmpty, Self.areNear(needles.map(\.search), in: text) {
          near.append(numbers[index])
        }
      }
    }
    return (all, near)
  }

  /// The most bytes between words that are near each other, and the most places that are looked at.
  private static let (mostBetween, mostPlaces) = (40, 16)

  /// Whether all of the words are near one place of the first one.
  private static func areNear(_ needles: [ByteSearch], in text: UnsafeRawBufferPointer) -> Bool {
    guard needles.count > 1, let first = needles.first else { return true }
    var start = 0
    for _ in 0..<mostPlaces {
      guard let hit = first.first(in: text, from: start) else { return false }
      let end = min(text.count, hit + first.count + mostBetween)
      let room = UnsafeRawBufferPointer(rebasing: text[max(0, hit - mostBetween)..<end])
      if needles.dropFirst().allSatisfy({ $0.first(in: room, from: 0) != nil }) { return true }
      start = hit + first.count
    }
    return false
  }

  /// The texts that contain the bytes of a word, with the position of the first occurrence. All
  /// texts if there is no word.
  private func candidates(
    _ needle: (word: String, search: ByteSearch)?, _ bytes: UnsafeRawBufferPointer
  ) -> [(index: Int, hit: Int)] {
    guard let needle else { return numbers.indices.map { ($0, 0) } }
    var found: [(index: Int, hit: Int)] = []
    let search = needle.search.tuned(to: bytes)
    var (index, start) = (0, 0)
    while let hit = search.first(in: bytes, from: start) {
      while ends[index] <= hit { index += 1 }
      found.append((index, hit))
      start = ends[index] + 1
    }
    return found
  }

  /// Whether the text contains the word character by character, given that it contains its bytes.
  private static func isWhole(
    _ needle: (word: String, search: ByteSearch), in text: UnsafeRawBufferPointer, at hit: Int,
    _ isPlain: Bool
  ) -> Bool {
    (isPlain && WordBytes.beginsCharacter(in: text, at: hit + needle.search.count))
      || String(decoding: text, as: UTF8.self).firstRange(of: needle.word) != nil
  }
}
