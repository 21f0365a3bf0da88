import QuizSupport

extension QuestionFormat {
  /// The format of the IMS consortium, in which learning platforms exchange questions: QTI 1.2, 2.x
  /// and 3, alone or in a package such as a Common Cartridge.
  package static let qti = QuestionFormat(
    name: "qti", title: "QTI", extensions: ["zip", "imscc"],
    keeps: .table.subtracting([.timeLimit, .choose]).union([.pictures]),
    kinds: .old.union([.gaps, .match, .order]),
    document: .xml,
    isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { QTIRoot(head: $0.head) != nil }],
    package: PackageForm(isFound: QTIPackageReader.isFound, reader: QTIPackageReader()),
    reader: QTIReader(), pictures: .embedded, writer: { _, _ in QTIWriter() })
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
    "質問ごとの配点は使いません（どの質問も同じ点数です）", level: .warning)

  /// There is a text for right answers and one for wrong ones. Only the first one is kept.
  static let wrongFeedbackDropped = Fault(
    "wrong-feedback-dropped", "the feedback on wrong answers in general was left out",
    "誤答全体への解説は読みません", level: .warning)

  /// A text that several questions share, in a section or in a file of its own.
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

/// Reads a file of QTI: <https://www.imsglobal.org/question/index.html>.
///
/// Item after item is read as a whole and then forgotten, so that the size of the file does not
/// matter. If the file is damaged, everything before that place is read.
struct QTIReader: QuestionReader {
  static let formatName = "QTI"

  /// After so many items that cannot be read, the reader leaves out the rest of the file.
  private static let mostFaulty = 100_000

  /// The most elements of an item. A quiz asks at most 26 choices or 100 blanks, and the readers of
  /// items compare their parts with each other.
  static let mostElements = 10_000
  /// Most items have fewer elements.
  static let usualElements = 50
  /// The longest text of an item in bytes, which has room for pictures that are written in it.
  static let maximumTextBytes = 4_000_000

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var scanner = MarkupScanner(
        bytes, maximumBytes: collector.maximumBytes, maximumTextBytes: Self.maximumTextBytes)
      guard
        let root = try collector.scan({ () throws(MarkupScanner.Failure) in try scanner.root() })
      else { return }
      switch QTIRoot(root.name) {
      case .questions: try Self.readQuestions(&scanner, collector, total: bytes.count)
      case .item:
        guard let item = try Self.whole(root, &scanner, collector) else { return }
        collector.charge(scanner.textCount)
        if collector.accepts(item) {
          var item = QTI2Item(QTINames.classic(item), collector)
          item.submit()
        }
      case .pool:
        guard let pool = try Self.whole(root, &scanner, collector) else { return }
        BlackboardPool(collector: collector).submit(pool)
      case .test: break
      case nil:
        collector.report(
          .notThisFormat(format: Self.formatName, .outermost("<\(root.name)>")), line: root.line)
      }
    }
  }

  /// Reads the items of QTI 1.2, wherever they stand among sections and banks.
  private static func readQuestions(
    _ scanner: inout MarkupScanner, _ collector: QuestionCollector, total: Int
  ) throws(ReadingCancelled) {
    var reading = QTI1Reading(collector)
    while let step = try collector.scan({ () throws(MarkupScanner.Failure) in try scanner.next() })
    {
      switch step {
      case .end(let name): reading.end(name)
      case .start(let element) where QTI1Reading.isContainer(element.name): reading.begin(element)
      case .start(let element):
        if collector.skipped + collector.errors > Self.mostFaulty {
          return collector.report(.tooManyParts(Self.mostFaulty), line: element.line)
        }
        guard let whole = try whole(element, &scanner, collector) else { return }
        collector.charge(scanner.textCount)
        if element.name == "item" { reading.submit(whole) } else { reading.take(whole) }
      }
      try collector.advance(to: scanner.position, of: total)
    }
  }

  private static func whole(
    _ element: MarkupElement, _ scanner: inout MarkupScanner, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> MarkupElement? {
    try collector.scan { () throws(MarkupScanner.Failure) in try scanner.whole(element) }
  }
}

extension QuestionCollector {
  /// Whether an item is small enough to be a question; reports one that is not.
  func accepts(_ item: MarkupElement) -> Bool {
    var count = 0
    func add(_ element: MarkupElement) {
      count += 1
      for node in element.nodes {
        switch node {
        // The tags of HTML are elements, too.
        case .text(let text): count += text.utf8.count { $0 == UInt8(ascii: "<") }
        case .element(let child): add(child)
        }
      }
    }
    add(item)
    // Each tag takes more memory and time than its letters, which matters where there are very many.
    charge(max(count - QTIReader.usualElements, 0) * MemoryLayout<MarkupElement>.size)
    if count <= QTIReader.mostElements { return true }
    report(.syntax(format: "XML", column: 1, .tooManyElements), line: item.line)
    return false
  }

