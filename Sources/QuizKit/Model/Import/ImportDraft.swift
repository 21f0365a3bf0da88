import QuizExchange
import QuizSupport
import Signals

/// A file that a person looks at before its questions come into the bank.
///
/// All that can be chosen are options of an import, so a script can say the same. With each choice
/// the beginning of the file is read again at once; the rest follows in the background, and with it
/// the counts. The bank changes only when the questions are taken.
package final class ImportDraft {
  /// The findings in the file with the present choices.
  package private(set) var found = ImportFindings() {
    didSet { changed.emit(()) }
  }

  /// Emits when more or something else was found.
  package var changes: Signal<Void> { changed.signal }

  /// Emits when the questions are in the bank.
  package var taken: Signal<Void> { brought.signal }

  /// The options with the present choices.
  package private(set) var options: ImportOptions
  /// The formats in which questions are found, that of the file first.
  package private(set) var readings: [QuestionFormat] = []

  /// The most questions that can be looked at.
  private static let mostLooked = 20_000

  /// The columns of each field when the file could be read last.
  private var understood: [ImportField: [Int]] = [:]
  /// Whether the file was read as its words and cells suggest.
  private(set) var isGuessed = false
  /// All encodings, those first in which the file reads most like words.
  package private(set) lazy var encodings = TextEncoding.likely(of: beginning.bytes)

  /// What may stand between the columns of a table: signs that each line has as often, those that it
  /// has most first, and then the usual ones.
  package private(set) lazy var separators: [Character] =
    regularSeparators + [",", ";", "\t", "|"].filter { !regularSeparators.contains($0) }

  /// The signs that each line has as often, those that it has most first.
  private lazy var regularSeparators: [Character] = {
    let lines = beginning.bytes.split(separator: UInt8(ascii: "\n")).prefix(50)
    // A single line is regular in anything.
    if lines.count < 2 { return [] }
    let signs = (UInt8(ascii: "!")...UInt8(ascii: "~")).filter { byte in
      let sign = Unicode.Scalar(byte)
      return !sign.properties.isAlphabetic && !"0123456789\"'.?".unicodeScalars.contains(sign)
    }
    let counts = (signs + [UInt8(ascii: "\t")]).map { sign in
      (sign: sign, counts: lines.map { line in line.count { $0 == sign } })
    }
    return counts.filter { Set($0.counts).count == 1 && ($0.counts.first ?? 0) > 2 }
      .sorted { ($1.counts[0], $0.sign) < ($0.counts[0], $1.sign) }
      .map { Character(Unicode.Scalar($0.sign)) }
  }()

  private let path: String
  private let bank: QuestionBank
  private let importer: Importer
  private let world: World
  private let beginning: FileBeginning
  private let readsAll: Bool
  private let changed = PublishSubject<Void>()
  private let brought = PublishSubject<Void>()
  private var work: BackgroundWork<ImportReading.News, ImportReading.Result>?
  private var observation: Disposable?
  private var importing: Disposable?
  private var failing: Disposable?

  /// Reads a file for the first time, as a person has chosen for it before, or else as it seems to
  /// be. Where its encoding is not certain or its columns have no names that are known, its words
  /// and cells suggest something.
  ///
  /// - Parameter readsAll: Whether the whole file is counted, too, and not only its beginning.
  /// - Throws: ``UserFileError`` when there is no such file; ``ImportDraft.Refusal`` for several
  ///   files, and for a folder; the store's error.
  package init(
    _ options: ImportOptions, importer: Importer, bank: QuestionBank, world: World,
    readsAll: Bool = true
  ) throws {
    guard let path = options.files.first, options.files.count == 1 else {
      throw ImportDraft.Refusal.oneFile
    }
    let isFile = try !world.files.files(at: path).isFolder && world.files.canBeReadAgain(path)
    guard isFile else { throw ImportDraft.Refusal.oneFile }
    (self.path, self.options) = (path, options)
    (self.importer, self.bank, self.world) = (importer, bank, world)
    self.readsAll = readsAll
    let bytes = try world.files.bytes(of: path)
    beginning = FileBeginning(bytes)
    if options.format == nil, options.reading == ReadingOptions() {
      let kept = try bank.keptReading(of: path, deck: options.deck)
      if let kept, try kept.fits(bytes, named: path) {
        (self.options.format, self.options.reading) = (kept.format, kept.reading)
      }
    }
    try readAgain()
    readings = otherReadings()
    try tryOtherReadings()
  }

  deinit { stop() }

  /// Changes what was chosen, and reads the file again.
  package func choose(_ change: (inout ImportOptions) throws -> Void) throws {
    var changed = options
    try change(&changed)
    guard changed != options else { return }
    options = changed
    try readAgain()
  }

  /// Chooses the columns of a field. They are no longer those of another one; what the other fields
  /// have stays.
  ///
  /// - Parameters:
  ///   - columns: Their numbers from 1; none for a field that the file does not have.
  ///   - before: The columns that other fields had before a choice that this one replaces; by
  ///     default those that they have.
  package func choose(
    _ columns: [Int], for field: ImportField, before: [ImportField: [Int]] = [:]
  ) throws {
    guard let layout = found.layout else { throw ImportDraft.Refusal.noColumns }
    if let number = columns.first(where: { !layout.columns.indices.contains($0 - 1) }) {
      throw ImportDraft.Refusal.noSuchColumn(number, count: layout.columns.count)
    }
    if columns.count > 1, field != .choices { throw ImportDraft.Refusal.oneColumn(field) }
    try choose { options in
      // Where the first row has names, what they say holds for all other fields.
      let areNamed = layout.hasHeading != false
      for other in ImportField.allCases {
        let present = self.columns(of: other)
        let now =
          other == field ? columns : (before[other] ?? present).filter { !columns.contains($0) }
        let isSaid = options.reading.columns.keys.contains { other.roles.contains($0.role) }
        guard other == field || now != present || !areNamed && !isSaid && !now.isEmpty else {
          continue
        }
        for role in other.roles {
          for key in options.reading.columns.keys where key.role == role {
            options.reading.columns[key] = nil
          }
        }
        options.reading.columns.merge(other.mapping(now, in: layout)) { $1 }
      }
      // Numbers of columns say nothing of whether they have names.
      if !areNamed { options.reading.hasHeading = false }
      if layout.hasHeading == true, options.reading.hasHeading == nil, !layout.isSheet {
        options.reading.hasHeading = true
      }
    }
  }

  /// The columns of a field, by their numbers from 1: those that were chosen, or else those that
  /// were found.
  package func columns(of field: ImportField) -> [Int] {
    guard let layout = found.layout else { return [] }
    let chosen = options.reading.columns.filter { field.roles.contains($0.key.role) }
    if chosen.isEmpty {
      return layout.fields.isEmpty ? understood[field] ?? [] : layout.columns(of: field)
    }
    return chosen.sorted { $0.key.number < $1.key.number }.compactMap { _, column in
      switch column {
      case .number(let number): number
      case .named(let name):
        layout.columns.firstIndex { $0.name == name }.map { $0 + 1 }
      case .none: nil
      }
    }
  }

  /// Brings the questions in.
  ///
  /// - Throws: ``ImportError``; the bank is then as it was.
  package func take() throws {
    if importing != nil { throw ImportError.busy }
    stop()
    importing = importer.outcomes.observe { [unowned self] outcome in
      (importing, failing) = (nil, nil)
      if !outcome.isDryRun, outcome.refusal == nil { brought.emit(()) }
    }
    failing = importer.failures.observe { [unowned self] _ in (importing, failing) = (nil, nil) }
    var options = options
    options.looked = LookedFile(columns: found.layout?.columns.map(\.name))
    do {
      try importer.run(options)
    } catch {
      (importing, failing) = (nil, nil)
      throw error
    }
  }

  /// Stops what is being read.
  private func stop() {
    work?.stop()
    (work, observation) = (nil, nil)
  }

  // MARK: Reading

  private func readAgain() throws {
    stop()
    var first = try read()
    // The columns can be guessed only when the encoding is known.
    if suggestEncoding(by: first) { first = try read() }
    first = try withShownColumns(first) ?? withSuggestedColumns(first) ?? first
    if let layout = first.layout, !layout.fields.isEmpty {
      for field in ImportField.allCases { understood[field] = layout.columns(of: field) }
    } else if first.layout == nil {
      understood = [:]
    }
    first.isComplete = beginning.isWhole
    found = first
    if !first.isComplete, readsAll { try readAll() }
  }

  /// Reads the beginning of the file.
  private func read() throws -> ImportFindings {
    let collector = QuestionCollector(file: path)
    collector.wantsLayout = true
    // Their digests tell whether the bank has them. The bytes are kept when the file is brought in.
    collector.pictures = PictureIntake(
      beside: path, within: nil, of: world.files, limit: options.reading.maximumBytes)
    var format = options.format.flatMap(QuestionFormat.named)
    format = try QuestionFile.read(
      beginning.bytes, format: format, options: options.reading, into: collector)
    var findings = ImportFindings()
    findings.add(QuestionFile(collector, format: format), options)
    findings.add(
      collector.questions, try intake().take(collector.questions, of: format, in: 0),
      most: Self.mostLooked)
    return findings
  }

  /// What would become of questions. Nothing is ever saved.
  private func intake() throws -> ImportCollector {
    var options = options
    options.dryRun = true
    return try ImportCollector(bank, paths: [path], options: options)
  }

  /// Reads the whole file beside what else the program does.
  private func readAll() throws {
    var reading = ImportReading(
      paths: [path], files: world.files, format: options.format.flatMap(QuestionFormat.named),
      options: options.reading,
      sections: Set(bank.store.kinds.all.compactMap { $0.section }))
    reading.wantsLayout = true
    let intake = try intake()
    var all = ImportFindings()
    let work = world.background.work(reading.run)
    self.work = work
    observation = work.news.observe { [unowned self] news in
      switch news {
      case .progress(.progress): break
      case .progress(.part(let part)):
        defer { part.taken() }
        guard case .questions(let questions, _) = part.content else { return }
        do {
          all.add(questions, try intake.take(part), most: Self.mostLooked)
          found.counts = all.counts
        } catch {
          work.stop()
        }
      case .result(.files(let files)):
        if let file = files.first { all.add(file, options) }
        all.isComplete = true
        found = all
        (self.work, observation) = (nil, nil)
      case .result(.cancelled): break
      }
    }
  }

  // MARK: Guesses

  /// Guesses the encoding by the words of the file.
  ///
  /// - Returns: Whether there is one to try.
  private func suggestEncoding(by findings: ImportFindings) -> Bool {
    guard findings.isEncodingUnknown, options.reading.encoding == nil, let first = encodings.first
    else { return false }
    options.reading.encoding = first
    isGuessed = true
    return true
  }

  /// Reads the columns that were found before a person said whether they have names: what is shown
  /// is what is read. `nil` where nothing is shown, or where the cells tell more.
  private func withShownColumns(_ findings: ImportFindings) throws -> ImportFindings? {
    guard options.reading.columns.isEmpty, options.reading.hasHeading != nil,
      findings.counts.all == 0, let layout = findings.layout, layout.fields.isEmpty,
      understood.values.joined().allSatisfy({ layout.columns.indices.contains($0 - 1) })
    else { return nil }
    for (field, columns) in understood where !columns.isEmpty {
      options.reading.columns.merge(field.mapping(columns, in: layout)) { $1 }
    }
    guard !options.reading.columns.isEmpty else { return nil }
    let found = try read()
    let suggestion = layout.suggestion(hasHeading: options.reading.hasHeading)
    if found.counts.all > 0 || suggestion?.isBorneOut != true { return found }
    options.reading.columns = [:]
    return nil
  }

  /// Reads the file with columns as its cells suggest them, where nothing is read without.
  ///
  /// Columns by which nearly all of it can be read are suggested with the right answers. Otherwise the
  /// right answers are left to the person.
  private func withSuggestedColumns(_ findings: ImportFindings) throws -> ImportFindings? {
    guard options.reading.columns.isEmpty, findings.counts.all == 0, let layout = findings.layout,
      findings.isUnsure || findings.lacksChoices,
      let suggestion = layout.suggestion(hasHeading: options.reading.hasHeading)
    else { return nil }
    let before = options
    func suggest(_ columns: [NamedColumn: ReadingOptions.Column]) throws -> ImportFindings {
      options.reading.columns = columns
      // The columns of the last reading are no longer in effect.
      understood = [:]
      if !layout.areRecords { options.reading.hasHeading = suggestion.hasHeading }
      return try read()
    }
    if suggestion.isBorneOut {
      options.reading.answers = options.reading.answers ?? suggestion.answers
      options.reading.choiceSeparator =
        options.reading.choiceSeparator ?? suggestion.choiceSeparator
      let found = try suggest(suggestion.columns)
      if found.isSure || found.leavesNumbersOpen {
        isGuessed = true
        return found
      }
      options = before
    }
    guard findings.isUnsure, !findings.namesChoices else { return nil }
    let sure: Set<ColumnRole> = [.question, .choices, .choice]
    let found = try suggest(suggestion.columns.filter { sure.contains($0.key.role) })
    // Two texts side by side are a card only where one of them asks.
    guard found.counts.all == 0 || found.haveChoices || suggestion.asks else {
      options = before
      return nil
    }
    isGuessed = true
    return found
  }

  /// Reads another list of the file, or the file with another separator or in another format, where
  /// nothing was found in that which it seems to have. Nothing of it stays that does not read nearly
  /// all.
  private func tryOtherReadings() throws {
    let options = options
    guard options.format == nil, options.reading.columns.isEmpty || isGuessed,
      found.counts.all == 0, !found.leavesNumbersOpen
    else { return }
    let before = isGuessed
    func tries(_ change: (inout ImportOptions) -> Void) throws -> Bool {
      self.options = options
      change(&self.options)
      try readAgain()
      return found.isSure
    }
    for part in found.layout?.likelyParts ?? [] {
      let isFound = try tries { ($0.reading.list, $0.reading.columns) = (part.list, [:]) }
      if isFound { return isGuessed = true }
    }
    if found.layout == nil, beginning.areLines {
      // A table is one in any format, and commas in sentences make none.
      for separator in regularSeparators.prefix(Self.mostSeparators) {
        let isFound = try tries {
          ($0.format, $0.reading.delimiter) = (QuestionFormat.csv.name, separator)
        }
        if isFound, found.haveChoices { return isGuessed = true }
      }
      let tables = [QuestionFormat.csv, .tsv, .anki].map(\.name)
      for format in readings where !tables.contains(format.name) {
        if try tries({ $0.format = format.name }) { return isGuessed = true }
      }
    }
    isGuessed = before
    guard self.options != options else { return }
    self.options = options
    try readAgain()
  }

  /// The most separators with which a file is read without being asked.
  private static let mostSeparators = 5

  /// Whether a name says that the column of questions has some, or the first of them asks one.
  private var asks: Bool {
    guard let layout = found.layout else { return false }
    return columns(of: .question).contains { number in
      layout.columns.indices.contains(number - 1) && layout.columns[number - 1].asks
    }
  }

  /// The way to read the file for a person who has no screen: a line that reads nearly all of it, and
  /// the condition under which it is right; or to look at it. `nil` where the problem itself names
  /// the choice.
  func remedy() throws -> ImportError.Remedy? {
    let look = ImportError.Remedy.look(ImportOptions(files: options.files).line)
    if isGuessed, found.isSure { return options.line.map { .line($0) } ?? look }
    let answers: ReadingOptions.Answers
    if found.leavesNumbersOpen {
      guard isGuessed else { return nil }
      answers = .numbersFromOne
    } else if asks, found.lacksKeys || columns(of: .right).isEmpty {
      answers = .first
    } else {
      return look
    }
    let before = options
    defer { options = before }
    options.reading.answers = answers
    let found = try read()
    guard found.isSure, found.haveChoices, let line = options.line else { return look }
    return .line(line, answers)
  }

  /// The formats of texts in which questions are found at the beginning of the file, those first in
  /// which there are most. Lines with marks come last, because they need a person.
  private func otherReadings() -> [QuestionFormat] {
    let first = [found.format].compactMap(\.self)
    guard beginning.areLines else { return first }
    let others = QuestionFormat.all.filter { format in
      !format.isDocument && ![found.format?.name, QuestionFormat.lines.name].contains(format.name)
    }.map { format -> (format: QuestionFormat, count: Int) in
      let collector = QuestionCollector(file: path)
      do {
        _ = try QuestionFile.read(
          beginning.bytes, format: format, options: options.reading, into: collector)
      } catch {
        // Something in it is too long for a question of this format.
        return (format, 0)
      }
      return (format, collector.accepted)
    }.filter { $0.count > 0 }
    let sorted = others.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    let lines = [QuestionFormat.lines].filter { $0.name != first.last?.name }
    return first + sorted.map { $0.element.format } + lines
  }
}

