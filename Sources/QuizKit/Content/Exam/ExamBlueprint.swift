/// The plan of an exam: the number and sources of its questions, its time, and its pass mark.
public struct ExamBlueprint: Codable, Hashable, Sendable {
  /// The part of an exam that asks about one subject.
  public struct Section: Codable, Hashable, Sendable {
    /// The name, which no other section of the exam has.
    public var name: String
    /// The number of the exam's questions that belong to this section.
    public var size: Size
    /// The sources of its questions. Each question comes from one of them; without sources, from
    /// the whole bank.
    public var sources: [Source]
    /// The time for this section alone, in milliseconds; `nil` for none.
    public var timeLimit: Int?

    /// Creates a section.
    public init(_ name: String, _ size: Size, of sources: [Source] = [], timeLimit: Int? = nil) {
      (self.name, self.size, self.sources, self.timeLimit) = (name, size, sources, timeLimit)
    }
  }

  /// The number of questions of a section.
  public enum Size: Codable, Hashable, Sendable {
    /// This share of the exam's questions.
    case share(percent: Percent)
    /// This number of questions.
    case number(questions: Int)
  }

  /// A source of questions.
  public enum Source: Codable, Hashable, Sendable {
    /// The deck of this name. It is a name and not an identifier, because people share exams, and
    /// their banks have the same decks under other identifiers.
    case deck(name: String)
    /// The questions with this tag.
    case tag(name: String)
  }

  /// The marks for one question.
  public struct Marks: Codable, Hashable, Sendable {
    /// The marks for a right answer, above 0.
    public var right = Fraction(1)
    /// The marks for a wrong answer; below 0 to discourage guessing.
    public var wrong = Fraction(0)
    /// The marks for a question without an answer.
    public var unanswered = Fraction(0)

    /// Creates marks; without arguments, one mark for each right answer.
    public init(
      right: Fraction = Fraction(1), wrong: Fraction = Fraction(0),
      unanswered: Fraction = Fraction(0)
    ) {
      (self.right, self.wrong, self.unanswered) = (right, wrong, unanswered)
    }

    /// Whether a right answer earns more than nothing, more than a wrong answer and more than no
    /// answer.
    var isInOrder: Bool { right.value > max(0, wrong.value, unanswered.value) }
  }

  /// The number of questions.
  public var questions: Int
  /// The time for the whole exam, in milliseconds; `nil` for none.
  public var timeLimit: Int?
  /// The share of the possible marks that is needed to pass.
  public var passMark: Percent
  /// The marks for one question.
  public var marks: Marks
  /// Whether the player may go back to earlier questions and change the answers.
  public var allowsBack: Bool
  /// Whether the player may pause the time.
  public var allowsPause: Bool
  /// The sections. Without any, the questions come from the whole bank.
  public var sections: [Section]

  /// Creates a blueprint.
  public init(
    questions: Int, timeLimit: Int? = nil, passMark: Percent, marks: Marks = Marks(),
    allowsBack: Bool = true, allowsPause: Bool = false, sections: [Section] = []
  ) {
    (self.questions, self.timeLimit, self.passMark) = (questions, timeLimit, passMark)
    (self.marks, self.allowsBack, self.allowsPause) = (marks, allowsBack, allowsPause)
    self.sections = sections
  }
}

extension ExamBlueprint {
  /// The most questions an exam can have.
  public static let mostQuestions = 9999
  /// The most sections an exam can have.
  public static let mostSections = 100
  /// The allowed range for the sum of the sections' shares, in hundredths of a percent. It is wider
  /// than 100 %, because published shares are rounded.
  static let sums = 9900...10_100

  /// The sections, or the one that an exam without sections has.
  public var parts: [Section] {
    sections.isEmpty ? [Section("", .share(percent: .all))] : sections
  }

  /// The number of questions of each of ``parts``. The largest-remainder method turns shares into
  /// whole numbers; of equal remainders the earlier section comes first.
  public var counts: [Int] {
    let shares = parts.map { part -> Int? in
      if case .share(let percent) = part.size { percent.hundredths } else { nil }
    }
    let sum = shares.compactMap(\.self).reduce(0, +)
    guard sum > 0, !shares.contains(nil) else {
      return parts.map { if case .number(let count) = $0.size { count } else { 0 } }
    }
    let quotas = shares.map { (questions * ($0 ?? 0)).quotientAndRemainder(dividingBy: sum) }
    var counts = quotas.map(\.quotient)
    let open = questions - counts.reduce(0, +)
    let largest = quotas.indices.sorted {
      (quotas[$1].remainder, $0) < (quotas[$0].remainder, $1)
    }
    for index in largest.prefix(open) { counts[index] += 1 }
    return counts
  }

  /// Whether a section has a time of its own. The sections then come one after the other.
  public var timesSections: Bool { sections.contains { $0.timeLimit != nil } }

  /// The most marks that the exam gives.
  public var possible: Double { Double(questions) * marks.right.value }
}
