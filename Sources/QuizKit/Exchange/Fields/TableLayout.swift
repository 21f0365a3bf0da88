import Foundation
import QuizSupport

extension TableLayout {
  /// A guess at the columns, by their cells alone. It is a suggestion for a person, and
  /// nothing that may be read without one.
  ///
  /// - Returns: Nothing where the cells do not tell where the questions are.
  package var suggestion: Suggestion? {
    let width = rows.map(\.count).max() ?? 0
    guard let first = rows.first, (2...200).contains(width) else { return nil }
    let below = (0..<width).map { CellSurvey($0, rows.dropFirst()) }
    let hasHeading =
      hasHeading == true
      || hasHeading == false && rows.count > 1 && !first.contains(where: CellSurvey.isQuestion)
        && below.contains {
          $0.asks || $0.isShort && first.indices.contains($0.column) && !$0.fits(first)
        }
    let columns = hasHeading ? below : (0..<width).map { CellSurvey($0, rows[...]) }
    guard
      let question = columns.filter({ !$0.isShort && $0.filled > 0.5 })
        .max(by: { ($0.asked, $0.length) < ($1.asked, $1.length) })
    else { return nil }
    var found = [NamedColumn(.question): self.column(question.column + 1)]
    let areMarked = areMarked(columns, question)
    let key = areMarked ? nil : self.key(columns, question)
    if let key { found[NamedColumn(.correct)] = self.column(key.column + 1) }
    let choices = self.choices(columns, question, key)
    if choices.count > 1 {
      for (index, column) in choices.enumerated() {
        found[NamedColumn(.choice, number: index + 1)] = self.column(column + 1)
      }
    } else if let column = choices.first {
      found[NamedColumn(.choices)] = self.column(column + 1)
    } else {
      found[NamedColumn(.choices)] = ReadingOptions.Column.none
    }
    let taken = Set(choices + [question.column] + [key?.column].compactMap(\.self))
    let notes = columns.filter { !taken.contains($0.column) && $0.length > 20 }
    if let note = notes.max(by: { $0.length < $1.length }) {
      found[NamedColumn(.explanation)] = self.column(note.column + 1)
    }
    return Suggestion(
      columns: found, hasHeading: hasHeading, answers: areMarked ? .marks : nil)
  }

  /// A guess at the meaning of the columns, from their cells.
  package struct Suggestion {
    /// The columns by what they seem to have.
    package let columns: [NamedColumn: ReadingOptions.Column]
    /// Whether the first row seems to have their names.
    package let hasHeading: Bool
    /// How the right answers seem to be written; `nil` where the reader finds it out.
    package let answers: ReadingOptions.Answers?
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

  /// The column that says what is right: letters or numbers behind the question, or the text of
  /// another cell of its row.
  private func key(_ columns: [CellSurvey], _ question: CellSurvey) -> CellSurvey? {
    let others = columns.filter { $0.column != question.column && $0.filled > 0.5 }
    if let flags = others.last(where: { $0.areFlags }) { return flags }
    let names = Set(self.columns.map { HeaderName.folded($0.name) }.filter { !$0.isEmpty })
    let naming = others.last { survey in
      survey.cells.allSatisfy { names.contains(HeaderName.folded($0.text)) }
    }
    if let key = naming ?? others.last(where: { $0.isKey && !$0.isCounting }) { return key }
    let shares = others.map { survey -> (share: Double, survey: CellSurvey) in
      let same = survey.cells.count { cell in
        rows[cell.row].enumerated().contains {
          $0 != survey.column && $0 != question.column && $1 == cell.text
        }
      }
      return (Double(same) / Double(survey.cells.count), survey)
    }
    let best = shares.map(\.share).max() ?? 0
    return best >= 0.5 ? shares.last { $0.share == best }?.survey : nil
  }

  /// The columns with the choices: the longest stretch of columns behind the question that are
  /// alike; one column where a cell has all of them.
  private func choices(
    _ columns: [CellSurvey], _ question: CellSurvey, _ key: CellSurvey?
  ) -> [Int] {
    let lists = columns.filter { $0.isRecordList && !$0.areFlags }
    if areRecords, let first = lists.first {
      // Beside the list of what is right stands that of the texts.
      let path = key.flatMap { key in
        key.areFlags ? self.columns[key.column].name.split(separator: ".").dropLast() : nil
      }
      let beside = lists.first {
        self.columns[$0.column].name.split(separator: ".").dropLast() == path
      }
      return [(beside ?? first).column]
    }
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
    if best.count > 1 { return best }
    return columns.first { $0.column != question.column && $0.column != key?.column && $0.isList }
      .map { [$0.column] } ?? []
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

  static func isQuestion(_ text: String) -> Bool {
    text.last.map { "?？؟;".contains($0) } ?? false || text.contains("__")
  }

  /// Whether all cells are letters, numbers or the like.
  var isShort: Bool { !cells.isEmpty && cells.allSatisfy { Self.isShort($0.text) } }

  private static func isShort(_ text: String) -> Bool {
    text.count <= 3 || TypedNumber.value(of: text) != nil
  }

  /// Whether the cell of a row is like the others.
  func fits(_ row: [String]) -> Bool { row[column].isBlank || Self.isShort(row[column]) }

  /// Whether nearly all cells are a letter or a small number.
  var isKey: Bool {
    !cells.isEmpty
      && cells.count { AnswerReader.Places($0.text) != nil && $0.text.count <= 4 } * 10
        >= cells.count * 9
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

  /// Whether most cells have several texts with a separator between them.
  var isList: Bool {
    cells.count { ChoiceList.split($0.text).count > 1 || ChoiceList.separator(in: $0.text) != nil }
      * 2
      > cells.count
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
