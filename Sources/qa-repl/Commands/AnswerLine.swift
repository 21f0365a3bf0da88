/// What a line that answers a question says.
enum AnswerLine: Equatable {
  /// Choices by their numbers, from 1.
  case choices([Int])
  /// What is ticked.
  case ticked
  /// A text or a number.
  case typed(String)

  /// The words before choices, and before a text.
  static let choosing = ["choose", "選択"]
  static let typing = ["answer", "回答"]

  /// `nil` when the line is something else.
  init?(_ line: String) {
    let words = Tokenizer.words(of: line, beforeText: 1)
    guard let first = words.first else { return nil }
    let name = CommandWord.folded(first.text)
    let rest = words.dropFirst().first?.text ?? ""
    if Self.typing.contains(name) {
      self = .typed(rest)
    } else if Self.choosing.contains(name) {
      if rest.isEmpty {
        self = .ticked
      } else if let numbers = ChoiceWord.numbers(Self.words(rest)) {
        self = .choices(numbers)
      } else {
        return nil
      }
    } else if let numbers = ChoiceWord.numbers(Self.words(line)) {
      self = .choices(numbers)
    } else {
      return nil
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: Tokenizer.isBlank).map(String.init)
  }
}
