/// The letters of choices in the formats that letter them: A to Z, and what people write behind Z.
enum ChoiceLabel {
  /// The rest of a line that begins as the choice at `place` would, if that is one behind Z; `nil` if it begins otherwise.
  ///
  /// Such a choice is never taken, but a line of it must not pass for more text of the last one.
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
