import QuizSupport

/// Writes the qa-repl JSON format, which keeps every feature.
package struct NativeJSONWriter: QuestionWriter {
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
      json.appendIfPresent("deck", question.category)
      json.appendIfPresent("id", content.externalID)
      json.appendIfPresent("title", content.title)
      if content.kind != .single { json.append("kind", content.kind.rawValue) }
      json.append("text", content.text)
      if !content.choices.isEmpty { json.append("choices", content.choices) { $1.append($0) } }
      json.append(content.solution)
      json.appendIfPresent("commentary", content.commentary)
      if !content.tags.isEmpty { json.append("tags", content.tags) { $1.append(quoted: $0) } }
      for field in (content.otherFields ?? [:]).sorted(by: { $0.key < $1.key }) {
        json.beginMember(field.key)
        json.append(Array(field.value.utf8))
      }
      if !content.pictures.isEmpty {
        json.append("pictures", content.pictures.all) { $1.append($0) }
      }
      if let origin = question.origin { json.append(origin) }
    }
  }
}

/// The members of a question.
extension JSONWriter {
  /// A choice without feedback, the usual case, is written as a plain string.
  fileprivate mutating func append(_ choice: Choice) {
    if choice.feedback.isEmpty { return append(quoted: choice.text) }
    object { json in
      json.append("text", choice.text)
      json.append("feedback", choice.feedback)
    }
  }

  fileprivate mutating func append(_ picture: Picture) {
    object { json in
      json.append("label", picture.label)
      if let attachment = picture.attachment {
        json.append("digest", attachment.digest.text)
        json.append("mediaType", attachment.mediaType)
        json.append("size", attachment.size)
        json.append("name", attachment.name)
        if let width = attachment.width { json.append("width", width) }
        if let height = attachment.height { json.append("height", height) }
      } else {
        json.append("address", picture.address ?? "")
      }
    }
  }

  fileprivate mutating func append(_ origin: ParsedQuestion.Origin) {
    append("record", Int(origin.record))
    let dates = [
      ("created", origin.createdAt), ("changed", origin.changedAt),
      ("keyChanged", origin.keyChangedAt),
    ]
    for (name, date) in dates {
      guard let date else { continue }
      if let text = DateText.text(of: date) {
        append(name, String(decoding: text, as: UTF8.self))
      } else {
        beginMember(name)
        append(Array("\(date.timeIntervalSinceReferenceDate)".utf8))
      }
    }
  }

  // MARK: Solutions

  /// Appends the members that describe the solution.
  fileprivate mutating func append(_ solution: Solution) {
    switch solution {
    case .single(let single):
      append("correct", single.correct + 1)
      append(weights: single.weights)
    case .trueFalse(let position): append("correct", position + 1)
    case .several(let several):
      append("correct", several.correct) { $1.append($0 + 1) }
      if let choose = several.choose { append("choose", choose) }
      append(weights: several.weights)
    case .text(let text): append(text)
    case .number(let number):
      append("accepted", number.accepted) { accepted, json in
        json.object { json in
          json.append(accepted.span)
          json.append(accepted.fraction, accepted.feedback)
        }
      }
    case .card(let card): append("back", card.back)
    case .gaps(let gaps):
      append("gaps", gaps.gaps) { gap, json in
        json.object { json in
          switch gap {
          case .typed(let text): json.append(text)
          case .picked(let choices):
            json.append("choices", choices.texts) { $1.append(quoted: $0) }
            json.append("correct", choices.correct + 1)
          }
        }
      }
    case .order: break
    case .match(let match):
      append("pairs", match.pairs) { pair, json in
        json.object { json in
          json.append("left", pair.left)
          json.append("right", pair.right)
        }
      }
      if !match.extra.isEmpty { append("extra", match.extra) { $1.append(quoted: $0) } }
    }
  }

  /// Appends the accepted texts, and whether their case counts.
  private mutating func append(_ text: TextSolution) {
    append("accepted", text.accepted) { accepted, json in
      if accepted.fraction == 1, accepted.feedback.isEmpty {
        return json.append(quoted: accepted.pattern)
      }
      json.object { json in
        json.append("text", accepted.pattern)
        json.append(accepted.fraction, accepted.feedback)
      }
    }
    guard text.isCaseSensitive else { return }
    beginMember("caseSensitive")
    append("true")
  }

  private mutating func append(weights: [Double]?) {
    if let weights { append("weights", weights) { $1.append($0) } }
  }

  private mutating func append(_ span: NumberSpan) {
    switch span {
    case .value(let value, let tolerance):
      append("value", value)
      if tolerance != 0 { append("tolerance", tolerance) }
    case .range(let lower, let upper):
      append("from", lower)
      append("to", upper)
    case .any: append("value", "*")
    }
  }

  private mutating func append(_ fraction: Double, _ feedback: String) {
    if fraction != 1 { append("fraction", fraction) }
    appendIfPresent("feedback", feedback)
  }

  // MARK: Members

  fileprivate mutating func append(_ name: String, _ text: String) {
    beginMember(name)
    append(quoted: text)
  }

  private mutating func append(_ name: String, _ number: Int) {
    beginMember(name)
    append(number)
  }

  private mutating func append(_ name: String, _ number: Double) {
    beginMember(name)
    append(number)
  }

  private mutating func append(_ number: Double) {
    append(Array(TypedNumber.text(of: number).utf8))
  }

  fileprivate mutating func appendIfPresent(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { append(name, text) }
  }

  fileprivate mutating func append<T>(
    _ name: String, _ values: [T], _ append: (T, inout JSONWriter) -> Void
  ) {
    beginMember(name)
    array { json in
      for value in values {
        json.beginElement()
        append(value, &json)
      }
    }
  }
}

extension BackupDocument {
  /// The document as a file: UTF-8, one member per line, with a newline at the end.
  package var bytes: [UInt8] {
    var writer = NativeJSONWriter(Set(questions.map(\.content.kind)))
    var text = writer.beginning
    for question in questions {
      _ = writer.append(
        ExportedQuestion(
          category: question.category, content: question.content, origin: question.origin),
        to: &text)
    }
    text += writer.endOfQuestions
    for section in sections { text += NativeJSONWriter.member(section.name) + section.json }
    return text + NativeJSONWriter.endOfDocument
  }
}
