import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The screen on which a person looks at a file before it is brought in.
  package static let importing = ScreenName(rawValue: "import")
}

/// The state of the screen on which a person looks at a file before it is brought in.
package struct ImportState: ScreenState {
  package static let screen = ScreenName.importing

  /// A field of a question, and the columns in which it is looked for.
  package struct Column: Encodable, Equatable, Sendable {
    /// The field.
    package var field: ImportField
    /// The columns, as `--map` has them: `#3`, `#3-6`; `nil` for none.
    @Nullable package var column: String?
    /// Their names; `nil` where they have none.
    @Nullable package var name: String?
    /// The cell of the first row; `nil` without a column.
    @Nullable package var sample: String?
  }

  /// A question as it would be brought in.
  package struct Question: Encodable, Equatable, Sendable {
    /// The number among the questions that are shown, from 1.
    package var number: Int
    /// The line of the file on which it begins.
    package var line: Int
    /// What would become of it.
    package var fate: ImportFindings.Fate
    /// The deck; `nil` for one with the name of the file.
    @Nullable package var deck: String?
    /// The text.
    package var text: String
    /// The choices.
    package var choices: [String]
    /// The right answers.
    package var right: [String]
    /// The commentary.
    package var commentary: String

    private enum CodingKeys: String, CodingKey {
      case number, line, fate, deck, text, choices, right = "correctAnswers", commentary
    }
  }

  /// A problem in the file.
  package struct Trouble: Encodable, Equatable, Sendable {
    /// How bad it is.
    package var level: Problem.Level
    /// Its code.
    package var code: String
    /// The line of the file; `nil` where it concerns all of it.
    @Nullable package var line: Int?
    /// The problem and the way out, in words. Not encoded, because a program goes by the code.
    package var message: Reason

    private enum CodingKeys: CodingKey { case level, code, line }
  }

  /// The file, as the user named it.
  package var file: String
  /// The name of the format; `nil` where it is not known.
  @Nullable package var format: String?
  /// The names of the formats in which questions are found.
  package var readings: [String]
  /// The name of the encoding.
  package var encoding: String
  /// The separator of the columns of a table; `nil` for other files.
  @Nullable package var separator: String?
  /// Whether the first row of a table has the names of the columns; `nil` for other files.
  @Nullable package var heading: Bool?
  /// How right answers are written, as in `--answers`; `nil` where nothing tells.
  @Nullable package var answers: String?
  /// The separator of choices in one cell; `nil` for the usual ones.
  @Nullable package var split: String?
  /// The only list that is read: a path in a JSON file, or a sheet; `nil` for all.
  @Nullable package var list: String?
  /// The lists in which questions may be; empty where there is one.
  package var lists: [String]
  /// The fields and their columns; empty for a file without columns.
  package var columns: [Column]
  /// The question that is shown; `nil` where none was found.
  @Nullable package var question: Question?
  /// The number of questions of the kind that is shown.
  package var total: Int
  /// The only kind of questions that is shown; `nil` for all.
  @Nullable package var showing: ImportFindings.Fate?
  /// How many questions the whole file would bring.
  package var counts: ImportFindings.Counts
  /// Whether the counts are those of the whole file.
  package var complete: Bool
  /// The first problems.
  package var problems: [Trouble]
  /// The number of all problems.
  package var problemCount: Int
  /// Whether the problems are shown.
  package var showsProblems: Bool
  /// The command that brings in the same, for a script; `nil` where a line cannot say it.
  @Nullable package var command: String?
  /// The row at the cursor. Not encoded, because only a person has one.
  package var row: Row

  private enum CodingKeys: String, CodingKey {
    case file, format, readings, encoding, separator, heading, split, list, lists, columns, total
    case showing, counts, complete, showsProblems, command
    // The other names have another type elsewhere.
    case answers = "notation"
    case question = "looked"
    case problems = "faults"
    case problemCount = "faultCount"
  }
}

