import QuizExchange
import QuizSupport

/// Finds commentaries that explain another choice than the right one.
///
/// A commentary says so by a verdict ("Answer: B", "正解は「東京」"), or it names one other choice and
/// not the right one. A choice is named by its text, or by most of those of its words that neither
/// another choice nor the question has. To name a choice and reject it ("not A", "A ではなく") does not
/// count.
///
/// Some authors explain the wrong choices only. Where that is usual, words alone say nothing, and only
/// verdicts count.
struct CommentaryDoubts {
  /// The doubts, in the order of the questions.
  private(set) var doubts: [KeyDoubts.Doubt] = []

  /// The most doubts for each commentary that names the right choice, and the fewest from which this
  /// says something about the author.
  private static let usual = (share: 0.5, least: 6)

  init(_ contents: [QuestionContent]) {
    var confirmed = 0
    var named: [KeyDoubts.Doubt] = []
    for (index, content) in contents.enumerated() {
      guard let key = content.solution.rightChoice, !content.commentary.isBlank else { continue }
      switch CommentaryReading(content).spoken {
      case .verdict(let choice) where choice != key:
        doubts.append(KeyDoubts.Doubt(question: index, choice: choice))
      case .name(let choice) where choice != key:
        named.append(KeyDoubts.Doubt(question: index, choice: choice))
      case .verdict, .name: confirmed += 1
      case nil: break
      }
    }
    if named.count < Self.usual.least || Double(named.count) <= Self.usual.share * Double(confirmed)
    {
      doubts = (doubts + named).sorted { $0.question < $1.question }
    }
  }
}

/// Reads for which choice a commentary speaks.
private struct CommentaryReading {
  enum Spoken {
    /// The commentary says which choice is right.
    case verdict(Int)
    /// It names this choice and no other.
    case name(Int)
  }

  /// The choice for which the commentary speaks; `nil` where it cannot be told.
  private(set) var spoken: Spoken?

  private let key: Int
  private let choices: [[Piece]]
  private let commentary: [Piece]

  init(_ content: QuestionContent) {
    key = content.solution.rightChoice ?? 0
    let texts = content.choices.map(\.text)
    choices = texts.map(Piece.pieces)
    commentary = Piece.pieces(of: content.commentary)
    spoken = verdict(texts) ?? name(beside: Piece.pieces(of: content.text), texts)
  }

  // MARK: Verdicts

  private func verdict(_ texts: [String]) -> Spoken? {
    var found: Set<Int> = []
    for index in commentary.indices {
      guard let start = Self.announcements.end(in: commentary, from: index) else { continue }
      if let choice = choice(announcedAt: start) { found.insert(choice) }
    }
    for index in commentary.indices {
      guard let label = label(at: index), isJudgedRight(after: index) else { continue }
      found.insert(label)
    }
    return found.count == 1 ? found.first.map { .verdict($0) } : nil
  }

  /// The choice that follows words such as "the right answer is": its label or its text.
  private func choice(announcedAt start: Int) -> Int? {
    let matches = choices.indices.filter { choice in
      !choices[choice].isEmpty && commentary[start...].starts(with: choices[choice], by: ==)
    }
    if let longest = matches.max(by: { choices[$0].count < choices[$1].count }) { return longest }
    guard let label = label(at: start) ?? number(at: start), !isRejected(start..<start + 1) else {
      return nil
    }
    // A letter with a word behind it is an article: "Answer: A vector has …".
    guard commentary.indices.contains(start + 1) else { return label }
    let next = commentary[start + 1]
    return next.isAfterMark || next.sentence != commentary[start].sentence
      || next.script != .word ? label : nil
  }

  /// The choice that a letter or number names.
  private func label(at index: Int) -> Int? {
    guard commentary.indices.contains(index) else { return nil }
    let piece = commentary[index]
    let position: Int?
    if piece.text.count == 1, let letter = piece.text.utf8.first, (97...122).contains(letter),
      piece.isCapital
    {
      position = Int(letter) - 97
    } else if let kana = Self.kana.firstIndex(of: piece.text) {
      position = kana
    } else {
      position = nil
    }
    return position.flatMap { choices.indices.contains($0) ? $0 : nil }
  }

  /// The choice that a number names, unless the choices are numbers themselves, or it counts
  /// something.
  private func number(at index: Int) -> Int? {
    guard commentary.indices.contains(index), let number = Int(commentary[index].text),
      choices.indices.contains(number - 1),
      !choices.contains(where: { $0.contains(where: \.isNumber) }),
      !commentary.indices.contains(index + 1)
        || !Self.counters.contains(commentary[index + 1].text)
    else { return nil }
    return number - 1
  }

