import Foundation
import QuizSupport

/// A question whose pictures a format can write, with a token in each place of its texts that refers
/// to one. The writer of the format treats tokens like letters, and puts the pictures there at last.
struct MarkedPictures {
  /// The question with its tokens.
  private(set) var content: QuestionContent
  /// The pictures of the tokens, by their numbers.
  private(set) var pictures: [Picture] = []

  /// Letters for private use, which no text of a question needs.
  private static let tokens: (start: Unicode.Scalar, end: Unicode.Scalar) = ("\u{E010}", "\u{E011}")

  /// - Parameter isWritten: Whether a picture can be written. The others stay as the text says them.
  init(_ content: QuestionContent, where isWritten: (Picture) -> Bool) {
    self.content = content
    if content.pictures.isEmpty { return }
    let labels = content.pictures.all.map(\.label)
    var rest: [Picture?] = content.pictures.all
    var found: [Picture] = []
    func token(for picture: Picture) -> String {
      found.append(picture)
      return "\(Self.tokens.start)\(found.count - 1)\(Self.tokens.end)"
    }
    func marked(_ text: String) -> String {
      let bytes = Array(text.utf8)
      var marked: [UInt8] = []
      var start = 0
      for mark in PictureMarks.marks(in: text, labels: labels) {
        let next = rest.firstIndex { $0?.label == mark.label }
        guard let next, let picture = rest[next] else { continue }
        rest[next] = nil
        guard isWritten(picture) else { continue }
        marked += bytes[start..<mark.range.lowerBound] + Array(token(for: picture).utf8)
        start = mark.range.upperBound
      }
      return String(decoding: marked + bytes[start...], as: UTF8.self)
    }
    var isUsable = true
    content.forEachText { text in
      let scalars = text.unicodeScalars
      if scalars.contains(where: { $0 == Self.tokens.start || $0 == Self.tokens.end }) {
        isUsable = false
      }
    }
    guard isUsable else { return }
    self.content.text = marked(content.text)
    for index in content.choices.indices {
      self.content.choices[index].text = marked(content.choices[index].text)
    }
    self.content.commentary = marked(content.commentary)
    for index in content.choices.indices {
      self.content.choices[index].feedback = marked(content.choices[index].feedback)
    }
    // What no text refers to belongs to the question as a whole.
    let placed = Set(content.placedPictures.filter { $0.place != .text }.map(\.picture))
    for picture in rest.compactMap(\.self) where isWritten(picture) && !placed.contains(picture) {
      self.content.text += "\n" + token(for: picture)
    }
    pictures = found
  }

  /// Whether a text has a token.
  static func isMarked(_ text: String) -> Bool { text.unicodeScalars.contains(tokens.start) }

  /// The pictures whose tokens a text has.
  func pictures(in text: String) -> [Picture] {
    pictures.enumerated().filter { index, _ in
      text.contains("\(Self.tokens.start)\(index)\(Self.tokens.end)")
    }.map(\.element)
  }

  /// Puts the pictures into what was written of the question.
  ///
  /// - Parameter shown: The picture as the format writes it.
  func put(into written: [UInt8], _ shown: (Picture) -> String) -> [UInt8] {
    if pictures.isEmpty { return written }
    var text = String(decoding: written, as: UTF8.self)
    for (index, picture) in pictures.enumerated() {
      text = text.replacing(
        "\(Self.tokens.start)\(index)\(Self.tokens.end)", with: shown(picture))
    }
    return Array(text.utf8)
  }
}

extension ExportedQuestion {
  /// Where the file of a picture is, from the written file on; `nil` if it is not written.
  func path(of picture: Picture) -> String? {
    picture.attachment.flatMap { picturePaths[$0.digest] }
  }
}

/// A picture in a text of Markdown, or as HTML has it.
enum WrittenPicture {
  static func markdown(_ picture: Picture, at path: String) -> String {
    let isNamed = FileName.last(of: path) == picture.label
    let label =
      isNamed ? "" : picture.label.replacing("\n", with: " ").filter { !"[]".contains($0) }
    return "![\(label)](\(path))"
  }

  static func html(_ picture: Picture, at source: String) -> String {
    "<img src=\"\(HTML.escaped(source))\" alt=\"\(HTML.escaped(picture.label))\">"
  }
}

extension Attachment {
  /// The path of the picture below a folder: the beginning of its digest and its own name, with the
  /// characters that an address may have.
  package var exportPath: String {
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
    let last = FileName.last(of: name)
    let safe = last == ".." || last == "." ? "picture" : last
    let encoded = safe.utf8.map { byte in
      allowed.contains(byte) ? String(Unicode.Scalar(byte)) : String(format: "%%%02X", Int(byte))
    }
    return "\(digest.text.prefix(12))/\(encoded.joined())"
  }
}

extension QuestionCollector {
  /// Brings in the pictures to which a question refers, and reports those that are not there.
  ///
  /// - Parameters:
  ///   - images: Where the question's texts refer to them, in their order.
  ///   - line: The line of a problem; `nil` for that of the question.
  func keep(_ images: [ImageReference], in draft: inout QuestionDraft, line: Int? = nil) {
    var told: Set<String> = []
    for image in images {
      guard let pictures else {
        if told.insert(image.label).inserted { tell(.imageDropped(image.label), draft, line) }
        continue
      }
      let (picture, refusal) = pictures.picture(of: image)
      draft.pictures.add(picture)
      guard let refusal, told.insert(image.label + "\0" + image.source).inserted else { continue }
      if case .allTooLarge(let limit) = refusal {
        reportOnce(.imagesTooLarge(limit), line: line ?? draft.line)
      } else {
        tell(.imageDropped(image.label, because: refusal), draft, line)
      }
    }
  }

  private func tell(_ fault: Fault, _ draft: QuestionDraft, _ line: Int?) {
    report(
      fault, line: line ?? draft.line, element: draft.element, question: draft.text)
  }

  /// Brings in the pictures that texts refer to in words of their own: as Markdown or HTML in a
  /// format that keeps its texts to the letter, or by a name that the document lists.
  func keepRest(in draft: inout QuestionDraft) {
    var images = draft.images
    draft.images = []
    guard let pictures else { return keep(images, in: &draft) }
    var labels = draft.pictures.all.map(\.label)
    draft.forEachText { text in
      for mark in PictureMarks.marks(in: text) {
        if let known = labels.firstIndex(of: mark.label) {
          labels.remove(at: known)
        } else if let source = mark.source {
          images.append(ImageReference(label: mark.label, source: source))
        } else if let path = pictures.nextListed(mark.label, from: place(of: draft.line)) {
          images.append(ImageReference(label: mark.label, source: path))
        }
      }
    }
    keep(images, in: &draft)
  }

  private func place(of line: Int) -> Int { part?.place(of: line) ?? line }
}

extension QuestionDraft {
  fileprivate func forEachText(_ body: (String) -> Void) {
    body(text)
    for choice in choices { body(choice.text) }
    for text in solution?.texts ?? [] { body(text) }
    body(commentary)
    for choice in choices { body(choice.feedback) }
    for feedback in solution?.feedbacks ?? [] { body(feedback) }
  }
}
