import QuizKit
import QuizSupport

/// Turns a line, or the program's arguments, into a command for one screen.
struct CommandParser {
  let table: CommandTable
  /// The screen in front. Some words mean different things on different screens.
  let screen: ScreenName
  /// The language for error messages and default names.
  let language: Language

  /// The command on `line`, or `nil` for a blank line or a comment, which begins with `#`.
  ///
  /// - Throws: ``CommandError`` when the line is not a command or not one for this screen.
  func command(line: String) throws(CommandError) -> Command? {
    guard let first = line.first(where: { !Tokenizer.isBlank($0) }), first != "#" else {
      return nil
    }
    let words = Tokenizer.words(of: line, beforeText: 1)
    if let count = entry(called: words[0].text)?.wordsBeforeText {
      return try command(words: Tokenizer.words(of: line, beforeText: 1 + count))
    }
    return try command(words: try Tokenizer.words(of: line))
  }

  /// The command that `words` form, or `nil` when there are none.
  func command(words: [Word]) throws(CommandError) -> Command? {
    guard let first = words.first else { return nil }
    guard let entry = entry(called: first.text) else {
      let entries = table.entries(called: first.text)
      if let choose = table.choices[screen], let numbers = ChoiceWord.numbers(words.map(\.text)),
        let command = choose(numbers)
      {
        return command
      }
      if !entries.isEmpty {
        throw .notOnThisScreen(
          first.text, screen: table.titles(of: [screen])[0],
          elsewhere: table.titles(of: entries.flatMap(\.screens)))
      }
      let here = table.entries(on: screen).map(\.name)
      throw .unknownCommand(
        first.text, suggestion: Suggestion.nearest(to: CommandWord.folded(first.text), among: here))
    }
    var arguments = try Arguments(
      command: entry.name, usage: entry.usage, language: language,
      words: Array(words.dropFirst()), known: entry.options)
    let command = try entry.parse(&arguments)
    try arguments.end()
    return command
  }

  /// The table entry for `word` on this screen.
  private func entry(called word: String) -> CommandEntry? {
    table.entry(called: word, on: screen)
  }
}

/// The words that answer a question: `1`, `2` …, `a`, `b` … or `ア`, `イ` ….
enum ChoiceWord {
  private static let kana = Array("アイウエオカキクケ")

  /// The numbers of the choices that the words name, from 1, such as `1 3`, `a,c` or `ア、ウ`; `nil`
  /// when a word does not name a choice.
  static func numbers(_ words: [String]) -> [Int]? {
    let parts = words.flatMap {
      CommandWord.folded($0).split(separator: /[,、]/).map(String.init)
    }
    let numbers = parts.compactMap(number)
    return !parts.isEmpty && numbers.count == parts.count ? numbers : nil
  }

  /// The number of the choice that `word` names, from 1, or `nil` when it does not name a choice.
  /// It does not check that the question has so many choices.
  static func number(_ word: String) -> Int? {
    if let number = Int(word) { return number >= 0 ? number : nil }
    guard word.count == 1, let character = word.first else { return nil }
    if let index = kana.firstIndex(of: character) { return index + 1 }
    guard let ascii = character.asciiValue, (97...122).contains(ascii) else { return nil }
    return Int(ascii) - 96
  }
}
