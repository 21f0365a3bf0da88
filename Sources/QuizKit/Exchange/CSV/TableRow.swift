import QuizSupport

/// The current record of a table, by the roles of its columns.
///
/// A single instance is used for all records. A struct per record would copy the column map for
/// every question, which is noticeably slower.
final class TableRow {
  private(set) var scanner: RecordScanner
  private let map: ColumnMap
  private let notation: TableKeys
  private let isHTML: Bool
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The columns of this record. Without a header they depend on its length.
  private var columns: ColumnMap
  /// Whether some cells of this record have a protective apostrophe.
  private var isProtected = false
  /// The choices of this record with a mark that says that they are right.
  private var marked: Set<Int> = []
  private var lastCategory = ""
  private var lastTags: (field: String, tags: [String])

  init(_ start: RecordScanner, _ map: ColumnMap, _ notation: TableKeys = TableKeys()) {
    scanner = start
    self.map = map
    self.notation = notation
    (isHTML, bytes) = (map.isHTML, start.bytes)
    columns = map
    lastTags = ("", map.fixedTags)
  }

  /// Advances to the next record that is not blank.
  func next(in collector: QuestionCollector) throws(ReadingCancelled) -> RecordScanner.Outcome {
    let outcome = try scanner.next(in: collector)
    if map.width == nil, scanner.fields.count != columns.correct + 1 {
      columns = map.fitted(to: scanner.fields.count)
    }
    isProtected = columns[.protected].map { cell($0) == CellProtection.mark } ?? false
    return outcome
  }

  /// Why the record does not fit the columns. Additional empty fields are allowed.
  var shapeFault: Fault? {
    let count = scanner.fields.count
    guard let width = columns.width else {
      return count < 4 + columns.question ? .tooFewColumns(count) : nil
    }
    let hasMore =
      !columns.ignoresSurplus && count > width && (width..<count).contains { !text($0).isEmpty }
    return hasMore ? .tooManyColumns(found: count, expected: width) : nil
  }

  // MARK: Survey

  /// Whether the record has a key that a survey understands.
  var hasKey: Bool {
    // A stray comma may have shifted the fields of this row, so that its key is unreliable.
    scanner.fields.count > columns.correct && shapeFault == nil && !hasOtherAnswer
  }

  /// Adds a key of the record to the survey of its column; by default that of the right answer.
  func add(_ column: Int? = nil, to survey: inout KeyNotationSurvey) {
    let column = column ?? columns.correct
    guard column < scanner.fields.count else { return }
    let count = choiceCount
    let place = { [self] in choiceTexts.firstIndex { $0.isIdentical(to: text(column)) } }
    if let byte = scanner.fields[column].onlyByte(in: bytes) {
      survey.add(byte: byte, choiceCount: count) { mayHaveChoice(byte) ? place() : nil }
    } else {
      survey.add(key: text(column), choiceCount: count, text: place)
    }
  }

  /// Whether a choice may be a single character: only where one ends with it. To look at the texts of
  /// all choices takes longer than to read the record.
  private func mayHaveChoice(_ byte: UInt8) -> Bool {
    columns.joinedChoices != nil
      || columns.choices.contains { column in
        column < scanner.fields.count && scanner.fields[column].mayBe(byte, in: bytes)
      }
  }

  /// The right choices according to one column; `nil` if it names none, or others as well.
  func places(
    in column: Int, _ notation: ReadingGuess.KeyNotation, among choices: [Choice]? = nil
  ) -> [Int]? {
    do throws(Fault) {
      let choices = choices ?? choiceTexts.map { Choice($0) }
      return try AnswerReader.read(text(column), among: choices, notation)
    } catch {
      return nil
    }
  }

  /// The place of the choice whose column has the name that the key says; `nil` if none or several
  /// have it.
  var namedPlace: Int? {
    let name = HeaderName.folded(text(columns.correct))
    let places = columns.choices.indices.filter {
      HeaderName.folded(columns.name(of: columns.choices[$0])) == name
    }
    return places.count == 1 && !name.isEmpty ? places[0] : nil
  }

