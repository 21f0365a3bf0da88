import QuizKit
import QuizSupport

extension Screen {
  /// The screen for managing decks.
  static let decks = Screen(
    english: "decks", japanese: "問題集",
    commands: CommandEntry.decks
      + .pages(of: .decks, next: DecksCommand.nextPage, previous: DecksCommand.previousPage)
  ) {
    (route: DecksRoute, models) in
    try DecksViewModel(bank: models.bank, page: route.model)
  }
}

extension Destination {
  /// Opens the deck screen.
  static func decks(_ page: ListPage?) -> Destination {
    Destination(.decks, page) { _, _ in DecksRoute(page) }
  }
}

extension CommandEntry {
  fileprivate static let decks: [CommandEntry] = [
    CommandEntry(
      name: "decks", aliases: ["問題集"], screens: [.start], isEverywhere: true,
      arguments: "[--limit N]",
      english: "make, rename, delete and select decks", japanese: "問題集を作成、変更、削除、選択します",
      options: [.linesOnPage]
    ) { arguments throws(CommandError) in
      .open(.decks(try arguments.number("limit").map { ListPage(1, total: 0, size: $0) }))
    },
    CommandEntry(
      name: "new", aliases: ["作成"], screens: [.decks], arguments: "NAME",
      english: "make a deck", japanese: "問題集を作ります"
    ) { arguments throws(CommandError) in .screen(DecksCommand.new(try arguments.next("NAME"))) },
    CommandEntry(
      name: "rename", aliases: ["名前変更"], screens: [.decks], arguments: "A B",
      english: "call deck A B", japanese: "問題集 A の名前を B に変えます"
    ) { arguments throws(CommandError) in
      let name = try arguments.next("A")
      return .screen(DecksCommand.rename(name, to: try arguments.next("B")))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.decks], arguments: "DECK…",
      english: "delete decks with their questions, by name or number: 1 3-5",
      japanese: "問題集を質問ごと削除します(名前か番号、1 3-5 など)"
    ) { arguments throws(CommandError) in
      .screen(DecksCommand.delete([try arguments.next("DECK")] + arguments.remaining()))
    },
    CommandEntry(
      name: "select", aliases: ["選択"], screens: [.decks], arguments: "[DECK]",
      english: "play this deck where none is named, and write into it; none means all",
      japanese: "指定しないときに出題し、登録先にする問題集を選びます(省略するとすべて)"
    ) { arguments throws(CommandError) in .screen(DecksCommand.select(arguments.nextIfAny())) },
  ]
}

extension DecksState: Viewable {
  func view(_ look: Look) -> [String] {
    let strings = look.strings
    let count = decks.reduce(0) { $0 + $1.questions }
    var lines = [look.palette.heading(strings.bank(decks: decks.count, questions: count))]
    lines += Array(shown).lines(
      selected: selectedDeck, numbers: shown.indices, of: decks.count, look)
    if let page, page.count > 1 { lines += look.lines(look.palette.faint(strings.page(page))) }
    if let message { return lines + message.view(look) }
    return lines + look.lines(look.palette.faint(strings.decksHint))
  }

  func stage(_ look: Look) -> Stage {
    let count = decks.reduce(0) { $0 + $1.questions }
    return Stage(
      RowList(self, look), of: .decks,
      title: look.strings.bank(decks: decks.count, questions: count), message: message,
      empty: look.strings("“new NAME” makes one.", "new 名前 で作成します。"), look)
  }

  func question(before command: AnyEquatable, _ strings: Strings) -> String? {
    guard case DecksCommand.delete(let words) = command.value,
      let names = try? names(of: words)
    else { return nil }
    let chosen = decks.filter { names.contains($0.name) }
    let questions = chosen.reduce(0) { $0 + $1.questions }
    guard let first = chosen.first, chosen.count == names.count else { return nil }
    return chosen.count == 1
      ? strings.deleteDeck(first.name.sanitisedLine, questions: questions)
      : strings.deleteDecks(chosen.count, questions: questions)
  }
}

extension RowList {
  fileprivate init(_ state: DecksState, _ look: Look) {
    let (decks, strings) = (state.decks, look.strings)
    let cells = decks.map { look.width(strings.questions($0.questions)) }.max() ?? 0
    func lines(_ row: Int, _ columns: Int) -> [String] {
      let deck = decks[row]
      let line = look.deckRow(deck.name, questions: deck.questions, cells, columns)
      return [deck.name == state.selectedDeck ? look.palette.chosen(line) : line]
    }
    self.init(
      id: "decks", count: decks.count, isNumbered: true, lines: lines,
      line: { "manage --deck " + CommandWord.quoted(decks[$0].name) },
      hint: { _ in strings("Enter questions", "Enter 質問一覧") })
  }
}

extension Look {
  /// A deck on one line: its name and its number of questions, below those of the others.
  ///
  /// - Parameter cells: The width of the widest number of questions.
  func deckRow(_ name: String, questions count: Int, _ cells: Int, _ columns: Int) -> String {
    let number = "  " + strings.questions(count).padded(to: cells, .trailing)
    return filled(name.sanitisedLine, to: min(columns - width(number), 44)) + number
  }
}

extension [DeckSummary] {
  /// One line per deck with its number of questions. The selected deck has a mark.
  ///
  /// - Parameters:
  ///   - positions: Where the decks stand in the whole list, from 0, to begin each line with its
  ///     number, for commands that take it; `nil` for lines without numbers.
  ///   - total: The number of decks in the whole list.
  func lines(
    selected: String?, numbers positions: Range<Int>? = nil, of total: Int = 0, _ look: Look
  ) -> [String] {
    let digits = positions == nil ? 0 : String(total).count + 2
    let numbers = map { look.strings.questions($0.questions) }
    let numberWidth = numbers.map { displayWidth($0) }.max() ?? 0
    let longest = map { displayWidth($0.name.sanitisedLine, look.ambiguous) }.max() ?? 0
    let room = (look.columns ?? 80) - numberWidth - 6 - digits
    let nameWidth = Swift.max(10, Swift.min(longest, room))
    return zip(self, numbers).enumerated().map { index, line in
      let (deck, number) = line
      let line =
        positions.map { "\($0.lowerBound + index + 1). ".padded(to: digits, .trailing) } ?? ""
      let mark = deck.name == selected ? ">" : " "
      let name = deck.name.sanitisedLine.truncated(to: nameWidth, look.ambiguous)
        .padded(to: nameWidth, .leading, look.ambiguous)
      return line + "\(mark) \(name)  \(number.padded(to: numberWidth, .trailing))"
    }
  }
}

extension Strings {
  fileprivate var decksHint: String {
    self(
      "“new NAME”, “rename A B”, “delete DECK”, “select DECK” for the next quiz.",
      "new 名前、rename A B、delete 名前、select 名前(次のクイズの問題集)が使えます。")
  }

  fileprivate func deleteDecks(_ count: Int, questions: Int) -> String {
    self(
      "Delete \(count) decks with \(self.questions(questions))?",
      "問題集 \(count) 件を \(self.questions(questions))ごと削除しますか?")
  }

  fileprivate func deleteDeck(_ name: String, questions count: Int) -> String {
    self(
      "Delete the deck “\(name)” with \(questions(count))?",
      "問題集「\(name)」を \(questions(count))ごと削除しますか?")
  }
}
