/// Writes our own JSON, which keeps everything.
struct BackupWriter: QuestionWriter {
  func write(
    _ questions: [ExportedQuestion], options: WritingOptions, report: (Int, Fault) -> Void
  ) -> [UInt8] {
    Self.document(questions, sections: [])
  }

  static func document(
    _ questions: [ExportedQuestion], sections: [BackupDocument.Section]
  ) -> [UInt8] {
    var json = OrderedJSONWriter()
    json.object { json in
      json.name("format")
      json.string("qa-repl")
      json.name("version")
      json.integer(BackupDocument.currentVersion)
      json.name("questions")
      json.array { json in
        for question in questions { write(question, to: &json) }
      }
      for section in sections {
        json.name(section.name)
        json.json(section.json)
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// The members in the order in which a person reads a question; what is empty is left out.
  private static func write(_ question: ExportedQuestion, to json: inout OrderedJSONWriter) {
    let content = question.content
    json.object { json in
      optional("deck", question.category, to: &json)
      optional("id", content.externalID, to: &json)
      optional("title", content.title, to: &json)
      if content.kind != .single { optional("kind", content.kind.rawValue, to: &json) }
      json.name("text")
      json.string(content.text)
      json.name("choices")
      json.array { json in
        for choice in content.choices { write(choice, to: &json) }
      }
      json.name("correct")
      json.integer(content.correct + 1)
      optional("commentary", content.commentary, to: &json)
      if !content.tags.isEmpty {
        json.name("tags")
        json.array { json in content.tags.forEach { json.string($0) } }
      }
    }
  }

  /// A plain text where there is no feedback, which is nearly always.
  private static func write(_ choice: Choice, to json: inout OrderedJSONWriter) {
    if choice.feedback.isEmpty { return json.string(choice.text) }
    json.object { json in
      json.name("text")
      json.string(choice.text)
      json.name("feedback")
      json.string(choice.feedback)
    }
  }

  private static func optional(_ name: String, _ text: String?, to json: inout OrderedJSONWriter) {
    guard let text, !text.isEmpty else { return }
    json.name(name)
    json.string(text)
  }
}

extension BackupDocument {
  /// The document as a file: UTF-8, a member a line, ended by a newline.
  public var bytes: [UInt8] {
    BackupWriter.document(
      questions.map { ExportedQuestion(category: $0.category, content: $0.content) },
      sections: sections)
  }
}
