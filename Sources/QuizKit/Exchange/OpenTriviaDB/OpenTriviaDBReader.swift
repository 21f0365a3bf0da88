import QuizSupport

/// Reads responses of the Open Trivia Database, <https://opentdb.com/api_config.php>.
///
/// The file is `{"results": […]}` with or without a response code, `{"questions": […]}`, or only
/// the list. The format has no position for the right answer. It is inserted among the wrong ones
/// by a hash of the question, so that it varies but is the same in every import.
struct OpenTriviaDBReader: QuestionReader {
  static let formatName = "Open Trivia DB JSON"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      let document: JSONOutline
      do throws(JSONFault) {
        document = try JSONOutline(bytes, longest: collector.longest)
        if let code = try document.value("response_code", in: bytes)?.integer, code != 0 {
          return collector.report(.responseCode(Int(code)), line: document.line)
        }
      } catch {
        return try collector.report(error, in: bytes)
      }
      guard var results = document.list("results", "questions", in: bytes) else {
        return collector.report(.notThisFormat(format: Self.formatName, .noList), line: 1)
      }
      let coding = try TriviaTextCoding(
        options.triviaEncoding, results: results, collector)
      while let result = try results.next(in: collector) {
        let element = "\(results.name)[\(results.count)]"
        read(result, line: results.line, element: element, coding: coding, into: collector)
        try collector.advance(to: results.position, of: bytes.count)
      }
    }
  }

  private func read(
    _ result: JSONValue, line: Int, element: String, coding: TriviaTextCoding,
    into collector: QuestionCollector
  ) {
    guard let object = result.object else {
      collector.report(.wrongType(field: element, expected: "{ }"), line: nil, element: element)
      return
    }
    var draft = QuestionDraft(line: line)
    draft.element = element
    func text(_ name: String) -> String? {
      object[name]?.string.map { FieldText.make(coding.decode($0)) }
    }
    guard let stem = text("question") else {
      return refuse(draft, object, "question", into: collector)
    }
    draft.text = stem
    guard let right = text("correct_answer") else {
      return refuse(draft, object, "correct_answer", into: collector)
    }
    guard let wrong = object["incorrect_answers"]?.array else {
      return refuse(draft, object, "incorrect_answers", into: collector)
    }
    draft.category = text("category").flatMap { $0.isEmpty ? nil : $0 }
    draft.tags = text("difficulty").map { [$0] } ?? []
    let wrongTexts = wrong.map { FieldText.make(coding.decode($0.scalarText ?? "")) }
    if text("type") == "boolean" {
      draft.kind = .trueFalse
      draft.choices = [Choice("True"), Choice("False")]
      if let fault = draft.resolve(key: right) { return collector.refuse(draft, fault) }
    } else {
      draft.kind = .single
      (draft.choices, draft.correct) = StablePlace.place(right, among: wrongTexts, of: stem)
    }
    collector.submit(draft)
  }

  private func refuse(
    _ draft: QuestionDraft, _ object: JSONObject, _ field: String, into collector: QuestionCollector
  ) {
    let fault: Fault =
      object[field] == nil
      ? .missingField(field)
      : .wrongType(field: field, expected: field == "incorrect_answers" ? "[ ]" : "\" \"")
    collector.refuse(draft, fault)
  }
}
