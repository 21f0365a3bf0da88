import QuizSupport

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
  static let longestText = 4_000_000

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var scanner = MarkupScanner(
        bytes, longest: collector.longest, longestText: Self.longestText)
      guard
        let root = try collector.scan({ () throws(MarkupScanner.Failure) in try scanner.root() })
      else { return }
      switch QTIRoot(root.name) {
      case .questions: try Self.readQuestions(&scanner, collector, total: bytes.count)
      case .item:
        guard let item = try Self.whole(root, &scanner, collector) else { return }
        collector.use(scanner.textCount)
        if collector.admits(item) { QTI2Item(QTINames.classic(item), collector).submit() }
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
        collector.use(scanner.textCount)
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
  func admits(_ item: MarkupElement) -> Bool {
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
    use(max(count - QTIReader.usualElements, 0) * MemoryLayout<MarkupElement>.size)
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
    if !collector.admits(item) { return }
    let item = QTI1Item(item, number: count, deck: title, collector)
    if let points = item.points.flatMap({ TypedNumber.value(of: $0) }) {
      if let known = self.points, known != points { collector.reportOnce(.pointsDropped, line: 1) }
      self.points = points
    }
    item.submit()
  }
}
