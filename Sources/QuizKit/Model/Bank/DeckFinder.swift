import Foundation
import QuizSupport

/// Finds the decks that a person means by what was typed.
package struct DeckFinder {
  private let names: [String]
  private let folded: [String]

  /// - Parameter names: The names of all decks.
  package init(_ names: [String]) {
    self.names = names
    folded = names.map(Self.folded)
  }

  /// The position of the deck with a name: the deck that has it to the letter, or else the only one
  /// that has it in another case or width; `nil` when there is none.
  package func position(named name: String) -> Int? {
    if let same = names.firstIndex(of: name) { return same }
    let word = Self.folded(name)
    return folded.indices.filter { folded[$0] == word }.single
  }

  /// The name of the deck into which something is written: that of the deck that has it in another
  /// case or width, or else a new one.
  package func name(for typed: String) -> String {
    position(named: typed).map { names[$0] } ?? typed
  }

  /// The positions of the decks that a name means where parts of names are understood: the one with
  /// this name, or else those that begin with it, or else those that contain it. Empty for none.
  package func positions(meantBy name: String) -> [Int] {
    if let whole = position(named: name) { return [whole] }
    let word = Self.folded(name)
    if word.isEmpty { return [] }
    let beginning = folded.indices.filter { folded[$0].hasPrefix(word) }
    return beginning.isEmpty ? folded.indices.filter { folded[$0].contains(word) } : beginning
  }

  /// The positions of the decks that a search finds by their names, the likeliest first and among
  /// equals in the order of the list.
  ///
  /// Words are found in any order, and initials too: `saap` finds “Solutions Architect Associate,
  /// Practice”.
  package func positions(found query: String) -> [Int] {
    let words = SearchText.words(query)
    guard !words.isEmpty else { return [] }
    let phrase = words.joined(separator: " ")
    let ranks = names.map { Self.rank(of: phrase, words, in: SearchText.folded($0)) }
    return ranks.indices.filter { ranks[$0] != nil }.sorted {
      (ranks[$0] ?? .max, $0) < (ranks[$1] ?? .max, $1)
    }
  }

  /// How well a name fits, 0 for the best; `nil` where it does not.
  private static func rank(of phrase: String, _ words: [String], in name: String) -> Int? {
    if name == phrase { return 0 }
    if name.hasPrefix(phrase) { return 1 }
    if name.contains(" " + phrase) { return 2 }
    if name.contains(phrase) { return 3 }
    if words.allSatisfy({ name.contains($0) }) { return 4 }
    return hasInitials(Array(words.joined().prefix(mostInitials)), Array(name)) ? 5 : nil
  }

  /// The most letters that are looked up as initials. The time grows with their number.
  private static let mostInitials = 24

  /// Whether a name has the letters in this order, each at the beginning of a word or behind the
  /// letter before it.
  private static func hasInitials(_ letters: [Character], _ name: [Character]) -> Bool {
    guard letters.count > 1 else { return false }
    let begins = name.indices.map { index in
      index == 0 || !(name[index - 1].isLetter || name[index - 1].isNumber)
    }
    // The places in the name at which the letters so far can end.
    var ends = Set(name.indices.filter { begins[$0] && name[$0] == letters[0] })
    for letter in letters.dropFirst() {
      let first = ends.min() ?? name.count
      ends = Set(
        name.indices.filter { index in
          index > first && name[index] == letter && (begins[index] || ends.contains(index - 1))
        })
      if ends.isEmpty { return false }
    }
    return true
  }

  /// A name with the differences of case and width removed.
  private static func folded(_ name: String) -> String {
    name.trimmed.precomposedStringWithCompatibilityMapping.lowercased()
  }
}

extension Collection {
  /// The only element; `nil` when there are none or several.
  fileprivate var single: Element? { count == 1 ? first : nil }
}

extension QuestionBank {
  /// The deck of that name, in any case and width.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  package func deck(named name: String) throws -> Deck {
    let decks = try decks()
    let finder = DeckFinder(decks.map(\.name))
    guard let position = finder.position(named: name) else {
      throw BankError.unknownDeck(name, known: decks.map(\.name))
    }
    return decks[position]
  }

  /// The deck that a person means who wants to read: a beginning or a part of its name is enough
  /// where no other deck has it. Scripts give whole names; see ``servesPerson``.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``BankError/ambiguousDeck(_:among:)``; what the
  ///   store throws.
  package func deck(meantBy name: String) throws -> Deck {
    guard servesPerson else { return try deck(named: name) }
    let decks = try decks()
    let found = DeckFinder(decks.map(\.name)).positions(meantBy: name).map { decks[$0] }
    guard let first = found.first else {
      throw BankError.unknownDeck(name, known: decks.map(\.name))
    }
    if found.count > 1 { throw BankError.ambiguousDeck(name, among: found.map(\.name)) }
    return first
  }
}
