import QuizSupport

/// Writes the qa-repl JSON format, which keeps every feature.
package struct BackupWriter: QuestionWriter {
  private var isEmpty = true
  private let version: Int

  /// Creates a writer of a document with questions of these kinds.
  package init(_ kinds: Set<QuestionContent.Kind>) {
    version = BackupDocument.version(for: kinds)
  }

  package var beginning: [UInt8] {
    let lines =
      "{\n  \"format\": \"qa-repl\",\n  \"version\": \(version),\n"
      + "  \"questions\": ["
    return Array(lines.utf8)
  }

  package mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    var json = JSONWriter(.lines, indentation: 2)
    Self.append(question, to: &json)
    text += Self.beginningOfElement(isFirst: isEmpty)
    text += json.bytes
    isEmpty = false
    return nil
  }

  package var end: [UInt8] { endOfQuestions + Self.endOfDocument }

  /// The text between the last question and the sections of a backup.
  package var endOfQuestions: [UInt8] { Self.endOfList(isEmpty: isEmpty) }

  package static let endOfDocument = Array("\n}\n".utf8)

  /// The text before an element of a list, of questions or of a section's records.
  package static func beginningOfElement(isFirst: Bool) -> [UInt8] {
    Array((isFirst ? "\n    " : ",\n    ").utf8)
  }

  /// The text after the last element of a list.
  package static func endOfList(isEmpty: Bool) -> [UInt8] { Array((isEmpty ? "]" : "\n  ]").utf8) }

  /// The text before the value of a section.
  package static func member(_ name: String) -> [UInt8] {
    Array(",\n  \(JSONText.quoted(name)): ".utf8)
  }

  /// Appends the members in the order in which people read a question. Empty ones are left out.
  private static func append(_ question: ExportedQuestion, to json: inout JSONWriter) {
    let content = question.content
    json.object { json in
      appendIfPresent("deck", question.category, to: &json)
      appendIfPresent("id", content.externalID, to: &json)
      appendIfPresent("title", content.title, to: &json)
      if content.kind != .single { append("kind", content.kind.rawValue, to: &json) }
      append("text", content.text, to: &json)
      appendChoices(content.choices, to: &json)
      BackupSolution.append(content.solution, to: &json)
      appendIfPresent("commentary", content.commentary, to: &json)
      if !content.tags.isEmpty {
        json.beginMember("tags")
        json.array { json in
          for tag in content.tags {
            json.beginElement()
            json.append(quoted: tag)
          }
        }
      }
      for field in (content.otherFields ?? [:]).sorted(by: { $0.key < $1.key }) {
        json.beginMember(field.key)
        json.append(Array(field.value.utf8))
      }
      if let origin = question.origin { append(origin, to: &json) }
    }
  }

  private static func appendChoices(_ choices: [Choice], to json: inout JSONWriter) {
    if choices.isEmpty { return }
    json.beginMember("choices")
    json.array { json in
      for choice in choices {
        json.beginElement()
        append(choice, to: &json)
      }
    }
  }

  /// A choice without feedback, the usual case, is written as a plain string.
  private static func append(_ choice: Choice, to json: inout JSONWriter) {
    if choice.feedback.isEmpty { return json.append(quoted: choice.text) }
    json.object { json in
      append("text", choice.text, to: &json)
      append("feedback", choice.feedback, to: &json)
    }
  }

  private static func append(_ origin: ParsedQuestion.Origin, to json: inout JSONWriter) {
    append("record", Int(origin.record), to: &json)
    let dates = [
      ("created", origin.createdAt), ("changed", origin.changedAt),
      ("keyChanged", origin.keyChangedAt),
    ]
    for (name, date) in dates {
      guard let date else { continue }
      if let text = DateText.text(of: date) {
        append(name, String(decoding: text, as: UTF8.self), to: &json)
      } else {
        json.beginMember(name)
        json.append(Array("\(date.timeIntervalSinceReferenceDate)".utf8))
      }
    }
  }

  private static func append(_ name: String, _ text: String, to json: inout JSONWriter) {
    json.beginMember(name)
    json.append(quoted: text)
  }

  private static func append(_ name: String, _ number: Int, to json: inout JSONWriter) {
    json.beginMember(name)
    json.append(number)
  }

  private static func appendIfPresent(
    _ name: String, _ text: String?, to json: inout JSONWriter
  ) {
    if let text, !text.isEmpty { append(name, text, to: &json) }
  }
}

extension BackupDocument {
  /// The document as a file: UTF-8, one member per line, with a newline at the end.
  package var bytes: [UInt8] {
    var writer = BackupWriter(Set(questions.map(\.content.kind)))
    var text = writer.beginning
    for question in questions {
      _ = writer.append(
        ExportedQuestion(
          category: question.category, content: question.content, origin: question.origin),
        to: &text)
    }
    text += writer.endOfQuestions
    for section in sections { text += BackupWriter.member(section.name) + section.json }
    return text + BackupWriter.endOfDocument
  }
}
