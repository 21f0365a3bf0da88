import QuizExchange
import QuizStore
import QuizSupport

/// Finds which questions of a file are those that it had when it was last read, also where their
/// author has reworded them.
///
/// In this order: the identifier that the file gives a question; the same text and choices; the
/// same text; and of the others those that are most alike. A question that is paired wrongly gets the
/// history of another one, so a pair of unlike texts has to be alone in its kind: where another
/// question is nearly as near, there is none.
struct FileMatching {
  /// A question that may be the earlier version of one in the file.
  struct Known {
    let id: Identifier<Question>
    /// The question as it is now; `nil` if it was deleted.
    let content: QuestionContent?
    /// The digests of its version in the last reading; `nil` if no reading had it.
    let said: SaidFields?
    /// Whether a reading has put it into the trash.
    var isInTrash = false
  }

  /// For each question of the file, the place of its earlier version among the known ones; `nil`
  /// for a new one.
  private(set) var pairs: [Int?]

  private let known: [Known]
  private let file: [QuestionContent]
  private var isTaken: [Bool]

  /// - Parameters:
  ///   - file: The questions in the file, in their order.
  ///   - known: The candidates, those that are to be preferred first.
  init(_ file: [QuestionContent], known: [Known]) {
    (self.file, self.known) = (file, known)
    pairs = Array(repeating: nil, count: file.count)
    isTaken = Array(repeating: false, count: known.count)
    pairIdentifiers()
    pair(by: { SaidFields.identity(of: $0) }, { Self.identities(of: $0) }, prefersKey: true)
    pair(
      by: { SaidFields.digest(of: .text, in: $0) }, { Self.texts(of: $0) }, where: Self.maySay)
    pairAlike()
  }

  private mutating func pair(_ place: Int, with other: Int) {
    pairs[place] = other
    isTaken[other] = true
  }

  /// Pairs questions with the same identifier, unless several have it.
  private mutating func pairIdentifiers() {
    var places: [String: Int?] = [:]
    for (place, question) in known.enumerated() {
      guard let key = question.content?.externalID else { continue }
      places[key] = .some(places[key] == nil ? place : nil)
    }
    guard !places.isEmpty else { return }
    for place in file.indices {
      guard let key = file[place].externalID, let found = places[key], let other = found,
        !isTaken[other]
      else { continue }
      pair(place, with: other)
    }
  }

  /// Pairs questions that have a digest in common.
  ///
  /// - Parameters:
  ///   - prefersKey: Whether questions with the same right answer are paired first.
  ///   - condition: What must hold of a pair beside it.
  private mutating func pair(
    by digest: (QuestionContent) -> String?, _ digests: (Known) -> Set<String>,
    prefersKey: Bool = false, where condition: (Known, QuestionContent) -> Bool = { _, _ in true }
  ) {
    let open = file.indices.filter { pairs[$0] == nil }
    guard !open.isEmpty else { return }
    var places: [String: [Int]] = [:]
    for place in known.indices where !isTaken[place] {
      for digest in digests(known[place]) { places[digest, default: []].append(place) }
    }
    let wanted = open.map { digest(file[$0]) }
    // Questions in decks come before those in the trash, which would otherwise come back as copies.
    let passes = [false, true].flatMap { mayBeInTrash in
      (prefersKey ? [true, false] : [false]).map { (needsKey: $0, mayBeInTrash: mayBeInTrash) }
    }
    for (needsKey, mayBeInTrash) in passes {
      for (place, digest) in zip(open, wanted) where pairs[place] == nil {
        let free = (digest.flatMap { places[$0] } ?? []).first { other in
          !isTaken[other] && (mayBeInTrash || !known[other].isInTrash)
            && hasSameSystem(known[other], file[place])
            && (!needsKey || known[other].hasKey(of: file[place]))
            && condition(known[other], file[place])
        }
        if let free { pair(place, with: free) }
      }
    }
  }

  /// Whether not both have an identifier of their own, by which they are different questions.
  private func hasSameSystem(_ known: Known, _ question: QuestionContent) -> Bool {
    guard let content = known.content else { return true }
    return content.sort == question.sort
      && (content.externalID == nil || question.externalID == nil
        || content.externalID == question.externalID)
  }

  private static func identities(of known: Known) -> Set<String> {
    Set([known.said?.identity, known.content.map(SaidFields.identity)].compactMap(\.self))
  }

  private static func texts(of known: Known) -> Set<String> {
    Set(
      [known.said?[.text], known.content.flatMap { SaidFields.digest(of: .text, in: $0) }]
        .compactMap(\.self))
  }

