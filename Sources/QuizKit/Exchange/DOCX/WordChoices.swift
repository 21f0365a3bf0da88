import QuizSupport

/// Finds choices in one paragraph, with tabs or line breaks between them.
enum WordChoices {
  /// The parts of a paragraph with choices; `nil` if it is a paragraph of its own.
  static func parts(of runs: WordRuns) -> [WordRuns.Column]? {
    if let choices = choices(runs.columns[...]) { return choices }
    let lines = runs.lines.filter { !$0.allSatisfy(\.text.isBlank) }
    let letters = lines.compactMap { lettered($0[$0.startIndex].text)?.letter }
    guard lines.count > 2, letters.starts(with: "AB") else { return nil }
    return lines.flatMap { choices($0) ?? [WordRuns.joined($0)] }
  }

  /// Columns that are choices one after the other; `nil` if they are something else.
  private static func choices(_ columns: ArraySlice<WordRuns.Column>) -> [WordRuns.Column]? {
    let columns = columns.filter { !$0.text.isBlank }
    if columns.count < 2 { return nil }
    var last: UInt8?
    var choices: [WordRuns.Column] = []
    for var column in columns {
      let isMarked = FieldText.make(column.text).first == "*"
      guard let (letter, text) = lettered(column.text), let code = letter.asciiValue,
        last.map({ code == $0 + 1 }) ?? true
      else { return nil }
      last = code
      column.text = (isMarked ? "*" : "") + "\(letter). \(text)"
      choices.append(column)
    }
    return choices
  }

  /// The letter and the text of `A. text`, `b) text`, `*C. text` or `D.text`.
  private static func lettered(_ column: String) -> (letter: Character, text: String)? {
    var column = FieldText.make(column)
    if column.first == "*" { column = FieldText.make(String(column.dropFirst())) }
    guard let letter = column.first.flatMap(WordLine.letter),
      let mark = column.dropFirst().first, mark == "." || mark == ")"
    else { return nil }
    let text = FieldText.make(String(column.dropFirst(2)))
    return text.isEmpty ? nil : (letter, text)
  }
}