  private func isJudgedRight(after index: Int) -> Bool {
    Self.judgements.end(in: commentary, from: index + 1) != nil
      && !(index > 0 && ["vitamin", "type", "group", "class"].contains(commentary[index - 1].text))
  }

  private static let counters: Set<String> = ["つ", "個", "問", "人"]
  private static let kana = ["ア", "イ", "ウ", "エ", "オ", "カ"]
  private static let announcements = Phrases([
    "correct answer is", "correct answer", "right answer is", "right answer", "correct choice is",
    "correct option is", "right choice is", "answer is", "answer", "correct answer is option",
    "correct answer is choice", "correct option", "正解は", "正解", "正答は", "正答", "答えは", "解答は", "答は",
    "正しいのは", "正解は選択肢", "正しい選択肢は",
  ])
  private static let judgements = Phrases([
    "is correct", "is right", "is the correct answer", "is the right answer", "is the answer",
    "is the correct", "が正解", "が正しい", "が適切", "が該当", "が答え", "が正答",
  ])

  // MARK: Names

  private func name(beside question: [Piece], _ texts: [String]) -> Spoken? {
    guard Set(choices.map { $0.map(\.text) }).count == choices.count,
      !texts.contains(where: Self.isCode), !choices.contains(where: Self.isAboutOthers)
    else { return nil }
    let mentions = mentions(question, texts)
    let scores = scores(beside: question)
    let positive = choices.indices.filter { mentions[$0].positive > 0 }
    let unrejected = choices.indices.filter {
      mentions[$0].positive > 0 || mentions[$0].negative > 0
    }
    if asksForTheOther(question) {
      // Whether a choice is named or rejected says nothing here, unless it is the only one.
      guard unrejected.count == 1, let only = unrejected.first else { return nil }
      return only == key || scores[key].share < Self.most.lead ? .name(only) : nil
    }
    if positive.count == 1, let only = positive.first {
      if only == key { return .name(key) }
      // Other words may mean the right choice all the same.
      let meansKey = scores[key].share >= Self.most.share && scores[key].found >= 1
      return unrejected.contains(key) || !meansKey ? .name(only) : nil
    }
    if !positive.isEmpty { return positive.contains(key) ? .name(key) : nil }
    let ranked = scores.indices.sorted { scores[$0].share > scores[$1].share }
    guard ranked.count > 1, case let (best, next) = (ranked[0], ranked[1]),
      scores[best].found >= Self.most.found, scores[best].share >= Self.most.share,
      scores[best].share - scores[next].share >= Self.most.lead, mentions[best].negative == 0
    else { return nil }
    return .name(best)
  }

  /// What makes most words of a choice: their share, the least sum of their weights, and by how much
  /// the share of every other choice is less. Measured with banks of real questions.
  private static let most = (share: 0.5, found: 1.9, lead: 0.3)

  /// How much of each choice is in the commentary. What several choices have counts less, and what
  /// the question has counts little.
  private func scores(beside question: [Piece]) -> [(share: Double, found: Double)] {
    let (known, asked) = (Set(Unit.units(of: commentary)), Set(Unit.units(of: question)))
    let units = choices.map { Set(Unit.units(of: $0)) }
    return units.map { own in
      var (found, all) = (0.0, 0.0)
      for unit in own {
        let weight = (asked.contains(unit) ? 0.3 : 1) / Double(units.count { $0.contains(unit) })
        all += weight
        if known.contains(unit) { found += weight }
      }
      return all == 0 ? (0, 0) : (found / all, found)
    }
  }

  /// Code is explained step by step, with values that are not the result.
  private static func isCode(_ text: String) -> Bool {
    text.contains { "`{}[]=;<>\"".contains($0) }
  }

  /// Whether a choice is about the others: it is short and has words such as "both".
  private static func isAboutOthers(_ pieces: [Piece]) -> Bool {
    pieces.count < 8 && references.isAnywhere(in: pieces)
  }

  private static let references = Phrases([
    "all of", "none of", "both", "above", "a and b", "a and c", "b and c", "上記", "両方", "すべて", "全て",
    "いずれも", "該当なし", "とbの", "とcの",
  ])

  /// Whether the question asks for what is not so. Commentaries then name what is so.
  private func asksForTheOther(_ question: [Piece]) -> Bool {
    Self.exceptions.isAnywhere(in: question)
  }

  private static let exceptions = Phrases([
    "not", "except", "isn t", "aren t", "least", "incorrect", "false", "wrong", "ではない", "でない", "誤",
    "不適", "間違", "含まれない", "当てはまらない", "正しくない", "異なる",
  ])

