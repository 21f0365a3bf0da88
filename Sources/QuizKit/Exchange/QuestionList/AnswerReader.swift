import QuizSupport

/// Finds out which choices an answer names: by their labels, by their texts, or by both.
struct AnswerReader {
  /// The meaning of an answer.
  enum Claim {
    /// The places of the right choices, and the text that follows the answer.
    case right([Int], rest: String)
    /// A label and a text that name different choices.
    case contradiction(label: String, text: String)
    /// Nothing that the question has as a choice.
    case unknown(String)
  }

  private typealias Scalars = ListText.Scalars

  private let labels: [ListLabel?]
  private let countsPlaces: Bool
  /// The texts in the form in which they are compared.
  private let texts: [String]

  /// - Parameters:
  ///   - texts: The texts of the choices.
  ///   - labels: Their labels; `nil` for boxes and plain lists, whose places count instead.
  ///   - countsPlaces: Whether a letter names the choice at its place where there are no labels.
  init(texts: [String], labels: [ListLabel?], countsPlaces: Bool = true) {
    self.labels = labels
    self.countsPlaces = countsPlaces
    self.texts = texts.map(ListText.comparable)
  }

  /// The text of a choice, for messages.
  func text(at place: Int) -> String { texts[place] }

  func claim(_ value: String) -> Claim {
    guard value.utf8.count > Self.longest else { return claim(short: value) }
    // An answer of this length goes on with its explanation.
    let beginning = value.unicodeScalars.prefix(Self.longest / 4)
    guard case .right(let places, let rest) = claim(short: String(beginning)) else {
      return .unknown(value)
    }
    return .right(places, rest: rest + value[beginning.endIndex...])
  }

  /// The longest answer that is searched for several choices, in bytes.
  private static let longest = 4_000

  private func claim(short value: String) -> Claim {
    var value = Self.unquoted(ListText.bare(value))
    if RightMark.isIn(value) { value = RightMark.dropped(from: value) }
    if place(ofText: value) == nil, let end = Vocabulary.end(of: value) {
      value.removeLast(end.count)
    }
    let isLabelled = labels.contains { $0 != nil }
    if !isLabelled, let place = place(ofText: value) { return .right([place], rest: "") }
    let byLabel = labelled(value)
    if case .right(let places, let rest)? = byLabel, rest.isEmpty {
      // Blood group "AB" is a choice of its own.
      if places.count > 1, let place = place(ofText: value) { return .right([place], rest: "") }
      return .right(places, rest: "")
    }
    if case .contradiction? = byLabel { return byLabel ?? .unknown(value) }
    if let place = place(ofText: value) { return .right([place], rest: "") }
    if let places = places(ofTexts: ListText.comparable(value)) { return .right(places, rest: "") }
    if let byLabel { return byLabel }
    return beginning(of: value) ?? .unknown(value)
  }

  private static func unquoted(_ value: Substring) -> String {
    guard let close = value.first.flatMap({ quotes[$0] }), value.last == close, value.count > 2
    else { return String(value) }
    return String(value.dropFirst().dropLast())
  }

  private static let quotes: [Character: Character] = [
    "「": "」", "『": "』", "“": "”", "\"": "\"", "`": "`",
  ]

  /// The only choice with this text.
  private func place(ofText value: String) -> Int? {
    let text = ListText.comparable(value)
    let places = texts.indices.filter { texts[$0] == text }
    return places.count == 1 && !text.isEmpty ? places[0] : nil
  }

  // MARK: Labels

