extension WordQuestion {
  /// How sure it is that the paragraphs are a question.
  enum Evidence {
    /// A question mark, letters, boxes, a key, a word such as `Question`.
    case sure
    /// Only the marks of one of its choices.
    case likely
    /// A heading with a list.
    case none
  }
}