  /// Whether the right answer is a word for true or false.
  var saysTruth: Bool { Vocabulary.isTrue(text(columns.correct)) != nil }

  /// Whether the answer is not a choice, but a text, a number or the truth of a statement.
  private var hasOtherAnswer: Bool {
    switch kind {
    case .text, .number, .other: choiceCount < 2
    case .card: choiceCount == 0
    case .order: isEmpty(columns.correct)
    case .gaps: !GapText(text(columns.question)).gaps.isEmpty
    case .match: AnswerCell.split(text(columns.correct)).count >= max(choiceCount, 2)
    case .trueFalse: choiceCount == 0
    case .choices, .several, nil: false
    }
  }

  // MARK: Questions

  /// Submits the record as a question, or reports what is wrong with it.
  func submit(to collector: QuestionCollector) {
    if let fault = shapeFault {
      return collector.report(fault, line: scanner.line, question: text(columns.question))
    }
    if scanner.hasTextAfterQuote {
      collector.report(.textAfterQuote, line: scanner.line, question: text(columns.question))
    }
    var draft = QuestionDraft(line: scanner.line)
    draft.take(self)
    if collector.pictures != nil { collector.keep(images, in: &draft) }
    if wrong.isEmpty, columns.wrong.isEmpty || columns[.kind] != nil {
      draft.choices = choiceTexts.map { Choice($0) }
      if notation.inChoices == .marks {
        marked = Set(draft.choices.indices.filter { RightMark.take(from: &draft.choices[$0].text) })
      }
      for (index, column) in columns.feedback.enumerated() where index < draft.choices.count {
        draft.choices[index].feedback = text(column)
      }
    }
    if let place = draft.choices.firstIndex(where: {
      $0.text.utf8.first == UInt8(ascii: "#") && Self.errors.contains($0.text)
    }) {
      return collector.refuse(
        draft, .errorCell(draft.choices[place].text, number: place + 1),
        excerpt: text(columns.correct))
    }
    FieldQuestion(self).submit(draft, to: collector, excerpt: text(columns.correct))
  }

  /// The images of a record whose fields are HTML, in their order.
  var images: [ImageReference] {
    guard isHTML else { return [] }
    return scanner.fields.flatMap { HTMLText.images(in: $0.text(in: bytes)) }
  }

  /// The names of errors that a spreadsheet shows in the cell of a failed formula.
  private static let errors: Set<String> = [
    "#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!",
  ]

  private var choiceTexts: [String] {
    if let column = columns.joinedChoices {
      return ChoiceList.split(text(column), at: columns.choiceSeparator)
    }
    let texts = columns.choices.prefix(choiceCount).map(text)
    return LetteredText.unlabelled(texts) ?? texts
  }

  /// The number of choices. Empty columns at the end are not counted: spreadsheets add them.
  private var choiceCount: Int {
    if let column = columns.joinedChoices {
      return ChoiceList.split(text(column), at: columns.choiceSeparator).count
    }
    var count = columns.choices.count
    while count > 0, isEmpty(columns.choices[count - 1]) { count -= 1 }
    return count
  }

  // MARK: Cells

  func text(_ column: Int) -> String {
    isProtected ? CellProtection.undone(cell(column)) : cell(column)
  }

  private func cell(_ column: Int) -> String {
    // A method of the scanner would be given a copy of it, which costs more than the text.
    guard column < scanner.fields.count else { return "" }
    let text = scanner.fields[column].text(in: bytes)
    return isHTML ? HTMLText.plain(text) : text
  }

  /// Whether a cell of the record is empty.
  func isEmpty(_ column: Int) -> Bool {
    guard column < scanner.fields.count else { return true }
    let isVisible = !isHTML && scanner.fields[column].beginsVisibly(in: bytes)
    return !isVisible && text(column).isEmpty
  }

  private func texts(_ columns: [Int]) -> [String] {
    columns.map(text).filter { !$0.isEmpty }
  }
}

