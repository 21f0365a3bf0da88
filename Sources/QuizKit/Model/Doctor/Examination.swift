import Foundation
import QuizExchange
import QuizSupport

/// Something about a question, or about a whole deck, that its author may want to change.
package struct Finding: Equatable, Sendable {
  /// The kinds of findings, the most serious first.
  package enum Kind: String, Encodable, CaseIterable, Sendable {
    /// Most learners who know the other questions choose another answer than the right one.
    case doubtfulKey = "doubtful-key"
    /// The commentary explains another choice than the right one.
    case commentaryKey = "commentary-key"
    /// Other questions have the same text and the same choices, and another right one.
    case differingKeys = "differing-keys"
    /// Two choices have the same text.
    case equalChoices = "equal-choices"
    /// Other questions have the same text and the same choices.
    case equalQuestions = "equal-questions"
    /// Other questions have nearly the same words.
    case similarQuestions = "similar-questions"
    /// A choice refers to the others, but is shuffled among them.
    case shuffledReference = "shuffled-reference"
    /// A picture is not in the bank.
    case pictureMissing = "picture-missing"
    /// The longest choice is right in too many questions of a deck.
    case longestChoice = "longest-choice"
    /// The right choice has the same place in too many questions of a deck.
    case keyPlace = "key-place"
    /// Nothing says what a picture shows.
    case noDescription = "no-description"
    /// Nobody ever took some of the choices.
    case unusedChoices = "unused-choices"
    /// The question has no commentary.
    case noCommentary = "no-commentary"

    /// Whether a right answer is probably wrong.
    package var doubtsKey: Bool {
      [.doubtfulKey, .commentaryKey, .differingKeys].contains(self)
    }

    /// Whether it is about a deck as a whole.
    package var concernsDeck: Bool { self == .longestChoice || self == .keyPlace }

    /// The kind in a few words.
    package var name: Reason {
      switch self {
      case .doubtfulKey: Reason("is the key right?", "正解に疑問")
      case .commentaryKey: Reason("commentary disagrees", "解説と不一致")
      case .differingKeys: Reason("another right answer", "正解が別")
      case .equalChoices: Reason("equal choices", "同じ選択肢")
      case .equalQuestions: Reason("same question", "同じ質問")
      case .similarQuestions: Reason("similar question", "似た質問")
      case .shuffledReference: Reason("shuffled reference", "順番に依存")
      case .pictureMissing: Reason("picture missing", "画像なし")
      case .longestChoice: Reason("longest is right", "最長が正解")
      case .keyPlace: Reason("place of the key", "正解の位置")
      case .noDescription: Reason("picture without text", "画像の説明なし")
      case .unusedChoices: Reason("unused choices", "選ばれない選択肢")
      case .noCommentary: Reason("no commentary", "解説なし")
      }
    }
  }

  /// The number of the question among those that were examined, from 1. Of a deck, the first of the
  /// questions that the finding is about.
  package var number: Int
  /// The kind of the finding.
  package var kind: Kind
  /// Why the question is listed.
  package var reason: Reason
  /// The numbers of the other questions that the finding is about.
  package var others: [Int] = []
  /// The name of the deck that the finding is about; `nil` for a question.
  package var deck: String?
}

/// How many findings there are of a kind.
package struct FindingCount: Encodable, Equatable, Sendable {
  /// The kind.
  package var kind: Finding.Kind
  /// How many there are.
  package var count: Int
}

/// A row of what was found: a finding, or all of a kind where there are many.
package struct FindingRow: Equatable, Sendable {
  /// The finding. A row of many has the first of them, with all other questions.
  package var finding: Finding
  /// How many findings the row stands for.
  package var count: Int

  /// Whether the row stands for all findings of its kind.
  package var isWholeKind: Bool { count > 1 }

  /// The most findings of a kind that are rows of their own among those of other kinds.
  package static let most = 10
}

extension [Finding] {
  /// How many there are of each kind, the most serious kinds first.
  package var counts: [FindingCount] {
    let counts = reduce(into: [Finding.Kind: Int]()) { $0[$1.kind, default: 0] += 1 }
    return Finding.Kind.allCases.compactMap { kind in
      counts[kind].map { FindingCount(kind: kind, count: $0) }
    }
  }

