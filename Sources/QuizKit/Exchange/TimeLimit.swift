/// The seconds to answer that tables give a question. They are kept among the other fields, because a quiz has one time for all.
extension QuestionContent {
  /// The name that it has in our own JSON and in a table.
  static let timeField = "time"

  /// What the file says, word for word: `20`, or whatever stands in its place.
  var timeLimit: String? { otherFields?[Self.timeField].map(JSONValue.scalarText) }
}

extension QuestionDraft {
  /// What the file says, word for word.
  var timeLimit: String? {
    get { otherFields[QuestionContent.timeField].map(JSONValue.scalarText) }
    set {
      // A number stays one in JSON; anything else becomes a text.
      otherFields[QuestionContent.timeField] = newValue.map { text in
        Int(text).map(String.init) == text ? text : JSONText.quoted(text)
      }
    }
  }
}
