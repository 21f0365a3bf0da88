import QuizSupport

/// The words after a command's name. A command takes them one at a time, in order.
struct Arguments {
  /// The command's name, for error messages.
  let command: String
  /// The command's usage line, for error messages.
  let usage: String
  /// The language for error messages and default names.
  let language: Language
  private var options: [String: String] = [:]
  private var positional: ArraySlice<Positional> = []

  private struct Positional {
    let word: Word
    /// The option whose value this word continues, if the value is a name without quotes.
    let option: String?
  }

  /// Sorts `words` into options and positional words.
  ///
  /// - Parameter known: The command's options. An option with a value takes it from after `=` or
  ///   from the next word.
  ///
  /// - Throws: ``CommandError`` for an option that the command does not have, or one without its
  ///   value.
  init(
    command: String, usage: String, language: Language, words: [Word], known: [OptionEntry]
  ) throws(CommandError) {
    (self.command, self.usage, self.language) = (command, usage, language)
    var words = words[...]
    var unquoted: String?
    while let word = words.popFirst() {
      let folded = FullWidth.folded(word.text)
      guard !word.isQuoted, folded.hasPrefix("--"), folded.count > 2 else {
        positional.append(Positional(word: word, option: unquoted))
        continue
      }
      unquoted = nil
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
        if option.mayHaveBlanks, !value.isQuoted { unquoted = name }
      } else {
        throw .missingValue(option: "--\(name)", command: command)
      }
    }
  }

  /// Whether an option without a value was given.
  func flag(_ name: String) -> Bool { options[name] != nil }

  /// The value of an option, or `nil` when it was not given.
  func value(_ name: String) -> String? { options[name] }

  /// The duration given for an option, or `nil` when the option was not given.
  func duration(_ name: String) throws(CommandError) -> Duration? {
    guard let text = options[name] else { return nil }
    guard let duration = DurationText.parse(text), duration > .zero else {
      throw .notADuration(text, command: "--\(name)")
    }
    return duration
  }

  /// The day given for an option, or `nil` when the option was not given.
  func day(_ name: String) throws(CommandError) -> Day? {
    guard let text = options[name] else { return nil }
    guard let day = DayText.parse(text) else { throw .notADay(text, command: "--\(name)") }
    return day
  }

  /// The number given for an option, from 1, or `nil` when the option was not given.
  func number(_ name: String) throws(CommandError) -> Int? {
    guard let text = options[name] else { return nil }
    return try Self.number(text, command: "--\(name)")
  }

  /// Takes the next word; `nil` when there is none.
  mutating func nextIfAny() -> String? {
    positional.popFirst()?.word.text
  }

  /// Takes the next word. When there is none, throws an error that calls the missing word `name`.
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

  /// Takes the next word as a whole number, 1 or more.
  mutating func nextNumber(_ name: String) throws(CommandError) -> Int {
    try Self.number(try next(name), command: command)
  }

  /// Takes the next word as a whole number, 1 or more; `nil` when there is none.
  mutating func nextNumberIfAny() throws(CommandError) -> Int? {
    guard let text = nextIfAny() else { return nil }
    return try Self.number(text, command: command)
  }

  /// Takes all remaining words as numbers and ranges: `1 3-5`, `1,3`. When there is none, throws an
  /// error that calls the missing word `name`.
  mutating func nextNumbers(_ name: String) throws(CommandError) -> LineNumbers {
    guard let numbers = try nextNumbersIfAny() else {
      throw .missingArgument(name, command: command, usage: usage)
    }
    return numbers
  }

  /// Takes all remaining words as numbers and ranges; `nil` when there is none.
  mutating func nextNumbersIfAny() throws(CommandError) -> LineNumbers? {
    var ranges: [ClosedRange<Int>] = []
    for word in remaining() {
      for part in FullWidth.folded(word).split(whereSeparator: { $0 == "," || $0 == "、" }) {
        guard let range = LineNumbers.range(String(part)) else {
          throw .notANumber(word, command: command)
        }
        ranges.append(range)
      }
    }
    return ranges.isEmpty ? nil : LineNumbers(ranges)
  }

  /// Takes all remaining words as choices: `1 3`, `a,c`.
  mutating func nextChoices() throws(CommandError) -> [Int] {
    let words = remaining()
    if words.isEmpty { return [] }
    guard let numbers = ChoiceWord.numbers(words) else {
      throw .notANumber(words.joined(separator: " "), command: command)
    }
    return numbers
  }

  /// Takes the next word as yes or no.
  mutating func nextYesOrNo(_ name: String) throws(CommandError) -> Bool {
    let word = try next(name)
    if let value = YesOrNo.value(of: word) { return value }
    throw .badValue(
      option: command, value: word,
      allowed: [true, false].map { YesOrNo.word(for: $0, in: language) })
  }

  /// Takes the rest of the line exactly as it was typed; empty when nothing is left.
  mutating func text() -> String {
    defer { positional = [] }
    return positional.first.map { String($0.word.lineFromHere) } ?? ""
  }

  /// Takes all remaining words.
  mutating func remaining() -> [String] {
    defer { positional = [] }
    return positional.map(\.word.text)
  }

  /// Throws when a word is left over.
  func end() throws(CommandError) {
    guard let first = positional.first else { return }
    if let option = first.option, let value = options[option] {
      let rest = positional.prefix { $0.option == option }.map(\.word.text)
      throw .unquotedValue(
        first.word.text, option: "--\(option)", value: ([value] + rest).joined(separator: " "))
    }
    throw .unexpectedArgument(first.word.text, command: command, usage: usage)
  }

  private static func number(_ text: String, command: String) throws(CommandError) -> Int {
    guard let number = Int(FullWidth.folded(text)), number >= 1 else {
      throw .notANumber(text, command: command)
    }
    return number
  }
}
