import QuizSupport

/// Finds out whether a text names choices of its question by a letter, a number or a place:
/// "Option B is correct", "A and C", "the second answer", "ア～ウのすべて", "3番". The choices of such a
/// question have to stay where the author has put them.
///
/// A text that only looks so costs little: its choices stay in place as well.
package struct FixedOrder {
  /// The part of a question that the text is.
  enum Place {
    case question, choice, explanation
  }

  private enum Token: Equatable {
    /// Letters and digits without a break between them, and a mark such as ①.
    case word(String, isCapital: Bool)
    /// Any other sign. `isJoined` tells that it follows the text before it without a blank.
    case mark(Unicode.Scalar, isJoined: Bool)
    case lineEnd
  }

  private let tokens: [Token]
  /// Whether the text has words that are not separated by blanks.
  private let hasOtherScript: Bool
  /// The text, if it has such words.
  private let characters: [Unicode.Scalar]
  private let place: Place
  /// How many choices there are.
  private let count: Int

  private init(_ text: String, in place: Place, count: Int) {
    (self.place, self.count) = (place, count)
    let plain = text.ofOneWidth
    hasOtherScript = plain.unicodeScalars.contains(where: \.needsNoBlanks)
    characters = hasOtherScript ? Array(plain.unicodeScalars) : []
    tokens = Self.tokens(of: plain)
  }

  /// Whether any text of a question names choices.
  package static func isIn(_ content: QuestionContent) -> Bool {
    let count = content.choices.count
    func names(_ text: String, _ place: Place) -> Bool {
      !text.isEmpty && FixedOrder(text, in: place, count: count).isThere
    }
    return names(content.text, .question) || names(content.commentary, .explanation)
      || content.choices.contains { names($0.text, .choice) || names($0.feedback, .explanation) }
      || areLabels(content.choices.map(\.text))
  }

  /// Whether the choices are labels themselves, as those of a question about a picture are.
  private static func areLabels(_ texts: [String]) -> Bool {
    let letters = texts.map { $0.ofOneWidth.uppercased() }
    return texts.count > 1
      && zip(letters, "ABCDEFGH").allSatisfy { $0 == String($1) } && letters.count <= 8
  }

  private var isThere: Bool {
    hasOtherScript && characters.indices.contains(where: isJapaneseMention)
      || tokens.indices.contains(where: isMention)
  }

  // MARK: Words

  private static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var word = String.UnicodeScalarView()
    var isCapital = false
    var before: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      if scalar.isWordPart {
        if word.isEmpty { isCapital = scalar.properties.isUppercase }
        word.append(scalar)
      } else {
        if !word.isEmpty { tokens.append(.word(String(word).lowercased(), isCapital: isCapital)) }
        word = String.UnicodeScalarView()
        if scalar == "\n" {
          tokens.append(.lineEnd)
        } else if !scalar.properties.isWhitespace {
          tokens.append(.mark(scalar, isJoined: !before.properties.isWhitespace))
        }
      }
      before = scalar
    }
    if !word.isEmpty { tokens.append(.word(String(word).lowercased(), isCapital: isCapital)) }
    return tokens
  }

  private func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), case .word(let word, _) = tokens[index] else {
      return nil
    }
    return word
  }

  private func mark(_ index: Int) -> Unicode.Scalar? {
    guard tokens.indices.contains(index), case .mark(let mark, _) = tokens[index] else {
      return nil
    }
    return mark
  }

  private func isMention(_ index: Int) -> Bool {
    if let word = word(index) {
      if place == .explanation, let first = word.unicodeScalars.first, ("①"..."⑳").contains(first) {
        return true
      }
      return isAfterNoun(index) || isOrdinal(word, at: index) || isPlaced(word, at: index)
        || isSubject(index) || isInList(index) || isHeading(index)
    }
    return isBracketed(index)
  }

  /// A letter from A on. A small one only counts where `small` says so, because `a` is a word.
  private func isLetter(_ index: Int, small: Bool = false) -> Bool {
    guard tokens.indices.contains(index), case .word(let word, let isCapital) = tokens[index],
      let letter = word.first, word.count == 1, let value = letter.asciiValue
    else { return false }
    let last = UInt8(ascii: "a") + UInt8(clamping: min(max(count, 2), 26) - 1)
    return (UInt8(ascii: "a")...last).contains(value) && (isCapital || small)
  }

  private func isNumber(_ index: Int) -> Bool {
    guard let word = word(index) else { return false }
    if let number = Int(word) { return (1...max(count, 2)).contains(number) }
    return Self.numbers.contains(word) || Self.romans.contains(word)
  }

  /// "Option B", "answers 1 and 3", "Antwort: B", "the correct answer is C".
  private func isAfterNoun(_ index: Int) -> Bool {
    guard let noun = word(index) else { return false }
    let isCount = place == .explanation && Self.counting.contains(noun)
    guard isCount || Self.nouns.contains(noun) else { return false }
    var next = index + 1
    while let mark = mark(next), Self.openings.contains(mark) { next += 1 }
    while let word = word(next), Self.linking.contains(word), next < index + 4 { next += 1 }
    while let mark = mark(next), Self.openings.contains(mark) { next += 1 }
    if isCount { return next == index + 1 && Int(word(next) ?? "").map { $0 <= count } ?? false }
    // Behind a noun the word `A` would have a small letter, but not at the beginning of a sentence.
    if isLetter(next) { return next == index + 1 || !isArticle(next) }
    if next > index + 1, let letter = word(next), letter.count == 1, Int(letter) == nil,
      word(next + 1) == nil
    {
      return true
    }
    if isLetter(next, small: true) { return word(next) != "a" || word(next + 1) == nil }
    guard isNumber(next) else { return false }
    return Int(word(next) ?? "") != nil || next == index + 1
  }

  /// Whether the letter is the word `A`, as in "A spider has …".
  private func isArticle(_ index: Int) -> Bool {
    guard word(index) == "a", let next = word(index + 1) else { return false }
    return !Self.predicates.contains(next) && !Self.joining.contains(next)
  }

  /// "the second option", "the last two", "the first is wrong".
  private func isOrdinal(_ word: String, at index: Int) -> Bool {
    guard Self.ordinals.contains(word) else { return false }
    for distance in 1...3 {
      guard let next = self.word(index + distance) else { return false }
      if Self.choiceNouns.contains(next) { return true }
      if place == .explanation, Self.nouns.contains(next) || next == "one" || next == "ones" {
        return true
      }
      if distance == 1, Self.numbers.contains(next), place == .explanation { return true }
      if distance == 1, Self.copulas.contains(next), place == .explanation {
        return self.word(index - 1) == "the"
      }
    }
    return false
  }

  /// "the choices above", "of the above".
  private func isPlaced(_ word: String, at index: Int) -> Bool {
    guard place == .explanation, Self.places.contains(word) else { return false }
    if word == "above", self.word(index - 1) == "the", self.word(index - 2) == "of" { return true }
    let near = [index - 2, index - 1, index + 1, index + 2].compactMap { self.word($0) }
    return near.contains { Self.nouns.contains($0) && $0 != "answer" && $0 != "key" }
  }

  /// "B is wrong", "3 is correct", "because C would …", "choose B", where the letter does not belong
  /// to a name such as "vitamin C".
  private func isSubject(_ index: Int) -> Bool {
    if isLetter(index), !isArticle(index) {
      let isFree = word(index - 1).map { Self.before.contains($0) } ?? true
      let isJudged = word(index + 1).map { Self.predicates.contains($0) } ?? false
      if isFree, isJudged || place == .explanation { return true }
    }
    guard let next = word(index + 1) else { return false }
    guard place == .explanation, isNumber(index), Self.copulas.contains(next) else { return false }
    return [index + 2, index + 3].contains { word($0).map(Self.verdicts.contains) ?? false }
  }

  /// "A and C", "both A & B", "A, B or D".
  private func isInList(_ index: Int) -> Bool {
    guard isLetter(index) else { return false }
    var next = index + 1
    if let mark = mark(next), Self.listMarks.contains(mark) { next += 1 }
    if let word = word(next), Self.joining.contains(word) { next += 1 }
    guard next > index + 1, isLetter(next), word(next) != word(index) else { return false }
    guard place == .choice else { return !isArticle(next) }
    // A choice that is a list says nothing else.
    return tokens.indices.allSatisfy {
      isLetter($0) || mark($0) != nil || word($0).map(Self.listed.contains) ?? true
    }
  }

  /// "B: because …", "C) no", "2. wrong" at the beginning of a line of an explanation.
  private func isHeading(_ index: Int) -> Bool {
    guard place != .choice, let mark = mark(index + 1), Self.headingMarks.contains(mark) else {
      return false
    }
    let isFirst = index == 0 || tokens[index - 1] == .lineEnd || isBullet(index - 1)
    guard isFirst else { return false }
    if isLetter(index, small: mark == ")" || mark == ".") { return true }
    return place == .explanation && isNumber(index) && Int(word(index) ?? "") != nil
      && tokens.count > index + 2
  }

  private static let openings = Set(":#(['\"“=‘«*`".unicodeScalars)
  private static let listMarks = Set(",&/+".unicodeScalars)
  private static let headingMarks = Set(".):-–—=→".unicodeScalars)
  private static let bullets = Set("-*•(".unicodeScalars)

  private func isBullet(_ index: Int) -> Bool {
    guard let mark = mark(index), Self.bullets.contains(mark) else { return false }
    return index == 0 || tokens[index - 1] == .lineEnd
  }

  /// "(B)", "[c]".
  private func isBracketed(_ index: Int) -> Bool {
    guard place != .choice, case .mark(let mark, let isJoined) = tokens[index],
      mark == "(" || mark == "[", let end = self.mark(index + 2), end == ")" || end == "]"
    else { return false }
    // A call such as `f(a)` has no blank before its bracket.
    if isJoined, word(index - 1) != nil { return false }
    return isLetter(index + 1, small: true)
      || place == .explanation && isNumber(index + 1) && Int(word(index + 1) ?? "") != nil
  }

  // MARK: Japanese, Chinese and Korean

  private func character(_ index: Int) -> Unicode.Scalar {
    characters.indices.contains(index) ? characters[index] : " "
  }

  private func follows(_ index: Int, _ words: [[Unicode.Scalar]]) -> Bool {
    words.contains { characters[min(index, characters.count)...].starts(with: $0) }
  }

  private func isJapaneseMention(_ index: Int) -> Bool {
    let first = characters[index]
    if ("㋐"..."㋾").contains(first) { return true }
    if place == .explanation, ("①"..."⑳").contains(first) { return true }
    if Self.nounBeginnings.contains(first), isAfterJapaneseNoun(index) { return true }
    if place != .choice, Self.placeBeginnings.contains(first), follows(index, Self.japanesePlaces) {
      return true
    }
    guard isJapaneseLabel(index) else { return false }
    let after = index + 1
    if first.isKatakana {
      // A choice names others only where it is a list of them.
      guard place == .choice else { return true }
      return Self.joiningMarks.contains(character(after)) && isJapaneseLabel(after + 1)
    }
    let counted = character(after) == " " ? after + 1 : after
    if place != .choice, follows(counted, Self.counters) { return true }
    if place == .explanation, ("A"..."H").contains(first),
      character(after).isJapaneseMark || character(index - 1).isHiragana
        || character(after).isHiragana
    {
      return true
    }
    guard follows(counted, Self.particles) else { return false }
    if ("A"..."H").contains(first) {
      guard place == .choice else { return true }
      return Self.joiningMarks.contains(character(after)) && isJapaneseLabel(after + 1)
    }
    return place == .explanation && follows(counted, Self.judged)
  }

  /// "選択肢 2", "正解はイ", "答案：C".
  private func isAfterJapaneseNoun(_ index: Int) -> Bool {
    let rest = characters[index...]
    guard let noun = Self.japaneseNouns.first(where: { rest.starts(with: $0) }) else {
      return false
    }
    var next = index + noun.count
    let limit = next + 3
    while next < limit, Self.linkingMarks.contains(character(next)) { next += 1 }
    return isJapaneseLabel(next)
  }

  /// Whether a letter, number or kana is alone and not a part of a word.
  private func isJapaneseLabel(_ index: Int) -> Bool {
    let scalar = character(index)
    let (before, after) = (character(index - 1), character(index + 1))
    if Self.kana.contains(scalar) { return !before.isKatakana && !after.isKatakana }
    if ("A"..."H").contains(scalar) || place == .explanation && ("a"..."h").contains(scalar) {
      return !before.isASCIIWord && !after.isASCIIWord && !before.isKatakana
    }
    if ("1"..."9").contains(scalar) {
      return !before.isASCIIWord && !after.isASCIIWord && after != "." && before != "."
        && Int(scalar.value) - 48 <= count
    }
    return Self.kanjiNumbers.contains(scalar) && follows(index + 1, Self.counters)
  }

  private static let kana = Set("アイウエオカキクケコロハニホ".unicodeScalars)
  private static let kanjiNumbers = Set("一二三四五六".unicodeScalars)
  private static let linkingMarks = Set("はがのも:「『(【 是为為".unicodeScalars)
  private static let joiningMarks = Set("~～〜、と・".unicodeScalars)
  private static let counters = words("个选 個選 个答 番目 つ目 つめ 番が 番は 番の 番と 番を 番、 番。 번")
  private static let particles = words("は が と の を も 、 ~ ～ 〜 ・ だけ のみ および 及び 項 项")
  private static let judged = words("は正 が正 は誤 が誤 は不 が不 は間違 が間違 は適 が適 は違 が答 が該当 と")
  private static let japaneseNouns = words("選択肢 肢 正解 答え 正答 解答 選項 选项 答案 보기 정답 선택지 選 选")
  private static let japanesePlaces = words(
    "最初の答え 最後の答え 最初の選択肢 最後の選択肢 先頭の選択肢 末尾の選択肢 上の選択肢 下の選択肢 上記の選択肢 前の選択肢 次の選択肢の 上から 下から 他の選択肢 ほかの選択肢 "
      + "残りの選択肢 いちばん上 一番上 いちばん下 一番下 以上のすべて 上記のすべて")
  private static let nounBeginnings = Set(japaneseNouns.compactMap(\.first))
  private static let placeBeginnings = Set(japanesePlaces.compactMap(\.first))

  private static func words(_ list: String) -> [[Unicode.Scalar]] {
    list.split(separator: " ").map { Array($0.unicodeScalars) }
  }

  // MARK: Words of other languages

  private static let nouns: Set<String> = [
    "option", "options", "choice", "choices", "answer", "answers", "alternative", "alternatives",
    "response", "responses", "distractor", "distractors", "letter", "letters", "key", "statement",
    "statements", "item", "items", "antwort", "antworten", "auswahl", "möglichkeit",
    "möglichkeiten", "aussage", "réponse",
    "réponses", "choix", "proposition", "opción", "opciones", "respuesta", "respuestas", "opção",
    "opções", "resposta", "respostas", "risposta", "risposte", "opzione", "opzioni", "вариант",
    "варианты", "ответ", "ответы", "odpowiedź", "odpowiedzi", "cevap", "şık", "seçenek", "optie",
    "antwoord", "svar", "alternativ",
  ]
  /// Words that mean a choice and hardly anything else.
  private static let choiceNouns: Set<String> = [
    "option", "options", "choice", "choices", "answer", "answers", "alternative", "alternatives",
    "antwort", "antworten", "réponse", "réponses", "opción", "opciones", "respuesta", "respuestas",
  ]
  private static let counting: Set<String> = ["number", "no", "nr"]
  private static let linking: Set<String> = [
    "is", "are", "was", "ist", "sind", "est", "sont", "es", "son", "é", "è", "number", "no",
    "letter",
    "only", "both", "therefore", "thus", "la",
  ]
  private static let ordinals: Set<String> = [
    "first", "second", "third", "fourth", "fifth", "sixth", "last", "final", "1st", "2nd", "3rd",
    "4th", "5th", "6th", "top", "bottom", "middle", "penultimate", "erste", "zweite", "dritte",
    "vierte", "letzte", "première", "deuxième", "troisième", "quatrième", "dernière", "primera",
    "segunda", "tercera", "cuarta", "última",
  ]
  private static let places: Set<String> = [
    "above", "below", "preceding", "previous", "remaining",
  ]
  private static let numbers: Set<String> = ["one", "two", "three", "four", "five", "six"]
  private static let romans: Set<String> = ["i", "ii", "iii", "iv", "v", "vi"]
  private static let joining: Set<String> = [
    "and", "or", "nor", "und", "oder", "et", "ou", "y", "o", "e",
  ]
  private static let listed: Set<String> = joining.union([
    "both", "neither", "either", "only", "all", "of", "none",
  ])
  private static let copulas: Set<String> = [
    "is", "are", "was", "were", "isn", "aren", "ist", "est", "es",
  ]
  private static let verdicts: Set<String> = [
    "correct", "right", "wrong", "incorrect", "true", "false", "best", "invalid", "valid", "not",
    "the",
    "richtig", "falsch",
  ]
  private static let predicates: Set<String> = copulas.union([
    "isn", "would", "will", "can", "cannot", "could", "does", "do", "doesn", "has", "have",
    "refers",
    "describes", "means", "should", "may", "might", "because", "also", "only", "fails", "works",
    "alone", "contains", "gives", "returns", "says", "represents",
  ])
  private static let before: Set<String> = predicates.union(joining).union([
    "that", "so", "both", "not", "either", "neither", "hence", "therefore", "thus", "while", "but",
    "why", "as", "since", "whereas", "than", "with", "be", "if", "although", "though", "then",
    "choose", "chose", "pick", "select", "eliminate", "out", "exclude", "reject", "correct",
    "right",
    "wrong", "explanation", "just", "leaves", "leaving", "prefer",
  ])
}

extension Unicode.Scalar {
  fileprivate var isKatakana: Bool { ("ァ"..."ヺ").contains(self) || self == "ー" }

  fileprivate var isHiragana: Bool { (0x3041...0x3096).contains(value) }
  fileprivate var isJapaneseMark: Bool { self == "。" || self == "、" }

  fileprivate var isASCIIWord: Bool { isASCII && isWordPart }

  /// Whether it is a letter or digit of a script that separates words.
  fileprivate var isWordPart: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
    return !needsNoBlanks && (properties.isAlphabetic || properties.numericType != nil)
  }

  /// Whether it belongs to a script that writes words without blanks between them.
  fileprivate var needsNoBlanks: Bool {
    (0x3040...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value)
      || (0xAC00...0xD7AF).contains(value)
  }
}
