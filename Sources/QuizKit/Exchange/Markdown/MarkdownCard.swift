/// A question of a Markdown list while it is being read.
struct MarkdownCard {
  var line: Int
  var category: String?
  /// The unchanged lines. Blank lines at both ends are removed when the text is made.
  var stem: [String]
  var choices: [Entry] = []
  var commentary: [String] = []
  /// The letters that the answer line names; empty if there is none yet.
  var key: [Character] = []
  var hasKeyLine = false

  struct Entry {
    var letter: Character?
    var lines: [String]
    var isChecked = false
  }

  init(line: Int, category: String?, stem: String) {
    self.line = line
    self.category = category
    self.stem = stem.isEmpty ? [] : [stem]
  }

  mutating func continueChoice(_ raw: String, dropping indent: Int = 0) {
    guard let last = choices.indices.last else { return }
    let blanks = raw.unicodeScalars.prefix(indent).prefix { $0 == " " }.count
    choices[last].lines.append(String(raw.unicodeScalars.dropFirst(blanks)))
  }

  /// The question without its right answer.
  var draft: QuestionDraft {
    var draft = QuestionDraft(line: line)
    draft.category = category
    draft.text = FieldText.make(stem.joined(separator: "\n"))
    draft.choices = choices.map { Choice(FieldText.make($0.lines.joined(separator: "\n"))) }
    draft.commentary = FieldText.make(commentary.joined(separator: "\n"))
    draft.correct = 0
    return draft
  }

  /// Submits the question with the key's letters as the right answer.
  func submitByKey(to intake: Intake) {
    var draft = draft
    if key.count > 1 { return intake.refuse(draft, .severalAnswers(key.count)) }
    if let fault = draft.fault { return intake.refuse(draft, fault) }
    guard let letter = key.first else { return intake.refuse(draft, .noCorrectChoice(.keyLine)) }
    guard let correct = choices.firstIndex(where: { $0.letter == letter }) else {
      return intake.refuse(draft, .answerNotAChoice(String(letter)))
    }
    draft.correct = correct
    intake.submit(draft)
  }

  /// Submits the question with the checked boxes as the right answer.
  func submitByBoxes(to intake: Intake, mark: Fault.CorrectMark) {
    var draft = draft
    let checked = choices.indices.filter { choices[$0].isChecked }
    if checked.count > 1 { return intake.refuse(draft, .severalAnswers(checked.count)) }
    if let fault = draft.fault { return intake.refuse(draft, fault) }
    guard let correct = checked.first else { return intake.refuse(draft, .noCorrectChoice(mark)) }
    draft.correct = correct
    intake.submit(draft)
  }
}