extension ImportState {
  /// A row of the screen, with something to choose.
  package enum Row: Hashable, Sendable {
    case format, encoding, separator, heading, list
    case field(ImportField)
    case answers, split, showing, problems, take
  }

  /// Whether each line has a mark, and a choice is a line.
  private var areLines: Bool { format == QuestionFormat.lines.name }

  /// The rows, those first that decide what comes in. A file without columns has fewer.
  package var rows: [Row] {
    func row(_ field: ImportField) -> [Row] {
      guard let column = columns.first(where: { $0.field == field }) else { return [] }
      switch field {
      case .choices where column.column?.contains("-") == false && !areLines:
        return [.field(field), .split]
      case .right: return [.field(field), .answers]
      default: return [.field(field)]
      }
    }
    let list: [Row] = lists.count < 2 ? [] : [.list]
    let first = list + [ImportField.question, .choices, .right, .commentary].flatMap(row)
    let mayBeTable = separator != nil || format == nil
    let table: [Row] = (mayBeTable ? [.separator] : []) + (heading == nil ? [] : [.heading])
    let others = [ImportField.kind, .tags, .deck].flatMap(row)
    return first + [.problems, .take, .showing, .format, .encoding] + table + others
  }
}

/// The commands of the screen.
package enum ImportCommand: Equatable, Sendable {
  /// Look for a field in these columns, from 1; in none where there are none.
  case column(ImportField, [Int])
  /// The first row has the names of the columns, or a question.
  case heading(Bool)
  /// The separator of the columns.
  case separator(Character)
  /// The separator of choices in one cell.
  case split(Character)
  /// How right answers are written.
  case answers(ReadingOptions.Answers)
  /// Read only this list: a path in a JSON file, or a sheet; `nil` for all.
  case list(String?)
  /// Read the file in the format with this number among those in which questions are found, from 1.
  case reading(Int)
  /// The encoding.
  case encoding(TextEncoding)
  /// Show the question with this number, from 1.
  case show(Int)
  /// Show questions of one kind only, or all.
  case filter(ImportFindings.Fate?)
  /// Show the problems, or the questions again.
  case problems(Bool)
  /// Bring the questions in.
  case take
  /// Choose the next of the values of a row, or the one before for -1.
  case turn(ImportState.Row, by: Int)
  /// Put the cursor on a row.
  case select(ImportState.Row)
}

/// The route to the screen. When the questions are in the bank, it leads to the first screen.
package struct ImportRoute: Route {
  package typealias State = ImportState

  /// The file that is looked at.
  package let draft: ImportDraft

  /// Creates the route.
  package init(_ draft: ImportDraft) { self.draft = draft }

  package var onward: Signal<any Route>? { draft.taken.map { StartRoute() } }
}

