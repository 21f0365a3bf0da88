import QuizKit
import QuizSupport
import Terminal

extension Screen {
  /// The screen for managing decks.
  static let decks = Screen(
    english: "decks", japanese: "問題集",
    commands: CommandEntry.decks + .pages(of: .decks, by: DecksCommand.self)
  ) {
    (route: DecksRoute, models) in
    try DecksViewModel(bank: models.bank, reviews: models.reviews, page: route.model)
  }
}

extension DecksCommand: ListCommand {}

extension DecksState: ListViewable {
  var lineCount: Int { decks.count }

  func title(_ theme: Theme) -> String {
    theme.strings.bank(decks: decks.count, questions: decks.reduce(0) { $0 + $1.questions })
  }

  func printed(_ theme: Theme) -> [String] {
    Array(shown).lines(selected: selectedDeck, numbers: shown.indices, of: decks.count, theme)
  }

  func keys(_ strings: Strings) -> [KeyBinding] {
    decks.count > 1 ? [KeyBinding(hint: strings("/ filter", "/ 絞り込み"))] : []
  }

  func liveView(_ theme: Theme) -> LiveView {
    var liveView = listStage(theme)
    guard decks.count > 1 else { return liveView }
    liveView.find = LiveView.Find(
      text: query, command: { .screen(DecksCommand.find($0)) },
      ending: .screen(DecksCommand.find("")))
    if matches.isEmpty {
      liveView.body = theme.lines(
        theme.palette.faint(theme.strings("No deck is called so.", "その名前の問題集はありません。")))
    }
    return liveView
  }

  func hint(_ strings: Strings) -> String {
    if decks.isEmpty { return strings("“new NAME” makes one.", "new 名前 で作成します。") }
    return strings(
      "“new NAME”, “rename DECK NAME”, “delete DECK”, “select DECK” for the next quiz.",
      "new 名前、rename 元の名前 新しい名前、delete 名前、select 名前（次のクイズの問題集）が使えます。")
  }

  func rows(_ theme: Theme) -> RowList {
    let found = matches
    var list = RowList(
      id: ViewID("decks", query), count: found.count, isNumbered: true,
      lines: { row, columns in [decks.row(found[row], columns, selected: selectedDeck, theme)] },
      command: { .open(.manage(deck: decks[found[$0]].name)) },
      hint: { _ in theme.strings("Enter questions", "Enter 質問一覧") },
      details: { row, theme in
        let deck = decks[found[row]]
        return theme.deckDetails(
          deck.name, questions: deck.questions, preview?.deck == deck.name ? preview : nil)
      },
      reading: { row in
        let name = decks[found[row]].name
        return preview?.deck == name ? nil : .screen(DecksCommand.preview(name))
      },
      onward: { .open(.ways(deck: decks[found[$0]].name)) }, onwardHint: theme.toWays,
      subject: { row in
        let name = decks[found[row]].name
        return RowSubject(deck: name, idleWords: name == selectedDeck ? ["select"] : [])
      })
    list.removal = .byCommand
    list.numbers = found.map { $0 + 1 }
    return list
  }
}

/// The decks of the first screen in columns: the name, the part of the questions whose last answer
/// was right, as a bar and in words, how many are due, and how many problems its file has.
///
/// The bar goes before a name is cut for it in a narrow list, and in a very narrow one so does what
/// is due, then words and problems: a number is never cut. Until something is known of the answers,
/// there are only names, numbers of questions, and problems.
struct DeckRows {
  /// One row.
  struct Row {
    let name: String
    let questions: Int
    let recall: RecallOverview.Part?
    /// How many problems the file has that the deck follows; `nil` where it follows none.
    var problems: Int?

    /// How many questions are known to be right; `nil` before any was asked.
    var right: Int? { recall.flatMap { $0.asked > 0 ? $0.lastRight : nil } }
  }

  private let rows: [Row]
  private let theme: Theme
  private let hasRecall: Bool
  private let names: [String]
  private let nameCells, questionCells, dueCells, problemCells: Int

  /// The width from which on there is room for words beside the numbers, and always for a bar.
  private static let columnsForWords = 60
  private static let barCells = 10...20
  /// The fewest cells for a name as long as other columns can go.
  private static let leastName = 8

  /// How much of a row is shown, the most first.
  private enum Extent: CaseIterable {
    case whole, withoutDue, numbers
  }