  /// The rows of one kind, or of all, where each long kind is one row. Doubts about a key and what
  /// concerns a deck always have rows of their own.
  ///
  /// - Parameter folds: Whether a long kind is one row at all.
  package func rows(of kind: Finding.Kind?, folds: Bool = true) -> [FindingRow] {
    if let kind {
      return filter { $0.kind == kind }.map { FindingRow(finding: $0, count: 1) }
    }
    return counts.flatMap { count in
      let all = filter { $0.kind == count.kind }
      let isShort = !folds || count.count <= FindingRow.most
      guard var first = all.first, !isShort, !count.kind.doubtsKey, !count.kind.concernsDeck else {
        return all.map { FindingRow(finding: $0, count: 1) }
      }
      first.reason = Reason {
        "\(count.kind.name.text(in: $0)): \(count.count)" + $0.text("", " 件")
      }
      var seen: Set = [first.number]
      first.others = all.flatMap { [$0.number] + $0.others }.filter { seen.insert($0).inserted }
      return [FindingRow(finding: first, count: count.count)]
    }
  }
}

/// Examines questions, of a bank or of files.
struct Examination {
  /// The findings, the most serious kinds first.
  let findings: [Finding]

  /// Examines some questions.
  ///
  /// - Parameters:
  ///   - contents: The questions.
  ///   - decks: The names of their decks.
  ///   - given: The answers that learners gave to them.
  ///   - missing: The pictures of a question that are nowhere.
  ///   - names: Names questions by their numbers, as in "question 3".
  init(
    _ contents: [QuestionContent], decks: [String], given: GivenAnswers,
    missing: (QuestionContent) throws -> [Picture], names: ([Int]) -> Reason
  ) rethrows {
    func each(_ kind: Finding.Kind, _ reason: (QuestionContent) throws -> Reason?) rethrows
      -> [Finding]
    {
      try contents.enumerated().compactMap { index, content in
        try reason(content).map { Finding(number: index + 1, kind: kind, reason: $0) }
      }
    }
    let similar = SimilarQuestions(among: contents)
    let habits = DeckHabits(contents, decks)
    func groups(
      _ kind: Finding.Kind, _ groups: [[Int]], _ english: (String) -> String,
      _ japanese: (String) -> String
    ) -> [Finding] {
      groups.map { group in
        let numbers = group.map { $0 + 1 }
        let named = names(Array(numbers.dropFirst()))
        return Finding(
          number: numbers[0], kind: kind,
          reason: Reason(
            english(named.text(in: .english)), japanese(named.text(in: .japanese))),
          others: Array(numbers.dropFirst()))
      }
    }
    let found: [[Finding]] = [
      Self.doubtfulKeys(contents, given), Self.doubtsOfCommentaries(contents),
      groups(
        .differingKeys, similar.differing,
        { "the same as \($0), where the right answer is another" },
        { "\($0) と同じ質問ですが、正解が違います" }),
      each(.equalChoices) { $0.equalChoices },
      groups(.equalQuestions, similar.equal, { "the same as \($0)" }, { "\($0) と同じです" }),
      groups(
        .similarQuestions, similar.similar, { "nearly the same as \($0)" },
        { "\($0) とほとんど同じです" }),
      each(.shuffledReference) { $0.shuffledReference },
      try each(.pictureMissing) { content in
        let names = try missing(content).map(\.name)
        return names.isEmpty
          ? nil
          : Reason(
            "not in the bank: \(names.joined(separator: ", "))",
            "画像がありません: \(names.joined(separator: "、"))")
      },
      habits.longest, habits.places, each(.noDescription) { $0.undescribed },
      Self.unusedChoices(contents, given), each(.noCommentary) { $0.lacksCommentary },
    ]
    findings = found.flatMap { $0 }
  }

