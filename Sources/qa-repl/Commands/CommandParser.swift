import QuizKit
import QuizSupport

/// Turns a line, or the program's arguments, into a command for one screen.
struct CommandParser {
  let table: CommandTable
  /// The screen in front. Some words mean different things on different screens.
  let screen: ScreenName
  /// The language for error messages and default names.
  let language: Language
  /// The choices of the question on the screen; `nil` where they are not known.
  var choices: [String]?

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
      if let choose = table.choices[screen],
        let numbers = ChoiceWord.numbers(words.map(\.text), among: choices),
        let command = choose(numbers)
      {
        return command
      }
      let here = table.entries(on: screen).map(\.name)
      let word = CommandWord.folded(first.text)
      let familiar = FamiliarWord.line(for: word, among: here)
      if !entries.isEmpty {
        let elsewhere = entries.flatMap(\.screens)
        throw .notOnThisScreen(
          first.text, screen: table.titles(of: [screen])[0],
          elsewhere: table.titles(of: elsewhere), way: table.way(to: elsewhere),
          familiar: familiar)
      }
      let near = Suggestion.nearest(to: word, among: here)
      throw .unknownCommand(
        first.text,
        suggestion: familiar ?? near.flatMap { FamiliarWord.unsuggested.contains($0) ? nil : $0 })
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
