import Foundation
import QuizSupport

extension TableLayout {
  /// A guess at the meaning of the columns, from their cells.
  package struct Suggestion {
    /// The columns by what they seem to have.
    package let columns: [NamedColumn: ReadingOptions.Column]
    /// Whether the first row seems to have their names.
    package let hasHeading: Bool
    /// How the right answers seem to be written; `nil` where the reader finds it out.
    package let answers: ReadingOptions.Answers?
    /// The separator of the choices in one cell; `nil` where the reader finds it out.
    package let choiceSeparator: Character?
    /// Whether nearly every row fits the guess: its key names one of its choices, or it has a mark.
    package let isBorneOut: Bool
    /// Whether the name of the questions or the first of them asks.
    package let asks: Bool
  }

  /// A guess at the columns, by their cells alone. It is a suggestion for a person, and
  /// nothing that may be read without one.
  ///
  /// - Parameter said: Whether the first row has names, where a person has said it.
  /// - Returns: Nothing where the cells do not tell where the questions are.
  package func suggestion(hasHeading said: Bool? = nil) -> Suggestion? {
    let width = rows.map(\.count).max() ?? 0
    guard let first = rows.first, (2...200).contains(width) else { return nil }
    let below = (0..<width).map { CellSurvey($0, rows.dropFirst()) }
    let seemsNamed =
      hasHeading == true
      || hasHeading == false && rows.count > 1 && !first.contains(where: CellSurvey.isQuestion)
        && below.contains {
          $0.asks || $0.isShort && first.indices.contains($0.column) && !$0.fits(first)
        }
    let isNamed = said ?? seemsNamed
    let columns = isNamed ? below : (0..<width).map { CellSurvey($0, rows[...]) }
    guard
      let question = columns.filter({ !$0.isShort && $0.filled > 0.5 })
        .max(by: { $0.askingRank < $1.askingRank })
    else { return nil }
    let areMarked = areMarked(columns, question)
    let answers =
      areMarked ? nil : signed(columns, question) ?? self.answers(columns, question)
    let back = areMarked || answers != nil ? nil : self.back(columns, question)
    let choices =
      answers?.choices ?? (back == nil ? self.choices(columns, question, areMarked) : [])
    var found = [NamedColumn(.question): column(question.column + 1)]
    let key = answers?.key ?? back
    if let key { found[NamedColumn(.correct)] = column(key + 1) }
    if choices.count > 1 {
      for (index, column) in choices.enumerated() {
        found[NamedColumn(.choice, number: index + 1)] = self.column(column + 1)
      }
    } else {
      found[NamedColumn(.choices)] =
        choices.first.map { column($0 + 1) } ?? ReadingOptions.Column.none
    }
    let taken = Set(choices + [question.column] + [key].compactMap(\.self))
    let notes = columns.filter { !taken.contains($0.column) && $0.areNotes }
    // Without right answers it is not certain that a text explains one.
    if areMarked || answers != nil, let note = notes.max(by: { $0.length < $1.length }) {
      found[NamedColumn(.explanation)] = column(note.column + 1)
    }
    return Suggestion(
      columns: found, hasHeading: isNamed, answers: areMarked ? .marks : nil,
      choiceSeparator: answers?.separator,
      isBorneOut: areMarked && !choices.isEmpty || key != nil,
      asks: asks(question))
  }

  /// The lists of a file of several in which questions may be, where no list has the names of
  /// questions and choices: the records fit a guess at their fields, the list is not the choices of
  /// another one, and no other has far more records.
  package var likelyParts: [Part] {
    let isNamed = parts.contains { part in
      let named = part.layout.fields
      return named[.question] != nil && (named[.choices] ?? named[.choice]) != nil
    }
    if isNamed { return [] }
    let whole = parts.filter { $0.layout.suggestion()?.isBorneOut == true }
    let outer = parts.filter { part in
      !whole.contains { $0.list != part.list && part.isWithin($0) }
    }
    let most = outer.map(\.count).max() ?? 0
    return outer.filter { part in
      part.count * 2 >= most && whole.contains { $0.list == part.list }
    }
  }

