import QuizSupport

/// The key after `ANSWER:`, which names the right choices.
///
/// Moodle accepts one letter. Other programs write several: `A,C`, `A, C`, `A and C`, `AC`.
enum AikenKey {
  /// The letters of the right choices, in capitals. Only the first letter, unless the key consists
  /// of nothing but letters.
  static func letters(_ key: String, choices count: Int) -> [Character] {
    let capitals = String(key.uppercased().reversed().drop { ".。".contains($0) }.reversed())
    let parts = capitals.split { ",、，;；&＆+/ \t".contains($0) }.filter { $0 != "AND" }
    if parts.count > 1, parts.allSatisfy({ $0.count == 1 && isLetter($0[$0.startIndex]) }) {
      return distinct(parts.joined())
    }
    if key.count > 1, key == capitals, key.allSatisfy({ known(count).contains($0) }),
      zip(key, key.dropFirst()).allSatisfy(<)
    {
      return Array(key)
    }
    return Array(capitals.prefix(1))
  }

  private static func distinct(_ letters: String) -> [Character] {
    var found: [Character] = []
    for letter in letters where !found.contains(letter) { found.append(letter) }
    return found
  }

  private static func isLetter(_ character: Character) -> Bool {
    character.isASCII && character.isLetter
  }

  /// The letters of the question's choices. A word names choices only if it consists of these
  /// letters; otherwise it may be an abbreviation.
  private static func known(_ count: Int) -> ArraySlice<Character> {
    ChoiceLetters.capitals.prefix(count)
  }
}