  init(_ rows: [Row], _ theme: Theme) {
    (self.rows, self.theme) = (rows, theme)
    hasRecall = rows.contains { $0.right != nil }
    names = rows.map(\.name.sanitisedLine)
    nameCells =
      zip(names, rows).map { theme.width($0) + theme.width(theme.followSign($1.problems)) }.max()
      ?? 0
    questionCells = rows.map { theme.width(theme.size(of: $0.questions)) }.max() ?? 0
    dueCells = rows.map { theme.width(theme.strings.due($0)) }.max() ?? 0
    problemCells = theme.problemCells(rows.map(\.problems))
  }

  /// A row that takes at most `columns` cells.
  func line(_ index: Int, _ columns: Int) -> String {
    let row = rows[index]
    guard hasRecall else {
      return theme.deckRow(
        row.name, questions: row.questions, questionCells, problems: row.problems, problemCells,
        columns, among: names)
    }
    let isWide = columns >= Self.columnsForWords
    let extent = Extent.allCases.first { free($0, columns) >= Self.leastName } ?? .numbers
    let room = free(extent, columns)
    let least = isWide ? Self.barCells.lowerBound + 2 : 0
    let name = max(min(Self.leastName, room), min(nameCells, room - least))
    let spare = room - name - 2
    let cells = spare < Self.barCells.lowerBound ? 0 : min(Self.barCells.upperBound, spare)
    let count = counted(row, extent, columns).padded(to: countCells(extent, columns), .trailing)
    var end = ""
    if cells > 0 {
      let bar = row.right.map { theme.gauge($0, of: row.questions, cells: cells, .accent) }
      end += "  " + (bar ?? String(repeating: " ", count: cells))
    }
    end += "  " + count
    if dueCells > 0, extent == .whole {
      end += "  " + theme.strings.due(row).padded(to: dueCells, .trailing)
    }
    if extent != .numbers { end += theme.problems(row.problems, problemCells) }
    return theme.row(
      row.name.sanitisedLine, theme.followSign(row.problems), cells: name, before: end, columns,
      among: names)
  }

  /// The cells that are left for the bar and the name.
  private func free(_ extent: Extent, _ columns: Int) -> Int {
    let due = extent == .whole && dueCells > 0 ? dueCells + 2 : 0
    let problems = extent != .numbers && problemCells > 0 ? problemCells + 2 : 0
    return max(0, columns - countCells(extent, columns) - due - problems - 2)
  }

  private func countCells(_ extent: Extent, _ columns: Int) -> Int {
    rows.map { theme.width(counted($0, extent, columns)) }.max() ?? 0
  }

  private func counted(_ row: Row, _ extent: Extent, _ columns: Int) -> String {
    theme.strings.right(row, inWords: columns >= Self.columnsForWords && extent != .numbers)
  }
}

extension Theme {
  /// The sign behind the name of a deck that follows a file with so many problems; empty for `nil`.
  fileprivate func followSign(_ problems: Int?) -> String {
    problems == nil ? "" : " " + signs.follows
  }

  /// The width of the most problems in words; 0 where there are none.
  fileprivate func problemCells(_ counts: [Int?]) -> Int {
    counts.map { width(strings.problems(of: $0)) }.max() ?? 0
  }

  /// The end of a deck's row: how many problems its file has, in a column of so many cells.
  fileprivate func problems(_ count: Int?, _ cells: Int) -> String {
    guard cells > 0 else { return "" }
    let text = strings.problems(of: count)
    let gap = String(repeating: " ", count: max(0, cells - width(text)))
    return "  " + gap + (text.isEmpty ? "" : palette.warning(text))
  }

  /// A name and its sign in a column of `cells` cells before the other columns, whose text is `end`.
  /// A longer name goes on over the blanks with which `end` begins.
  fileprivate func row(
    _ name: String, _ sign: String, cells: Int, before end: String, _ columns: Int,
    among names: [String]
  ) -> String {
    let shown = String(end.drop { $0 == " " })
    let blanks = end.count - shown.count
    let room = max(cells, min(width(name) + width(sign), cells + blanks - 2))
    let gap = String(repeating: " ", count: max(0, cells + blanks - room))
    let cut = folded(name, to: max(0, room - width(sign)), among: names) + sign
    return fitted(filled(cut, to: room) + gap + shown, to: columns)
  }

  /// The number of questions of a deck. In a narrow window the title says what is counted.
  func size(of count: Int) -> String { isNarrow ? strings.figure(count) : strings.questions(count) }