  /// Reads `B`, `A, C`, `A and C`, `AC`, `B. Paris`, `A) one, C) three`, `B – because …`.
  private func labelled(_ value: String) -> Claim? {
    var rest = Substring(value).unicodeScalars
    var found: [Int] = []
    var (isLast, isEnded, isJoined) = (false, true, false)
    while !isLast, found.count < texts.count {
      rest = ListText.trimmed(KeyLabel.withoutOption(rest.drop { $0 == "*" || $0 == "`" }))
      let next = KeyLabel(rest)
      guard let label = next, found.isEmpty || label.isEnded || label.isAlone else {
        // A second letter may be a part of the key, or begin a sentence.
        if let next, place(of: next) != nil,
          Vocabulary.verbs.rest(of: ListText.trimmed(next.rest)) == nil
        {
          return .unknown(value)
        }
        guard found.isEmpty, let word = word(rest) else { break }
        (found, rest, isJoined) = (word.places, word.rest, false)
        break
      }
      guard let place = self.place(of: label) else {
        // A letter that is not a choice is an answer of its own only if nothing else follows.
        return found.isEmpty && !label.isAlone && !label.isEnded
          ? nil : .unknown(label.name)
      }
      rest = label.rest
      isEnded = label.isEnded
      switch repeated(after: &rest, by: place) {
      case .contradiction(let other): return .contradiction(label: label.name, text: other)
      case .repeated: isEnded = true
      case .nothing: break
      }
      isLast = found.contains(place)
      if !isLast {
        found.append(place)
        let before = rest
        isLast = !KeyLabel.dropJoint(&rest)
        let joint = isLast ? before.prefix(0) : before[..<rest.startIndex]
        let letters = joint.filter(\.properties.isAlphabetic)
        isJoined = !letters.isEmpty || joint.contains(where: KeyLabel.joints.contains)
        // "B or C" does not say which of them is right, or that both are.
        if !letters.isEmpty,
          Vocabulary.alternatives.contains(String(String.UnicodeScalarView(letters)).lowercased())
        {
          return .unknown(value)
        }
        // "C, the text of choice C."
        var behind = rest
        if !isLast, case .repeated = repeated(after: &behind, by: place) {
          (rest, isEnded, isJoined) = (behind, true, false)
          isLast = !KeyLabel.dropJoint(&rest)
        }
      }
    }
    guard !found.isEmpty else { return nil }
    if isOpen(rest, isEnded: isEnded, isJoined: isJoined) { return .unknown(value) }
    let left = ListText.trimmed(rest.drop { KeyLabel.ends.contains($0) || ListText.isBlank($0) })
    return .right(found, rest: String(Substring(left)))
  }

  /// Whether the text behind the labels may be more of the answer, so that what was read of it is
  /// not all: "A ja C", "A, the other", or the text of none of the choices in a list without labels.
  private func isOpen(_ rest: Scalars, isEnded: Bool, isJoined: Bool) -> Bool {
    let text = ListText.trimmed(rest)
    guard text.first?.isLetterOrDigit == true || isEnded && !labels.contains(where: { $0 != nil }),
      case let words = text.split(whereSeparator: ListText.isBlank), let last = words.last,
      Vocabulary.reasons.rest(of: text) == nil, Vocabulary.explanation.rest(of: text) == nil
    else { return false }
    if let label = KeyLabel(text), Vocabulary.verbs.rest(of: ListText.trimmed(label.rest)) != nil {
      return false
    }
    if isJoined { return words.count <= Self.mostWords }
    if !labels.contains(where: { $0 != nil }) { return words.count <= Self.mostWords }
    guard !isEnded, Vocabulary.verbs.rest(of: text) == nil else { return false }
    let bare = last.filter { !".。)".unicodeScalars.contains($0) }
    return words.count <= Self.mostWords
      && (text.first?.properties.isLowercase == true && words.count <= 2
        || KeyLabel.areAll(
          Substring(String(String.UnicodeScalarView(bare))).unicodeScalars, withNumbers: false))
  }

  /// A longer text behind an answer explains it.
  private static let mostWords = 5

  /// The place of the choice with a label; `nil` if there is none.
  private func place(of label: KeyLabel) -> Int? {
    let isLetter = label.style == .capital || label.style == .small
    guard labels.contains(where: { $0 != nil }) else {
      // Boxes and plain lists are counted, by letters or by numbers.
      let counts = countsPlaces && (isLetter || label.style == .digits)
      return counts && texts.indices.contains(label.place) ? label.place : nil
    }
    return labels.firstIndex { own in
      guard let own, own.place == label.place else { return false }
      if own.style == label.style { return true }
      let ownIsLetter = own.style == .capital || own.style == .small
      let ownIsNumber = own.style == .digits || own.style == .circled
      return ownIsLetter && isLetter
        || ownIsNumber && (label.style == .digits || label.style == .circled)
    }
  }