extension TableRow: Fields {
  subscript(role: ColumnRole) -> String? {
    guard let column = columns[role], case let text = text(column), !text.isEmpty else {
      return role == .category ? columns.fixedCategory : nil
    }
    guard role == .category else { return text }
    // Consecutive rows of the same deck share one string, which saves copies.
    if text != lastCategory { lastCategory = text }
    return lastCategory
  }

  /// The tags, shared like the deck.
  var tags: [String] {
    let field =
      columns.tags.count == 1
      ? text(columns.tags[0]) : columns.tags.map(text).joined(separator: " ")
    if field != lastTags.field { lastTags = (field, columns.fixedTags + TagList.split(field)) }
    return lastTags.tags
  }

  var kind: TableKind? {
    if columns.areCards { return columns.areStatements ? .trueFalse : .card }
    return columns[.kind].flatMap { TableKind(text($0)) }
  }

  private var keyTexts: [String] { texts([columns.correct] + columns.moreCorrect) }
  var keys: [JSONValue] { keyTexts.map(JSONValue.string) }

  var noKey: Fault { .noCorrectChoice(nil) }
  var wrong: [String] { texts(columns.wrong) }
  var feedbacks: [String] { columns.feedback.map(text) }

  /// Some programs list accepted answers in the columns for choices, and then there is no key.
  var listsAccepted: Bool {
    switch kind {
    case .text, .number: keys.isEmpty
    default: false
    }
  }

  func accepted(_ choices: [Choice]) throws(Fault) -> JSONValue {
    if listsAccepted, kind != .number { return .array(choices.map { .string($0.text) }) }
    let cells = listsAccepted ? choices.map(\.text) : keyTexts
    // A cell may be one number or a list of them.
    let accepted = cells.flatMap { cell in
      kind == .number && NumberSpan.written(cell) != nil ? [cell] : AnswerCell.split(cell)
    }
    return .array(accepted.map(JSONValue.string))
  }

  /// The numbers in the weights cell, from -1 to 1 or in percent.
  func weights() throws(Fault) -> [Double]? {
    guard let cell = self[.weights] else { return nil }
    var weights: [Double] = []
    for text in AnswerCell.split(cell) {
      let digits = text.ofOneWidth
      let percent = digits.hasSuffix("%") ? String(digits.dropLast()).trimmed : nil
      guard let number = TypedNumber.value(of: percent ?? digits) else { throw .notANumber(text) }
      // Shifts the decimal point instead of dividing if possible, as for Moodle's files.
      weights.append(percent.map { MoodlePercent.fraction($0) ?? number / 100 } ?? number)
    }
    return weights
  }

  func parts(_ kind: TableKind?, _ draft: inout QuestionDraft) throws(Fault) -> Solution? {
    switch kind {
    case .card, .gaps, .order, .match:
      RowParts.solution(kind, keyTexts, &draft)
    default: nil
    }
  }

  func right(among choices: [Choice]) throws(Fault) -> [Int] {
    if let inChoices = notation.inChoices {
      return inChoices == .first
        ? Array(choices.indices.prefix(1)) : choices.indices.filter { marked.contains($0) }
    }
    if notation.areNames {
      guard let place = namedPlace, choices.indices.contains(place) else {
        throw .answerNotAChoice(text(columns.correct))
      }
      return [place]
    }
    // Nearly all rows have one key.
    if columns.moreCorrect.isEmpty {
      return try AnswerReader.read(text(columns.correct), among: choices, notation.notation)
    }
    var places: [Int] = []
    for key in keyTexts {
      places += try AnswerReader.read(key, among: choices, notation.notation)
    }
    return places
  }

  func rivals(among choices: [Choice]) -> [(text: String, places: [Int])] {
    notation.rivals.compactMap { column, notation in
      isEmpty(column)
        ? nil : places(in: column, notation, among: choices).map { (text(column), $0) }
    }
  }
}

