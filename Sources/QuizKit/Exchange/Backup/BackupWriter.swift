/// Writes our own JSON, which keeps everything.
struct BackupWriter: QuestionWriter {
  /// What is written beside the questions.
  var sections: [BackupDocument.Section] = []

  func write(
    _ questions: [ExportedQuestion], options: WritingOptions, report: (Int, Fault) -> Void
  ) -> [UInt8] {
    Self.document(questions, sections: sections)
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
      for field in (content.otherFields ?? [:]).sorted(by: { $0.key < $1.key }) {
        json.name(field.key)
        json.json(Array(field.value.utf8))
      }
      if let origin = question.origin { write(origin, to: &json) }
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

  private static func write(_ origin: ParsedQuestion.Origin, to json: inout OrderedJSONWriter) {
    json.name("record")
    json.integer(Int(origin.record))
    for (name, date) in [("created", origin.createdAt), ("changed", origin.changedAt)] {
      guard let date else { continue }
      json.name(name)
      if let text = DateText.text(of: date) {
        json.string(String(decoding: text, as: UTF8.self))
      } else {
        json.json(Array("\(date.timeIntervalSinceReferenceDate)".utf8))
      }
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
      questions.map {
        ExportedQuestion(category: $0.category, content: $0.content, origin: $0.origin)
      },
      sections: sections)
  }
}