  /// Several letters that are written as one word: `ACD`, 「アイ」.
  private func word(_ text: Scalars) -> (places: [Int], rest: Scalars)? {
    let isKana = text.first.flatMap(ListLabel.kana) != nil
    let word = text.prefix {
      isKana ? ListLabel.kana($0) != nil : $0.isASCII && $0.properties.isAlphabetic
    }
    let behind = text.dropFirst(word.count)
    let isEnded = behind.first.map { next in
      ListText.isBlank(next) || KeyLabel.ends.contains(next)
        || isKana && !ListText.isKatakana(next)
    }
    guard (2...max(2, texts.count)).contains(word.count), Set(word).count == word.count,
      isEnded ?? true
    else { return nil }
    let letters = word.compactMap { scalar in
      KeyLabel(Substring(String(scalar)).unicodeScalars).flatMap { place(of: $0) }
    }
    let isCapital = word.allSatisfy { $0.value < 0x60 }
    guard letters.count == word.count, isCapital || zip(letters, letters.dropFirst()).allSatisfy(<)
    else { return nil }
    return (letters, behind)
  }

  private enum LabelText {
    case nothing, repeated
    case contradiction(String)
  }

  /// Reads the text of the choice after its label, and removes it from `rest`.
  private func repeated(after rest: inout Scalars, by place: Int) -> LabelText {
    let left = ListText.trimmed(rest.drop { KeyLabel.ends.contains($0) || ListText.isBlank($0) })
    let text = ListText.comparable(String(Substring(left)))
    if text.isEmpty { return .nothing }
    if text == texts[place] {
      rest = left.suffix(0)
      return .repeated
    }
    if texts.contains(text) { return .contradiction(String(Substring(left))) }
    guard let length = ListText.length(of: texts[place], in: left) else { return .nothing }
    rest = left.dropFirst(length)
    return .repeated
  }

  // MARK: Texts

  /// The choices whose texts make up an answer, one behind the other.
  private func places(ofTexts answer: String) -> [Int]? {
    var rest = answer[...]
    var found: [Int] = []
    while !rest.isEmpty {
      let fitting = texts.indices.filter { place in
        let text = texts[place]
        guard !text.isEmpty, rest.hasPrefix(text), !found.contains(place) else { return false }
        let behind = rest.dropFirst(text.count)
        return behind.isEmpty || Self.separator(behind) != nil
      }
      guard let place = fitting.max(by: { texts[$0].count < texts[$1].count }) else { return nil }
      found.append(place)
      rest = rest.dropFirst(texts[place].count)
      rest = Self.separator(rest) ?? rest
    }
    return found.count > 1 ? found : nil
  }

  /// The text after what separates two answers.
  private static func separator(_ text: Substring) -> Substring? {
    var rest = text.drop { $0 == " " || $0 == "." }
    let begin = rest.startIndex
    rest = rest.drop { ",;/&+、，".contains($0) || $0 == " " }
    let hasMark = rest.startIndex != begin
    for word in Vocabulary.joints where rest.hasPrefix(word + " ") {
      return rest.dropFirst(word.count + 1)
    }
    return hasMark ? rest : nil
  }

  /// The choices with whose texts an answer begins; an explanation follows.
  private func beginning(of value: String) -> Claim? {
    var rest = Substring(value).unicodeScalars
    var found: [Int] = []
    while let (place, length) = first(in: rest), !found.contains(place) {
      found.append(place)
      rest = rest.dropFirst(length)
      guard let next = Self.separator(Substring(rest)) else { break }
      guard first(in: next.unicodeScalars) != nil else { break }
      rest = next.unicodeScalars
    }
    // "blood, a ruby" and "blood vessel" name more than one choice, or another one.
    if found.isEmpty || !Self.isExplained(rest) { return nil }
    let left = rest.drop { KeyLabel.ends.contains($0) || ListText.isBlank($0) }
    return .right(found, rest: String(Substring(left)))
  }

  /// Whether what follows the text of a choice is an explanation.
  private static func isExplained(_ rest: Scalars) -> Bool {
    guard let first = ListText.trimmed(rest).first else { return true }
    if ".。．–—(（!！?？*`\n".unicodeScalars.contains(first) { return true }
    let text = rest.drop { ListText.isBlank($0) || ",，、;-".unicodeScalars.contains($0) }
    return Vocabulary.reasons.rest(of: text) != nil || Vocabulary.explanation.rest(of: text) != nil
      || first == "-" && ListText.isBlank(rest.first ?? "-")
  }

