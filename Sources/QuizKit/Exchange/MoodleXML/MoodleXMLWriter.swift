import Foundation
import QuizSupport

/// Writes Moodle's XML, <https://docs.moodle.org/en/Moodle_XML_format>.
///
/// Information that Moodle's format cannot express is in an attribute of our own, which Moodle
/// ignores.
struct MoodleXMLWriter: QuestionWriter {
  private let encoding: TextEncoding
  private var category: String?

  init(encoding: TextEncoding) {
    self.encoding = encoding
  }

  var beginning: [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"\(encoding.rawValue)\"?>\n<quiz>\n".utf8)
  }

  var end: [UInt8] { Array("</quiz>\n".utf8) }

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    let marked = MarkedPictures(question.content) { picture in
      picture.attachment.map { question.pictureBytes[$0.digest] != nil } ?? false
    }
    guard let shown = Self.text(of: marked.content) else {
      return .unwritable(format: MoodleXMLReader.formatName)
    }
    var output = MoodleXMLOutput(marked, question.pictureBytes)
    if question.category != category {
      category = question.category
      output.element("question", [("type", "category")]) {
        let name = category.map { "/" + $0 } ?? ""
        $0.element("category") { $0.value("text", "$course$/top" + name) }
      }
    }
    Self.write(marked.content, text: shown, to: &output)
    text += output.bytes
    return nil
  }

  /// The text of the question as Moodle stores it, which contains the answers of its gaps; `nil`
  /// where Moodle would read something else.
  private static func text(of content: QuestionContent) -> String? {
    guard case .gaps(let solution) = content.solution else { return content.text }
    return ClozeText.source(of: content.text, solution)
  }

  private static func write(
    _ content: QuestionContent, text: String, to output: inout MoodleXMLOutput
  ) {
    let marks = marks(content)
    let mark =
      marks.isEmpty ? [] : [(MoodleQuestion.markAttribute, marks.joined(separator: " "))]
    output.element("question", [("type", type(content))] + mark) { output in
      output.element("name") { $0.value("text", content.title ?? name(of: content.text)) }
      output.text("questiontext", text)
      output.text("generalfeedback", content.commentary)
      output.value("defaultgrade", "1")
      output.value("penalty", content.kind == .trueFalse ? "1" : "0.3333333")
      output.value("hidden", "0")
      output.value("idnumber", content.externalID ?? "")
      writeAnswers(of: content, to: &output)
      if content.tags.isEmpty { return }
      output.element("tags") { output in
        for tag in content.tags { output.element("tag") { $0.value("text", tag) } }
      }
    }
  }

  private static func writeAnswers(
    of content: QuestionContent, to output: inout MoodleXMLOutput
  ) {
    switch content.solution {
    case .trueFalse(let correct) where isStatement(content):
      for (index, choice) in content.choices.enumerated() {
        output.answer(choice.text.lowercased(), index == correct ? "100" : "0", choice.feedback)
      }
    case .single(let solution):
      let credits = solution.credits(among: content.choices.count)
      writeChoices(content, isSingle: true, credits.map(MoodlePercent.text(of:)), to: &output)
    case .trueFalse(let correct):
      let credits = content.choices.indices.map { $0 == correct ? "100" : "0" }
      writeChoices(content, isSingle: true, credits, to: &output)
    case .several(let solution):
      let credits = solution.credits(among: content.choices.count)
      let text = solution.weights == nil ? MoodlePercent.roundedText : MoodlePercent.text
      writeChoices(content, isSingle: false, credits.map(text), to: &output)
    case .text(let solution):
      output.value("usecase", solution.isCaseSensitive ? "1" : "0")
      for accepted in solution.accepted {
        output.answer(
          accepted.pattern, MoodlePercent.text(of: accepted.fraction), accepted.feedback)
      }
    case .number(let solution):
      for accepted in solution.accepted { output.answer(accepted) }
    case .order:
      output.value("layouttype", "0")
      output.value("selecttype", "0")
      output.value("selectcount", "0")
      // Part marks for items in their absolute place.
      output.value("gradingtype", "0")
      for (place, choice) in content.choices.enumerated() {
        output.choice(choice, "\(place + 1)")
      }
    case .match(let solution):
      output.value("shuffleanswers", "true")
      for pair in solution.pairs + solution.extra.map({ MatchPair("", $0) }) { output.pair(pair) }
    case .card, .gaps: break
    }
  }

  private static func writeChoices(
    _ content: QuestionContent, isSingle: Bool, _ percents: [String],
    to output: inout MoodleXMLOutput
  ) {
    output.value("single", isSingle ? "true" : "false")
    output.value("shuffleanswers", content.kind == .trueFalse ? "false" : "true")
    output.value("answernumbering", "abc")
    for (choice, percent) in zip(content.choices, percents) {
      output.choice(choice, percent)
    }
  }

  /// Whether Moodle can store the question as a statement. Moodle's statements have no texts of
  /// their own, and true comes first.
  private static func isStatement(_ content: QuestionContent) -> Bool {
    content.choices.map(\.text) == ["True", "False"]
  }

  private static func type(_ content: QuestionContent) -> String {
    switch content.kind {
    case .trueFalse where isStatement(content): "truefalse"
    case .single, .trueFalse, .several: "multichoice"
    case .text: "shortanswer"
    case .number: "numerical"
    case .match: "matching"
    case .order: "ordering"
    case .gaps: "cloze"
    case .card: ""
    }
  }

  private static func marks(_ content: QuestionContent) -> [String] {
    var marks = content.title == nil ? [MoodleQuestion.untitledMark] : []
    switch content.solution {
    case .trueFalse where !isStatement(content):
      marks.append(QuestionContent.Kind.trueFalse.rawValue)
    case .several:
      if let mark = KindMark(content.solution, among: content.choices.count) {
        marks.append(mark.rawValue)
      }
    default: break
    }
    return marks
  }

  /// Moodle lists questions by name, so each needs one.
  private static func name(of text: String) -> String {
    String(text.replacing("\n", with: " ").prefix(80))
  }
}

