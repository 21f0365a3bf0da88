/// Choices that stand side by side in a paragraph, with tabs between them.
struct WordChoices {
  /// The choices with their letters and marks; none if the paragraph is something else.
  private(set) var choices: [(text: String, marks: Set<WordParagraph.Mark>)] = []

  init(_ columns: [WordRuns.Column]) {
    let columns = columns.filter { !$0.text.isBlank }
    if columns.count < 2 { return }
    var last: UInt8?
    for column in columns {
      guard let (letter, text) = Self.parts(of: column.text), let code = letter.asciiValue,
        last.map({ code == $0 + 1 }) ?? true
      else {
        choices = []
        return
      }
      last = code
      choices.append(("\(letter). \(text)", column.marks))
    }
  }

  /// The letter and the text of `A. text`, `b) text` or `C.text`.
  private static func parts(of column: String) -> (Character, String)? {
    let column = FieldText.make(column)
    guard let letter = column.first.flatMap(WordLine.letter),
      let mark = column.dropFirst().first, mark == "." || mark == ")"
    else { return nil }
    let text = FieldText.make(String(column.dropFirst(2)))
    return text.isEmpty ? nil : (letter, text)
  }
}