  /// The longest choice with whose text an answer begins, and its length there.
  private func first(in text: Scalars) -> (place: Int, length: Int)? {
    let lengths = texts.map { ListText.length(of: $0, in: text) }
    guard let place = texts.indices.max(by: { (lengths[$0] ?? 0) < (lengths[$1] ?? 0) }),
      let length = lengths[place], lengths.filter({ $0 == length }).count == 1
    else { return nil }
    return (place, length)
  }
}

// MARK: - Tables, records and Aiken

extension AnswerReader {
  /// Letters, kana or numbers that an answer names, and nothing else.
  struct Places {
    /// How they are written. Numbers are as they are written, the others count from 0.
    enum Style { case letters, kana, numbers }

    var style: Style
    var values: [Int]
    /// Whether more than single characters say so: `AC`, `Option B`. A text could look so, too.
    var hasWords = false

    /// The places if they are written in a notation, all of them among `count` choices.
    func places(_ base: Int, among count: Int) -> [Int]? {
      let places = style == .numbers ? values.map { $0 - base } : values
      return places.allSatisfy((0..<count).contains) ? places : nil
    }

    /// Reads `B`, `(B)`, `B.`, `A, C`, `A und C`, 「A・C」, 「アとウ」, `AC`, `Option B`, `option2`;
    /// `nil` if any part of the text is something else.
    init?(_ text: String) {
      guard text.utf8.count <= 200 else { return nil }
      if let (style, value) = Self.single(text) {
        (self.style, values) = (style, [value])
        return
      }
      var folded = text.ofOneWidth
      if let end = Vocabulary.end(of: folded) { folded.removeLast(end.count) }
      if folded.utf8.contains(where: { $0 >= 0x80 }) {
        for joint in ["および", "及び", "と", "和", "与", "及"] where folded.contains(joint) {
          folded = folded.replacing(joint, with: ",")
        }
      }
      let parts = folded.split { ",;、，；|/&＆+・\n\t ".contains($0) }
      let hasCommas = folded.contains { ",;、|/&+・".contains($0) }
      var found: (style: Style, values: [Int])?
      for (index, part) in parts.enumerated() {
        let isInside = index > 0 && index < parts.count - 1
        // "B or C" leaves open which one is right.
        if Vocabulary.alternatives.contains(part.lowercased()) { return nil }
        if isInside, part.count > 1 ? Self.isJoint(part.lowercased()) : Self.isJoint(String(part)) {
          // The Portuguese "e" of `A e C`; in `a,e,c` it is a letter, and `a e c` may mean either.
          if part != "e" || parts[0].lowercased() != parts[0] { continue }
          guard folded.contains(",e") || folded.contains(", e") else { return nil }
        }
        if index < parts.count - 1, Self.isOption(part) {
          hasWords = true
          continue
        }
        guard let (style, values) = Self.part(part, &hasWords),
          found.map({ $0.style == style }) ?? true
        else { return nil }
        found = (style, (found?.values ?? []) + values)
      }
      guard let found else { return nil }
      (style, values) = (found.style, found.values)
      hasWords = hasWords || parts.count > 1 && !hasCommas
    }

    /// The one letter or digit that most answers are.
    private static func single(_ text: String) -> (style: Style, value: Int)? {
      guard text.utf8.count == 1, let byte = text.utf8.first,
        !Vocabulary.alternatives.contains(text.lowercased())
      else { return nil }
      return switch byte {
      case 0x30...0x39: (.numbers, Int(byte) - 0x30)
      case 0x41...0x5A: (.letters, Int(byte) - 0x41)
      case 0x61...0x7A: (.letters, Int(byte) - 0x61)
      default: nil
      }
    }

    private static func isJoint(_ word: String) -> Bool {
      Vocabulary.joints.contains(word)
    }

    /// Whether a part is only the word before a letter: `Option`, `Answer:`.
    private static func isOption(_ part: Substring) -> Bool {
      var scalars = part.unicodeScalars
      if scalars.last == ":" { scalars.removeLast() }
      return Vocabulary.options.rest(of: scalars)?.isEmpty ?? false
    }

    /// The `2` of `option2` and the `b` of `answer_b`.
    private static func withoutOption(_ part: Substring) -> Substring? {
      let word = part.prefix { $0.isLetter }
      for length in [word.count, word.count - 1] where length > 1 && length < part.count {
        guard Vocabulary.options.rest(of: part.prefix(length).unicodeScalars)?.isEmpty ?? false
        else { continue }
        let rest = part.dropFirst(length).drop { "_-#:".contains($0) }
        if (1...2).contains(rest.count) { return rest }
      }
      return nil
    }