  /// Scans a part of an XML document; `nil` after reporting why that is not possible.
  ///
  /// - Throws: ``ReadingCancelled`` if the part is too long.
  func scan<Part>(
    _ body: () throws(MarkupScanner.Failure) -> Part?
  ) throws(ReadingCancelled) -> Part? {
    do throws(MarkupScanner.Failure) {
      return try body()
    } catch {
      if let offset = error.overlong { throw stop(at: offset) }
      report(.syntax(format: "XML", column: error.column, error.fault), line: error.line)
      return nil
    }
  }
}

/// Follows the sections and banks of a file of QTI 1.2, and turns its items into questions.
private struct QTI1Reading {
  private let collector: QuestionCollector
  /// The title of the quiz or bank, which becomes the deck.
  private var title: String?
  private var sections: [Section] = []
  /// The points of the last question that said them.
  private var points: Double?
  /// The number of items so far.
  private var count = 0

  /// A section that is being read, and how many of its items it draws; `nil` for all.
  private typealias Section = (title: String, line: Int, draws: Int?, items: Int)

  init(_ collector: QuestionCollector) { self.collector = collector }

  static func isContainer(_ name: String) -> Bool {
    ["questestinterop", "assessment", "objectbank", "section"].contains(name)
  }

  mutating func begin(_ container: MarkupElement) {
    let title = FieldText.make(container.attributes["title"] ?? "")
    if container.name == "section" {
      sections.append((title, container.line, nil, 0))
    } else {
      self.title = title.isEmpty ? nil : title
    }
  }

  mutating func end(_ name: String) {
    guard name == "section", let section = sections.popLast() else { return }
    if let draws = section.draws, draws < section.items {
      collector.report(
        .sectionDraws(draws, of: section.items, title: section.title), line: section.line)
    }
  }

  /// Takes what describes the container that it is in.
  mutating func take(_ description: MarkupElement) {
    if description.name == "qtimetadata" {
      let title = QTI1Metadata(description)["bank_title"] ?? ""
      if sections.isEmpty, self.title == nil, !title.isEmpty { self.title = title }
    } else if description.name == "presentation_material" {
      if !QTIMaterial().text(description).isEmpty {
        collector.reportOnce(.passageDropped, line: description.line)
      }
    } else if let number = description.first("selection_number"), !sections.isEmpty {
      sections[sections.count - 1].draws = Int(number.allText)
    }
  }

  mutating func submit(_ item: MarkupElement) {
    count += 1
    if !sections.isEmpty { sections[sections.count - 1].items += 1 }
    if !collector.accepts(item) { return }
    let item = QTI1Item(item, number: count, deck: title, collector)
    if let points = item.points.flatMap({ TypedNumber.value(of: $0) }) {
      if let known = self.points, known != points { collector.reportOnce(.pointsDropped, line: 1) }
      self.points = points
    }
    item.submit()
  }
}

/// Reads a package of QTI: what Canvas, Blackboard, R/exams and others export, and Common
/// Cartridges.
///
/// The files are known by their outermost elements. The manifests of many packages name other files
/// than there are.
struct QTIPackageReader: PackageReader {
  static func isFound(in package: QuestionPackage) -> Bool {
    package.names.contains { name in
      name.split(separator: "/").last == "imsmanifest.xml" || root(of: name, in: package) != nil
    }
  }

  func read(_ package: QuestionPackage) throws(ReadingCancelled) {
    var files: [QTIRoot: [String]] = [:]
    for name in package.names where !Self.isTwin(name, in: package) {
      if let root = Self.root(of: name, in: package) { files[root, default: []].append(name) }
    }
    for name in (files[.questions] ?? []) + (files[.pool] ?? []) {
      try read(name, deck: nil, package)
    }
    let items = files[.item] ?? []
    var rest = Set(items)
    var visited: Set<String> = []
    for name in files[.test] ?? [] {
      let test = try QTI2Test(name, in: package, visited: &visited)
      for item in test.items where rest.remove(item) != nil {
        try read(item, deck: test.title, package)
      }
    }
    for name in items where rest.contains(name) {
      try read(name, deck: nil, package)
    }
  }

  private func read(
    _ name: String, deck: String?, _ package: QuestionPackage
  ) throws(ReadingCancelled) {
    try package.read(name, deck: deck) { (source) throws(ReadingCancelled) in
      try QTIReader().read(source, into: package.collector)
    }
  }