  /// A deck on one line: its name and its number of questions, aligned with those of the other
  /// decks.
  ///
  /// - Parameters:
  ///   - cells: The width of the widest number of questions.
  ///   - problems: How many problems its file has; `nil` where it follows none.
  ///   - problemCells: The width of the widest of these.
  fileprivate func deckRow(
    _ name: String, questions count: Int, _ cells: Int, problems: Int?, _ problemCells: Int,
    _ columns: Int, among names: [String]
  ) -> String {
    let end =
      "  " + size(of: count).padded(to: cells, .trailing) + self.problems(problems, problemCells)
    let sign = followSign(problems)
    let room = max(0, min(columns - width(end), 44))
    let cut = folded(name.sanitisedLine, to: max(0, room - width(sign)), among: names) + sign
    return filled(cut, to: room) + end
  }
}

extension Theme {
  /// The name of a deck, its number of questions and the first of them, beside a list of decks.
  ///
  /// - Parameter preview: The beginning of this deck; `nil` until it is read.
  func deckDetails(_ name: String, questions count: Int, _ preview: DeckPreview?) -> [String] {
    let beginning = (preview?.questions ?? []).map { cut(line(of: $0.text, $0.kind)) }
    return lines(palette.heading(name.sanitisedLine))
      + lines(palette.faint(strings.questions(count))) + [""] + beginning
  }
}

extension [DeckSummary] {
  /// A deck on one line, aligned with the other decks. The selected one has a sign.
  func row(_ row: Int, _ columns: Int, selected: String?, _ theme: Theme) -> String {
    let cells = map { theme.width(theme.size(of: $0.questions)) }.max() ?? 0
    let isSelected = self[row].name == selected
    let sign = theme.signs.chosen + " "
    let blank = String(repeating: " ", count: theme.width(sign))
    let mark = selected == nil ? "" : isSelected ? sign : blank
    let line =
      mark
      + theme.deckRow(
        self[row].name, questions: self[row].questions, cells, problems: self[row].problemCount,
        theme.problemCells(map(\.problemCount)), columns - theme.width(mark),
        among: map(\.name.sanitisedLine))
    return isSelected ? theme.palette.chosen(line) : line
  }

  /// One line per deck with its number of questions. The selected deck has a mark.
  ///
  /// - Parameters:
  ///   - positions: The positions of the decks in the whole list, from 0, to begin each line with
  ///     its number, for commands that take it; `nil` for lines without numbers.
  ///   - total: The number of decks in the whole list.
  func lines(
    selected: String?, numbers positions: Range<Int>? = nil, of total: Int = 0, _ theme: Theme
  ) -> [String] {
    let digits = positions == nil ? 0 : String(total).count + 2
    let numbers = map { theme.strings.questions($0.questions) }
    let numberWidth = numbers.map { displayWidth($0) }.max() ?? 0
    let longest =
      map { theme.width($0.name.sanitisedLine) + theme.width(theme.followSign($0.problemCount)) }
      .max() ?? 0
    let problemCells = theme.problemCells(map(\.problemCount))
    let room =
      (theme.columns ?? 80) - numberWidth - 6 - digits - (problemCells > 0 ? problemCells + 2 : 0)
    let nameWidth = Swift.max(10, Swift.min(longest, room))
    return zip(self, numbers).enumerated().map { index, line in
      let (deck, number) = line
      let line =
        positions.map { "\($0.lowerBound + index + 1). ".padded(to: digits, .trailing) } ?? ""
      let mark = deck.name == selected ? ">" : " "
      let sign = theme.followSign(deck.problemCount)
      let name =
        theme.fitted(deck.name.sanitisedLine, to: nameWidth - theme.width(sign)) + sign
      let problems = theme.problems(deck.problemCount, problemCells)
      return line + "\(mark) \(name.padded(to: nameWidth, .leading, theme.ambiguous))"
        + "  \(number.padded(to: numberWidth, .trailing))"
        + (deck.problemCount ?? 0 > 0 ? problems : "")
    }
  }
}

extension Strings {
  /// How many questions of a deck are due; empty for none.
  fileprivate func due(_ row: DeckRows.Row) -> String {
    guard let due = row.recall?.due, due > 0 else { return "" }
    return self("\(figure(due)) due", "復習 \(figure(due))")
  }

  /// How many problems the file of a deck has; empty for none, and for a deck that follows no file.
  fileprivate func problems(of count: Int?) -> String {
    count.map { $0 > 0 ? fileProblems($0) : "" } ?? ""
  }

