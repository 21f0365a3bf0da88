import QuizSupport

extension QuestionFormat {
  /// The interactive contents of H5P, <https://h5p.org/documentation/developers/h5p-specification>.
  package static let h5p = QuestionFormat(
    name: "h5p", title: H5PReader.formatName, extensions: ["h5p"],
    keeps: [.feedback, .category, .title, .lineBreaks, .pictures],
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

  func read(_ package: QuestionPackage) throws(ReadingCancelled) {
    let collector = package.collector
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
    question.submit()
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

/// Makes a question of the contents of an H5P package.
private struct H5PQuestion {
  private let collector: QuestionCollector
  private var draft: QuestionDraft
  private var gaps: H5PGaps?
  /// Why it is no question.
  private var fault: Fault?
  private let images = ImageList()
  private let material: QTIMaterial

  init(number: Int, title: String?, _ collector: QuestionCollector) {
    self.collector = collector
    material = QTIMaterial(images: images.add)
    draft = QuestionDraft(line: 1)
    draft.element = "#\(number)"
    let title = FieldText.make(title ?? "")
    draft.title = title.isEmpty || title.hasPrefix("Untitled ") ? nil : title
  }

  private func text(_ value: JSONValue?) -> String {
    material.text(ofHTML: value?.scalarText ?? "")
  }

  func submit() {
    if let fault { return collector.refuse(draft, fault) }
    var draft = draft
    images.keep(in: &draft, collector)
    guard let gaps else { return collector.submit(draft) }
    var item = Item(draft: draft, responses: gaps.responses, answers: gaps.answers)
    item.ask(between: gaps.pieces)
    item.submit(as: .gaps(isTyped: false), to: collector)
  }

  mutating func refuse(_ kind: Fault.UnaskableKind, _ content: JSONValue) {
    draft.text = text(content["question"] ?? content["taskDescription"])
    fault = .notMultipleChoice(kind)
  }

  /// Adds the picture that is shown above the question.
  private mutating func show(_ media: JSONValue?) {
    guard collector.pictures != nil, let image = media?["type"]?["params"] ?? media?["params"],
      let path = image["file"]?["path"]?.string
    else { return }
    let label = FieldText.make(image["alt"]?.string ?? "")
    draft.images.append(
      ImageReference(label: label.isEmpty ? FileName.last(of: path) : label, source: path))
  }

  // MARK: Choices

  mutating func choices(_ content: JSONValue) {
    show(content["media"])
    draft.text = text(content["question"])
    let answers = content["answers"]?.array ?? []
    draft.choices = answers.map { answer in
      Choice(text(answer["text"]), feedback: text(answer["tipsAndFeedback"]?["chosenFeedback"]))
    }
    if answers.contains(where: { !text($0["tipsAndFeedback"]?["tip"]).isEmpty }) {
      collector.reportOnce(.tipsDropped, line: 1)
    }
    let right = answers.indices.filter { Self.isTrue(answers[$0]["correct"]) }
    let type = Self.behaviour(of: content, "type")?.string
    if type == "single", right.count > 1 {
      // Any one of them is right.
      let weights = answers.indices.map { right.contains($0) ? 1.0 : 0 }
      draft.solution = SingleSolution(weights: weights).map { .single($0) }
    } else {
      draft.markRight(right, isSeveral: type == "multi")
    }
  }

  mutating func statement(_ content: JSONValue) {
    show(content["media"])
    draft.text = text(content["question"])
    draft.kind = .trueFalse
    let labels = [text(content["l10n"]?["trueText"]), text(content["l10n"]?["falseText"])]
    draft.choices = zip(labels, ["True", "False"]).map { Choice($0.isEmpty ? $1 : $0) }
    let right = Self.isTrue(content["correct"]) ? 0 : 1
    draft.correct = right
    draft.choices[right].feedback = text(Self.behaviour(of: content, "feedbackOnCorrect"))
    draft.choices[1 - right].feedback = text(Self.behaviour(of: content, "feedbackOnWrong"))
  }

  /// The first of the answers is right. It gets a place among the others.
  mutating func firstIsRight(_ answers: JSONValue?, text question: JSONValue?) {
    draft.text = text(question)
    let texts = (answers?.array ?? []).map(text)
    if let right = texts.first {
      (draft.choices, draft.correct) = StablePlace.place(
        right, among: Array(texts.dropFirst()), of: draft.text)
    }
  }

  /// The paragraphs are listed in their right order.
  mutating func sortedParagraphs(_ content: JSONValue) {
    draft.text = text(content["taskDescription"])
    draft.choices = (content["paragraphs"]?.array ?? []).map { Choice(text($0)) }
    draft.solution = .order
  }

  // MARK: Typed answers and blanks

  mutating func word(_ word: JSONValue) {
    draft.text = text(word["clue"])
    draft.commentary = text(word["extraClue"]?["params"]?["text"])
    let answer = text(word["answer"])
    draft.solution = .text(
      TextSolution(accepted: answer.isEmpty ? [] : [AcceptedText(literal: answer)]))
  }

  mutating func card(_ card: JSONValue) {
    draft.text = text(card["text"])
    let picture = card["image"]?["path"]?.string
    if draft.text.isEmpty, let picture {
      draft.text = HTMLText.placeholder(FileName.base(of: picture))
    }
    if let picture {
      let label = card["imageAltText"]?.string ?? FileName.base(of: picture)
      images.add(ImageReference(label: label, source: picture))
    }
    draft.solution = .card(CardSolution(back: text(card["answer"])))
  }

  /// - Parameter content: The contents that have the text among others.
  mutating func blanks(_ html: String, in content: JSONValue) {
    show(content["media"])
    let isCaseSensitive = Self.isTrue(Self.behaviour(of: content, "caseSensitive"))
    fault = H5PGaps.fault(of: html)
    if fault == nil {
      ask(H5PGaps(html, isCaseSensitive: isCaseSensitive, material), content["text"])
    }
  }

  mutating func draggedWords(_ content: JSONValue) {
    show(content["media"])
    // It is no HTML but for its characters, and its lines are those of the author.
    let html = (content["textField"]?.string ?? "").replacing("\n", with: "<br>")
    let distractors = content["distractors"]?.string ?? ""
    fault = H5PGaps.fault(of: html) ?? H5PGaps.fault(of: distractors)
    if fault != nil { return }
    let words = H5PGaps(distractors, choosingFrom: [], material).answers.map(\.text)
    ask(H5PGaps(html, choosingFrom: words, material), content["taskDescription"])
  }

  /// - Parameter intro: The text before the one with gaps.
  private mutating func ask(_ asked: H5PGaps, _ intro: JSONValue?) {
    var asked = asked
    if asked.hasTips { collector.reportOnce(.tipsDropped, line: 1) }
    let intro = text(intro)
    draft.text = [intro, asked.pieces.joined(separator: "_____")].filter { !$0.isEmpty }
      .joined(separator: "\n")
    asked.pieces[0] = intro + "\n" + asked.pieces[0]
    gaps = asked
  }

  /// How the contents say that they behave.
  private static func behaviour(of content: JSONValue, _ name: String) -> JSONValue? {
    (content["behaviour"] ?? content["behavior"])?[name]
  }

  private static func isTrue(_ value: JSONValue?) -> Bool {
    switch value {
    case .bool(let isTrue): isTrue
    case .string(let text): text == "true" || text == "1"
    default: false
    }
  }
}

/// The blanks in a text of H5P: `*blue/navy:the colour*`, with alternatives and a tip.
private struct H5PGaps {
  /// The texts before, between and after the blanks.
  var pieces: [String]
  private(set) var responses: [Item.Response] = []
  private(set) var answers: [Scoring.Value] = []
  /// Whether a blank has a tip.
  private(set) var hasTips = false

  /// The most answers that all blanks accept together. Each is a text of its own.
  private static let mostAnswers = 10_000

  /// Why a text has more gaps or answers than can be asked, before each of them is looked at.
  static func fault(of html: String) -> Fault? {
    var (stars, answers) = (0, 0)
    for byte in html.utf8 {
      if byte == UInt8(ascii: "*") {
        stars += 1
      } else if byte == UInt8(ascii: "/"), !stars.isMultiple(of: 2) {
        answers += 1
      }
    }
    answers += stars / 2
    if stars / 2 > GapsSolution.most { return .tooManyGaps(stars / 2) }
    return answers > mostAnswers ? .tooManyAnswers(answers, limit: mostAnswers) : nil
  }

  /// - Parameters:
  ///   - html: The text, in which emphasis is an element and not a star.
  ///   - words: The list to choose from, beside the words of all blanks; `nil` to type the answers.
  init(
    _ html: String, choosingFrom words: [String]? = nil, isCaseSensitive: Bool = false,
    _ material: QTIMaterial
  ) {
    let parts = html.split(separator: "*", omittingEmptySubsequences: false).map { String($0) }
    var marked = parts[0]
    for (index, piece) in parts.enumerated().dropFirst() {
      if index.isMultiple(of: 2) {
        marked += piece
      } else if index == parts.count - 1 || piece.isEmpty {
        // Stars without a second one, or with nothing between them, are stars.
        marked += piece.isEmpty && index < parts.count - 1 ? "**" : "*" + piece
      } else {
        let plain = Self.withoutTags(piece)
        let answer = Self.answer(in: plain)
        hasTips = hasTips || answer.endIndex < plain.endIndex
        let accepted =
          words != nil ? [String(answer)] : answer.split(separator: "/").map { String($0) }
        let name = "\(index)"
        responses.append(Item.Response(identifier: name, form: words == nil ? .text : .choices))
        answers += accepted.map(material.text(ofHTML:)).filter { !$0.isEmpty }.map {
          Scoring.Value(response: name, text: $0, isCaseSensitive: isCaseSensitive)
        }
        marked += QTIMaterial.mark
      }
    }
    if let words {
      var known: Set<String> = []
      let list = (answers.map(\.text) + words).filter { known.insert($0).inserted }
        .map { Item.Label(identifier: $0, text: $0) }
      for index in responses.indices { responses[index].labels = list }
    }
    pieces = material.pieces(ofHTML: marked)
  }

  /// The text of a blank up to its tip, which follows `:`, or up to the feedback on the answer,
  /// which follows `\+` or `\-`.
  private static func answer(in plain: String) -> Substring {
    let bytes = plain.utf8
    let end = bytes.indices.first { index in
      if bytes[index] == UInt8(ascii: ":") { return true }
      let next = bytes[index...].dropFirst().first
      return bytes[index] == UInt8(ascii: "\\")
        && (next == UInt8(ascii: "+") || next == UInt8(ascii: "-"))
    }
    return plain[..<(end ?? plain.endIndex)]
  }

  /// The text without its tags, which have slashes and colons of their own.
  private static func withoutTags(_ html: String) -> String {
    guard html.utf8.contains(UInt8(ascii: "<")) else { return html }
    var plain = ""
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      plain += rest[..<open]
      rest = rest[open...]
      let next = rest.dropFirst().first
      if next?.isLetter == true || next == "/" {
        guard let close = rest.firstIndex(of: ">") else { break }
        rest = rest[close...].dropFirst()
      } else {
        plain.append("<")
        rest = rest.dropFirst()
      }
    }
    return plain + rest
  }
}