extension RowParts {
  /// The solution of a row; `nil` if the cells do not fit the kind.
  static func solution(
    _ kind: TableKind?, _ keys: [String], _ draft: inout QuestionDraft
  ) -> Solution? {
    let (choices, key) = (draft.choices, keys.first ?? "")
    switch kind {
    case .card:
      guard choices.isEmpty, !key.isEmpty else { return nil }
      return .card(CardSolution(back: key))
    case .order:
      guard key.isEmpty, choices.count > 1 else { return nil }
      return .order
    case .match:
      let rights = keys.flatMap(AnswerCell.split)
      guard choices.count > 1, rights.count >= choices.count else { return nil }
      draft.choices = []
      return .match(
        MatchSolution(
          zip(choices, rights).map { MatchPair($0.text, $1) },
          extra: Array(rights.dropFirst(choices.count))))
    case .gaps:
      guard !GapText(draft.text).gaps.isEmpty, !key.isEmpty else { return nil }
      let lines = key.split(separator: "\n").map { FieldText.make(String($0)) }
      draft.choices = []
      return .gaps(
        GapsSolution(
          lines.enumerated().map { place, line in
            gap(line, choices.indices.contains(place) ? choices[place].text : "")
          }))
    default: return nil
    }
  }

  private static func gap(_ line: String, _ choices: String) -> Gap {
    guard !choices.isEmpty else {
      return .typed(TextSolution(accepted: AnswerCell.split(line).map { AcceptedText($0) }))
    }
    let texts = AnswerCell.split(choices)
    let number = Int(line.ofOneWidth).map { $0 - 1 }
    let place =
      number.flatMap { texts.indices.contains($0) ? $0 : nil } ?? texts.firstIndex(of: line)
    return .picked(GapChoices(texts, correct: place ?? -1))
  }
}

/// The roles of a table's columns.
struct ColumnMap {
  /// The most columns of a table, as in Excel and LibreOffice. Reading a row takes time for each
  /// column of the header.
  static let mostColumns = 16_384

  var question = 0
  var choices: [Int] = []
  /// The column that contains all choices, instead of ``choices``.
  var joinedChoices: Int?
  var correct = 0
  /// The further columns with one right answer each.
  var moreCorrect: [Int] = []
  /// Further columns whose names say that they have the right answer, too.
  var rivals: [Int] = []
  /// The number of the first column of choices, if they are counted.
  private(set) var firstNumber: Int?
  /// Whether the table has cards: two sides, and no choices.
  private(set) var areCards = false
  /// Whether all of these cards are statements with a word for true or false.
  var areStatements = false
  var wrong: [Int] = []
  var feedback: [Int] = []
  var tags: [Int] = []
  /// The columns of the roles that one column has. They are few, and asked for in each row.
  private var others: [(role: ColumnRole, column: Int)] = []
  /// The separator of choices in one cell; `nil` for the usual ones.
  private(set) var choiceSeparator: Character?
  /// The number of columns in the header; `nil` without a header, where record lengths may differ.
  var width: Int?
  /// Whether the choices of a table without a header say themselves what is right.
  var areMarkedInChoices = false
  /// Whether the fields are HTML.
  var isHTML = false
  /// Tags and deck that apply to the whole file.
  var fixedTags: [String] = []
  var fixedCategory: String?
  /// Whether fields beyond the header's columns are ignored without a warning.
  var ignoresSurplus = false
  /// The names of the header.
  private var names: [String] = []
  /// The columns that are not imported.
  private var unused: Set<Int> = []

  /// The column of a role that only one column has; `nil` if there is none.
  subscript(role: ColumnRole) -> Int? {
    get { role == .question ? question : others.first { $0.role == role }?.column }
    set {
      others.removeAll { $0.role == role }
      if let newValue { others.append((role, newValue)) }
    }
  }

  /// The layout of a table without a header: question, choices, right answer.
  ///
  /// - Parameter question: The column of the question, behind running numbers.
  static func headerless(_ question: Int) -> ColumnMap {
    var map = ColumnMap()
    (map.question, map.correct) = (question, question)
    // These columns are ours, and count from 1.
    map.firstNumber = 1
    return map
  }