  private static func root(of name: String, in package: QuestionPackage) -> QTIRoot? {
    guard ["xml", "qti", "dat"].contains(FileName.ending(of: name)) else { return nil }
    return QTIRoot(head: package.beginning(of: name))
  }

  /// Whether the file is the shorter one of two with the same quiz. Canvas writes each quiz of a
  /// course twice: as Common Cartridge, which does not know all kinds of questions, and with
  /// everything.
  private static func isTwin(_ name: String, in package: QuestionPackage) -> Bool {
    let parts = name.split(separator: "/")
    guard parts.count >= 2, parts.last == "assessment_qti.xml" else { return false }
    let twin = parts.dropLast(2) + ["non_cc_assessments", "\(parts[parts.count - 2]).xml.qti"]
    return package.has(twin.joined(separator: "/"))
  }
}

/// A test of QTI 2, which names the files of its items.
private struct QTI2Test {
  private(set) var title: String?
  /// The names of the items' files, in their order.
  private(set) var items: [String] = []

  private let package: QuestionPackage
  private var collector: QuestionCollector { package.collector }
  /// The files that were read, because sections may refer to each other in a circle.
  private var visited: Set<String>
  /// The names of files that lead out of the package.
  private var leavingNames: [String] = []
  /// The names of files that the package does not have.
  private var missingNames: [String] = []
  /// The names of the package's files by how a program might spell them; empty until one is missing.
  private var spellings: [String: String] = [:]

  /// The most files that refer to each other in a row.
  private static let depthLimit = 20

  /// - Parameter visited: The files that other tests read already. Those of this test are added.
  init(
    _ name: String, in package: QuestionPackage, visited: inout Set<String>
  ) throws(ReadingCancelled) {
    (self.package, self.visited) = (package, visited)
    // Leaves the only copy here, so that it grows in place.
    visited = []
    try read(name, depth: 0)
    if !leavingNames.isEmpty { collector.report(.namesLeavePackage(leavingNames), line: nil) }
    if !missingNames.isEmpty { collector.report(.filesMissing(missingNames), line: nil) }
    swap(&visited, &self.visited)
  }

  private mutating func read(_ name: String, depth: Int) throws(ReadingCancelled) {
    guard depth < Self.depthLimit, visited.insert(name).inserted else { return }
    var root: MarkupElement?
    try package.read(name) { (source) throws(ReadingCancelled) in
      try source.withBytes { (bytes) throws(ReadingCancelled) in
        var scanner = MarkupScanner(
          bytes, maximumBytes: collector.maximumBytes, maximumTextBytes: QTIReader.maximumTextBytes)
        root = try collector.scan { () throws(MarkupScanner.Failure) in
          try scanner.whole(try scanner.root())
        }
      }
    }
    guard let root else { return }
    let test = QTINames.classic(root)
    if title == nil {
      let text = FieldText.make(test.attributes["title"] ?? "")
      title = text.isEmpty ? nil : text
    }
    _ = try follow(test, in: FileName.folder(of: name), depth: depth)
  }

  /// - Returns: How many items are named inside.
  private mutating func follow(
    _ element: MarkupElement, in folder: String, depth: Int
  ) throws(ReadingCancelled) -> Int {
    var count = 0
    for child in element.children {
      switch child.name {
      case "assessmentItemRef":
        count += 1
        if let file = file(child, in: folder) { items.append(file) }
      case "assessmentSectionRef":
        if let file = file(child, in: folder) { try read(file, depth: depth + 1) }
      default:
        let inside = try follow(child, in: folder, depth: depth)
        reportDraw(child, of: inside)
        count += inside
      }
    }
    return count
  }

