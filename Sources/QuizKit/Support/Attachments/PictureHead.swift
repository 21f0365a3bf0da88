/// The kind and the size of a picture, from its first bytes.
///
/// Nothing is decoded. A picture of another kind, or one whose head contradicts itself, has no head.
package struct PictureHead: Equatable, Sendable {
  /// The kinds of pictures that are kept.
  package enum Kind: String, CaseIterable, Sendable {
    case png, jpeg, gif, webp, svg

    /// The media type.
    package var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }

    /// The usual ending of a file's name, without the dot.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The kind with this media type.
    package init?(mediaType: String) {
      guard let kind = Self.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
      self = kind
    }
  }

  /// The kind.
  package var kind: Kind
  /// The width in pixels; `nil` where the head does not say it.
  package var width: Int?
  /// The height in pixels; `nil` where the head does not say it.
  package var height: Int?

  /// How many bytes are looked at.
  package static let mostBytes = 65_536
  /// A picture of more pixels takes some hundred megabytes when it is opened, whatever its file has.
  package static let mostPixels = 100_000_000

  /// Whether a program that opens the picture would need very much memory.
  package var isTooLarge: Bool {
    guard let width, let height else { return false }
    return width.multipliedReportingOverflow(by: height).overflow
      || width * height > Self.mostPixels
  }

  /// Reads the head; `nil` unless such pictures are kept.
  package init?(_ bytes: [UInt8]) {
    let head = HeadBytes(bytes.prefix(Self.mostBytes))
    if let size = head.png {
      self.init(.png, size)
    } else if head.begins([0xFF, 0xD8, 0xFF]) {
      self.init(.jpeg, head.jpeg)
    } else if head.begins("GIF87a") || head.begins("GIF89a") {
      guard let size = head.gif else { return nil }
      self.init(.gif, size)
    } else if head.begins("RIFF"), head.text(8, 4) == "WEBP" {
      guard let size = head.webP else { return nil }
      self.init(.webp, size)
    } else if let size = SVGHead.size(of: head.bytes) {
      self.init(
        .svg, size.width == nil || size.height == nil ? nil : (size.width ?? 0, size.height ?? 0))
    } else {
      return nil
    }
  }

  private init?(_ kind: Kind, _ size: (width: Int, height: Int)?) {
    self.kind = kind
    guard let size else { return }
    // A picture without a pixel is none.
    guard size.width > 0, size.height > 0 else { return nil }
    (width, height) = (size.width, size.height)
  }
}

/// The first bytes of a picture. What lies behind them is not there.
private struct HeadBytes {
  let bytes: [UInt8]

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }

  func begins(_ start: [UInt8]) -> Bool { bytes.starts(with: start) }

  func text(_ start: Int, _ count: Int) -> String {
    String(decoding: bytes.dropFirst(start).prefix(count), as: UTF8.self)
  }

  /// A number with its highest byte first; `nil` behind the end.
  private func big(_ start: Int, _ count: Int) -> Int? {
    guard start >= 0, start + count <= bytes.count else { return nil }
    return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number with its lowest byte first; `nil` behind the end.
  private func little(_ start: Int, _ count: Int) -> Int? {
    guard start >= 0, start + count <= bytes.count else { return nil }
    return bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The size in a PNG's first chunk (ISO/IEC 15948, 11.2.2).
  var png: (Int, Int)? {
    guard begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), text(12, 4) == "IHDR",
      big(8, 4) == 13, let width = big(16, 4), let height = big(20, 4)
    else { return nil }
    return (width, height)
  }

  /// The size in a GIF's screen descriptor.
  var gif: (Int, Int)? {
    guard let width = little(6, 2), let height = little(8, 2) else { return nil }
    return (width, height)
  }

  /// The size in a JPEG's frame header (ITU-T T.81, B.2.2); `nil` if it comes later than what is
  /// looked at.
  var jpeg: (Int, Int)? {
    var position = 2
    while let mark = big(position, 2), mark >> 8 == 0xFF {
      let code = mark & 0xFF
      if code == 0xFF {
        position += 1
        continue
      }
      let isAlone = code == 0x01 || (0xD0...0xD8).contains(code)
      if code == 0xD9 || code == 0xDA { return nil }
      guard !isAlone else {
        position += 2
        continue
      }
      guard let length = big(position + 2, 2), length >= 2 else { return nil }
      if (0xC0...0xCF).contains(code), ![0xC4, 0xC8, 0xCC].contains(code) {
        guard let height = big(position + 5, 2), let width = big(position + 7, 2) else {
          return nil
        }
        // A height of 0 follows behind the first scan.
        return height == 0 ? nil : (width, height)
      }
      position += 2 + length
    }
    return nil
  }

  /// The size in the first chunk of a WebP (RFC 9649).
  var webP: (Int, Int)? {
    switch text(12, 4) {
    case "VP8 ":
      guard big(23, 3) == 0x9D012A, let width = little(26, 2), let height = little(28, 2) else {
        return nil
      }
      return (width & 0x3FFF, height & 0x3FFF)
    case "VP8L":
      guard big(20, 1) == 0x2F, let bits = little(21, 4) else { return nil }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    case "VP8X":
      guard let width = little(24, 3), let height = little(27, 3) else { return nil }
      return (width + 1, height + 1)
    default: return nil
    }
  }
}

