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