  /// The file that an element refers to; `nil` if the package does not have it.
  private mutating func file(_ element: MarkupElement, in folder: String) -> String? {
    guard let reference = element.attributes["href"] else { return nil }
    guard let name = FileName.resolved(reference, in: folder) else {
      leavingNames.append(reference)
      return nil
    }
    if package.has(name) { return name }
    if spellings.isEmpty {
      spellings = Dictionary(
        package.names.map { (Self.spelling(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let other = spellings[Self.spelling(of: name)]
    if other == nil { missingNames.append(reference) }
    return other
  }

  /// The name as programs take it that do not tell apart cases and slashes.
  private static func spelling(of name: String) -> String {
    name.lowercased().replacing("\\", with: "/")
  }

  private func reportDraw(_ section: MarkupElement, of total: Int) {
    guard let count = section["selection"]?.attributes["select"].flatMap({ Int($0) }),
      count < total
    else { return }
    collector.report(
      .sectionDraws(count, of: total, title: section.attributes["title"] ?? ""), line: section.line)
  }
}

/// A pool of questions as Blackboard wrote it before it took QTI.
struct BlackboardPool {
  let collector: QuestionCollector

  func submit(_ pool: MarkupElement) {
    let title = FieldText.make(pool["TITLE"]?.attributes["value"] ?? "")
    let questions = pool.children.filter { $0.name.hasPrefix("QUESTION_") }
    for (index, question) in questions.enumerated() where collector.accepts(question) {
      var draft = QuestionDraft(line: question.line)
      draft.element = "#\(index + 1)"
      draft.category = title.isEmpty ? nil : title
      draft.text = Self.text(question["BODY"])
      let gradable = question["GRADABLE"]
      let feedback = Self.feedback(gradable)
      draft.commentary = feedback.first ?? ""
      if feedback.count > 1 { collector.reportOnce(.wrongFeedbackDropped, line: question.line) }
      submit(question, gradable, draft)
    }
  }

  private func submit(
    _ question: MarkupElement, _ gradable: MarkupElement?, _ draft: QuestionDraft
  ) {
    func labels(_ name: String) -> [Item.Label] {
      question.children(name).map {
        Item.Label(identifier: $0.attributes["id"] ?? "", text: Self.text($0))
      }
    }
    var item = Item(draft: draft)
    let (answers, choices) = (labels("ANSWER"), labels("CHOICE"))
    item.responses = [Item.Response(identifier: "", labels: answers)]
    item.answers = (gradable?.children("CORRECTANSWER") ?? []).map { key in
      Scoring.Value(
        response: key.attributes["choice_id"] ?? "", text: key.attributes["answer_id"] ?? "",
        place: Int(key.attributes["order"] ?? "") ?? 0)
    }
    let choiceOf = Dictionary(item.answers.map { ($0.text, $0.response) }) { first, _ in first }
    let kind = Self.kinds[question.name] ?? .unaskable(.other)
    switch kind {
    case .order: item.answers.sort { ($0.place ?? 0) < ($1.place ?? 0) }
    case .text: item.answers = answers.map { Scoring.Value(response: "", text: $0.text) }
    default:
      for index in answers.indices {
        item.responses[0].labels[index].text = EitherOr.text(answers[index].text)
      }
    }
    item.submit(as: kind, to: collector) { labels in
      if case .pairs = kind {
        let texts = Dictionary(choices.map { ($0.identifier, $0.text) }) { first, _ in first }
        let pairs = answers.map { answer in
          MatchPair(answer.text, choiceOf[answer.identifier].flatMap { texts[$0] } ?? "")
        }
        return .match(MatchSolution(pairs, extra: choices.map(\.text)))
      }
      let right = labels.indices.filter { choiceOf[labels[$0].identifier] != nil }
      if case .severalChoices = kind { return .several(SeveralSolution(correct: right)) }
      return right.count == 1 ? .single(right[0]) : .several(SeveralSolution(correct: right))
    }
  }

  private static let kinds: [String: Item.Kind] = [
    "QUESTION_MULTIPLECHOICE": .oneChoice, "QUESTION_MULTIPLEANSWER": .severalChoices,
    "QUESTION_TRUEFALSE": .statement, "QUESTION_FILLINBLANK": .text, "QUESTION_ORDER": .order,
    "QUESTION_MATCH": .pairs, "QUESTION_ESSAY": .unaskable(.essay),
  ]

  /// The feedback on right and on wrong answers, as far as there is any and it differs.
  private static func feedback(_ gradable: MarkupElement?) -> [String] {
    let texts = ["FEEDBACK_WHEN_CORRECT", "FEEDBACK_WHEN_INCORRECT"].map {
      QTIMaterial().text(ofHTML: gradable?[$0]?.allText ?? "")
    }.filter { !$0.isEmpty }
    return texts.count == 2 && texts[0] == texts[1] ? [texts[0]] : texts
  }

  /// The text of an element, which is HTML.
  private static func text(_ element: MarkupElement?) -> String {
    QTIMaterial().text(ofHTML: element?["TEXT"]?.text ?? "")
  }
}

/// The codes that Blackboard writes as the two answers to a statement.
enum EitherOr {
  /// The word for a code such as `agree_disagree.true`; other texts as they are.
  static func text(_ code: String) -> String {
    let parts = code.split(separator: ".")
    guard parts.count == 2, parts[1] == "true" || parts[1] == "false" else {
      return ["true": "True", "false": "False"][code] ?? code
    }
    let words = parts[0].split(separator: "_")
    guard words.count == 2, words.allSatisfy({ $0.allSatisfy(\.isLetter) }) else { return code }
    let word = words[parts[1] == "true" ? 0 : 1]
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