/// Finds the first element of an SVG document.
private enum SVGHead {
  /// The size of the document, as far as it is given; `nil` if this is not an SVG.
  static func size(of bytes: [UInt8]) -> (width: Int?, height: Int?)? {
    guard let first = bytes.first(where: { $0 > 0x20 }), first == 0x3C || first == 0xEF else {
      return nil
    }
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.hasPrefix("<?"), let end = rest.firstRange(of: "?>") {
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<!--"), let end = rest.firstRange(of: "-->") {
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<!DOCTYPE"), let end = endOfDoctype(rest) {
        rest = rest[end...]
      } else {
        break
      }
    }
    let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    guard rest.first == "<", name == "svg" || name.hasSuffix(":svg") else { return nil }
    let tag = rest.prefix { $0 != ">" }
    let box = attribute("viewBox", of: tag).map {
      $0.split { $0 == " " || $0 == "," || $0.isNewline }.compactMap { Double($0) }
    }
    let hasBox = box?.count == 4
    return (
      attribute("width", of: tag).flatMap(pixels) ?? (hasBox ? whole(box?[2]) : nil),
      attribute("height", of: tag).flatMap(pixels) ?? (hasBox ? whole(box?[3]) : nil)
    )
  }

  /// Where the text behind a document type begins, which may have declarations in brackets.
  private static func endOfDoctype(_ text: Substring) -> Substring.Index? {
    let inner = text.firstIndex(of: "["), end = text.firstIndex(of: ">")
    if let inner, let end, inner < end {
      return text.firstRange(of: "]>")?.upperBound
    }
    return end.map { text.index(after: $0) }
  }

  private static func attribute(_ name: String, of tag: Substring) -> Substring? {
    var rest = tag
    while let found = rest.firstRange(of: name) {
      let before = rest[..<found.lowerBound].last
      rest = rest[found.upperBound...]
      let value = rest.drop { $0.isWhitespace }
      guard before?.isWhitespace == true, value.first == "=" else { continue }
      let quoted = value.dropFirst().drop { $0.isWhitespace }
      guard let quote = quoted.first, quote == "\"" || quote == "'" else { return nil }
      return quoted.dropFirst().prefix { $0 != quote }
    }
    return nil
  }

  /// A length in pixels of 96 to the inch; `nil` for one that depends on what is around it.
  private static func pixels(_ length: Substring) -> Int? {
    let digits = length.prefix { $0.isASCII && ($0.isNumber || ".+-eE".contains($0)) }
    let number = digits.last == "e" ? digits.dropLast() : digits
    let scale: [String: Double] = [
      "": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96,
    ]
    let unit = length.dropFirst(number.count).filter { !$0.isWhitespace }
    guard let value = Double(number), let factor = scale[String(unit)] else { return nil }
    return whole(value * factor)
  }

  private static func whole(_ value: Double?) -> Int? {
    guard let value, value.isFinite, value >= 0.5, value < 1_000_000_000 else { return nil }
    return Int(value.rounded())
  }
}