  /// Whether one text of each row has a mark that says that it is right: one of several cells, or
  /// one of the texts of a list.
  private func areMarked(_ columns: [CellSurvey], _ question: CellSurvey) -> Bool {
    let others = columns.filter { $0.column != question.column }
    var rows: [Int: [String]] = [:]
    for cell in others.map(\.cells).joined() {
      rows[cell.row, default: []] += cell.text.components(separatedBy: Self.listSeparator)
    }
    let texts = rows.values.filter { $0.count > 1 }
    let isMarked = texts.allSatisfy { row in row.count(where: RightMark.isIn) == 1 }
    return !texts.isEmpty && (isMarked || areRecords && RightSign.find(in: Array(texts)) != nil)
  }

  // MARK: Choices and keys

  /// The lines that begin with two signs: one before the right choice of each question, the other
  /// before the wrong ones.
  private func signed(_ columns: [CellSurvey], _ question: CellSurvey) -> ChoiceEvidence? {
    guard areRecords else { return nil }
    let signed = columns.filter { survey in
      survey.column != question.column && survey.filled > 0.9
        && RightSign.isMark(self.columns[safely: survey.column]?.name ?? "")
    }
    let keys = signed.filter { survey in
      survey.cells.allSatisfy { !$0.text.contains(Self.listSeparator) }
    }
    guard signed.count == 2, keys.count == 1, let key = keys.first,
      let others = signed.first(where: { $0.column != key.column })
    else { return nil }
    return ChoiceEvidence(key: key.column, choices: [others.column])
  }

  /// The column with the key, and the columns with the choices that it names in nearly every row: one
  /// whose cells have several texts each, or a stretch behind the question. `nil` without such a key.
  private func answers(_ columns: [CellSurvey], _ question: CellSurvey) -> ChoiceEvidence? {
    let others = columns.filter { $0.column != question.column }
    let lists = others.compactMap { survey in texts(of: survey).map { (survey, $0) } }
      .filter { !isAround($0.0) }
    var found: [ChoiceEvidence] = []
    for key in others where key.filled > 0.5 && !key.isCounting {
      for (list, cells) in lists where list.column != key.column {
        // A yes or no for each choice is beside the choice.
        if key.areFlags, path(of: key) != path(of: list) { continue }
        let evidence = ChoiceEvidence(
          key, [list.column], cells.separator, { cells.texts[$0] ?? [] }, names: [],
          length: list.length)
        if let evidence { found.append(evidence) }
      }
      let stretch = stretch(columns, question, key)
      if stretch.count < 2 { continue }
      let names = stretch.map { HeaderName.folded(self.columns[safely: $0]?.name ?? "") }
      let evidence = ChoiceEvidence(
        key, stretch, nil,
        { row in
          var texts = stretch.map { rows[row].indices.contains($0) ? rows[row][$0] : "" }
          while texts.last?.isBlank == true { texts.removeLast() }
          return texts
        }, names: names, length: 0)
      if let evidence { found.append(evidence) }
    }
    return found.max { $0.rank.lexicographicallyPrecedes($1.rank) }
  }

  /// The names of the fields around the one of a column.
  private func path(of survey: CellSurvey) -> ArraySlice<Substring> {
    (columns[safely: survey.column]?.name ?? "").split(separator: ".").dropLast()
  }

  /// Whether a field holds those of other columns, so that it has no texts of its own.
  private func isAround(_ survey: CellSurvey) -> Bool {
    guard areRecords, let name = columns[safely: survey.column]?.name else { return false }
    return columns.contains { $0.name.hasPrefix(name + ".") }
  }

  /// The texts of the cells of a column, by row, where nearly all cells have several with the same
  /// separator between them; that is `nil` for one that the reader finds out.
  private func texts(
    of survey: CellSurvey
  ) -> (separator: Character?, texts: [Int: [String]])? {
    let cells = survey.cells.filter { !Self.isCut($0.text) }
    guard !cells.isEmpty, survey.filled > 0.5, !survey.areFlags else { return nil }
    func divided(_ split: (String) -> [String]) -> [Int: [String]]? {
      let parts = cells.map { ($0.row, split($0.text)) }.filter { $1.count > 1 }
      // The numbers of choices are not the choices.
      if parts.allSatisfy({ Self.areLabels($0.1) }) { return nil }
      return parts.count * 10 >= cells.count * 9
        ? Dictionary(parts) { first, _ in first } : nil
    }
    if areRecords {
      return divided { text in
        let parts = text.components(separatedBy: Self.listSeparator)
        return parts.count > 1 ? parts : ChoiceList.split(text)
      }.map { (nil, $0) }
    }
    if let usual = divided({ ChoiceList.split($0) }) { return (nil, usual) }
    return divided({ ChoiceList.split($0, at: "/") }).map { ("/", $0) }
  }