/// Lets a person look at a file and choose how it is read, before its questions come into the bank.
package final class ImportViewModel: ScreenModel<ImportCommand, ImportState> {
  /// The most columns through which keys go.
  private static let mostColumns = 60
  /// The most problems that are listed.
  private static let mostProblems = 500

  private let draft: ImportDraft
  private var number = 1
  private var showing: ImportFindings.Fate?
  private var showsProblems = false
  private var row = ImportState.Row.take
  /// The field whose columns are being turned, and those of all fields before: what it takes from
  /// another one on its way comes back.
  private var turning: (field: ImportField, before: [ImportField: [Int]])?

  /// Creates the screen.
  package init(_ draft: ImportDraft) {
    self.draft = draft
    super.init(ImportState(draft, 1, nil, false, .take, most: Self.mostProblems))
    follow(draft.changes)
  }

  override func shown() -> ImportState {
    ImportState(draft, number, showing, showsProblems, row, most: Self.mostProblems)
  }

  override func perform(_ command: ImportCommand) throws {
    switch command {
    case .turn(.field(let field), _) where field == turning?.field: break
    case .show, .select(.field(turning?.field)): break
    default: turning = nil
    }
    switch command {
    case .column(let field, let columns): try draft.choose(columns, for: field)
    case .heading(let hasHeading): try draft.choose { $0.reading.hasHeading = hasHeading }
    case .separator(let separator):
      try draft.choose {
        $0.reading.delimiter = separator
        if draft.found.layout == nil { $0.format = QuestionFormat.csv.name }
        // Other separators make other columns.
        ($0.reading.columns, $0.reading.hasHeading) = ([:], nil)
      }
    case .split(let separator): try draft.choose { $0.reading.choiceSeparator = separator }
    case .answers(let answers): try draft.choose { $0.reading.answers = answers }
    case .list(let list):
      try draft.choose {
        $0.reading.list = list
        // Other lists have other fields.
        ($0.reading.columns, $0.reading.hasHeading) = ([:], nil)
      }
    case .reading(let number): try read(as: try draft.readings.line(number).name)
    case .encoding(let encoding): try draft.choose { $0.reading.encoding = encoding }
    case .show(let number):
      guard (1...max(state.total, 1)).contains(number), state.total > 0 else {
        throw ListRefusal.noSuchLine(number: number, count: state.total)
      }
      (self.number, showsProblems) = (number, false)
    case .filter(let fate): (showing, number, showsProblems) = (fate, 1, false)
    case .problems(let isShown): showsProblems = isShown
    case .take: try draft.take()
    case .turn(let row, let step): try turn(row, by: step)
    case .select(let row): self.row = row
    }
    changed()
  }

  // MARK: Turning

  private func turn(_ row: ImportState.Row, by step: Int) throws {
    let reading = draft.options.reading
    switch row {
    case .format:
      let names = draft.readings.map(\.name)
      try next(to: state.format, in: names, by: step).map(read)
    case .encoding:
      let next = next(to: draft.found.encoding, in: draft.encodings, by: step)
      try next.map { try perform(.encoding($0)) }
    case .separator:
      let next = next(to: draft.found.layout?.separator, in: draft.separators, by: step)
      try next.map { try perform(.separator($0)) }
    case .heading: try perform(.heading(state.heading == false))
    case .list:
      let lists = [nil] + state.lists.map(Optional.some)
      try next(to: state.list, in: lists, by: step).map { try perform(.list($0)) }
    case .field(let field):
      // Of several columns that may have the right answer the first one counts.
      let columns = Array(draft.columns(of: field).prefix(field == .choices ? .max : 1))
      if turning == nil {
        let all = ImportField.allCases.map { ($0, draft.columns(of: $0)) }
        turning = (field, Dictionary(uniqueKeysWithValues: all))
      }
      let before = turning?.before ?? [:]
      let next = next(to: columns, in: candidates(field, before), by: step)
      try next.map { try draft.choose($0, for: field, before: before) }
    case .answers:
      let answers = reading.answers ?? draft.found.layout?.answers
      let next = next(to: answers, in: ReadingOptions.Answers.allCases, by: step)
      try next.map { try perform(.answers($0)) }
    case .split:
      let next = next(to: reading.choiceSeparator, in: ["|", ";", "/", ",", "\n"], by: step)
      try next.map { try perform(.split($0)) }
    case .showing:
      let all: [ImportFindings.Fate?] = [nil] + ImportFindings.Fate.allCases
      try next(to: showing, in: all, by: step).map { try perform(.filter($0)) }
    case .problems, .take: break
    }
  }

  /// Other formats have other columns.
  private func read(as format: String) throws {
    try draft.choose {
      $0.format = format
      ($0.reading.columns, $0.reading.hasHeading) = ([:], nil)
    }
  }

  private func next<Value: Equatable>(to value: Value?, in values: [Value], by step: Int) -> Value?
  {
    if values.isEmpty { return nil }
    guard let place = value.flatMap(values.firstIndex) else {
      return step < 0 ? values.last : values.first
    }
    return values[(place + step + values.count) % values.count]
  }

  /// The columns in which a field may be: any one, or none; for choices any stretch that does not
  /// have the question, too. Stretches that take nothing from the right answer come first, and then
  /// the longest.
  ///
  /// - Parameter before: The columns of the fields before the first of the keys.
  private func candidates(_ field: ImportField, _ before: [ImportField: [Int]]) -> [[Int]] {
    guard let layout = draft.found.layout else { return [] }
    let all = Array(1...max(1, min(layout.columns.count, Self.mostColumns)))
    let single = all.map { [$0] }
    guard field == .choices, all.count > 1 else { return single + [[]] }
    let (question, right) = (Set(before[.question] ?? []), Set(before[.right] ?? []))
    var stretches: [[Int]] = []
    var others: [[Int]] = []
    for length in (2...min(26, all.count)).reversed() {
      for first in all where first + length - 1 <= all.count {
        let stretch = Array(first..<first + length)
        guard question.isDisjoint(with: stretch) else { continue }
        if right.isDisjoint(with: stretch) {
          stretches.append(stretch)
        } else {
          others.append(stretch)
        }
      }
    }
    return single + stretches + others + [[]]
  }
}