    private static func part(_ part: Substring, _ hasWords: inout Bool) -> (Style, [Int])? {
      var part = part
      if let rest = Self.withoutOption(part) {
        part = rest
        hasWords = true
      }
      part = part.drop { "([（【「".contains($0) }
      while let last = part.last, ".)]:。）】」".contains(last) { part.removeLast() }
      let scalars = part.unicodeScalars
      guard let first = scalars.first, scalars.count <= QuestionContent.maximumChoices else {
        return nil
      }
      if ("0"..."9").contains(first) {
        guard scalars.count <= 2, let number = Int(part) else { return nil }
        return (.numbers, [number])
      }
      if (0x2460...0x2473).contains(first.value), scalars.count == 1 {
        return (.numbers, [Int(first.value - 0x2460) + 1])
      }
      let isKana = ChoiceKana.order.contains { $0.unicodeScalars.first == first }
      var values: [Int] = []
      for scalar in scalars {
        switch scalar.value {
        case 0x41...0x5A: values.append(Int(scalar.value) - 0x41)
        case 0x61...0x7A: values.append(Int(scalar.value) - 0x61)
        default:
          guard isKana, let place = ChoiceKana.order.firstIndex(of: Character(scalar)) else {
            return nil
          }
          values.append(place)
        }
      }
      // Small letters and kana must be in order, because the word may otherwise be a text.
      let isCapital = scalars.allSatisfy { $0.value < 0x61 }
      let isInOrder = zip(values, values.dropFirst()).allSatisfy(<)
      guard isInOrder || isCapital && Set(values).count == values.count else { return nil }
      if values.count > 1 { hasWords = true }
      // Later letters are more likely texts.
      if values.contains(where: { $0 >= 8 }), values.count > 1 { return nil }
      return (isKana ? .kana : .letters, values)
    }
  }

  /// The choices that an answer means: all that it names, or a fault.
  ///
  /// - Parameters:
  ///   - notation: How all answers of the file are written, as a survey found. What may be a text
  ///     or a letter is read so.
  ///   - isStrict: Whether the notation holds for every answer. If not, a letter that is no text of
  ///     a choice is a letter nevertheless.
  static func read(
    _ key: String, among choices: [Choice], _ notation: ReadingGuess.KeyNotation,
    isStrict: Bool = true
  ) throws(Fault) -> [Int] {
    if key.isEmpty { throw .noCorrectChoice(nil) }
    if let place = statement(key, among: choices) { return [place] }
    let places = Places(key)
    let count = choices.count
    if let places {
      switch (notation, places.style) {
      case (.letters, .letters), (.kana, .kana):
        guard let right = places.places(0, among: count) else {
          // "Na" is a text, whatever the other keys are, and `B. y` a letter with its text.
          guard places.hasWords else { throw .answerNotAChoice(key) }
          return try AnswerReader(texts: choices.map(\.text), labels: [])
            .read(texts: key, notation)
        }
        return right
      case (.numbers(nil), .numbers):
        let isPlace = [0, 1].contains { places.places($0, among: count) != nil }
        throw isPlace ? .keyBaseUnsure(key) : .answerNotAChoice(key)
      case (.numbers(let base?), .numbers):
        guard let right = places.places(base, among: count) else { throw .answerNotAChoice(key) }
        return right
      default: break
      }
    }
    let same = exact(key, choices)
    if same.count > 1 { throw .ambiguousKey(key) }
    if same.count == 1 { return same }
    if let places, !isStrict || places.hasWords && notation != .texts || notation == .kana,
      places.style != .numbers, let right = places.places(0, among: count)
    {
      return right
    }
    return try AnswerReader(texts: choices.map(\.text), labels: []).read(texts: key, notation)
  }

  /// The choice that means true or false as the key does, in whatever words.
  private static func statement(_ key: String, among choices: [Choice]) -> Int? {
    guard choices.count == 2, let isTrue = Vocabulary.isTrue(key),
      let first = Vocabulary.isTrue(choices[0].text),
      let second = Vocabulary.isTrue(choices[1].text), first != second
    else { return nil }
    return first == isTrue ? 0 : 1
  }

  private static func exact(_ key: String, _ choices: [Choice]) -> [Int] {
    choices.indices.filter { choices[$0].text.isIdentical(to: key) }
  }

