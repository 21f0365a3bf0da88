import QuizSupport

/// Makes text of what a file of QTI shows to people.
///
/// Pictures become their names in brackets, and are passed on to be reported.
struct QTIMaterial {
  private let images: (ImageReference) -> Void

  /// - Parameter images: called with each picture.
  init(images: @escaping (ImageReference) -> Void = { _ in }) {
    self.images = images
  }

  /// The text of a `material` element of QTI 1.2, and of everything like it in an element.
  func text(_ element: MarkupElement?) -> String {
    guard let element else { return "" }
    let pieces = Self.pieces(of: element)
    if pieces.count == 1, !pieces[0].isHTML { return FieldText.make(pieces[0].text) }
    return text(ofHTML: pieces.map { $0.isHTML ? $0.text : Self.escaped($0.text) }.joined())
  }

  /// Whether a blank or the edge of a block separates a text from what comes before and after it.
  func edges(of element: MarkupElement) -> (isPartedBefore: Bool, isPartedAfter: Bool) {
    let text = Self.pieces(of: element).map(\.text).joined()
    return (
      text.first.map { $0.isWhitespace || $0 == "<" } ?? false,
      text.last.map { $0.isWhitespace || $0 == ">" } ?? false
    )
  }

  private static func pieces(of element: MarkupElement) -> [(text: String, isHTML: Bool)] {
    switch element.name {
    case "mattext", "matemtext", "localizable_mattext":
      let type = element.attributes["texttype"]?.lowercased() ?? ""
      return element.children.isEmpty
        ? [(element.text, type.hasSuffix("html"))] : [(html(inside: element), true)]
    case "mat_formattedtext":
      return [(element.text, element.attributes["type"]?.uppercased() != "PLAIN_TEXT")]
    case "matimage":
      let source = element.attributes["uri"] ?? ""
      guard let label = element.attributes["label"] else {
        return [("<img src=\"\(attribute(source.replacing("%%LINKPATH%%", with: "")))\">", true)]
      }
      let name = FileName.last(of: label.replacing("%%LINKPATH%%", with: ""))
      return [("<img alt=\"\(attribute(name))\" src=\"\(attribute(source))\">", true)]
    case "mataudio", "matvideo", "matapplet", "matapplication":
      return [("<img src=\"\(attribute(element.attributes["uri"] ?? ""))\">", true)]
    case "matbreak": return [("<br>", true)]
    // Vista shows all sides of its pairs once more above them.
    case "matching_ext_flow": return []
    default: return element.children.flatMap(pieces)
    }
  }

  // MARK: Elements of HTML

  /// The text of real elements of HTML, as QTI 2 has them.
  func text(ofElements element: MarkupElement) -> String {
    text(ofHTML: Self.html(inside: element))
  }

  /// The text of HTML. Its blanks are those that a browser would show, unless it has code.
  ///
  /// A text with more tags than the elements of a question can have stays as it is written.
  func text(ofHTML html: String) -> String {
    if html.utf8.count(where: { $0 == UInt8(ascii: "<") }) > 2 * QTIReader.mostElements {
      return FieldText.make(html)
    }
    if HTMLText.mayHaveCode(html) { return HTMLText.markdown(html, images: images) }
    let lines = HTMLText.markdown(Self.joiningBlanks(html), images: images)
      .utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { FieldText.make(String(Substring($0))) }
    // Blocks in blocks leave more than one blank line between them.
    var kept: [String] = []
    for line in lines where !line.isEmpty || kept.last?.isEmpty == false { kept.append(line) }
    return FieldText.make(kept.joined(separator: "\n"))
  }

  /// A character that stands for a blank in HTML. No text has it: it is for private use.
  static let mark = "\u{F8F0}"

  /// The texts before, between and after the marks in HTML.
  func pieces(ofHTML html: String) -> [String] {
    text(ofHTML: html).split(separator: Character(Self.mark), omittingEmptySubsequences: false)
      .map { String($0) }
  }

  /// The contents of an element as HTML. The blanks are those that a browser would show.
  static func html(inside element: MarkupElement) -> String {
    element.nodes.map { node in
      switch node {
      case .text(let text): element.name == "pre" ? escaped(text) : escaped(joiningBlanks(text))
      case .element(let child): html(of: child)
      }
    }.joined()
  }

  /// An element as HTML.
  static func html(of element: MarkupElement) -> String {
    switch element.name {
    case "math": return mathText(element)
    case "object", "audio", "video", "source":
      let name = element.attributes["data"] ?? element.attributes["src"] ?? ""
      return name.isEmpty ? html(inside: element) : "<img src=\"\(attribute(name))\">"
    case "img", "br", "hr":
      let attributes = ["alt", "src"].compactMap { name in
        element.attributes[name].map { " \(name)=\"\(attribute($0))\"" }
      }
      return "<\(element.name)\(attributes.joined())>"
    default: return "<\(element.name)>\(html(inside: element))</\(element.name)>"
    }
  }

  /// A formula: its source where it has one, otherwise its letters and digits.
  private static func mathText(_ element: MarkupElement) -> String {
    let source = element.all("annotation").first {
      ($0.attributes["encoding"] ?? "").contains("TeX")
    }
    if let source { return escaped("\\(" + source.allText + "\\)") }
    return escaped(element.allText.split { $0.isWhitespace }.joined(separator: " "))
  }

  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func attribute(_ text: String) -> String {
    escaped(text).replacing("\"", with: "&quot;")
  }

  private static func joiningBlanks(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { joined in
        var count = 0
        var wasBlank = false
        for byte in bytes {
          let isBlank = byte == 0x20 || byte == 0x0A || byte == 0x09
          if !isBlank || !wasBlank {
            joined[count] = isBlank ? 0x20 : byte
            count += 1
          }
          wasBlank = isBlank
        }
        return count
      }
    }
  }
}

/// The pictures of a question, which become their names.
final class ImageList {
  private var images: [ImageReference] = []

  /// Adds a picture. The same text may be looked at more than once.
  func add(_ image: ImageReference) {
    if !images.contains(image) { images.append(image) }
  }

  /// Brings the pictures in, and reports those that are missing.
  func keep(in draft: inout QuestionDraft, _ collector: QuestionCollector) {
    collector.keep(images, in: &draft)
  }
}