  /// How often each choice is named, and how often it is rejected. A choice that the question names
  /// itself does not count, and of a name within a longer one only the longer one counts.
  private func mentions(
    _ question: [Piece], _ texts: [String]
  ) -> [(positive: Int, negative: Int)] {
    var places: [(choice: Int, range: Range<Int>)] = []
    for (index, text) in texts.enumerated() {
      for variant in variants(of: text, choices[index]) where Self.isTelling(variant) {
        if !question.places(of: variant).isEmpty { continue }
        places += commentary.places(of: variant).map { (index, $0) }
      }
    }
    var counts = choices.map { _ in (positive: 0, negative: 0) }
    for (index, choice) in choices.enumerated() where !choice.isEmpty && !Self.isTelling(choice) {
      // Such as the language R: it must be what the commentary is about.
      if commentary.starts(with: choice), commentary.count > choice.count,
        commentary[0].isCapital || commentary[0].script != .word,
        commentary[choice.count].script == .hiragana || commentary[choice.count].text == "is",
        commentary[0].isAfterMark == choice[0].isAfterMark
      {
        counts[index].positive += 1
      }
    }
    for place in places {
      let isInside = places.contains {
        $0.choice != place.choice && $0.range.count > place.range.count
          && $0.range.contains(place.range.lowerBound)
          && $0.range.upperBound >= place.range.upperBound
      }
      if isInside { continue }
      if isRejected(place.range) {
        counts[place.choice].negative += 1
      } else {
        counts[place.choice].positive += 1
      }
    }
    return counts
  }

  /// The text of a choice, the same without what is in brackets, and that by itself.
  private func variants(of text: String, _ pieces: [Piece]) -> [[Piece]] {
    var variants = [pieces]
    let plain = text.ofOneWidth
    if let open = plain.firstIndex(of: "("), let close = plain[open...].firstIndex(of: ")") {
      let inside = String(plain[plain.index(after: open)..<close])
      variants.append(
        Piece.pieces(of: String(plain[..<open]) + plain[plain.index(after: close)...]))
      variants.append(Piece.pieces(of: inside))
    }
    // "Lambda" is "AWS Lambda" among other choices that begin with "AWS".
    let isShared = choices.count { $0.first == pieces.first } > 1
    if isShared, pieces.count > 1 { variants.append(Array(pieces.dropFirst())) }
    var seen: Set<[String]> = []
    return variants.filter { !$0.isEmpty && seen.insert($0.map(\.text)).inserted }
  }

  /// Whether a text that occurs somewhere is hardly there by chance.
  private static func isTelling(_ pieces: [Piece]) -> Bool {
    guard let first = pieces.first else { return false }
    if pieces.count > 1 { return pieces.contains { $0.script != .hiragana } }
    return switch first.script {
    case .word: first.text.count > 1 && !Unit.empty.contains(first.text) || first.isNumber
    case .katakana: first.text.count > 1
    case .kanji, .hiragana: false
    }
  }

  private func isRejected(_ range: Range<Int>) -> Bool {
    let sentence = commentary[range.lowerBound].sentence
    for index in (max(0, range.lowerBound - 3)..<range.lowerBound).reversed() {
      // "Not A, but B" speaks for B.
      if commentary[index].sentence != sentence || commentary[index].text == "but" { break }
      if Self.rejecting.contains(commentary[index].text) { return true }
    }
    for index in range.upperBound..<min(range.upperBound + 5, commentary.count)
    where commentary[index].sentence == sentence {
      if Self.rejections.end(in: commentary, from: index) != nil { return true }
    }
    return false
  }

  private static let rejecting: Set<String> = ["not", "unlike", "than", "instead", "isn", "nor"]
  private static let rejections = Phrases([
    "is not", "isn t", "are not", "is incorrect", "is wrong", "incorrect", "wrong", "does not",
    "doesn t", "cannot", "ではな", "でな", "じゃな", "は誤", "は間違", "は不", "とは異な", "と違", "ではありま",
    "誤り", "不正解",
  ])
}

/// A word, a run of katakana, or one other character of a text without blanks between words.
private struct Piece: Hashable {
  enum Script { case word, katakana, kanji, hiragana }

  let text: String
  let script: Script
  /// The number of the sentence.
  var sentence = 0
  /// Whether it comes right after a mark such as a bracket.
  var isAfterMark = false
  /// Whether it begins with a capital letter.
  var isCapital = false

