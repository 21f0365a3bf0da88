import QuizSupport

/// The seconds allowed for an answer, which tables can state. They are stored among the other
/// fields, because a quiz uses one time limit for all its questions.
extension QuestionContent {
  /// The field's name in the qa-repl JSON format and in tables.
  static let timeField = "time"

  /// The text in the file, unchanged: usually a number such as `20`, but any text is kept.
  var timeLimit: String? { otherFields?[Self.timeField].map(plainText) }
}

extension QuestionDraft {
  /// The text in the file, unchanged.
  var timeLimit: String? {
    get { otherFields[QuestionContent.timeField].map(plainText) }
    set {
      // A whole number stays a JSON number; other texts become JSON strings.
      otherFields[QuestionContent.timeField] = newValue.map { text in
        Int(text).map(String.init) == text ? text : JSONText.quoted(text)
      }
    }
  }
}

/// Returns a JSON string's text or a number's digits; any other JSON unchanged.
private func plainText(_ json: String) -> String {
  do throws(JSONFault) {
    let value = try Array(json.utf8).withBytes { bytes throws(JSONFault) in
      try JSONValue(reading: bytes, with: JSONTape(isForeign: true))
    }
    return value.scalarText ?? json
  } catch {
    return json
  }
}
