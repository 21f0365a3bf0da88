/// One thing that a reader has to say about a file, with the place and with what to do about it.
public struct Problem: Hashable, Sendable {
  /// What became of the question.
  public enum Level: String, Codable, Sendable {
    /// It could not be read.
    case error
    /// It was read, with a remark.
    case warning
    /// It is sound, but no question of one right answer.
    case skipped
  }

  /// What is wrong.
  public var fault: Fault

  /// The file as the person named it.
  public var file: String

  /// The physical line, counted from 1; `nil` if the problem has none, as for a file without questions.
  public var line: Int?

  /// The element of a file whose lines mean little: `results[17]`, counted from 0 as its path is written.
  public var element: String?

  /// The beginning of the question that it is about; empty if there is none.
  public var question: String

  /// The words in the file that it is about; empty if they say no more than ``question``.
  public var excerpt: String

  /// Creates a problem; texts longer than 60 columns are cut.
  public init(
    _ fault: Fault, file: String, line: Int? = nil, element: String? = nil,
    question: String = "", excerpt: String = ""
  ) {
    self.fault = fault
    self.file = file
    self.line = line
    self.element = element
    self.question = Self.quoted(question)
    self.excerpt = Self.quoted(excerpt)
  }

  /// Whether the question was lost, left out, or kept.
  public var level: Level { fault.level }

  /// The stable name of the fault.
  public var code: String { fault.code }

  /// One line, at most 60 columns of a terminal, without anything that a terminal would obey.
  private static func quoted(_ text: String) -> String {
    let limit = 60
    var line = ""
    var columns = 0
    for scalar in text.unicodeScalars {
      let shown: Unicode.Scalar =
        scalar == "\n" || scalar == "\t" ? " " : scalar
      if shown.properties.generalCategory == .control || shown.properties.generalCategory == .format
      {
        continue
      }
      // East Asian wide characters begin at 1100 (Hangul Jamo); coarse, but it only cuts a quotation.
      columns += shown.value >= 0x1100 ? 2 : 1
      if columns > limit { return line + "…" }
      line.unicodeScalars.append(shown)
    }
    return line
  }
}

extension Problem {
  /// What is wrong, as a sentence: `no correct choice in "Capital of Peru?"`.
  public func message(in language: Language) -> String {
    switch language {
    case .english:
      let sentence = fault.englishSentence
      return question.isEmpty ? sentence : "\(sentence) in \"\(question)\""
    case .japanese:
      let sentence = fault.japaneseSentence
      return question.isEmpty ? sentence : "\(sentence)（「\(question)」）"
    }
  }

  /// What to do about it; empty if there is nothing to add.
  public func hint(in language: Language) -> String {
    switch language {
    case .english: fault.englishHint
    case .japanese: fault.japaneseHint
    }
  }
}
