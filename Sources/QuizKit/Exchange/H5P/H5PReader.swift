import QuizSupport

extension QuestionFormat {
  /// The interactive contents of H5P, <https://h5p.org/documentation/developers/h5p-specification>.
  package static let h5p = QuestionFormat(
    name: "h5p", title: H5PReader.formatName, extensions: ["h5p"],
    keeps: [.feedback, .category, .title, .lineBreaks],
    isNamedByEnding: false,
    package: PackageForm(
      isFound: { H5PReader.folder(in: $0) != nil }, reader: H5PReader()),
    reader: PackageOnlyReader(formatName: H5PReader.formatName), writer: nil)
}

/// Faults of questions of H5P.
extension Fault {
  /// Choices or blanks have tips, which a question here does not have.
  static let tipsDropped = Fault(
    "tips-dropped", "the tips on choices and blanks were left out",
    "選択肢や空欄のヒントは読みません", level: .warning)
}

/// Reads an H5P package: `h5p.json` says what it is, `content/content.json` has everything in it.
///
/// Contents are in each other: a book has columns, which have quizzes, which have questions. Each
/// says its kind, so they are found wherever they are.
struct H5PReader: PackageReader {
  static let formatName = "H5P"
  private static let about = "h5p.json"
  private static let contents = "content/content.json"

  /// The largest contents that are read. They are in memory as a whole, and take many times as much
  /// memory as in the file.
  private static let mostBytes = 4_000_000
  /// The most values in them. A question has about ten.
  private static let mostParts = 500_000

  func read(
    _ package: QuestionPackage, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    var about: JSONValue?
    let folder = Self.folder(in: package) ?? ""
    let contents = folder + Self.contents
    try package.read(folder + Self.about) { (source) throws(ReadingCancelled) in
      about = try Self.value(of: source, collector)
    }
    let title = FieldText.make(about?["title"]?.string ?? "")
    try package.read(contents, deck: title.isEmpty ? nil : title) {
      (source) throws(ReadingCancelled) in
      if source.bytes.count > Self.mostBytes {
        return collector.report(
          .package(.tooLarge(entry: contents, limit: Self.mostBytes)), line: nil)
      }
      let parts = source.bytes.count { ",[{".utf8.contains($0) }
      if parts > Self.mostParts {
        return collector.report(.tooManyParts(Self.mostParts), line: 1)
      }
      guard let content = try Self.value(of: source, collector) else { return }
      var walk = H5PWalk(collector)
      let library = about?["mainLibrary"]?.string ?? Self.likelyLibrary(of: content)
      walk.take(content, of: library)
      try collector.advance(to: source.bytes.count, of: source.bytes.count)
    }
  }

  /// The folder of the contents, which is the package unless somebody packed a folder; `nil` if
  /// there are none.
  static func folder(in package: QuestionPackage) -> String? {
    if package.has(about) || package.has(contents) { return "" }
    return package.names.lazy.compactMap { name in
      [about, contents].first { name.hasSuffix("/" + $0) }.map { String(name.dropLast($0.count)) }
    }.min { $0.count < $1.count }
  }

  private static func value(
    of source: SourceText, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> JSONValue? {
    var value: JSONValue?
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      do throws(JSONFault) {
        value = try JSONValue(reading: bytes, with: JSONTape(isForeign: true))
      } catch {
        try collector.report(error, in: bytes)
      }
    }
    return value
  }

  /// The kind of contents that do not say it, by their members.
  private static func likelyLibrary(of content: JSONValue) -> String {
    if content["answers"] != nil { return "H5P.MultiChoice" }
    return content["correct"] != nil ? "H5P.TrueFalse" : ""
  }
}

/// Goes through the contents of an H5P package and submits the questions in their order.
private struct H5PWalk {
  let collector: QuestionCollector
  /// The number of questions so far.
  private var count = 0

  init(_ collector: QuestionCollector) { self.collector = collector }

  /// Takes contents of a kind.
  ///
  /// - Parameter library: the kind with its version, such as `H5P.MultiChoice 1.14`.
  mutating func take(_ content: JSONValue, of library: String, title: String? = nil) {
    let kind = library.split(separator: " ").first.map { String($0) } ?? ""
    func list(_ name: String) -> [JSONValue] { content[name]?.array ?? [] }
    func each(_ name: String, _ body: (inout H5PQuestion, JSONValue) -> Void) {
      for part in list(name) { submit(title) { body(&$0, part) } }
    }
    switch kind {
    case "H5P.MultiChoice": submit(title) { $0.choices(content) }
    case "H5P.TrueFalse": submit(title) { $0.statement(content) }
    case "H5P.Blanks": each("questions") { $0.blanks($1.string ?? "", in: content) }
    case "H5P.DragText": submit(title) { $0.draggedWords(content) }
    case "H5P.SingleChoiceSet":
      each("choices") { $0.firstIsRight($1["answers"], text: $1["question"]) }
    case "H5P.Summary":
      for panel in list("summaries") where panel["summary"]?.array?.isEmpty == false {
        submit(title) { $0.firstIsRight(panel["summary"], text: content["intro"]) }
      }
    case "H5P.Crossword": each("words") { $0.word($1) }
    case "H5P.SortParagraphs": submit(title) { $0.sortedParagraphs(content) }
    case "H5P.Dialogcards": each("dialogs") { $0.card($1) }
    case "H5P.Flashcards": each("cards") { $0.card($1) }
    default:
      if let kind = Self.unaskable[kind] {
        submit(title) { $0.refuse(kind, content) }
      } else {
        search(content)
      }
    }
  }

  private mutating func submit(_ title: String?, _ body: (inout H5PQuestion) -> Void) {
    count += 1
    var question = H5PQuestion(number: count, title: title, collector)
    body(&question)
  }

  /// Looks for contents in contents.
  private mutating func search(_ value: JSONValue) {
    switch value {
    case .array(let values): for value in values { search(value) }
    case .object(let object):
      if let library = object["library"]?.string, let content = object["params"] {
        take(content, of: library, title: object["metadata"]?["title"]?.string)
      } else {
        for member in object.members { search(member.value) }
      }
    default: break
    }
  }

  /// The kinds of questions that a quiz cannot ask.
  private static let unaskable: [String: Fault.UnaskableKind] = [
    "H5P.Essay": .essay, "H5P.DragQuestion": .hotSpot, "H5P.ImageHotspotQuestion": .hotSpot,
    "H5P.ImageMultipleHotspotQuestion": .hotSpot, "H5P.MarkTheWords": .other,
    "H5P.ImageSequencing": .other, "H5P.ImagePair": .other, "H5P.MemoryGame": .other,
    "H5P.ArithmeticQuiz": .calculated, "H5P.AdvancedBlanks": .gaps, "H5P.OpenEndedQuestion": .essay,
    "H5P.Questionnaire": .opinion,
    "H5P.SimpleMultiChoice": .opinion, "H5P.SpeakTheWords": .other, "H5P.GuessTheAnswer": .other,
    "H5P.MultiMediaChoice": .other, "H5P.FindTheWords": .other, "H5P.Dictation": .other,
    "H5P.PersonalityQuiz": .opinion, "H5P.GameMap": .other, "H5P.FreeTextQuestion": .essay,
    "H5P.StructureStrip": .essay, "H5P.AudioRecorder": .upload, "H5P.TextGrouping": .other,
    "H5P.GoToQuestion": .opinion, "H5P.BranchingQuestion": .opinion,
  ]
}
