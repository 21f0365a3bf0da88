import Foundation
import QuizSupport

/// Reads exams in their text form. A file may have several.
///
/// Each exam begins with a line `exam NAME`. Then come lines of settings that are separated by
/// commas, and one line for each section:
///
///     exam AWS Cloud Practitioner
///     questions 65, time 90m, pass 70%
///     marks +1, -1/3, 0
///     back no, pause yes
///     section Cloud Concepts: 24% of tag domain-1
///     section Security: 30% of tag domain-2, deck "IAM", time 20m
///
/// Blank lines and lines that begin with `#` are ignored.
struct ExamReader: QuestionReader {
  static let formatName = "exam"

  /// An exam in the form that a backup has, so that an import treats both alike.
  private struct Record: Encodable {
    let name: String
    let blueprint: ExamBlueprint
  }

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    var records: [Record] = []
    var names: Set<String> = []
    var draft: ExamDraft?
    var isSpoiled = false
    func finish() {
      guard let done = draft, !isSpoiled else { return }
      do throws(ExamFault) {
        let blueprint = try done.blueprint()
        if !names.insert(done.name).inserted { throw .examTwice(done.name) }
        records.append(Record(name: done.name, blueprint: blueprint))
      } catch {
        collector.report(.exam(error), line: done.line)
      }
    }
    for (number, text) in Self.lines(of: source) {
      let (word, rest) = ExamWords.keyword(text)
      if word == "exam" {
        finish()
        draft = ExamDraft(ExamWords.name(rest), line: number)
        isSpoiled = false
        continue
      }
      do throws(ExamFault) {
        // After the first fault of a file without an exam, further faults would say nothing new.
        if draft == nil, isSpoiled { continue }
        guard draft != nil else { throw .noExamYet(text) }
        try draft?.read(text)
      } catch {
        isSpoiled = true
        collector.report(.exam(error), line: number, excerpt: text)
      }
    }
    finish()
    if draft == nil, !isSpoiled { collector.report(.exam(.noName), line: 1) }
    // The valid exams of a file with faults are not imported without the rest.
    if collector.errors == 0 { pass(records, to: collector) }
  }

  /// The lines that are not ignored, with their numbers from 1.
  private static func lines(of source: SourceText) -> [(number: Int, text: String)] {
    source.bytes.withUnsafeBufferPointer { bytes in
      var lines: [(number: Int, text: String)] = []
      var scanner = LineScanner(bytes)
      while let line = scanner.next() {
        let text = scanner.text(line)
        if !text.isEmpty, !text.hasPrefix("#") { lines.append((line.number, text)) }
      }
      return lines
    }
  }

  private func pass(_ records: [Record], to collector: QuestionCollector) {
    do {
      let json = try JSONTextEncoder().encode(records)
      collector.take(sections: [
        BackupDocument.Section(name: BackupDocument.exams, json: json)
      ])
    } catch {
      // Cannot fail, because texts and whole numbers can always be encoded.
      preconditionFailure("an exam that is not JSON: \(error)")
    }
  }
}

extension QuestionFormat {
  /// Exams in their text form. An exam is not a question, so the format is not in ``all``.
  package static let exam = QuestionFormat(
    name: "exam", title: ExamReader.formatName, extensions: ["exam"], keeps: [],
    reader: ExamReader(), writer: nil)
}

/// An exam while it is being read, line by line.
struct ExamDraft {
  /// The name of the exam.
  let name: String
  /// The line on which the exam begins, from 1.
  let line: Int
  private var questions: Int?
  private var timeLimit: Int?
  private var passMark: Percent?
  private var marks: ExamBlueprint.Marks?
  private var allowsBack: Bool?
  private var allowsPause: Bool?
  private var sections: [ExamBlueprint.Section] = []
  private var sectionNames: Set<String> = []

  init(_ name: String, line: Int) {
    (self.name, self.line) = (name, line)
  }

  /// Adds the settings of a line.
  ///
  /// - Throws: ``ExamFault``. The settings before the fault are kept.
  mutating func read(_ text: String) throws(ExamFault) {
    let (word, rest) = ExamWords.keyword(text)
    if word == "section" {
      let section = try ExamField.section(rest)
      if !sectionNames.insert(section.name).inserted { throw .sectionTwice(section.name) }
      return sections.append(section)
    }
    var items: [String] = []
    for item in try ExamWords.split(text, at: ",") {
      // The marks have commas between them too.
      if let last = items.last, ExamWords.keyword(last).word == "marks", Fraction(item) != nil {
        items[items.count - 1] += ", " + item
      } else if !item.isEmpty {
        items.append(item)
      }
    }
    for item in items { try readItem(item) }
  }

  private mutating func readItem(_ item: String) throws(ExamFault) {
    let (word, rest) = ExamWords.keyword(item)
    switch word {
    case "questions": try set(\.questions, word, try ExamField.count(rest))
    case "time": try set(\.timeLimit, word, try ExamField.time(rest))
    case "pass": try set(\.passMark, word, try ExamField.share(rest))
    case "marks": try set(\.marks, word, try ExamField.marks(rest))
    case "back": try set(\.allowsBack, word, try ExamField.yesOrNo(rest))
    case "pause": try set(\.allowsPause, word, try ExamField.yesOrNo(rest))
    default: throw .unknownWord(word)
    }
  }

