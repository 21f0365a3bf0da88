import QuizSupport

/// A picture to which a question refers.
///
/// The text says where it is shown: `[image: LABEL]`, or as Markdown or HTML writes an image with
/// this label. The text stays as it is whether the picture is there or not, so that it is compared,
/// searched and exchanged without regard to pictures.
package struct Picture: Hashable, Sendable {
  /// Its description, or the name of its file where it has none.
  package var label: String
  /// The bytes; `nil` for a picture that was not brought in.
  package var attachment: Attachment?
  /// Where a picture is that was not brought in, as the file says it.
  package var address: String?

  /// A picture that lies beside the bank.
  package init(label: String, _ attachment: Attachment) {
    (self.label, self.attachment) = (label, attachment)
  }

  /// A picture that was not brought in.
  package init(label: String, at address: String) {
    (self.label, self.address) = (label, address)
  }

  /// The name of its file; for a picture that was not brought in, where it is.
  package var name: String { attachment?.name ?? address ?? label }

  /// The description of the picture; `nil` without one.
  package var description: String? {
    let file = (attachment?.name ?? address ?? "").split(separator: "/").last.map(String.init) ?? ""
    let isName = label.isEmpty || label == file || label.percentDecoded() == file
    return isName || file.hasPrefix(label + ".") ? nil : label
  }
}

extension Picture: Codable {
  private enum CodingKeys: CodingKey { case label, attachment, address }

  package init(from decoder: any Decoder) throws {
    let picture = try decoder.container(keyedBy: CodingKeys.self)
    label = try picture.decode(String.self, forKey: .label)
    attachment = try picture.decodeIfPresent(Attachment.self, forKey: .attachment)
    address = try picture.decodeIfPresent(String.self, forKey: .address)
  }

  package func encode(to encoder: any Encoder) throws {
    var picture = encoder.container(keyedBy: CodingKeys.self)
    try picture.encode(label, forKey: .label)
    try picture.encodeIfPresent(attachment, forKey: .attachment)
    try picture.encodeIfPresent(address, forKey: .address)
  }
}

/// The pictures of a question, each once, in the order in which its texts refer to them.
package struct Pictures: Hashable, Sendable {
  /// The pictures.
  package var all: [Picture]

  package init(_ pictures: [Picture] = []) { all = pictures }

  /// Whether there are none.
  package var isEmpty: Bool { all.isEmpty }

  /// The attachments, each once.
  package var attachments: [Attachment] {
    var known: Set<ContentDigest> = []
    return all.compactMap(\.attachment).filter { known.insert($0.digest).inserted }
  }

  /// Adds a picture, unless it is there.
  package mutating func add(_ picture: Picture) {
    if !all.contains(picture) { all.append(picture) }
  }

  /// These pictures, with those of another version of the question in the place of the ones that
  /// were not brought in this time.
  package func filled(from other: Pictures) -> Pictures {
    var rest = other.all
    return Pictures(
      all.map { picture in
        let same = rest.firstIndex { $0.label == picture.label && $0.attachment != nil }
        guard let same else { return picture }
        let known = rest.remove(at: same)
        return picture.attachment == nil ? known : picture
      })
  }
}

extension Pictures: Codable {
  package init(from decoder: any Decoder) throws {
    all = try decoder.singleValueContainer().decode([Picture].self)
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(all)
  }
}