  /// Whether a question of the same text may be another version: "Which of these is true?" asks
  /// something else with other choices.
  private static func maySay(_ known: Known, _ question: QuestionContent) -> Bool {
    guard let content = known.content else { return true }
    let (before, now) = (Set(content.matchingTexts), Set(question.matchingTexts))
    return before.isEmpty || now.isEmpty || !before.isDisjoint(with: now)
  }

  // MARK: - The most alike

  /// How much two texts must have in common.
  private static let least = 0.7
  /// How much less the next candidate must have in common.
  private static let lead = 0.1

  private mutating func pairAlike() {
    let open = file.indices.filter { pairs[$0] == nil }
    guard !open.isEmpty, isTaken.contains(false) else { return }
    let before = WordIndex(words(ofKnownBeside: open))
    let now = WordIndex(file.map { QuestionWords($0) })
    for place in open {
      let words = now.texts[place]
      guard let other = Self.nearest(to: words, among: before, isFree: { !isTaken[$0] }),
        hasSameSystem(known[other], file[place]),
        Self.nearest(to: before.texts[other], among: now, isFree: { pairs[$0] == nil }) == place,
        !words.differsInOneFact(from: before.texts[other])
          || Self.isAlone(other, near: words, among: before.texts)
            && Self.isAlone(place, near: before.texts[other], among: now.texts)
      else { continue }
      pair(place, with: other)
    }
  }

  /// The words of the known questions. Where the file said another right answer than the question has
  /// now, because a person has changed it, its author may say that one still.
  private func words(ofKnownBeside open: [Int]) -> [QuestionWords] {
    let keys = open.map { (SaidFields.digest(of: .key, in: file[$0]), file[$0].rightAnswers) }
    let said = Dictionary(keys) { first, _ in first }
    return known.map { known in
      guard let content = known.content else { return QuestionWords() }
      return QuestionWords(content, key: known.said.flatMap { said[$0[.key]] })
    }
  }

  /// The place of the most alike of some texts with nearly the same right answer; `nil` if none is,
  /// if the next one is as near, or if the nearest one is not free. Of texts that are the same the
  /// first free one is taken.
  private static func nearest(
    to text: QuestionWords, among others: WordIndex, isFree: (Int) -> Bool
  ) -> Int? {
    var best: (place: Int, share: Double)?
    var next = 0.0
    for place in others.places(withKeyNear: text) {
      let other = others.texts[place]
      guard text.mayHaveKey(near: other), text.mayShare(least - lead, with: other),
        text.hasKey(near: other), case let share = text.share(with: other), share >= least - lead
      else { continue }
      if let found = best, others.texts[found.place].isSame(as: other) {
        if !isFree(found.place), isFree(place) { best = (place, share) }
      } else if share > best?.share ?? 0 {
        next = best?.share ?? 0
        best = (place, share)
      } else {
        next = max(next, share)
      }
    }
    guard let best, isFree(best.place), best.share >= least, best.share >= next + lead
    else { return nil }
    return best.place
  }

  /// Whether no other text is like one, whatever its right answer: in a deck of times tables all
  /// are.
  private static func isAlone(
    _ place: Int, near text: QuestionWords, among others: [QuestionWords]
  ) -> Bool {
    !others.indices.contains {
      text.mayShare(least - lead, with: others[$0])
        && text.share(with: others[$0]) >= least - lead && !others[place].isSame(as: others[$0])
    }
  }
}

extension FileMatching.Known {
  /// Whether the file said the same right answer, or the question has it.
  fileprivate func hasKey(of question: QuestionContent) -> Bool {
    let key = SaidFields.digest(of: .key, in: question)
    return said?[.key] == key || content.map { SaidFields.digest(of: .key, in: $0) == key } ?? false
  }
}

extension SaidFields {
  /// The digest of a field of a question; `nil` if it is empty.
  static func digest(of field: Field, in content: QuestionContent) -> String? {
    content.statement(about: field).map(digest)
  }
}

/// The words of a question, for comparing them with those of another one.
///
/// A class, because millions of pairs are looked at, and a value would be copied for each.
final class QuestionWords {
  private let text: String
  private let key: String
  /// Asked for by few texts, those that are like another one.
  private lazy var words = Self.words(of: text)
  /// The sequences of three characters of the right answer, sorted.
  let keySequences: [UInt64]
  /// The sequences of three characters of text and choices, sorted.
  private let grams: [UInt64]
  /// A set of bits, one for each sequence. Texts with few bits in common are not compared further.
  private let signature: SIMD8<UInt64>
  private let keySignature: UInt64