/// The findings in a file that a person looks at.
package struct ImportFindings: Sendable {
  /// A question, and what would become of it.
  package struct Looked: Sendable {
    /// The question.
    package let question: ParsedQuestion
    /// What would become of it.
    package let fate: Fate
  }

  /// What would become of a question.
  package enum Fate: String, Encodable, Sendable, CaseIterable {
    /// The deck does not have it.
    case new
    /// The deck has an earlier version.
    case changed
    /// The deck has it.
    case known
    /// The file and a person have changed the same, and the person's stays.
    case differsHere
  }

  /// How many questions there are of each fate, and how many could not be read.
  package struct Counts: Encodable, Equatable, Sendable {
    package var new = 0
    package var changed = 0
    package var known = 0
    package var differsHere = 0
    package var unreadable = 0

    /// All questions that could be read.
    package var all: Int { new + changed + known + differsHere }
  }

  /// The format; `nil` where it is not known.
  package internal(set) var format: QuestionFormat?
  /// The encoding.
  package internal(set) var encoding = TextEncoding.utf8
  /// How a table or a list of records was taken apart; `nil` for everything else.
  package internal(set) var layout: TableLayout?
  /// The questions, as many as can be looked at.
  package internal(set) var questions: [Looked] = []
  /// The problems in the order of the file.
  package internal(set) var problems: [Problem] = []
  /// How many questions there are, so far.
  package internal(set) var counts = Counts()
  /// Whether the whole file was read.
  package internal(set) var isComplete = false

  /// Whether the columns have no names that tell where questions and right answers are.
  var isUnsure: Bool {
    counts.all == 0
      && (layout?.hasHeading == false || layout?.fields[.question] == nil
        || layout?.fields[.correct] == nil)
  }

  /// Whether nearly all of it was read, and has choices or the other side of a card. A number alone
  /// is none.
  var isSure: Bool {
    let empty = questions.count { looked in
      if case .card(let card) = looked.question.content.solution {
        Int(card.back.trimmed) != nil
      } else {
        false
      }
    }
    return counts.all > 0 && counts.all * 10 >= (counts.all + counts.unreadable) * 9
      && empty * 10 <= questions.count
  }

  /// Whether all questions have choices.
  var haveChoices: Bool { questions.allSatisfy { $0.question.content.choices.count > 1 } }

  /// Whether nothing but where numbers of choices begin keeps it from being read.
  var leavesNumbersOpen: Bool { fails { $0.code == "key-base-unsure" } }

  /// Whether nothing but a missing right answer keeps it from being read.
  var lacksKeys: Bool {
    fails { $0.code == "missing-field" && $0.fault.facts == [ColumnRole.correct.rawValue] }
  }

  /// Whether nothing but missing choices keeps it from being read, so that names may mislead.
  var lacksChoices: Bool { fails { $0.code == "too-few-choices" } }

  /// Whether nothing was read, for one reason.
  private func fails(_ reason: (Problem) -> Bool) -> Bool {
    let errors = problems.filter { $0.level == .error }
    return !errors.isEmpty && counts.all == 0
      && errors.count(where: reason) * 10 >= errors.count * 9
  }

  /// Whether the names tell where the questions and their choices are.
  var namesChoices: Bool {
    guard let layout, layout.hasHeading != false, case let fields = layout.fields,
      fields[.question] != nil
    else { return false }
    return fields[.choices] != nil || fields[.choice] != nil
  }

  /// Whether nothing is certain about the encoding, so that nothing was read.
  var isEncodingUnknown: Bool { problems.contains { $0.code == "unknown-encoding" } }

  fileprivate mutating func add(_ file: QuestionFile, _ options: ImportOptions) {
    (format, layout, problems) = (file.format, file.layout, file.problems)
    let noted = file.notes.lazy.compactMap { note in
      if case .encoding(let encoding) = note { encoding } else { nil }
    }
    encoding = options.reading.encoding ?? noted.first ?? .utf8
    counts.unreadable = file.errors + file.skipped
  }

  fileprivate mutating func add(
    _ new: [ParsedQuestion], _ admissions: [BankIntake.Admission], most: Int
  ) {
    for (question, admission) in zip(new, admissions) {
      let (fate, count): (Fate, WritableKeyPath<Counts, Int>) =
        switch admission.fate {
        case _ where !admission.differing.isEmpty: (.differsHere, \.differsHere)
        case .added: (.new, \.new)
        case .updated: (.changed, \.changed)
        case .known: (.known, \.known)
        }
      counts[keyPath: count] += 1
      if questions.count < most { questions.append(Looked(question: question, fate: fate)) }
    }
  }
}