  /// Whether texts count: `1`, `2`, … or `A`, `B`, …
  private static func areLabels(_ texts: [String]) -> Bool {
    let numbers = texts.compactMap { HeaderName.number(Substring(HeaderName.folded($0))) }
    return numbers.count == texts.count
      && zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
  }

  /// The longest stretch of columns behind the question that are alike, without that of the key.
  private func stretch(
    _ columns: [CellSurvey], _ question: CellSurvey, _ key: CellSurvey?
  ) -> [Int] {
    var best: [Int] = []
    var stretch: [Int] = []
    for survey in columns + [CellSurvey(-1, [])] {
      let isChoice =
        survey.column > question.column && survey.column != key?.column && !survey.isCounting
        && survey.filled > 0 && survey.length < max(60, question.length * 2)
      if isChoice { stretch.append(survey.column) }
      if !isChoice {
        if stretch.count > best.count { best = stretch }
        stretch = []
      }
    }
    // What explains the answer is longer than each of the choices before it.
    if best.count > 2, let last = best.last, let before = best.dropLast().last,
      columns[last].length > columns[before].length * 3, columns[last].length > 20
    {
      best.removeLast()
    }
    return best
  }

  /// The columns with the choices where no column says which of them is right: a stretch of columns,
  /// or one whose cells have several texts.
  private func choices(
    _ columns: [CellSurvey], _ question: CellSurvey, _ areMarked: Bool
  ) -> [Int] {
    let others = columns.filter { $0.column != question.column }
    let lists = others.filter { $0.isRecordList && !$0.areFlags && !isAround($0) }
    if areRecords, let longest = lists.max(by: { $0.length < $1.length }) {
      return [longest.column]
    }
    let list = others.first { texts(of: $0) != nil }?.column
    let stretch = stretch(columns, question, nil)
    // Without a key, so many columns are not one question's choices.
    let isPlain = (2...(areMarked ? 26 : 6)).contains(stretch.count)
    if isPlain, areMarked || list == nil { return stretch }
    return list.map { [$0] } ?? []
  }

  private func asks(_ question: CellSurvey) -> Bool {
    columns[safely: question.column]?.asks == true
  }

  /// The other side of cards: a field of records whose name is that of an answer, and whose cells
  /// have one text each.
  private func back(_ columns: [CellSurvey], _ question: CellSurvey) -> Int? {
    guard areRecords, asks(question) else { return nil }
    let backs = columns.filter { survey in
      let uses = FieldNames.uses(of: self.columns[safely: survey.column]?.name ?? "")
      return survey.column != question.column && survey.filled > 0.9 && !survey.isRecordList
        && !survey.isShort
        && uses.contains { [.correct, .choices].contains($0.column.role) }
    }
    return backs.count == 1 ? backs[0].column : nil
  }
}

extension TableLayout.Column {
  /// Whether the name says that there is a question, or the cell of the first row asks one.
  package var asks: Bool {
    CellSurvey.isQuestion(sample)
      || FieldNames.uses(of: name).contains { $0.column.role == .question && !$0.isWeak }
  }
}

extension TableLayout.Part {
  /// Whether the list is inside of the records of another one.
  fileprivate func isWithin(_ other: Self) -> Bool {
    other.list == "." || list.hasPrefix(other.list + ".")
  }
}

/// The evidence of the cells for a column of right answers and those of the choices.
private struct ChoiceEvidence {
  let key: Int
  let choices: [Int]
  /// The separator of the choices in one cell; `nil` where the reader finds it out.
  let separator: Character?
  /// How much speaks for it; the first number that differs decides.
  let rank: [Int]

  init(key: Int, choices: [Int]) {
    (self.key, self.choices, separator, rank) = (key, choices, nil, [])
  }

