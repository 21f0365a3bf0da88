/// The seconds to answer that tables give a question. They are kept among the other fields, because a quiz has one time for all.
extension QuestionContent {
  /// The name that it has in our own JSON and in a table.
  static let timeField = "time"

  /// What the file says, word for word: `20`, or whatever stands in its place.
  var timeLimit: String? { otherFields?[Self.timeField].map(plainText) }
}

extension QuestionDraft {
  /// What the file says, word for word.
  var timeLimit: String? {
    get { otherFields[QuestionContent.timeField].map(plainText) }
    set {
      // A number stays one in JSON; anything else becomes a text.
      otherFields[QuestionContent.timeField] = newValue.map { text in
        Int(text).map(String.init) == text ? text : JSONText.quoted(text)
      }
    }
  }
}

/// The text of a string or the digits of a number that is still JSON; any other JSON as it stands.
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
