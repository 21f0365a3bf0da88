@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport
@testable import qa_repl

/// Random command lines, made from the same table as the help, so that a new command takes part as
/// soon as it is in the table.
struct CommandSource {
  /// The names that a line can contain.
  struct Names {
    var decks: [String] = []
    var exams: [String] = []
    var files: [String] = []
  }

  private var random: SplitMix64
  private var counter = 0
  /// The device's number, which is part of every text written on it.
  private let device: Int

  init(seed: UInt64, device: Int) {
    random = SplitMix64(seed: seed)
    self.device = device
  }

  /// The commands that change the bank. They are chosen more often than their share of the table.
  private static let favoured = [
    "import", "delete", "manage", "quiz", "edit", "sync", "restore", "undo",
  ]

  /// A line for the screen in front.
  mutating func next(_ shell: Shell, _ names: Names) -> String {
    counter += 1
    if let quiz = shell.state as? QuizState, chance(60) { return answer(quiz) }
    if isWriting(shell.state), chance(70) { return write(shell.state) }
    if shell.state is ExamFormState, chance(70) { return writeExam(names) }
    if shell.screen != .start, chance(8) { return "home" }
    // Mostly choose a command of the screen itself, because the ways to other screens are many.
    let mayLeave = chance(35)
    let entries = shell.table.entries(on: shell.screen).filter { entry in
      (mayLeave || entry.screens.contains(shell.screen))
        && (entry.name != "quit" || chance(5))
        // Small banks show as much in less time.
        && (entry.name != "sample" || chance(10))
    }
    let favoured = entries.filter { Self.favoured.contains($0.name) }
    let chosen = chance(25) && !favoured.isEmpty ? favoured : entries
    guard !chosen.isEmpty else { return "home" }
    let entry = chosen[number(chosen.count) - 1]
    return called(entry) + arguments(entry, names)
  }

  /// Random keys.
  mutating func keys() -> String {
    counter += 1
    let special = [
      "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\r", "\r", " ",
      "\t", "?", "/", "\u{1B}", "\u{7F}", "\u{15}", "y", "n", "1", "2", "3", "\u{1B}[H", "\u{1B}[F",
      "t\(counter) ", "q",
    ]
    return (1...number(4)).map { _ in special[number(special.count) - 1] }.joined()
  }

  /// A line that deletes something, on any screen.
  mutating func deletion(_ names: Names) -> String {
    switch number(3) {
    case 1: "exam delete \(word("EXAM", names))"
    default: "delete \(chance(50) ? "1" : deck(names))"
    }
  }

  // MARK: Texts

  /// A number that no other question of the history has.
  mutating func serial() -> Int {
    counter += 1
    return counter * 10 + device
  }

  mutating func content() -> QuestionContent {
    RandomQuestion.content(serial(), &random)
  }

  mutating func phrase() -> String {
    counter += 1
    let (words, origin) = (RandomQuestion.phrase(&random), "\(counter) of \(device)")
    return chance(50) ? "\(words) \(origin)" : "\(origin) \(words)"
  }

  private func isWriting(_ state: (any Viewable)?) -> Bool {
    state is RegisterState || (state as? ManageState)?.editing == true
  }

  /// A line that brings the form of a question nearer to being complete.
  private mutating func write(_ state: (any Viewable)?) -> String {
    let written = (state as? RegisterState)?.fields ?? (state as? ManageState)?.fields
    let before = written?.question ?? ""
    switch number(12) {
    case 1, 2:
      let known = RandomQuestion.serial(of: before)
      return "question " + RandomQuestion.text(known ?? serial(), phrase())
    case 3, 4, 5: return "choice \(number(4)) \(phrase())"
    case 6: return "correct \(number(4))"
    case 7: return "commentary  \(phrase()) "
    case 8: return chance(50) ? "remove-choice \(number(5))" : "add-choice \(phrase())"
    case 9: return "tags t\(number(3)), t\(number(3))"
    case 10:
      return
        "kind \((QuestionContent.Kind.allCases.randomElement(using: &random) ?? .card).rawValue)"
    case 11 where chance(50): return writePart()
    case 11:
      return chance(50) ? "accept \(phrase())" : "number \(number(99)) ± 0.\(number(999))"
    default: return state is RegisterState ? "register" : "save"
    }
  }

  /// A line that brings the form of an exam nearer to being complete.
  private mutating func writeExam(_ names: Names) -> String {
    switch number(8) {
    case 1: "questions \(number(3))"
    case 2: "pass \(chance(80) ? "\(number(99))" : decimal(99))%"
    case 3: "marks +\(decimal(99)), -\(chance(50) ? "1/\(number(9))" : decimal(99)), 0"
    case 4: "time \(number(90))\(chance(50) ? "s" : "m")"
    case 5: chance(50) ? "going-back no" : "pause yes"
    case 6:
      "add-section S\(number(9)): \(number(2))\(chance(90) ? "" : "0%") of deck \(deck(names))"
    default: "save"
    }
  }

  /// A number with up to five digits after the point.
  mutating func decimal(_ limit: Int) -> String {
    let most = [10, 100, 1000, 10_000, 100_000][number(5) - 1]
    return chance(50) ? "\(number(limit))" : "\(number(limit)).\(number(most) - 1)"
  }

  /// A line that writes the back of a card, or a part of a solution that has several.
  private mutating func writePart() -> String {
    switch number(7) {
    case 1: "back-side \(phrase())"
    case 2: "gap \(number(3)) \(phrase()) | \(phrase())"
    case 3: "gap \(number(3)) =\(phrase()) | \(phrase())"
    case 4: "pair \(number(3)) \(phrase()) | \(phrase())"
    case 5: "question [[1]] \(phrase()) [[2]]"
    case 6: chance(50) ? "remove-gap \(number(3))" : "remove-pair \(number(3))"
    default: "extra \(phrase()) | \(phrase())"
    }
  }