/// The roles that a person can give to columns of a table or fields of records.
package enum ImportField: String, Encodable, Sendable, CaseIterable {
  case question, choices, right, commentary, kind, tags, deck

  /// The roles of columns that the field is made of.
  var roles: [ColumnRole] {
    switch self {
    case .question: [.question]
    case .choices: [.choices, .choice, .wrong]
    case .right: [.correct]
    case .commentary: [.explanation]
    case .kind: [.kind]
    case .tags: [.tags]
    case .deck: [.category]
    }
  }

  /// The columns of the field as options of an import have them.
  fileprivate func mapping(
    _ columns: [Int], in layout: TableLayout
  ) -> [NamedColumn: ReadingOptions.Column] {
    if self == .choices, columns.count > 1 {
      let numbered = columns.enumerated().map { index, column in
        (NamedColumn(.choice, number: index + 1), layout.column(column))
      }
      return Dictionary(uniqueKeysWithValues: numbered)
    }
    let column = columns.first.map(layout.column)
    return [NamedColumn(roles[0]): column ?? ReadingOptions.Column.none]
  }
}

extension TableLayout {
  /// The columns of a field as they were found, by their numbers from 1.
  fileprivate func columns(of field: ImportField) -> [Int] {
    field.roles.flatMap { fields[$0] ?? [] }
  }
}