  /// A question that is not there any more, and is like no other.
  init() {
    (text, key, keySequences, grams) = ("", "", [], [])
    (signature, keySignature) = (.zero, 0)
  }

  /// - Parameter rightAnswers: The right answers; `nil` for those of the question.
  init(_ content: QuestionContent, key rightAnswers: [String]? = nil) {
    text = SearchText.folded(content.text)
    let choices = content.matchingTexts.map(SearchText.folded).sorted()
    key = (rightAnswers ?? content.rightAnswers).map(SearchText.folded).sorted()
      .joined(separator: "\n")
    keySequences = Self.grams(of: key)
    grams = Self.grams(of: ([text] + choices).joined(separator: "\n"))
    var signature = SIMD8<UInt64>.zero
    for gram in grams {
      let bit = Self.bit(of: gram)
      signature[bit >> 6] |= 1 << UInt64(bit & 63)
    }
    self.signature = signature
    keySignature = keySequences.reduce(0) { $0 | 1 << UInt64(Self.bit(of: $1) & 63) }
  }

  /// One of 512 bits for a sequence (Knuth, The Art of Computer Programming, 6.4).
  private static func bit(of gram: UInt64) -> Int { Int((gram &* 0x9E37_79B9_7F4A_7C15) >> 55) }

  /// The part of their sequences that two texts have in common (Dice 1945), from 0 to 1.
  func share(with other: QuestionWords) -> Double { Self.share(grams, other.grams) }

  /// Whether two texts say the same.
  func isSame(as other: QuestionWords) -> Bool {
    self === other || key == other.key && text == other.text && grams == other.grams
  }

  /// How much two right answers must have in common to be the same but for a slip of the pen.
  private static let leastOfKey = 0.7

  /// So many of the rarest sequences of the right answer that one which is nearly the same has at
  /// least one of them among its own (the prefix filter of Chaudhuri, Ganti and Kaushik 2006).
  func rarestKeySequences(_ counts: [UInt64: Int]) -> ArraySlice<UInt64> {
    // The least that it has in common, if it is the shortest that is near.
    let common = Double(keySequences.count) * Self.leastOfKey / (2 - Self.leastOfKey)
    let sorted = keySequences.map { (counts[$0] ?? 0, $0) }.sorted(by: <).map(\.1)
    return sorted.prefix(sorted.count - Int(common) + 1)
  }

  /// Whether the right answers may be the same but for a slip of the pen.
  func mayHaveKey(near other: QuestionWords) -> Bool {
    let missing = (keySignature & ~other.keySignature).nonzeroBitCount
    let total = Double(keySequences.count + other.keySequences.count)
    return Double(2 * (keySequences.count - missing)) >= Self.leastOfKey * total
  }

  /// Whether the part that two texts have in common may be that large.
  func mayShare(_ least: Double, with other: QuestionWords) -> Bool {
    let most = min(grams.count, other.grams.count)
    let total = Double(grams.count + other.grams.count)
    guard total > 0, Double(2 * most) >= least * total else { return false }
    // Sequences with a bit that the other text has not are not in it.
    let missing = Self.count(signature & ~other.signature)
    return Double(2 * (grams.count - missing)) >= least * total
  }

  /// Whether the right answers are the same but for a slip of the pen.
  func hasKey(near other: QuestionWords) -> Bool {
    if key == other.key { return true }
    guard Self.share(keySequences, other.keySequences) >= Self.leastOfKey else { return false }
    return !Self.differInOneFact(Self.words(of: key), Self.words(of: other.key))
  }

  /// Whether the texts differ only in numbers, a word that negates, or one name.
  func differsInOneFact(from other: QuestionWords) -> Bool {
    Self.differInOneFact(words, other.words)
  }

  private static func count(_ bits: SIMD8<UInt64>) -> Int {
    var count = 0
    for index in 0..<8 { count += bits[index].nonzeroBitCount }
    return count
  }

  private static func share(_ some: [UInt64], _ others: [UInt64]) -> Double {
    var (index, other, both) = (0, 0, 0)
    while index < some.count, other < others.count {
      if some[index] == others[other] { both += 1 }
      let isBehind = some[index] <= others[other]
      if some[index] >= others[other] { other += 1 }
      if isBehind { index += 1 }
    }
    let total = some.count + others.count
    return total == 0 ? 1 : Double(2 * both) / Double(total)
  }