  var isNumber: Bool { text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || $0 == "." } }

  static func == (one: Piece, other: Piece) -> Bool { one.text == other.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var run = String.UnicodeScalarView()
    var script = Script.word
    var (sentence, isAfterMark) = (0, false)
    func flush() {
      if run.isEmpty { return }
      let text = String(run)
      let isCapital = run.first?.properties.isUppercase == true
      pieces.append(
        Piece(
          text: singular(text.lowercased()), script: script, sentence: sentence,
          isAfterMark: isAfterMark,
          isCapital: isCapital))
      run = String.UnicodeScalarView()
      isAfterMark = false
    }
    let scalars = Array(text.ofOneWidth.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let kind = Script(of: scalar)
      if kind == nil {
        let isBetweenDigits =
          scalar == "." && run.last.map { ("0"..."9").contains($0) } == true
          && index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
        // A comma within a number is left out.
        let isGrouping =
          scalar == "," && run.last.map { ("0"..."9").contains($0) } == true
          && index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
        if isGrouping { continue }
        if isBetweenDigits {
          run.append(scalar)
          continue
        }
        flush()
        if ".。!?！？\n;".unicodeScalars.contains(scalar) { sentence += 1 }
        if scalar != " ", !scalar.properties.isWhitespace { isAfterMark = true }
        continue
      }
      if let kind, kind != script || kind == .kanji || kind == .hiragana { flush(); script = kind }
      run.append(scalar)
    }
    flush()
    return pieces
  }
}

/// A word without the s of the plural. Other words lose theirs as well, but everywhere.
private func singular(_ word: String) -> String {
  word.utf8.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
    ? String(word.dropLast()) : word
}

extension Piece.Script {
  fileprivate init?(of scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x30A1...0x30FA, 0x30FC: self = .katakana
    case 0x3041...0x3096: self = .hiragana
    case 0x3400...0x9FFF, 0x3005: self = .kanji
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .word
    case 0..<0x80: return nil
    default:
      guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        return nil
      }
      self = .word
    }
  }
}

extension [Piece] {
  /// Where these pieces follow each other.
  fileprivate func places(of pieces: [Piece]) -> [Range<Int>] {
    guard let first = pieces.first, pieces.count <= count else { return [] }
    return (0...count - pieces.count).compactMap { start in
      self[start].text == first.text && self[start...].starts(with: pieces)
        ? start..<start + pieces.count : nil
    }
  }
}

/// What texts are compared by where they do not say the same: the beginning of a word, a run of
/// katakana, or two neighbouring Chinese characters.
private enum Unit {
  static func units(of pieces: [Piece]) -> [String] {
    var units: [String] = []
    for (index, piece) in pieces.enumerated() {
      switch piece.script {
      case .word:
        if piece.isNumber || piece.text.count > 1 && !empty.contains(piece.text) {
          units.append(piece.isNumber ? piece.text : String(piece.text.prefix(6)))
        }
      case .katakana: units.append(piece.text)
      case .kanji:
        if index + 1 < pieces.count, pieces[index + 1].script == .kanji {
          units.append(piece.text + pieces[index + 1].text)
        }
      case .hiragana: break
      }
    }
    return units
  }

  /// Words that say little by themselves.
  static let empty = Set(
    [
      "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "do", "does", "for", "from",
      "has", "have", "if", "in", "into", "is", "it", "its", "no", "not", "of", "on", "only", "or",
      "so", "some", "than", "that", "the", "their", "them", "then", "there", "these", "they",
      "this",
      "to", "true", "false", "was", "were", "when", "where", "which", "who", "will", "with", "yes",
      "you", "your", "all", "none", "both", "neither", "above", "other", "each", "one",
    ].map(singular))
}

/// Phrases that are looked for at a place of a text.
private struct Phrases {
  /// The phrases by their first piece, the longest first.
  private let phrases: [String: [[Piece]]]

  init(_ texts: [String]) {
    phrases = Dictionary(grouping: texts.map(Piece.pieces)) { $0.first?.text ?? "" }
      .mapValues { $0.sorted { $0.count > $1.count } }
  }

  /// The place behind the longest phrase that begins at `start`; `nil` when none does.
  func end(in pieces: [Piece], from start: Int) -> Int? {
    guard pieces.indices.contains(start), let phrases = phrases[pieces[start].text] else {
      return nil
    }
    return phrases.first { pieces[start...].starts(with: $0) }.map { start + $0.count }
  }

  /// Whether one of the phrases is anywhere in a text.
  func isAnywhere(in pieces: [Piece]) -> Bool {
    pieces.indices.contains { end(in: pieces, from: $0) != nil }
  }
}