/// Finds where a text refers to pictures.
package enum PictureMarks {
  /// A place in a text.
  package struct Mark: Hashable, Sendable {
    /// The label of the picture.
    package var label: String
    /// Where the picture is; `nil` where only the label is known.
    package var source: String?
    /// The bytes of the text that refer to it.
    package var range: Range<Int>
  }

  private static let opening = Array("[image: ".utf8)

  /// Whether a text may refer to a picture; most do not.
  package static func mayBe(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var start = 0
      while let found = bytes.first(UInt8(ascii: "["), in: start..<bytes.count) {
        if found > 0, bytes[found - 1] == UInt8(ascii: "!") { return true }
        if bytes[found...].starts(with: opening) { return true }
        start = found + 1
      }
      start = 0
      while let found = bytes.first(UInt8(ascii: "<"), in: start..<bytes.count) {
        if bytes.count - found > 4, bytes[found + 1] | 0x20 == UInt8(ascii: "i"),
          bytes[found + 2] | 0x20 == UInt8(ascii: "m"), bytes[found + 3] | 0x20 == UInt8(ascii: "g")
        {
          return true
        }
        start = found + 1
      }
      return false
    }
  }

  /// The places of a text, in their order. Code refers to nothing.
  ///
  /// - Parameter labels: Labels that may have a bracket in them.
  package static func marks(in text: String, labels: [String] = []) -> [Mark] {
    guard mayBe(in: text) else { return [] }
    var marks: [Mark] = []
    var start = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let bytes = Array(line.utf8)
      marks += self.marks(in: bytes, labels).map { mark in
        var mark = mark
        mark.range = start + mark.range.lowerBound..<start + mark.range.upperBound
        return mark
      }
      start += bytes.count + 1
    }
    return marks
  }

  private static func marks(in line: [UInt8], _ labels: [String]) -> [Mark] {
    var constructs = MarkdownConstructs(line)
    var marks: [Mark] = []
    var index = 0
    while index < line.count {
      switch line[index] {
      case CodeSpans.mark: index = constructs.end(ofBackticksAt: index)
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "[") where line[index...].starts(with: opening):
        guard let end = end(ofLabelAt: index + opening.count, in: line, labels) else {
          index += 1
          continue
        }
        let label = String(decoding: line[index + opening.count..<end], as: UTF8.self)
        marks.append(Mark(label: label, source: nil, range: index..<end + 1))
        index = end + 1
      case UInt8(ascii: "!"), UInt8(ascii: "<"):
        guard case .image(let name, let source, let end) = constructs.construct(at: index) else {
          index += 1
          continue
        }
        marks.append(Mark(label: name, source: source, range: index..<end))
        index = end
      default: index += 1
      }
    }
    return marks
  }

  /// Where the bracket is that ends a label: behind one of the known labels, or else the next one.
  private static func end(ofLabelAt start: Int, in line: [UInt8], _ labels: [String]) -> Int? {
    let rest = line[start...]
    let ends = labels.compactMap { label -> Int? in
      let end = start + label.utf8.count
      return end < line.count && line[end] == UInt8(ascii: "]") && rest.starts(with: label.utf8)
        ? end : nil
    }
    return ends.max() ?? rest.firstIndex(of: UInt8(ascii: "]"))
  }
}

extension QuestionContent {
  /// A picture of the question, with the text that refers to it.
  package struct PlacedPicture: Hashable, Sendable {
    /// The part of a question that a text belongs to.
    package enum Place: Hashable, Sendable {
      /// The text of the question, or the question as a whole.
      case text
      /// A choice, by its position in the author's order.
      case choice(Int)
      /// Another part that is asked, such as the back of a card or one of two that belong together.
      case solution
      /// The texts that are shown after the answer.
      case commentary
    }

    /// The picture.
    package var picture: Picture
    /// Where it is shown first.
    package var place: Place
  }

  /// All pictures in the order of the texts that refer to them: the question, its choices, the rest
  /// of what is asked, and what is shown after the answer. A picture to which no text refers belongs
  /// to the question as a whole.
  package var placedPictures: [PlacedPicture] {
    if pictures.isEmpty { return [] }
    let labels = pictures.all.map(\.label)
    var rest: [Picture?] = pictures.all
    var placed: [PlacedPicture] = []
    func take(_ text: String, _ place: PlacedPicture.Place) {
      for mark in PictureMarks.marks(in: text, labels: labels) {
        // Of several pictures with one label each comes in its turn, and a last one again.
        let next = rest.firstIndex { $0?.label == mark.label }
        guard let next, let picture = rest[next] else { continue }
        rest[next] = nil
        placed.append(PlacedPicture(picture: picture, place: place))
      }
    }
    take(text, .text)
    for (index, choice) in choices.enumerated() { take(choice.text, .choice(index)) }
    for text in solution.texts { take(text, .solution) }
    take(commentary, .commentary)
    for choice in choices { take(choice.feedback, .commentary) }
    for feedback in solution.feedbacks { take(feedback, .commentary) }
    let whole = rest.compactMap(\.self).map { PlacedPicture(picture: $0, place: .text) }
    let inText = placed.prefix { $0.place == .text }
    return Array(inText) + whole + placed.dropFirst(inText.count)
  }

  /// The pictures that a player needs to answer: all but those of the commentary.
  package var neededPictures: [Picture] {
    placedPictures.filter { $0.place != .commentary }.map(\.picture)
  }
}