  /// The sequences of three characters, with a blank before and behind the text.
  private static func grams(of text: String) -> [UInt64] {
    var grams: [UInt64] = []
    grams.reserveCapacity(text.utf8.count)
    var gram: UInt64 = 0x20
    for scalar in text.unicodeScalars {
      gram = (gram << 21 | UInt64(scalar.value)) & 0x7FFF_FFFF_FFFF_FFFF
      grams.append(gram)
    }
    grams.append((gram << 21 | 0x20) & 0x7FFF_FFFF_FFFF_FFFF)
    return grams.sortedOnce
  }

  /// The words and numbers. Where a script has no blanks, a run of one kind of character is a word.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var last: Script?
    for index in text.unicodeScalars.indices {
      let script = Script(text.unicodeScalars[index])
      if script != last {
        if last != nil { words.append(text[start..<index]) }
        start = index
      }
      last = script
    }
    if last != nil { words.append(text[start...]) }
    return words
  }

  private enum Script {
    case letters, digits, kana, ideographs

    init?(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      // Hiragana are folded to katakana.
      case 0x3041...0x30FF: self = .kana
      case 0x3400...0x9FFF, 0x3005: self = .ideographs
      default:
        if scalar.properties.numericType != nil {
          self = .digits
        } else if scalar.properties.isAlphabetic || scalar == "'" || scalar == "’" {
          self = .letters
        } else {
          return nil
        }
      }
    }
  }

  private static let negations: Set<Substring> = [
    "not", "no", "never", "except", "isn't", "aren't", "doesn't", "don't", "cannot", "can't",
    "incorrect", "false", "wrong", "least", "nicht", "kein", "keine", "keinen", "falsch", "ne",
    "pas", "jamais", "sauf", "faux", "nunca", "excepto", "falso", "não", "exceto", "не", "нет",
    "kecuali", "bukan", "tidak", "nie", "không", "değildir",
  ]

  private static let articles: Set<Substring> = ["a", "an", "the"]

  private static func differInOneFact(_ some: [Substring], _ others: [Substring]) -> Bool {
    let (few, many) = (Set(some), Set(others))
    let (lost, new) = (few.subtracting(many), many.subtracting(few))
    let changed = lost.union(new)
    // The same words in another order: who does what to whom.
    if changed.isEmpty { return some != others }
    // "mouse over" and "mouseover"
    if changed.isSubset(of: articles) || some.joined() == others.joined() { return false }
    if changed.allSatisfy({ $0.contains(where: \.isNumber) || negates($0) }) { return true }
    let isSlip = lost.count == 1 && new.count == 1 && zip(lost, new).allSatisfy(areOneWord)
    if isSlip { return false }
    if lost.count <= 1, new.count <= 1, !lost.isEmpty, !new.isEmpty { return true }
    // A name of several words in one place.
    let before = zip(some, others).prefix { $0 == $1 }.count
    let behind = zip(some.reversed(), others.reversed()).prefix { $0 == $1 }.count
    let rests = [some.count, others.count].map { $0 - before - behind }
    return rests.allSatisfy { (1...3).contains($0) }
  }

  /// Whether a word turns a sentence into its opposite. In scripts without blanks it is a part of
  /// one.
  private static func negates(_ word: Substring) -> Bool {
    negations.contains(word)
      || ["ナイ", "ナク", "マセン", "不", "没", "非", "無", "誤"].contains { word.contains($0) }
      || word.hasSuffix("n't")
  }

  /// Whether two words are one, written with a slip or in another form.
  private static func areOneWord(_ word: Substring, _ other: Substring) -> Bool {
    guard word.count > 4, other.count > 4, word.first == other.first else { return false }
    return Suggestion.distance(Array(word), Array(other)) <= (word.count > 7 ? 2 : 1)
  }
}

/// Texts that are found by their right answers.
private struct WordIndex {
  let texts: [QuestionWords]
  /// How many right answers have a sequence of characters.
  private var counts: [UInt64: Int] = [:]
  private var places: [UInt64: [Int]] = [:]

  init(_ texts: [QuestionWords]) {
    self.texts = texts
    for text in texts {
      for sequence in text.keySequences { counts[sequence, default: 0] += 1 }
    }
    for (place, text) in texts.enumerated() {
      for sequence in text.rarestKeySequences(counts) {
        places[sequence, default: []].append(place)
      }
    }
  }

  /// The places of all texts whose right answers may be nearly the same, in their order.
  func places(withKeyNear text: QuestionWords) -> [Int] {
    text.rarestKeySequences(counts).flatMap { places[$0] ?? [] }.sortedOnce
  }
}

extension Array where Element: Comparable {
  /// The elements in their order, each once.
  fileprivate var sortedOnce: [Element] {
    var last: Element?
    return sorted().filter { element in
      defer { last = element }
      return element != last
    }
  }
}
