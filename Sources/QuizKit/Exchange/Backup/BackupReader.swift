/// Reads the questions of our own JSON.
struct BackupReader: QuestionReader {
  static let formatName = "qa-repl JSON"

  /// The members of a document that are not sections.
  static let ownMembers: Set<String> = ["format", "version", "questions"]

  func read(
    _ source: SourceText, options: ReadingOptions, into intake: Intake
  ) throws(ReadingCancelled) {
    guard let document = Self.document(source, intake) else { return }
    try Self.readQuestions(of: document, total: source.bytes.count, into: intake)
  }

  /// The document, once its envelope was found right.
  static func document(_ source: SourceText, _ intake: Intake) -> JSONObject? {
    let value: JSONValue
    do throws(JSONParser.Failure) {
      value = try JSONParser.parse(source.bytes)
    } catch {
      intake.report(.syntax(format: "JSON", column: error.column, error.fault), line: error.line)
      return nil
    }
    guard let object = value.object, object["format"]?.string == "qa-repl" else {
      intake.report(.notThisFormat(format: formatName, .beginsOtherwise), line: 1)
      return nil
    }
    guard let version = object["version"]?.integer else {
      intake.report(.missingField("version"), line: object.line)
      return nil
    }
    // A newer file may hold fields that would be lost if it were read and written again.
    if version > BackupDocument.currentVersion {
      intake.report(
        .newerVersion(found: version, known: BackupDocument.currentVersion), line: object.line)
      return nil
    }
    return object
  }

  static func readQuestions(
    of document: JSONObject, total: Int, into intake: Intake
  ) throws(ReadingCancelled) {
    guard let questions = document["questions"]?.array else {
      return intake.report(.missingField("questions"), line: document.line)
    }
    var unknown: [String] = []
    for (index, value) in questions.enumerated() {
      let element = "questions[\(index)]"
      if let object = value.object {
        submit(object, element: element, to: intake)
        for member in object.members
        where !knownFields.contains(member.name) && unknown.count < unknownLimit
          && !unknown.contains(member.name)
        {
          unknown.append(member.name)
        }
      } else {
        intake.report(.wrongType(field: element, expected: "{ }"), line: nil, element: element)
      }
      try intake.advance(to: total * (index + 1) / questions.count, of: total)
    }
    if !unknown.isEmpty { intake.report(.columnsIgnored(unknown), line: document.line) }
  }

  /// Only so many names are said; a file may have a new one in each question.
  private static let unknownLimit = 20

  private static let knownFields: Set<String> = [
    "deck", "kind", "text", "choices", "correct", "commentary", "tags", "title", "id",
  ]

  private static func submit(_ object: JSONObject, element: String, to intake: Intake) {
    var draft = QuestionDraft(line: object.line)
    draft.element = element
    draft.text = text(object["text"])
    draft.kind = object["kind"]?.string.flatMap(QuestionContent.Kind.init) ?? .single
    draft.choices = (object["choices"]?.array ?? []).map(choice)
    draft.commentary = text(object["commentary"])
    draft.tags = (object["tags"]?.array ?? []).map(text).filter { !$0.isEmpty }
    draft.category = optional(object["deck"])
    draft.title = optional(object["title"])
    draft.externalID = optional(object["id"])
    guard let correct = object["correct"] else {
      return intake.refuse(draft, .missingField("correct"))
    }
    guard let number = correct.integer else {
      return intake.refuse(draft, .wrongType(field: "correct", expected: "1, 2, 3 …"))
    }
    // Counted from 1 in the file, which people open and edit.
    draft.correct = number &- 1
    intake.submit(draft)
  }

  private static func choice(_ value: JSONValue) -> Choice {
    if let plain = value.string { return Choice(FieldText.make(plain)) }
    return Choice(text(value.object?["text"]), feedback: text(value.object?["feedback"]))
  }

  private static func text(_ value: JSONValue?) -> String {
    FieldText.make(value?.scalarText ?? "")
  }

  private static func optional(_ value: JSONValue?) -> String? {
    let text = text(value)
    return text.isEmpty ? nil : text
  }
}