  private static func doubtfulKeys(
    _ contents: [QuestionContent], _ given: GivenAnswers
  ) -> [Finding] {
    findings(.doubtfulKey, KeyDoubts(contents, given).doubts, contents) { doubt, other, right in
      let counts = given.counts[doubt.question]
      let (total, many) = (counts.reduce(0, +), counts[doubt.choice])
      return Reason(
        "those who know the other questions answer “\(other)” (\(many) of \(total)), "
          + "not “\(right)”",
        "ほかの質問によく正解する人は「\(right)」ではなく「\(other)」と答えています（\(total) 回中 \(many) 回）")
    }
  }

  private static func doubtsOfCommentaries(_ contents: [QuestionContent]) -> [Finding] {
    findings(.commentaryKey, CommentaryDoubts(contents).doubts, contents) { _, other, right in
      Reason(
        "the commentary speaks for “\(other)”, but “\(right)” is right",
        "解説は「\(other)」の説明ですが、正解は「\(right)」です")
    }
  }

  /// A finding for each doubt about a key, with a reason that names both choices.
  private static func findings(
    _ kind: Finding.Kind, _ doubts: [KeyDoubts.Doubt], _ contents: [QuestionContent],
    _ reason: (_ doubt: KeyDoubts.Doubt, _ other: String, _ right: String) -> Reason
  ) -> [Finding] {
    doubts.compactMap { doubt in
      let content = contents[doubt.question]
      guard let key = content.solution.rightChoice else { return nil }
      return Finding(
        number: doubt.question + 1, kind: kind,
        reason: reason(doubt, content.choices[doubt.choice].text, content.choices[key].text))
    }
  }

  private static func unusedChoices(
    _ contents: [QuestionContent], _ given: GivenAnswers
  ) -> [Finding] {
    contents.indices.compactMap { index in
      let counts = given.counts[index]
      let total = counts.reduce(0, +)
      let unused = counts.indices.filter { counts[$0] == 0 }
      guard total >= KeyDoubts.leastAnswers, !unused.isEmpty else { return nil }
      let texts = unused.map { contents[index].choices[$0].text }
      let english = texts.map { "“\($0)”" }.joined(separator: ", ")
      let japanese = texts.map { "「\($0)」" }.joined()
      return Finding(
        number: index + 1, kind: .unusedChoices,
        reason: Reason(
          "nobody took \(english) in \(total) answers", "\(total) 回の回答で\(japanese)は一度も選ばれていません"))
    }
  }
}

/// Finds questions that say the same, or nearly the same, in some order of their choices.
///
/// Two questions are similar when they share most of their words: the number of common words,
/// divided by the number of all words of both, is at least ``threshold`` (the Jaccard index). Only
/// questions that share a rare word are compared, as in the prefix filter of Chaudhuri, Ganti and
/// Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning" (2006). This finds every
/// pair without comparing each question with each other.
struct SimilarQuestions {
  /// Groups of questions with the same text and choices, apart from case, width and white space, by
  /// their positions.
  private(set) var equal: [[Int]] = []
  /// Those of them that have different right answers.
  private(set) var differing: [[Int]] = []
  /// Groups of questions with nearly the same words. Of equal questions, only the first is listed.
  private(set) var similar: [[Int]] = []

  private static let threshold = 0.75

  init(among contents: [QuestionContent]) {
    var groups: [Key: [Int]] = [:]
    for (index, content) in contents.enumerated() {
      groups[Key(content), default: []].append(index)
    }
    let unlike = groups.values.map { $0[0] }.sorted()
    for group in groups.values.filter({ $0.count > 1 }).sorted(by: { $0[0] < $1[0] }) {
      let keys = Set(group.map { Set(contents[$0].rightAnswers.map(Key.unified)) })
      if keys.count > 1 { differing.append(group) } else { equal.append(group) }
    }
    similar = Self.groups(of: unlike.map { Words(contents[$0]) }).map { group in
      group.map { unlike[$0] }
    }
  }

  /// What equal questions have in common.
  private struct Key: Hashable {
    let text: String
    let choices: [String]

    init(_ content: QuestionContent) {
      text = Self.unified(content.text)
      choices = content.answerTexts.map(Self.unified).sorted()
    }