extension ImportState {
  /// The current state.
  fileprivate init(
    _ draft: ImportDraft, _ number: Int, _ showing: ImportFindings.Fate?, _ showsProblems: Bool,
    _ row: ImportState.Row, most: Int
  ) {
    let (found, options) = (draft.found, draft.options)
    let layout = found.layout
    let questions =
      showing.map { fate in found.questions.filter { $0.fate == fate } } ?? found.questions
    let number = min(number, max(1, questions.count))
    self.init(
      file: options.files.first ?? "", format: found.format?.name,
      readings: draft.readings.map(\.name), encoding: found.encoding.rawValue,
      separator: layout?.separator.map { $0 == "\t" ? "tab" : String($0) },
      heading: layout?.hasHeading,
      answers: (options.reading.answers ?? layout?.answers)?.rawValue,
      split: options.reading.choiceSeparator.map { $0 == "\n" ? "\\n" : String($0) },
      list: options.reading.list, lists: layout?.lists ?? [],
      columns: layout.map { layout in
        ImportField.allCases.map { Column($0, draft.columns(of: $0), layout) }
      } ?? [],
      question: questions.indices.contains(number - 1)
        ? Question(questions[number - 1], number: number) : nil,
      total: questions.count, showing: showing, counts: found.counts, complete: found.isComplete,
      problems: found.problems.prefix(most).map(Trouble.init), problemCount: found.problems.count,
      showsProblems: showsProblems, command: options.line, row: row)
    // The cursor leaves a row that no longer exists.
    if !rows.contains(row) { self.row = .take }
  }
}

extension ImportState.Column {
  fileprivate init(_ field: ImportField, _ numbers: [Int], _ layout: TableLayout) {
    let columns = numbers.compactMap { number in
      layout.columns.indices.contains(number - 1) ? layout.columns[number - 1] : nil
    }
    let names = columns.map(\.name).filter { !$0.isEmpty }
    let ends = [names.first, names.dropFirst().last].compactMap(\.self)
    self.init(
      field: field, column: ImportField.text(ofColumns: numbers),
      name: names.isEmpty ? nil : ends.joined(separator: names.count > 2 ? " … " : ", "),
      sample: columns.first?.sample)
  }
}

extension ImportState.Question {
  fileprivate init(_ looked: ImportFindings.Looked, number: Int) {
    let content = looked.question.content
    self.init(
      number: number, line: looked.question.line,
      fate: looked.fate, deck: looked.question.category, text: content.text,
      choices: content.choices.map(\.text), right: content.rightAnswers,
      commentary: content.commentary)
  }
}

extension ImportState.Trouble {
  fileprivate init(_ problem: Problem) {
    self.init(
      level: problem.level, code: problem.code, line: problem.line,
      message: Reason(problem.messageAndHint))
  }
}