  /// Adapts a layout without a header to a record's length: the last field is the right answer.
  func fitted(to fieldCount: Int) -> ColumnMap {
    guard width == nil, fieldCount != correct + 1 else { return self }
    var fitted = self
    fitted.correct = areMarkedInChoices ? fieldCount : max(0, fieldCount - 1)
    fitted.choices = Array(question + 1..<max(question + 1, fitted.correct))
    return fitted
  }

  /// Whether the first record is a header: it names the question, or the right answer and a choice.
  static func isHeader(_ names: [String], _ options: ReadingOptions) -> Bool {
    if let hasHeading = options.hasHeading { return hasHeading }
    // Who names columns has seen a header.
    if options.columns.values.contains(where: { if case .named = $0 { true } else { false } }) {
      return true
    }
    let uses = names.map(MappedNames(options).uses)
    let roles = Set(uses.joined().lazy.filter { !$0.isWeak }.map(\.column.role))
    if roles.contains(.question) { return true }
    let weak = Set(uses.joined().lazy.filter(\.isWeak).map(\.column.role))
    if roles.contains(.correct), roles.contains(.choice) || roles.contains(.wrong) { return true }
    return weak.contains(.question)
      && (roles.contains(.correct) && roles.contains(.choices)
        || weak.contains(.correct) && names.contains { FieldNames.isBack($0) })
  }

  private init() {}

  /// Reads a header.
  ///
  /// - Parameter names: The names of the columns; empty ones for a table without a header.
  init(header names: [String], _ options: ReadingOptions) throws(Fault) {
    width = names.count
    self.names = names
    choiceSeparator = options.choiceSeparator
    let known = MappedNames(options)
    let uses = names.enumerated().map { known.uses(of: $1, at: $0 + 1) }
    if let (_, name) = known.missing { throw .mappedNameMissing(name, found: names) }
    if let number = known.missingNumber(among: names.count) {
      throw .mappedNameMissing("#\(number)", found: names)
    }
    var taken: Set<Int> = []
    var numbered: [ColumnRole: [(number: Int, column: Int)]] = [:]
    let hasSecond = uses.joined().contains { $0.column == NamedColumn(.choice, number: 2) }
    for (column, uses) in uses.enumerated() {
      for use in uses where !taken.contains(column) {
        let isNumbered =
          [.choice, .wrong, .feedback].contains(use.column.role)
          || use.column.role == .correct && use.column.number > 0
        // A lone `a` beside `q` is the answer.
        guard isNumbered, uses.count == 1 || hasSecond else { continue }
        numbered[use.column.role, default: []].append((use.column.number, column))
        taken.insert(column)
      }
    }
    /// The columns that may have a role, those with the best names first.
    func candidates(_ role: ColumnRole) -> [Int] {
      let ranked = uses.enumerated().compactMap { column, uses -> (Bool, Int)? in
        guard !taken.contains(column) else { return nil }
        return uses.first { $0.column.role == role }.map { ($0.isWeak, column) }
      }
      // Of equally good names the first column counts.
      return ranked.sorted { !$0.0 && $1.0 || $0.0 == $1.0 && $0.1 < $1.1 }.map(\.1)
    }
    func take(_ role: ColumnRole) -> Int? {
      guard let column = candidates(role).first else { return nil }
      taken.insert(column)
      return column
    }
    func missing(_ role: ColumnRole) -> Fault {
      let unknown = names.indices.filter { uses[$0].isEmpty && !names[$0].isEmpty }
      let map = Self.map(role, unknown.map { names[$0] })
      return .noColumn(role: role, found: names, map: map)
    }
    func columns(_ role: ColumnRole) -> [Int] {
      (numbered[role] ?? []).sorted { ($0.number, $0.column) < ($1.number, $1.column) }
        .map(\.column)
    }
    (choices, wrong, feedback) = (columns(.choice), columns(.wrong), columns(.feedback))
    wrong += candidates(.wrong)
    taken.formUnion(wrong)
    let counted = (numbered[.choice] ?? []).filter { names[$0.column].contains(where: \.isNumber) }
    firstNumber = counted.map(\.number).min()
    guard let question = take(.question) else { throw missing(.question) }
    self.question = question
    if choices.isEmpty { joinedChoices = take(.choices) }
    moreCorrect = columns(.correct)
    if let column = take(.correct) {
      correct = column
      rivals = candidates(.correct).filter { column in !uses[column].allSatisfy(\.isWeak) }
      taken.formUnion(rivals)
    } else if !moreCorrect.isEmpty {
      correct = moreCorrect.removeFirst()
    } else if options.answers?.isInChoices == true {
      // No row has anything there.
      correct = names.count
    } else {
      throw missing(.correct)
    }
    for role in [.kind, .explanation, .category, .passage] as [ColumnRole] {
      self[role] = take(role)
    }
    tags = candidates(.tags)
    taken.formUnion(tags)
    for role in Self.lastRoles { self[role] = take(role) }
    unused = Set(names.indices.filter { !names[$0].isEmpty && !taken.contains($0) })
    if choices.isEmpty, wrong.isEmpty, joinedChoices == nil, self[.kind] == nil {
      // Where a column is not understood, it may have the choices.
      let isSaid = options.columns[NamedColumn(.choices)] == ReadingOptions.Column.none
      guard isSaid || unused.isEmpty && moreCorrect.isEmpty && rivals.isEmpty else {
        throw missing(.choices)
      }
      areCards = true
    }
  }

