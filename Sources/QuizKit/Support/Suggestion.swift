/// "Did you mean …": finds the word closest to a mistyped one.
package enum Suggestion {
  /// The closest word, or `nil` when every candidate differs in more than a third of the letters.
  /// Two differences are always allowed in a word of five letters or more, and one in a shorter
  /// one. Of several candidates the first counts.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased())
    let letters = typed.count { $0 != "-" }
    let limit = max(letters < 5 ? 1 : 2, letters / 3)
    let ranked =
      candidates
      .map { (letters: Array($0.lowercased()), word: $0) }
      // Each letter too many is a difference: a text of megabytes is compared with no word.
      .filter { abs(typed.count - $0.letters.count) <= limit }
      .map { (distance: distance(typed, $0.letters), word: $0.word) }
      .filter { $0.distance <= limit && $0.distance < max(typed.count, 1) }
    return ranked.min { $0.distance < $1.distance }?.word
  }

  /// The number of edits that turn one word into the other: insert, delete, replace, or swap two
  /// neighbours (optimal string alignment; Damerau 1964).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replace = last[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replace, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