extension ImportField {
  /// Columns by their numbers, as `--map` has them: `#3` for one, `#3-6` for some that follow each
  /// other; `nil` for none.
  package static func text(ofColumns numbers: [Int]) -> String? {
    guard let first = numbers.first, let last = numbers.last else { return nil }
    if numbers.count == 1 { return "#\(first)" }
    return numbers == Array(first...max(first, last))
      ? "#\(first)-\(last)" : numbers.map { "#\($0)" }.joined(separator: " ")
  }
}

extension ImportDraft {
  /// Why a choice for an import cannot be made.
  package enum Refusal: ReportableError, Equatable {
    /// Only one file can be looked at.
    case oneFile
    /// The file has no columns.
    case noColumns
    /// There is no column with this number.
    case noSuchColumn(Int, count: Int)
    /// A field other than the choices has one column.
    case oneColumn(ImportField)

    package var message: Message {
      switch self {
      case .oneFile:
        Message(
          "one-file", "One file at a time can be looked at.", "一度に確認できるファイルは 1 つです。")
      case .noColumns:
        Message("no-columns", "This file has no columns.", "このファイルに列はありません。")
      case .noSuchColumn(let number, let count):
        Message(
          "no-such-column", "There is no column \(number); there are \(count).",
          "\(number) 列目はありません（全 \(count) 列）。")
      case .oneColumn:
        Message(
          "one-column", "Only choices can be in several columns.", "複数の列にできるのは選択肢だけです。")
      }
    }
  }
}
