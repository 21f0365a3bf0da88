import QuizSupport

extension QuestionFormat {
  /// The format of the IMS consortium, in which learning platforms exchange questions: QTI 1.2, 2.x
  /// and 3, alone or in a package such as a Common Cartridge.
  package static let qti = QuestionFormat(
    name: "qti", title: "QTI", extensions: ["zip", "imscc"],
    keeps: .table.subtracting([.timeLimit, .choose]), kinds: .old.union([.gaps, .match, .order]),
    document: .xml,
    isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { QTIRoot(head: $0.head) != nil }],
    package: PackageForm(isFound: QTIPackageReader.isFound, reader: QTIPackageReader()),
    reader: QTIReader(), writer: { _, _ in QTIWriter() })
}

/// The outermost elements of files with questions.
enum QTIRoot: String {
  /// QTI 1.2.
  case questions = "questestinterop"
  /// QTI 2.x and 3.
  case item = "assessmentItem"
  /// A test of QTI 2.x and 3, which refers to its items.
  case test = "assessmentTest"
  /// A pool of questions of old versions of Blackboard.
  case pool = "POOL"

  init?(_ name: String) {
    self.init(rawValue: QTINames.classic(name))
  }

  /// Recognises the outermost element in the beginning of a file.
  init?(head: String) {
    var rest = head[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->")?.upperBound else { return nil }
        rest = rest[end...]
      } else if rest.first != "?", rest.first != "!" {
        let name = rest.prefix { !" \t\n\r/>".contains($0) }
        self.init(String(name.split(separator: ":").last ?? ""))
        return
      }
    }
    return nil
  }
}

/// The names of QTI 3, which are those of QTI 2 in another notation: `qti-simple-choice` is
/// `simpleChoice`.
enum QTINames {
  /// The name of QTI 2.
  static func classic(_ name: String) -> String {
    name.hasPrefix("qti-") ? camel(name.dropFirst(4)) : name
  }

  static func camel(_ name: some StringProtocol) -> String {
    let words = name.split(separator: "-")
    return (words.first.map { String($0) } ?? "")
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The element with the names of QTI 2, and everything in it too.
  static func classic(_ element: MarkupElement) -> MarkupElement {
    var element = element
    let isTheirs = element.name.hasPrefix("qti-")
    element.name = classic(element.name)
    if isTheirs {
      element.attributes = Dictionary(
        element.attributes.map { (camel($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
    element.nodes = element.nodes.map {
      if case .element(let child) = $0 { .element(classic(child)) } else { $0 }
    }
    return element
  }
}

/// Faults of questions of QTI.
extension Fault {
  /// The questions of a quiz have different numbers of points, which a quiz here does not have.
  static let pointsDropped = Fault(
    "points-dropped", "the questions have different points; here each counts the same",
    "質問ごとの配点は使いません(どの質問も同じ点数です)", level: .warning)

  /// There is a text for right answers and one for wrong ones. Only the first one is kept.
  static let wrongFeedbackDropped = Fault(
    "wrong-feedback-dropped", "the feedback on wrong answers in general was left out",
    "誤答全体への解説は読みません", level: .warning)

  /// A text stands before several questions, in a section or in a file of its own.
  static let passageDropped = Fault(
    "passage-dropped", "texts that several questions share were left out",
    "複数の質問に共通する文は読みません", level: .warning)
}

/// The names under which this program writes what QTI cannot express. Other programs ignore them.
enum QTIField {
  static let identifier = "qa-repl_id"
  static let tags = "qa-repl_tags"
  /// The credit for each choice or accepted answer.
  static let weights = "qa-repl_weights"
  /// The accepted texts or numbers.
  static let answers = "qa-repl_answers"

  private static let answerPrefix = "qa-repl_answer"

  /// The identifier of the feedback on an accepted answer.
  static func feedback(ofAnswer index: Int) -> String { "\(answerPrefix)\(index + 1)" }

  static func isFeedbackOfAnswer(_ identifier: String) -> Bool {
    identifier.hasPrefix(answerPrefix)
  }
}
