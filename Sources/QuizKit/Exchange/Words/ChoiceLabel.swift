/// The labels of choices in formats that use letters: A to Z, and what some files write after Z.
enum ChoiceLabel {
  /// Returns the text after the label if `line` starts with a label beyond Z (`AA` or `[`) and
  /// `place` is beyond the last allowed choice; otherwise `nil`.
  ///
  /// The question is rejected for too many choices anyway. The line is recognised so that it is not
  /// taken for a continuation of the previous choice.
  static func textBehindLetters(of line: String, at place: Int) -> Substring? {
    guard place >= QuestionContent.maximumChoices else { return nil }
    for label in ["AA", "["] where line.hasPrefix(label) {
      let rest = line.dropFirst(label.count)
      guard let mark = rest.first else { return rest }
      if ".):".contains(mark) { return rest.dropFirst() }
      if mark == " " { return rest }
    }
    return nil
  }
}