  /// - Parameters:
  ///   - texts: The choices of a row.
  ///   - names: The names of the columns of the choices, folded.
  ///   - length: How long the choices in one cell are.
  /// - Returns: `nil` unless the key names choices in nearly every row.
  init?(
    _ key: CellSurvey, _ choices: [Int], _ separator: Character?, _ texts: (Int) -> [String],
    names: [String], length: Double
  ) {
    var (rows, most) = (0, 0)
    var (equal, long, named, flags) = (0, 0, 0, 0)
    var places: [AnswerReader.Places.Style: (rows: Int, values: Set<Int>)] = [:]
    for cell in key.cells {
      let texts = texts(cell.row)
      if texts.count < 2 || TableLayout.isCut(cell.text) { continue }
      rows += 1
      most = max(most, texts.count)
      let parts = cell.text.components(separatedBy: TableLayout.listSeparator)
      if parts.allSatisfy(texts.contains) {
        equal += 1
        if parts.contains(where: { !CellSurvey.isShort($0) }) { long += 1 }
      }
      if names.contains(HeaderName.folded(cell.text)) { named += 1 }
      if parts.count == texts.count, key.areFlags { flags += 1 }
      guard
        let found = AnswerReader.Places(
          parts.count > 1 ? parts.joined(separator: ",") : cell.text), cell.text.count <= 20
      else { continue }
      let highest = found.style == .numbers ? texts.count : texts.count - 1
      guard found.values.allSatisfy((0...highest).contains) else { continue }
      places[found.style, default: (0, [])].rows += 1
      places[found.style]?.values.formUnion(found.values)
    }
    func isEnough(_ count: Int) -> Bool { rows > 0 && count * 10 >= rows * 9 }
    let best = places.max { $0.value.rows < $1.value.rows }
    let (strength, spans): (Int, Bool)
    if isEnough(flags) {
      (strength, spans) = (5, true)
    } else if isEnough(equal) {
      (strength, spans) = (isEnough(long * 2) ? 4 : 2, true)
    } else if isEnough(named) {
      (strength, spans) = (3, true)
    } else if let best, isEnough(best.value.rows) {
      let (style, values) = (best.key, best.value.values)
      // Numbers of choices do not begin at two places.
      if style == .numbers, values.contains(0), values.contains(most), rows > 1 { return nil }
      let last = style == .numbers && !values.contains(0) ? most : most - 1
      spans = values.contains(last)
      // In many rows each place is right at some time.
      if !spans || values.count < 2, rows >= 4 * most { return nil }
      strength = style == .numbers ? 1 : 2
    } else {
      return nil
    }
    (self.key, self.choices, self.separator) = (key.column, choices, separator)
    let isBeside = choices.last.map { $0 + 1 == key.column } ?? false
    rank = [
      spans ? 1 : 0, strength, choices.count == 1 ? 1 : 0, Int(length), isBeside ? 1 : 0,
      choices.count, key.column,
    ]
  }
}

extension TableLayout {
  /// Whether only the beginning of a cell was kept.
  fileprivate static func isCut(_ text: String) -> Bool { text.count >= mostCharacters }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}

/// The properties of the cells of a column.
private struct CellSurvey {
  let column: Int
  /// The cells that have something, with the numbers of their rows.
  let cells: [(row: Int, text: String)]
  /// The share of rows that have something in the column.
  let filled: Double
  /// How long the texts are on the average, in characters.
  let length: Double

  init(_ column: Int, _ rows: ArraySlice<[String]>) {
    self.column = column
    cells = rows.indices.compactMap { row in
      rows[row].indices.contains(column) && !rows[row][column].isBlank
        ? (row, rows[row][column]) : nil
    }
    filled = rows.isEmpty ? 0 : Double(cells.count) / Double(rows.count)
    length =
      cells.isEmpty ? 0 : Double(cells.reduce(0) { $0 + $1.text.count }) / Double(cells.count)
  }

  /// The share of the cells that end as a question does.
  var asked: Double {
    cells.isEmpty ? 0 : Double(cells.count { Self.isQuestion($0.text) }) / Double(cells.count)
  }

  var asks: Bool { asked > 0.5 }

  /// Greater for the column that rather has the questions. Lists of questions are the records'
  /// inside of another one, whose own question comes first.
  var askingRank: (Double, Int, Double) { (asked, isRecordList ? 0 : 1, length) }

