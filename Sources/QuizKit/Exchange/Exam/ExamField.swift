import QuizSupport

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
