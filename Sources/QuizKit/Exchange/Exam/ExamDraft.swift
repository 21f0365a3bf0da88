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