  static func isQuestion(_ text: String) -> Bool {
    text.last.map { "?？؟;".contains($0) } ?? false || text.contains("__")
  }

  /// Whether all cells are letters, numbers or the like.
  var isShort: Bool { !cells.isEmpty && cells.allSatisfy { Self.isShort($0.text) } }

  static func isShort(_ text: String) -> Bool {
    text.count <= 3 || TypedNumber.value(of: text) != nil
  }

  /// Whether the cell of a row is like the others.
  func fits(_ row: [String]) -> Bool { row[column].isBlank || Self.isShort(row[column]) }

  /// Whether the cells have sentences, most of them one of their own. Identifiers and the names of
  /// groups have none.
  var areNotes: Bool {
    let sentences = cells.count { $0.text.contains { $0.isWhitespace || !$0.isASCII } }
    return length > 20 && sentences * 2 >= cells.count && !isRecordList
      && (cells.count < 4 || Set(cells.map(\.text)).count * 2 > cells.count)
  }

  /// Whether the cells count the rows, or name them.
  var isCounting: Bool {
    let numbers = cells.compactMap { Int($0.text) }
    return cells.count > 1 && numbers.count == cells.count
      && zip(numbers, numbers.dropFirst()).allSatisfy { $0 &+ 1 == $1 }
  }

  /// Whether at least half of the cells are a list of a record.
  var isRecordList: Bool {
    let lists = cells.count { $0.text.contains(TableLayout.listSeparator) }
    return lists > 0 && lists * 2 >= cells.count
  }

  /// Whether each cell has a yes or no for each choice of a record.
  var areFlags: Bool {
    !cells.isEmpty
      && cells.allSatisfy { cell in
        let flags = cell.text.split(separator: TableLayout.listSeparator)
          .map { ["true": true, "1": true, "false": false, "0": false][$0.lowercased()] }
        return flags.count > 1 && flags.contains(true) && !flags.contains(nil)
      }
  }
}

/// A sign of an author's own with which the texts of right choices begin or end.
enum RightSign {
  /// The sign that one choice of each question has, and no more than one; `nil` if there is none, or
  /// if there are several.
  static func find(in lists: [[String]]) -> String? {
    let lists = lists.filter { !$0.isEmpty }
    guard let first = lists.first else { return nil }
    let signs = Set(first.flatMap { [end(of: $0), beginning(of: $0)] })
      .filter { sign in
        !sign.isEmpty
          && lists.allSatisfy { list in list.count { dropped(sign, from: $0) != nil } == 1 }
      }
    return signs.count == 1 ? signs.first : nil
  }

  /// The text without the sign, which may be at both ends as in `**bold**`; `nil` if it does not
  /// have it.
  static func dropped(_ sign: String, from text: String) -> String? {
    var bare = text[...]
    if end(of: text) == sign { bare = bare.dropLast(sign.count) }
    if beginning(of: text) == sign { bare = bare.dropFirst(sign.count) }
    return bare.count < text.count ? FieldText.make(String(bare)) : nil
  }

  /// Whether a mark before lines is made of signs, so that a line with it is a choice and no key.
  static func isMark(_ mark: String) -> Bool { mark.first.map(isMark) ?? false }

  /// Whether a character may be a mark: neither part of a word, nor what begins a sentence.
  static func isMark(_ character: Character) -> Bool {
    character.isSign(besides: "\"'“”„‘’([{._$,\\")
  }

  private static func beginning(of text: String) -> String {
    let signs = text.prefix(4).prefix(while: isSign)
    return signs.count < 4 ? String(signs) : ""
  }

  private static func end(of text: String) -> String {
    let signs = text.suffix(4).reversed().prefix(while: isSign)
    return signs.count < 4 ? String(signs.reversed()) : ""
  }

  /// Whether a character is neither part of a word nor what a sentence or a number has at its ends.
  private static func isSign(_ character: Character) -> Bool {
    character.isSign(besides: ".?!,;:()[]{}\"'“”‘’«%°$-_")
  }
}

extension Character {
  /// Whether the character is neither part of a word nor one of those that stand beside words.
  func isSign(besides plain: String) -> Bool {
    !isLetter && !isNumber && !isWhitespace && !plain.contains(self)
  }
}