  private mutating func set<Value>(
    _ path: WritableKeyPath<ExamDraft, Value?>, _ word: String, _ value: Value
  ) throws(ExamFault) {
    if self[keyPath: path] != nil { throw .twice(word) }
    self[keyPath: path] = value
  }

  /// Returns the finished blueprint.
  ///
  /// - Throws: ``ExamFault`` when something is missing or contradicts something else.
  func blueprint() throws(ExamFault) -> ExamBlueprint {
    if name.isEmpty { throw .noName }
    return try ExamBlueprint(
      written: questions, timeLimit: timeLimit, passMark: passMark,
      marks: marks ?? ExamBlueprint.Marks(), allowsBack: allowsBack ?? true,
      allowsPause: allowsPause ?? false, sections: sections)
  }
}

extension ExamBlueprint {
  /// Creates a blueprint from an author's settings. The number of questions may come from the
  /// sections.
  ///
  /// - Throws: ``ExamFault`` when something is missing or contradicts something else.
  package init(
    written questions: Int?, timeLimit: Int?, passMark: Percent?, marks: Marks, allowsBack: Bool,
    allowsPause: Bool, sections: [Section]
  ) throws(ExamFault) {
    guard let questions = questions ?? Section.sum(of: sections) else { throw .noQuestions }
    guard let passMark else { throw .noPassMark }
    self.init(
      questions: questions, timeLimit: timeLimit, passMark: passMark, marks: marks,
      allowsBack: allowsBack, allowsPause: allowsPause, sections: sections)
    if let fault { throw fault }
  }
}

extension ExamBlueprint.Section {
  /// The sum of the sections' numbers of questions; `nil` unless each section has a number.
  fileprivate static func sum(of sections: [Self]) -> Int? {
    var sum = 0
    for section in sections {
      guard case .number(let count) = section.size else { return nil }
      sum += count
    }
    return sections.isEmpty ? nil : sum
  }
}

/// Reads and writes the parts of an exam as people write them, in files and in forms.
package enum ExamField {
  /// Reads a number of questions.
  ///
  /// - Throws: ``ExamFault/notACount(_:)``.
  package static func count(_ text: String) throws(ExamFault) -> Int {
    guard let count = Int(FullWidth.folded(text)), (1...ExamBlueprint.mostQuestions).contains(count)
    else { throw .notACount(text) }
    return count
  }

  /// Reads a time, in milliseconds.
  ///
  /// - Throws: ``ExamFault/notATime(_:)``.
  package static func time(_ text: String) throws(ExamFault) -> Int {
    guard let time = DurationText.parse(text), time > .zero else { throw .notATime(text) }
    return time.wholeMilliseconds
  }

  /// Reads a share, such as a pass mark.
  ///
  /// - Throws: ``ExamFault/notAShare(_:)``.
  package static func share(_ text: String) throws(ExamFault) -> Percent {
    guard let percent = Percent(text) else { throw .notAShare(text) }
    return percent
  }

  /// Reads the marks for right, wrong and unanswered, separated by blanks or commas. Missing marks
  /// at the end are 0.
  ///
  /// - Throws: ``ExamFault/notMarks(_:)``, ``ExamFault/marksOutOfOrder``.
  package static func marks(_ text: String) throws(ExamFault) -> ExamBlueprint.Marks {
    let words = text.split { $0.isWhitespace || ",、,".contains($0) }
    let numbers = words.map { Fraction(String($0)) }
    guard (1...3).contains(numbers.count), !numbers.contains(nil) else { throw .notMarks(text) }
    let known = numbers.compactMap(\.self)
    let marks = ExamBlueprint.Marks(
      right: known[0], wrong: known.count > 1 ? known[1] : Fraction(0),
      unanswered: known.count > 2 ? known[2] : Fraction(0))
    guard marks.isInOrder else { throw .marksOutOfOrder }
    return marks
  }

  /// Reads yes or no.
  ///
  /// - Throws: ``ExamFault/notYesOrNo(_:)``.
  package static func yesOrNo(_ text: String) throws(ExamFault) -> Bool {
    guard let value = YesOrNo.value(of: text) else { throw .notYesOrNo(text) }
    return value
  }

  /// Reads a section: `Security: 30% of tag domain-2, deck "IAM", time 20m`.
  ///
  /// - Throws: ``ExamFault``.
  package static func section(_ text: String) throws(ExamFault) -> ExamBlueprint.Section {
    let halves = try ExamWords.split(text, at: ":", limit: 1)
    guard halves.count == 2 else { throw .notASection(text) }
    let name = ExamWords.name(halves[0])
    var items = try ExamWords.split(halves[1], at: ",")[...]
    guard !name.isEmpty, let first = items.popFirst() else { throw .notASection(text) }
    var section = ExamBlueprint.Section(name, .share(percent: .all))
    let words = first.split(separator: " of ", maxSplits: 1)
    guard let written = words.first, let size = size(String(written)) else {
      throw .notASection(text)
    }
    section.size = size
    if words.count == 2 { items.insert(String(words[1]).trimmed, at: items.startIndex) }
    for item in items { try add(item, to: &section) }
    return section
  }

  private static func size(_ text: String) -> ExamBlueprint.Size? {
    let text = FullWidth.folded(text).trimmed
    if text.hasSuffix("%") { return Percent(text).map { .share(percent: $0) } }
    let (number, unit) = ExamWords.keyword(text)
    guard ["", "question", "questions"].contains(unit.lowercased()), let count = Int(number),
      (1...ExamBlueprint.mostQuestions).contains(count)
    else { return nil }
    return .number(questions: count)
  }

  private static func add(
    _ item: String, to section: inout ExamBlueprint.Section
  ) throws(ExamFault) {
    let (word, rest) = ExamWords.keyword(item)
    let name = ExamWords.name(rest)
    switch word {
    case "tag" where !name.isEmpty: section.sources.append(.tag(name: name))
    case "deck" where !name.isEmpty: section.sources.append(.deck(name: name))
    case "time":
      if section.timeLimit != nil { throw .twice(word) }
      section.timeLimit = try time(rest)
    default: throw .notASource(item)
    }
  }
}

