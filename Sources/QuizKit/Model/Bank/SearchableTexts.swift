import Foundation
import QuizStore
import QuizSupport

/// The texts of the questions that a search may find, kept in memory between two saves.
///
/// A search that follows each key asks again and again for almost the same. Reading all questions
/// from the store each time would cost more than the time of a frame.
struct SearchableTexts {
  /// The questions, in the order of the results.
  private var ids: [Identifier<Question>] = []
  /// The texts, with a byte that is in no word behind each.
  private var bytes: [UInt8] = []
  /// The position behind each text.
  private var ends: [Int] = []
  /// Whether the bytes of each text tell where its characters begin.
  private var isPlain: [Bool] = []

  private static let separator: UInt8 = 0

  /// Reads the texts of these questions. `nil` when one of them is not in the store as it is now.
  init?(_ questions: [Identifier<Question>], in store: StoreContext) throws(StoreError) {
    guard !store.hasChanges else { return nil }
    let texts: [QuestionText] = try store.savedParts(of: questions)
    guard texts.count == questions.count else { return nil }
    ids = questions
    ends.reserveCapacity(texts.count)
    for text in texts {
      var text = text.searchText
      let isComposed = text.withUTF8 { TextForm.isSurelyComposed(UnsafeRawBufferPointer($0)) }
      if !isComposed { text = text.precomposedStringWithCanonicalMapping }
      isPlain.append(isComposed)
      bytes += text.utf8
      ends.append(bytes.count)
      bytes.append(Self.separator)
    }
  }

  /// The questions whose text contains all of these folded words; `nil` when a search of bytes
  /// could miss one.
  func questions(containing words: [String]) -> [Identifier<Question>]? {
    var needles: [(word: String, search: ByteSearch)] = []
    for word in words {
      guard let needle = WordBytes.of(word), !needle.contains(Self.separator) else {
        return nil
      }
      needles.append((word, ByteSearch(needle)))
    }
    // The longest word first, because it rules out the most questions.
    needles.sort { $0.search.count > $1.search.count }
    guard let first = needles.first else { return ids }
    return bytes.withUnsafeBytes { bytes in
      var found: [Identifier<Question>] = []
      let search = first.search.tuned(to: bytes)
      var (index, start) = (0, 0)
      while let hit = search.first(in: bytes, from: start) {
        while ends[index] <= hit { index += 1 }
        let range = (index == 0 ? 0 : ends[index - 1] + 1)..<ends[index]
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        let isPlain = isPlain[index]
        let isFound =
          Self.isWhole(first, in: text, at: hit - range.lowerBound, isPlain)
          && needles.dropFirst().allSatisfy { needle in
            needle.search.first(in: text, from: 0).map {
              Self.isWhole(needle, in: text, at: $0, isPlain)
            } ?? false
          }
        if isFound { found.append(ids[index]) }
        start = ends[index] + 1
      }
      return found
    }
  }

  /// Whether the word is in the text by its characters, given that its bytes are.
  private static func isWhole(
    _ needle: (word: String, search: ByteSearch), in text: UnsafeRawBufferPointer, at hit: Int,
    _ isPlain: Bool
  ) -> Bool {
    (isPlain && WordBytes.beginsCharacter(in: text, at: hit + needle.search.count))
      || String(decoding: text, as: UTF8.self).firstRange(of: needle.word) != nil
  }
}

/// The text of a question by which it is found.
private struct QuestionText: RecordPart {
  var searchText: String

  init(_ question: Question) {
    searchText = question.searchText
  }
}