  /// How many questions of a deck were right when they were asked last, such as "12 of 21 right";
  /// only the number of questions before any was asked.
  fileprivate func right(_ row: DeckRows.Row, inWords isWide: Bool) -> String {
    guard let right = row.right else {
      return isWide ? questions(row.questions) : figure(row.questions)
    }
    let (some, all) = (figure(right), figure(row.questions))
    return isWide
      ? self("\(some) of \(all) right", "\(all) 問中 \(some) 問正解")
      : self("\(some) of \(all)", "\(some)/\(all)")
  }
}

extension CommandEntry {
  /// The commands for decks: making, renaming, deleting and selecting them.
  static let decks: [CommandEntry] = [
    CommandEntry(
      name: "decks", aliases: ["問題集"], screens: [.start], isEverywhere: true,
      arguments: "[--limit N]",
      english: "make, rename, delete and select decks", japanese: "問題集の作成、改名、削除、選択をします",
      options: [.linesOnPage], alone: .endsWithoutChange
    ) { arguments throws(CommandError) in
      .open(
        .list(DecksState.self, arguments.flag("limit") ? try arguments.firstPage() : .whole))
    },
    CommandEntry(
      name: "new", aliases: ["作成"], screens: [.decks], arguments: "NAME",
      english: "make a deck", japanese: "問題集を作ります"
    ) { arguments throws(CommandError) in .screen(DecksCommand.new(try arguments.next("NAME"))) },
    CommandEntry(
      name: "rename", aliases: ["名前変更"], screens: [.decks], arguments: "DECK NAME",
      english: "give a deck another name", japanese: "問題集の名前を変えます",
      onRow: Explanation("give this deck another name", "この問題集の名前を変えます")
    ) { arguments throws(CommandError) in
      let name = try arguments.next("DECK")
      return .screen(DecksCommand.rename(name, to: try arguments.next("NAME")))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.decks], arguments: "DECK…",
      english: "delete decks with their questions, by name or number: 1 3-5",
      japanese: "問題集を質問ごと削除します（名前か番号、1 3-5 など）",
      onRow: Explanation(
        "this deck and its questions go into the trash", "この問題集を質問ごとごみ箱に入れます")
    ) { arguments throws(CommandError) in
      .screen(DecksCommand.delete([try arguments.next("DECK")] + arguments.remaining()))
    },
    select(on: [.start], isEverywhere: true) { .application(.select(deck: $0)) },
    select(on: [.decks]) { .screen(DecksCommand.select($0)) },
  ]

  private static func select(
    on screens: [ScreenName], isEverywhere: Bool = false,
    _ command: @escaping @Sendable (String?) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: "select", aliases: ["選択"], screens: screens, isEverywhere: isEverywhere,
      arguments: "[DECK]",
      english:
        "play this deck, by name or number, where none is named, and write into it; none means all",
      japanese: "ふだん出題と登録に使う問題集を選びます（名前か番号、省略するとすべて）",
      group: isEverywhere ? .bank : nil,
      onRow: Explanation(
        "quizzes ask this deck where none is named, and new questions go there",
        "この問題集を、ふだんの出題と登録に使います")
    ) { arguments throws(CommandError) in command(arguments.nextIfAny()) }
  }
}

/// The question before decks are deleted.
extension DecksState {
  func question(before command: DecksCommand, _ strings: Strings) -> String? {
    guard case .delete(let words) = command, let names = try? names(meantBy: words) else {
      return nil
    }
    let chosen = decks.filter { names.contains($0.name) }
    let questions = chosen.reduce(0) { $0 + $1.questions }
    guard let first = chosen.first, chosen.count == names.count else { return nil }
    return chosen.count == 1
      ? strings.deleteDeck(first.name.sanitisedLine, questions: questions)
      : strings.deleteDecks(chosen.count, questions: questions)
  }
}

extension Strings {
  fileprivate func deleteDecks(_ count: Int, questions: Int) -> String {
    self(
      "Delete \(count) decks with \(self.questions(questions))?",
      "問題集 \(count) 件を \(self.questions(questions))ごと削除しますか?")
  }

  func deleteDeck(_ name: String, questions count: Int) -> String {
    self(
      "Delete the deck “\(name)” with \(questions(count))?",
      "問題集「\(name)」を \(questions(count))ごと削除しますか?")
  }
}
