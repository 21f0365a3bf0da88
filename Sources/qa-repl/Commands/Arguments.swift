import QuizKit

/// The words after a command's name, taken one by one by the command that they belong to.
struct Arguments {
  /// The name that was typed, for messages.
  let command: String
  /// How the command is written, for messages.
  let usage: String
  /// The language that the program speaks.
  let language: Language
  private var options: [String: String] = [:]
  private var positional: [Word] = []

  /// Sorts `words` into options and the rest.
  ///
  /// - Parameter known: the command's options; those with a value take the next word, or what follows `=`.
  init(
    command: String, usage: String, language: Language, words: [Word], known: [OptionEntry]
  ) throws(CommandError) {
    (self.command, self.usage, self.language) = (command, usage, language)
    var words = words[...]
    while let word = words.popFirst() {
      let folded = FullWidth.folded(word.text)
      guard !word.isQuoted, folded.hasPrefix("--"), folded.count > 2 else {
        positional.append(word)
        continue
      }
      let parts = folded.dropFirst(2).split(separator: "=", maxSplits: 1)
      let name = parts.isEmpty ? "" : String(parts[0])
      guard let option = known.first(where: { $0.name == name }) else {
        let names = known.map { "--\($0.name)" }
        throw .unknownOption(
          "--\(name)", command: command,
          suggestion: Suggestion.nearest(to: "--\(name)", among: names))
      }
      if option.value == nil {
        options[name] = ""
      } else if let equals = word.text.firstIndex(where: { $0 == "=" || $0 == "\u{FF1D}" }) {
        options[name] = String(word.text[word.text.index(after: equals)...])
      } else if let value = words.popFirst() {
        options[name] = value.text
      } else {
        throw .missingValue(option: "--\(name)", command: command)
      }
    }
  }

  /// Whether an option without a value was given.
  func flag(_ name: String) -> Bool { options[name] != nil }

  /// The value of an option, or `nil` when it was not given.
  func value(_ name: String) -> String? { options[name] }

  /// The duration of an option, or `nil` when it was not given.
  func duration(_ name: String) throws(CommandError) -> Duration? {
    guard let text = options[name] else { return nil }
    guard let duration = DurationText.parse(text), duration > .zero else {
      throw .notADuration(text, command: "--\(name)")
    }
    return duration
  }

  /// The day of an option, or `nil` when it was not given.
  func day(_ name: String) throws(CommandError) -> Day? {
    guard let text = options[name] else { return nil }
    guard let day = DayText.parse(text) else { throw .notADay(text, command: "--\(name)") }
    return day
  }

  /// The number of an option, or `nil` when it was not given.
  func number(_ name: String) throws(CommandError) -> Int? {
    guard let text = options[name] else { return nil }
    return try Self.number(text, command: "--\(name)")
  }

  /// Takes the next word; `nil` when there is none.
  mutating func nextIfAny() -> String? {
    positional.isEmpty ? nil : positional.removeFirst().text
  }

  /// Takes the next word, which `name` describes in the message when there is none.
  mutating func next(_ name: String) throws(CommandError) -> String {
    guard let word = nextIfAny() else {
      throw .missingArgument(name, command: command, usage: usage)
    }
    return word
  }

  /// Takes the next word as a duration; `nil` when there is none.
  mutating func nextDurationIfAny() throws(CommandError) -> Duration? {
    guard let text = nextIfAny() else { return nil }
    guard let duration = DurationText.parse(text), duration > .zero else {
      throw .notADuration(text, command: command)
    }
    return duration
  }

  /// Takes the next word as a number from 1.
  mutating func nextNumber(_ name: String) throws(CommandError) -> Int {
    try Self.number(try next(name), command: command)
  }

  /// Takes the rest of the line as it stands; empty when there is none.
  mutating func text() -> String {
    defer { positional = [] }
    return positional.first?.lineFromHere ?? ""
  }

  /// Takes all words that are left.
  mutating func remaining() -> [String] {
    defer { positional = [] }
    return positional.map(\.text)
  }

  /// Makes sure that nothing is left over.
  func end() throws(CommandError) {
    if let word = positional.first {
      throw .unexpectedArgument(word.text, command: command, usage: usage)
    }
  }

  private static func number(_ text: String, command: String) throws(CommandError) -> Int {
    guard let number = Int(FullWidth.folded(text)), number >= 1 else {
      throw .notANumber(text, command: command)
    }
    return number
  }
}