  /// Reads texts of choices, alone or in a list, with or without their letters.
  private func read(texts key: String, _ notation: ReadingGuess.KeyNotation) throws(Fault) -> [Int]
  {
    if let place = try place(ofPart: key, notation) { return [place] }
    // A text with commas may be a single choice, so a list counts only if all its parts are
    // choices.
    for marks in ["\n", "|", ";；", ",、", "|;,、"] {
      let parts = key.split(whereSeparator: marks.contains).map { FieldText.make(String($0)) }
      guard parts.count > 1, parts.count <= QuestionContent.maximumChoices else { continue }
      var found: [Int] = []
      for part in parts {
        guard let place = try place(ofPart: part, notation) else { break }
        found.append(place)
      }
      if found.count == parts.count { return found }
    }
    if let places = places(ofTexts: ListText.comparable(key)) { return places }
    throw .answerNotAChoice(key)
  }

  /// The choice with a text, or with a letter or number and its text: `B. Paris`.
  private func place(ofPart part: String, _ notation: ReadingGuess.KeyNotation) throws(Fault)
    -> Int?
  {
    let wanted = ListText.comparable(part)
    let same = count(of: wanted)
    if same.count == 1 { return same[0] }
    if same.count > 1 { throw .ambiguousKey(part) }
    guard let label = ListLabel(part[...], isInList: true), !label.text.isEmpty else { return nil }
    let base = if case .numbers(let base?) = notation { base } else { 1 }
    let place = label.style == .digits ? label.place + 1 - base : label.place
    // A letter with the text of another choice is not certain to mean either.
    return count(of: ListText.comparable(label.text)) == [place] ? place : nil
  }

  private func count(of comparable: String) -> [Int] {
    comparable.isEmpty ? [] : texts.indices.filter { texts[$0] == comparable }
  }
}

/// The mark behind or before a choice that says that it is the right one: `B. two ✅`.
enum RightMark {
  static func isIn(_ text: String) -> Bool { isBehind(text) || !before(text).isEmpty }

  static func isBehind(_ text: String) -> Bool {
    guard let last = text.utf8.last, last == UInt8(ascii: ")") || last >= 0x80 || last == 0x74
    else { return false }
    return Vocabulary.rightMarks.contains { text.hasSuffix($0) }
  }

  /// The mark that a text begins with, and a blank before it; empty if there is none.
  static func before(_ text: String) -> String {
    guard let first = text.utf8.first, first >= 0xE2 else { return "" }
    return signs.first { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }.map { " " + $0 }
      ?? ""
  }

  private static let signs = Vocabulary.rightMarks.filter { ($0.utf8.first ?? 0) >= 0xE2 }

  /// The text without the mark.
  static func dropped(from text: String) -> String {
    dropped(Vocabulary.rightMarks, from: text)
  }

  /// Takes the mark of a right choice from its text: one of those above, a star, a box with an `x`,
  /// or bold type.
  ///
  /// - Returns: Whether there was one.
  static func take(from text: inout String) -> Bool {
    let before = text
    if isIn(text) {
      text = dropped(from: text)
    } else if let bold = ListText.insideBold(text) {
      text = FieldText.make(bold)
    } else if let box = ["[x]", "[X]", "(x)", "(X)"].first(where: text.hasPrefix) {
      text = FieldText.make(String(text.dropFirst(box.count)))
    } else if text.hasPrefix("*") {
      text = FieldText.make(String(text.dropFirst()))
    } else if text.hasSuffix("*") {
      text = FieldText.make(String(text.dropLast()))
    }
    return text != before
  }

  /// The text without a sign that the choice is wrong.
  static func withoutWrong(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last,
      first >= 0x80 || last >= 0x80 || last == UInt8(ascii: ")")
    else { return text }
    return dropped(Vocabulary.wrongMarks, from: text)
  }

  private static func dropped(_ marks: [String], from text: String) -> String {
    for mark in marks {
      // Emphasis may begin before the letter of the choice and end before the mark.
      if text.hasSuffix(mark), text.utf8.count > mark.utf8.count {
        let rest = ListText.withoutOpenEmphasis(text.dropLast(mark.count).unicodeScalars)
        return FieldText.make(String(Substring(rest)))
      }
      if text.hasPrefix(mark), text.utf8.count > mark.utf8.count {
        return FieldText.make(String(text.dropFirst(mark.count)))
      }
    }
    return text
  }
}