    static func unified(_ text: String) -> String {
      SearchText.words(text).joined(separator: " ")
    }
  }

  /// The words of a question and of its answers, each once. Texts without blanks between words,
  /// such as Japanese ones, count as pairs of neighbouring characters.
  private struct Words {
    var all: Set<String> = []
    /// The words with digits. Questions that differ in a number ask for something else.
    var numbers: Set<String> = []

    init(_ content: QuestionContent) {
      for text in [content.text] + content.answerTexts { add(SearchText.folded(text)) }
      numbers = all.filter { $0.contains { $0.isNumber } }
    }

    private mutating func add(_ text: String) {
      for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        let characters = Array(word)
        if characters.allSatisfy(\.isASCII) || characters.count < 3 {
          all.insert(String(word))
        } else {
          for pair in zip(characters, characters.dropFirst()) {
            all.insert(String([pair.0, pair.1]))
          }
        }
      }
    }
  }

  /// The positions of similar questions, together with all that are similar to one of them.
  private static func groups(of words: [Words]) -> [[Int]] {
    var counts: [String: Int] = [:]
    for word in words.lazy.flatMap(\.all) { counts[word, default: 0] += 1 }
    // The rarest words first, so that few questions share one.
    let ranked = words.map { words in
      words.all.sorted { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
    }
    var holders: [String: [Int]] = [:]
    var groups = Array(words.indices)
    func group(of index: Int) -> Int {
      var index = index
      while groups[index] != index { index = groups[index] }
      return index
    }
    for (index, own) in ranked.enumerated() {
      // Similar questions share one of so many rarest words.
      let prefix = own.prefix(own.count - Int((threshold * Double(own.count)).rounded(.up)) + 1)
      let candidates = Set(prefix.lazy.flatMap { holders[$0] ?? [] })
      for other in candidates where areSimilar(words[index], words[other]) {
        let (first, second) = (group(of: index), group(of: other))
        groups[max(first, second)] = min(first, second)
      }
      for word in prefix { holders[word, default: []].append(index) }
    }
    return Dictionary(grouping: words.indices, by: group).values
      .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  private static func areSimilar(_ one: Words, _ other: Words) -> Bool {
    let (fewer, more) = (min(one.all.count, other.all.count), max(one.all.count, other.all.count))
    guard Double(fewer) >= threshold * Double(more), one.numbers == other.numbers else {
      return false
    }
    let common = one.all.intersection(other.all).count
    return Double(common) >= threshold * Double(fewer + more - common)
  }
}

extension QuestionContent {
  /// The texts of the choices, or of what else the solution has.
  fileprivate var answerTexts: [String] {
    choices.map(\.text) + solution.texts
  }
}

/// Finds decks whose right choices can be guessed without reading the questions: the longest choice,
/// or one place, is right far more often than by chance.
struct DeckHabits {
  /// The decks whose longest choices are right too often.
  private(set) var longest: [Finding] = []
  /// The decks whose right choices are too often in one place.
  private(set) var places: [Finding] = []

  /// The fewest questions from which something is concluded.
  private static let least = 20
  /// How many times as often as by chance a guess must be right to be worth it.
  private static let leastRatio = 1.5
  /// By how many standard deviations chance must be exceeded. Of decks whose author has no such
  /// habit, fewer than 1 in 1,000 are listed.
  private static let leastExcess = 3.7

  init(_ contents: [QuestionContent], _ decks: [String]) {
    var names: [String] = []
    var members: [String: [Int]] = [:]
    for (index, deck) in decks.enumerated() where contents[index].hasOnePlaceOfKey {
      if members[deck] == nil { names.append(deck) }
      members[deck, default: []].append(index)
    }
    for name in names {
      let members = members[name] ?? []
      if let finding = Self.longest(members, contents, name) { longest.append(finding) }
      if let finding = Self.place(members, contents, name) { places.append(finding) }
    }
  }

  private static func longest(
    _ members: [Int], _ contents: [QuestionContent], _ deck: String
  ) -> Finding? {
    var tally = Tally()
    for index in members {
      let lengths = contents[index].choices.map(\.text.trimmed.count)
      guard let most = lengths.max(), lengths.count(where: { $0 == most }) == 1 else { continue }
      tally.add(
        index, isHit: lengths[contents[index].keyPlace] == most, among: lengths.count)
    }
    return tally.finding(.longestChoice, deck) { hits, total, expected in
      Reason(
        "the longest choice is right in \(hits) of \(total) questions, by chance in about "
          + "\(expected)",
        "\(total) 問中 \(hits) 問で、いちばん長い選択肢が正解です（偶然なら約 \(expected) 問）")
    }
  }

  private static func place(
    _ members: [Int], _ contents: [QuestionContent], _ deck: String
  ) -> Finding? {
    let most = members.map { contents[$0].choices.count }.max() ?? 0
    var tallies = Array(repeating: Tally(), count: most)
    for index in members {
      let count = contents[index].choices.count
      for place in 0..<count {
        tallies[place].add(index, isHit: contents[index].keyPlace == place, among: count)
      }
    }
    guard let place = tallies.indices.max(by: { tallies[$0].excess < tallies[$1].excess }) else {
      return nil
    }
    return tallies[place].finding(.keyPlace, deck) { hits, total, expected in
      Reason(
        "choice \(place + 1) is right in \(hits) of \(total) questions, by chance in about "
          + "\(expected)",
        "\(total) 問中 \(hits) 問で、\(place + 1) 番目の選択肢が正解です（偶然なら約 \(expected) 問）")
    }
  }

  /// How often a guess would be right.
  private struct Tally {
    private var hits: [Int] = []
    private var total = 0
    private var (expected, variance) = (0.0, 0.0)

    mutating func add(_ question: Int, isHit: Bool, among count: Int) {
      if isHit { hits.append(question) }
      total += 1
      let chance = 1 / Double(count)
      expected += chance
      variance += chance * (1 - chance)
    }

    /// By how many standard deviations it is right more often than by chance.
    var excess: Double {
      variance > 0 ? (Double(hits.count) - 0.5 - expected) / variance.squareRoot() : 0
    }

    func finding(
      _ kind: Finding.Kind, _ deck: String,
      _ reason: (_ hits: Int, _ total: Int, _ expected: Int) -> Reason
    ) -> Finding? {
      guard total >= DeckHabits.least, excess >= DeckHabits.leastExcess,
        Double(hits.count) >= DeckHabits.leastRatio * expected, let first = hits.first
      else { return nil }
      return Finding(
        number: first + 1, kind: kind,
        reason: reason(hits.count, total, Int(expected.rounded())),
        others: hits.dropFirst().map { $0 + 1 }, deck: deck)
    }
  }
}

extension QuestionContent {
  /// Whether one of at least three choices has to be picked.
  fileprivate var hasOnePlaceOfKey: Bool {
    kind == .single && choices.count > 2 && solution.rightChoice != nil
  }

  /// The author's position of the right choice.
  fileprivate var keyPlace: Int { solution.rightChoice ?? 0 }

  fileprivate var equalChoices: Reason? {
    var seen: Set<String> = []
    guard let text = choices.map(\.text.trimmed).first(where: { !seen.insert($0).inserted }) else {
      return nil
    }
    return Reason("two choices are “\(text)”", "選択肢「\(text)」が 2 つあります")
  }

  fileprivate var shuffledReference: Reason? {
    ChoiceOrder.shuffledReference(in: self).map { position in
      let text = choices[position].text
      return Reason(
        "“\(text)” refers to the other choices, which are shuffled",
        "「\(text)」はほかの選択肢を指していますが、選択肢の順番は入れ替わります")
    }
  }

  fileprivate var undescribed: Reason? {
    let names = pictures.all.filter { $0.description == nil }.map(\.name)
    return names.isEmpty
      ? nil
      : Reason(
        "nothing says what \(names.joined(separator: ", ")) shows",
        "\(names.joined(separator: "、"))の説明がありません")
  }

  fileprivate var lacksCommentary: Reason? {
    // The back of a card is its explanation.
    commentary.isBlank && kind != .card ? Reason("no commentary", "解説がありません") : nil
  }
}