  /// An answer to a card, or a part of an answer that has several.
  private mutating func answerPart(_ quiz: QuizState) -> String {
    switch quiz.kind {
    case .card: return ["show", "again", "hard", "good", "easy", "3"][number(6) - 1]
    case .gaps:
      return
        "gap \(number(3)) \(chance(40) ? "yes" : chance(50) ? "is" : chance(50) ? "a" : phrase())"
    case .order:
      let order = (1...max(1, quiz.choices.count)).shuffled(using: &random).map(String.init)
      return (chance(50) ? "order " : "") + order.joined(separator: " ")
    default:
      let letters = ["a", "b", "c", "d"]
      return "match " + (1...3).map { "\($0)\(letters[number(4) - 1])" }.joined(separator: " ")
    }
  }

  /// An answer of the kind that is asked for, or something else.
  private mutating func answer(_ quiz: QuizState) -> String {
    switch number(12) {
    case 1: return ["skip", "flag", "back", "sure", "guess", "finish", "result"][number(7) - 1]
    case 2: return "go \(number(max(1, quiz.count)))"
    case 3...8 where quiz.kind == .text: return "answer \(chance(50) ? "yes" : phrase())"
    case 3...8 where quiz.kind == .number: return "answer \(decimal(50))"
    case 3...8 where quiz.kind.isNew: return answerPart(quiz)
    case 3...8 where quiz.kind == .several: return "\(number(4)) \(number(4))"
    default: return "\(number(max(1, quiz.choices.count)))"
    }
  }

  // MARK: The table

  /// The command's name, or one of its aliases, in one of the ways in which people type it.
  private mutating func called(_ entry: CommandEntry) -> String {
    let name =
      chance(70) ? entry.name : ([entry.name] + entry.aliases).randomElement(using: &random)
    switch number(10) {
    case 1: return (name ?? "").uppercased()
    case 2: return (name ?? "").inFullWidth
    default: return name ?? ""
    }
  }

  private mutating func arguments(_ entry: CommandEntry, _ names: Names) -> String {
    var words: [String] = []
    var options = entry.options
    for token in entry.arguments.split(separator: " ") {
      let name = token.trimming("[]…")
      if token.hasPrefix("[--") { options = entry.options.filter { name == "--\($0.name)" } }
      // Skip the value of an option that precedes it.
      if token.hasSuffix("]"), !token.hasPrefix("["), entry.arguments.contains("[--") { continue }
      if name == "OPTIONS" || name.hasPrefix("--") {
        for option in options where chance(options.count == 1 ? 40 : 15) {
          words.append(text(option, names))
        }
      } else if !token.hasPrefix("[") || chance(60) {
        words.append(word(name, names))
      }
    }
    return words.isEmpty ? "" : " " + words.joined(separator: " ")
  }

  private mutating func word(_ token: String, _ names: Names) -> String {
    switch token {
    case "N": return chance(50) ? "1" : chance(90) ? "\(number(5))" : "\(number(4))-\(number(9))"
    case "TEXT", "WORDS", "COMMAND":
      return chance(10) ? "　" : chance(20) ? "\(number(40))" : phrase()
    case "TAG": return "t\(number(3))"
    case "DECK": return deck(names)
    case "NAME": return chance(80) ? "\"D\(number(6))\"" : deck(names)
    case "EXAM":
      return names.exams.randomElement(using: &random).map { "\"\($0)\"" } ?? "E\(number(4))"
    case "FILE":
      return names.files.randomElement(using: &random).map { "\"\($0)\"" } ?? "nothing.csv"
    case "DURATION", "TIME": return "\(number(90))s"
    case "NUMBER": return decimal(100)
    case "PAIR": return "\(number(3))\(["a", "b", "c"][number(3) - 1])"
    case "DIR|status|log|restore": return sync()
    case "new|edit|delete": return chance(50) ? "new" : chance(50) ? "edit" : ""
    default:
      let choices = token.split(separator: "|")
      return choices.count > 1 ? String(choices[number(choices.count) - 1]) : phrase()
    }
  }

  private mutating func sync() -> String {
    switch number(8) {
    case 1: "status"
    case 2: "log"
    case 3: "restore \(number(3))"
    default: "\"\(SimulatedDevice.folder)\""
    }
  }

  private mutating func text(_ option: OptionEntry, _ names: Names) -> String {
    switch option.value {
    case nil: "--\(option.name)"
    case "DECK": "--\(option.name) \(deck(names))"
    case "EXAM": "--\(option.name) \(word("EXAM", names))"
    case "N": "--\(option.name) \(number(5))"
    case "DATE", "DAY": "--\(option.name) 2027-0\(number(9))-\(10 + number(18))"
    case "TAG": "--\(option.name) t\(number(3))"
    case "70…97": "--\(option.name) \(69 + number(28))"
    case let value? where value.hasSuffix("s"): "--\(option.name) \(number(90))s"
    case let value? where value.contains("|"):
      "--\(option.name) \(value.split(separator: "|").randomElement(using: &random) ?? "")"
    default: "--\(option.name) text"
    }
  }

  /// In most cases a deck of the bank.
  mutating func deck(_ names: Names) -> String {
    guard chance(90), let name = names.decks.randomElement(using: &random) else {
      return "Nowhere"
    }
    return "\"\(name)\""
  }

  /// A number from 1 to `limit`.
  mutating func number(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { number(100) <= percent }

  mutating func bits() -> UInt64 { random.next() }
}

extension Substring {
  fileprivate func trimming(_ characters: String) -> String {
    String(drop { characters.contains($0) }.reversed().drop { characters.contains($0) }.reversed())
  }
}