/// Builds XML with two blanks for each level, as Moodle does.
private struct MoodleXMLOutput {
  private(set) var bytes: [UInt8] = []
  private var depth = 1
  private let marked: MarkedPictures
  private let files: [ContentDigest: [UInt8]]

  init(_ marked: MarkedPictures, _ files: [ContentDigest: [UInt8]]) {
    (self.marked, self.files) = (marked, files)
  }

  /// The pictures that a text shows.
  private func pictures(in text: String) -> [Picture] {
    marked.pictures.isEmpty ? [] : marked.pictures(in: text)
  }

  /// The format in which Moodle shows a text: one with pictures is HTML.
  private func format(of text: String) -> String {
    pictures(in: text).isEmpty ? MoodleTextFormat(text).rawValue : "html"
  }

  /// Appends a text that people read, and the files of its pictures behind it.
  private mutating func shown(_ text: String) {
    let pictures = pictures(in: text)
    guard !pictures.isEmpty else { return value("text", text) }
    let html = marked.put(into: Array(HTML.escaped(text).replacing("\n", with: "<br>").utf8)) {
      WrittenPicture.html($0, at: "@@PLUGINFILE@@/" + ($0.attachment?.exportPath ?? ""))
    }
    value("text", String(decoding: html, as: UTF8.self))
    var known: Set<ContentDigest> = []
    for attachment in pictures.compactMap(\.attachment)
    where known.insert(attachment.digest).inserted {
      guard let bytes = files[attachment.digest] else { continue }
      let parts = attachment.exportPath.split(separator: "/")
      let name = (parts.last.map(String.init) ?? "").percentDecoded() ?? ""
      let attributes = "name=\"\(HTML.escaped(name))\" path=\"/\(parts.first ?? "")/\""
      line("<file \(attributes) encoding=\"base64\">\(Data(bytes).base64EncodedString())</file>")
    }
  }

  mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [],
    _ content: (inout MoodleXMLOutput) -> Void
  ) {
    line("<\(name)\(Self.text(of: attributes))>")
    depth += 1
    content(&self)
    depth -= 1
    line("</\(name)>")
  }

  /// Appends an element that contains only text.
  mutating func value(_ name: String, _ text: String) {
    line("<\(name)>\(Self.escaped(text))</\(name)>")
  }

  /// Appends a text that people read, with its format.
  mutating func text(_ name: String, _ text: String) {
    element(name, [("format", format(of: text))]) { $0.shown(text) }
  }

  mutating func choice(_ choice: Choice, _ percent: String) {
    answer(choice.text, percent, choice.feedback, [("format", format(of: choice.text))])
  }

  /// Appends a typed answer, or the answer true or false of a statement.
  mutating func answer(
    _ text: String, _ percent: String, _ feedback: String,
    _ attributes: [(name: String, value: String)] = [("format", "moodle_auto_format")],
    tolerance: String? = nil
  ) {
    element("answer", [("fraction", percent)] + attributes) { output in
      output.shown(text)
      output.text("feedback", feedback)
      if let tolerance { output.value("tolerance", tolerance) }
    }
  }

  /// Appends a pair to match. Moodle shows the right side in a menu, so it is plain text.
  mutating func pair(_ pair: MatchPair) {
    element("subquestion", [("format", MoodleTextFormat(pair.left).rawValue)]) { output in
      output.value("text", pair.left)
      output.element("answer") { $0.value("text", pair.right) }
    }
  }

  /// Appends a number. A range becomes the number in its middle, with half of its length as
  /// tolerance.
  mutating func answer(_ accepted: AcceptedNumber) {
    var (value, tolerance) = ("*", "0")
    var attributes = [(name: "format", value: "moodle_auto_format")]
    switch accepted.span {
    case .value(let number, let margin):
      (value, tolerance) = (TypedNumber.text(of: number), TypedNumber.text(of: margin))
    case .range(let lower, let upper):
      value = TypedNumber.text(of: lower / 2 + upper / 2)
      tolerance = TypedNumber.text(of: upper / 2 - lower / 2)
      attributes.append((MoodleQuestion.markAttribute, accepted.span.moodleText))
    case .any: break
    }
    answer(
      value, MoodlePercent.text(of: accepted.fraction), accepted.feedback, attributes,
      tolerance: tolerance)
  }

  private mutating func line(_ text: String) {
    bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func text(of attributes: [(name: String, value: String)]) -> String {
    attributes.map { " \($0.name)=\"\($0.value)\"" }.joined()
  }

  /// The text as character data, as in Moodle's `qformat_xml::writetext`. The two characters that
  /// XML forbids and no text needs are left out.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "<>&\"".utf8.contains($0) || $0 == 0xEF }) else {
      return text
    }
    var allowed = String.UnicodeScalarView()
    allowed += text.unicodeScalars.filter { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" }
    let text = String(allowed)
    guard text.utf8.contains(where: { "<>&\"".utf8.contains($0) }) else { return text }
    // Splits by bytes, because an accent after the mark would form another character with it.
    let parts = text.utf8.split(separator: "]]>".utf8, omittingEmptySubsequences: false)
    let pieces = parts.map { String(decoding: $0, as: UTF8.self) }
    return "<![CDATA[" + pieces.joined(separator: "]]]]><![CDATA[>") + "]]>"
  }
}

/// The format in which Moodle shows a text of ours.
enum MoodleTextFormat: String {
  case markdown
  case plain = "plain_text"

  /// Chooses Markdown for a text with marks of code or bold words, unless Moodle would take
  /// something outside of the code for HTML and remove it. Otherwise chooses plain text, which
  /// Moodle shows exactly as it is written.
  init(_ text: String) {
    let hasMarks = text.utf8.contains("`".utf8) || text.utf8.contains("**".utf8)
    self = hasMarks && !Self.hasTagsOutsideCode(text) ? .markdown : .plain
  }

  private static func hasTagsOutsideCode(_ text: String) -> Bool {
    var fence: [UInt8]?
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = Array(line)
      let start = line.drop { $0 == UInt8(ascii: " ") }
      if let mark = fence {
        if start.starts(with: mark) { fence = nil }
        continue
      }
      let mark = start.prefix { $0 == start.first }
      if mark.count >= 3, let first = mark.first, "`~".utf8.contains(first) {
        fence = Array(mark)
      } else if hasTagOutsideCode(line) {
        return true
      }
    }
    return false
  }

  private static func hasTagOutsideCode(_ line: [UInt8]) -> Bool {
    let spans = CodeSpans(line)
    var index = 0
    while index < line.count {
      if line[index] == CodeSpans.mark {
        index = spans.end(from: index, in: line) ?? CodeSpans.end(ofRunAt: index, in: line)
      } else if line[index] == UInt8(ascii: "<") || line[index] == UInt8(ascii: "&") {
        return true
      } else {
        index += 1
      }
    }
    return false
  }
}
