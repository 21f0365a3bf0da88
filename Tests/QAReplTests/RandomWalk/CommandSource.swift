import QuizKit

@testable import qa_repl

/// Command lines by chance, of the screen in front: made from the same table as the help, so that a new command is tried at once.
struct CommandSource {
  private var random: SplitMix64
  private var counter = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// Commands that end the walk, that the model beside the program does not follow in all their options,
  /// or that do something only after another program has changed the same record, or after the year 2000.
  private static let left = [
    "quit", "import", "export", "sync", "overwrite", "reload", "keep-both", "redate",
  ]

  /// Commands that change the bank on screens that the model does not follow.
  private static let leftByScreen: [ScreenName: [String]] = [
    .search: ["delete", "go"], .trash: ["restore"],
  ]

  mutating func next(on screen: ScreenName, isWriting: Bool, decks: [String]) -> String {
    counter += 1
    if isWriting, chance(60) { return write(on: screen) }
    if screen == .quiz || screen == .review, chance(40) { return "\(number(5))" }
    if screen == .start, chance(10) { return importLine(decks) }
    // Mostly what the screen itself can do: the ways to other screens are many.
    let mayLeave = chance(20)
    let entries = CommandTable(Screen.all).entries.filter {
      ($0.screens.isEmpty || $0.screens.contains(screen) || mayLeave) && $0.belongs(to: screen)
        && !Self.left.contains($0.name)
        && !(Self.leftByScreen[screen]?.contains($0.name) ?? false)
    }
    return line(entries[number(entries.count) - 1], decks)
  }

  /// A line that brings a form nearer to being complete.
  private mutating func write(on screen: ScreenName) -> String {
    switch number(8) {
    case 1: "question Q\(counter)?"
    case 2: "choice \(number(4)) C\(counter)"
    case 3: "correct \(number(4))"
    case 4: "commentary  because \(counter) "
    case 5: "remove-choice \(number(5))"
    case 6: "tags t\(number(3)), t\(number(3))"
    default: screen == .register ? "register" : "save"
    }
  }

  private mutating func importLine(_ decks: [String]) -> String {
    let deck = chance(50) ? " --deck \(self.deck(decks))" : ""
    return "import more.csv\(deck)\(chance(20) ? " --dry-run" : "")"
  }

  private mutating func line(_ entry: CommandEntry, _ decks: [String]) -> String {
    var words = [entry.name]
    for token in entry.arguments.split(separator: " ") {
      switch token {
      case "N…": words.append("\(number(chance(90) ? 5 : 99))")
      case "[N…]": if chance(40) { words.append("\(number(2))-\(number(2) + 2)") }
      case "N": words.append("\(number(chance(90) ? 5 : 99))")
      case "TEXT", "WORDS": words.append(chance(10) ? "　" : "text \(counter)")
      case "TAG…": words.append("t\(number(3)) t\(number(3))")
      case "NAME", "B": words.append(chance(80) ? "D\(counter)" : deck(decks))
      case "A", "DECK", "DECK…": words.append(deck(decks))
      case "[DECK]": if chance(70) { words.append(deck(decks)) }
      case "DURATION", "[TIME]": words.append("\(number(9))s")
      case "ja|en": words.append(chance(50) ? "ja" : "en")
      case "[OPTIONS]", "[--deck":
        for option in entry.options where chance(25) { words.append(text(option, decks)) }
      default: break
      }
    }
    return words.joined(separator: " ")
  }

  private mutating func text(_ option: OptionEntry, _ decks: [String]) -> String {
    switch option.value {
    case nil: "--\(option.name)"
    case "DECK": "--\(option.name) \(deck(decks))"
    case "N": "--\(option.name) \(number(5))"
    case "DATE": "--\(option.name) 2000-01-01"
    case "TAG": "--\(option.name) t\(number(3))"
    case let value? where value.hasSuffix("s"): "--\(option.name) \(number(9))s"
    default: "--\(option.name) text"
    }
  }

  /// Mostly a deck that there is.
  private mutating func deck(_ decks: [String]) -> String {
    guard !decks.isEmpty, chance(90) else { return "Nowhere" }
    return "\"\(decks[number(decks.count) - 1])\""
  }

  /// A number from 1 to `limit`.
  mutating func number(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { number(100) <= percent }
}