extension ExamBlueprint.Section {
  /// The section as people write it.
  package var text: String {
    let written =
      switch size {
      case .share(let percent): "\(percent.text)%"
      case .number(let count): "\(count)"
      }
    let sources = sources.map(\.text).joined(separator: ", ")
    let time = timeLimit.map { ", time " + DurationText.text(of: .milliseconds($0)) } ?? ""
    return ExamWords.quoted(name) + ": " + written + (sources.isEmpty ? "" : " of " + sources)
      + time
  }
}

extension ExamBlueprint.Source {
  /// The source as people write it.
  package var text: String {
    switch self {
    case .tag(let name): "tag " + ExamWords.quoted(name)
    case .deck(let name): "deck " + ExamWords.quoted(name)
    }
  }
}

extension ExamBlueprint.Marks {
  /// The marks as people write them: `+1, -1/3, 0`.
  package var text: String { [right, wrong, unanswered].map(\.text).joined(separator: ", ") }
}

/// Splits a line of an exam's text form, where quotes keep a name with commas or colons together.
enum ExamWords {
  /// The parts between `separator`, without blanks at their ends. A separator inside quotes does
  /// not count.
  ///
  /// - Parameter limit: the most splits.
  /// - Throws: ``ExamFault/openQuote``.
  static func split(
    _ text: String, at separator: Character, limit: Int = .max
  ) throws(ExamFault) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, folded(character) == separator, parts.count <= limit {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
    }
    if isQuoted { throw .openQuote }
    return parts.map(\.trimmed)
  }

  /// The first word, which is a keyword, and the rest of the text.
  static func keyword(_ text: String) -> (word: String, rest: String) {
    let word = text.prefix { !$0.isWhitespace }
    return (FullWidth.folded(String(word)).lowercased(), String(text.dropFirst(word.count)).trimmed)
  }

  /// The name in a text, with or without quotes.
  static func name(_ text: String) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
    var name = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        name.append(character)
        isEscaped = false
      }
    }
    return name.trimmed
  }

  /// The written form of a name: in quotes if it could be taken for something else.
  static func quoted(_ name: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_ .&+'()/".contains($0) }
    if isPlain { return name }
    return "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func folded(_ character: Character) -> Character {
    switch character {
    case "\u{FF0C}", "\u{3001}": ","
    case "\u{FF1A}": ":"
    default: character
    }
  }
}

/// Faults of files with exams.
extension Fault {
  /// The blueprint of an exam has a fault.
  package static func exam(_ fault: ExamFault) -> Fault {
    Fault(Message(fault.code, fault.sentence), hint: fault.hint)
  }
}

/// Writes an exam in its text form.
package enum ExamWriter {
  /// The lines of the file, with a newline at the end. Settings with their usual values are left
  /// out.
  package static func text(_ name: String, _ blueprint: ExamBlueprint) -> String {
    var settings = ["questions \(blueprint.questions)"]
    if let time = blueprint.timeLimit {
      settings.append("time " + DurationText.text(of: .milliseconds(time)))
    }
    settings.append("pass \(blueprint.passMark.text)%")
    var lines = ["exam " + name, settings.joined(separator: ", ")]
    if blueprint.marks != ExamBlueprint.Marks() { lines.append("marks " + blueprint.marks.text) }
    let rules =
      (blueprint.allowsBack ? [] : ["back no"]) + (blueprint.allowsPause ? ["pause yes"] : [])
    if !rules.isEmpty { lines.append(rules.joined(separator: ", ")) }
    lines += blueprint.sections.map { "section " + $0.text }
    return lines.joined(separator: "\n") + "\n"
  }
}
