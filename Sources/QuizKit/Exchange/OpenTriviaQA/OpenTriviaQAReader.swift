import QuizSupport

extension QuestionFormat {
  /// The text files of OpenTriviaQA.
  ///
  /// Read-only, because its syntax cannot distinguish line breaks in a text, or lines that begin
  /// with a letter, from its marks.
  package static let openTriviaQA = QuestionFormat(
    name: "opentriviaqa", title: OpenTriviaQAReader.formatName, extensions: [],
    keeps: [.category, .lineBreaks],
    recognitions: [
      Recognition(by: .line) { clues in
        clues.trimmedLines.contains { $0.hasPrefix("#Q ") }
          && clues.trimmedLines.contains { $0.hasPrefix("^ ") }
      }
    ],
    reader: OpenTriviaQAReader(), writer: nil)
}

/// Reads OpenTriviaQA's text format: `#Q` and the stem, `^` and the text of the right answer,
/// choices `A` to `Z`.
///
/// Only the next letter in order begins a choice, because other lines may begin with a letter as
/// well. The category is the name of the file.
struct OpenTriviaQAReader: QuestionReader {
  static let formatName = "OpenTriviaQA"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var lines = LineScanner(bytes)
      var card: OpenTriviaQACard?
      while let line = lines.next() {
        let text = lines.text(line)
        if text == "#Q" || text.hasPrefix("#Q ") {
          card?.submit(to: collector)
          card = OpenTriviaQACard(
            line: line.number, category: source.baseName,
            stem: FieldText.make(String(text.dropFirst(2))))
        } else if card?.take(text, indented: lines.indentedText(line)) == false {
          card?.submit(to: collector)
          card = nil
        }
        try collector.advance(throughLinesTo: lines.index, of: bytes.count)
      }
      card?.submit(to: collector)
    }
  }
}

/// A question that is being read.
private struct OpenTriviaQACard {
  private var draft: QuestionDraft
  private var key: String?

  init(line: Int, category: String, stem: String) {
    draft = QuestionDraft(line: line)
    draft.category = category
    draft.text = stem
  }

  /// Adds the next line; returns `false` if the question ends there. A line that continues a text
  /// keeps the blanks at its beginning, which may be the indentation of code.
  mutating func take(_ line: String, indented: String) -> Bool {
    if key == nil {
      if line == "^" || line.hasPrefix("^ ") {
        key = FieldText.make(String(line.dropFirst()))
      } else {
        draft.text += "\n" + indented
      }
    } else if let text = choice(line) {
      draft.choices.append(Choice(text))
    } else if line.isEmpty {
      return draft.choices.isEmpty
    } else if let last = draft.choices.indices.last {
      draft.choices[last].text += "\n" + indented
    } else {
      key?.append("\n" + indented)
    }
    return true
  }

  func submit(to collector: QuestionCollector) {
    var draft = draft
    draft.text = FieldText.make(draft.text)
    draft.choices = draft.choices.map { Choice(FieldText.make($0.text)) }
    draft.dropEmptyLastChoices()
    draft.correct = 0
    if let fault = draft.fault { return collector.refuse(draft, fault) }
    let key = FieldText.make(key ?? "")
    if let fault = draft.resolve(key: key) {
      guard let choice = choice(like: key, of: draft) else { return collector.refuse(draft, fault) }
      draft.correct = choice
    }
    collector.submit(draft)
  }

  /// The only choice that differs from the key in nothing but the blanks at the beginnings of its
  /// lines.
  private func choice(like key: String, of draft: QuestionDraft) -> Int? {
    guard key.contains("\n") else { return nil }
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map {
        FieldText.make(String($0))
      }
    }
    let alike = draft.choices.indices.filter { lines(draft.choices[$0].text) == lines(key) }
    return alike.count == 1 ? alike[0] : nil
  }

  /// The text after the next letter and a blank; `nil` if the line does not begin a choice.
  private func choice(_ line: String) -> String? {
    let count = draft.choices.count
    if let text = ChoiceLabel.textBehindLetters(of: line, at: count) {
      return FieldText.make(String(text))
    }
    guard count < QuestionContent.maximumChoices,
      line.utf8.first == UInt8(ascii: "A") + UInt8(count)
    else { return nil }
    let rest = line.unicodeScalars.dropFirst()
    return rest.isEmpty || rest.first == " " ? FieldText.make(String(rest)) : nil
  }
}