  private static let lastRoles: [ColumnRole] = [
    .id, .title, .difficulty, .time, .choose, .weights, .protected, .picture,
  ]

  /// The columns of each role, by their numbers from 1.
  var fields: [ColumnRole: [Int]] {
    var fields = Dictionary(uniqueKeysWithValues: others.map { ($0.role, [$0.column + 1]) })
    fields[.question] = [question + 1]
    fields[.choice] = choices.isEmpty ? nil : choices.map { $0 + 1 }
    fields[.choices] = joinedChoices.map { [$0 + 1] }
    let keys = [correct] + moreCorrect + rivals
    fields[.correct] = keys.filter { $0 < width ?? .max }.map { $0 + 1 }
    fields[.wrong] = wrong.isEmpty ? nil : wrong.map { $0 + 1 }
    fields[.tags] = tags.isEmpty ? nil : tags.map { $0 + 1 }
    return fields
  }

  /// The names of the columns that are not imported.
  var ignored: [String] { unused.sorted().map { names[$0] } }

  /// Keeps one of several columns of right answers, and counts the others as not used.
  mutating func decide(_ key: Int) {
    unused.formUnion(([correct] + rivals).filter { $0 != key })
    (correct, rivals) = (key, [])
  }

  /// Counts a column as not used that has no right answers, whatever its name says.
  mutating func drop(rival: Int) {
    rivals.removeAll { $0 == rival }
    unused.insert(rival)
  }

  /// The name of a column.
  func name(of column: Int) -> String { names.indices.contains(column) ? names[column] : "" }

  /// Ignores the column that seemed to state the kinds of the rows.
  mutating func ignoreKind() {
    if let kind = self[.kind] { unused.insert(kind) }
    self[.kind] = nil
  }

  /// What `--map` needs so that the table can be read, as far as the names tell that mean nothing.
  private static func map(_ role: ColumnRole, _ unknown: [String]) -> String {
    let isPlain = unknown.allSatisfy { name in !name.contains { ",\"\n".contains($0) } }
    let pairs: [String] =
      switch role {
      case .choices where isPlain && (2...26).contains(unknown.count):
        unknown.enumerated().map { "choice\($0 + 1)=\($1)" }
      case _ where isPlain && unknown.count == 1: ["\(role.rawValue)=\(unknown[0])"]
      default: ["\(role.rawValue)=COLUMN"]
      }
    let map = pairs.joined(separator: ",")
    return map.contains(" ") ? "\"\(map)\"" : map
  }
}
