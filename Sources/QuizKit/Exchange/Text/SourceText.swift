import QuizSupport

/// The decoded text of a file with questions: valid UTF-8 with LF line endings.
///
/// This is the only place where bytes become text, so that all formats treat a byte order mark, an
/// old Japanese encoding or a stray byte alike. Carriage returns become newlines here. Counting
/// newlines therefore gives the line number in the file, whichever system wrote it.
public struct SourceText: Sendable {
  /// The file name that reports show.
  package let name: String

  /// The encoding that the bytes were decoded with.
  package let encoding: TextEncoding

  /// Problems with the bytes: an unknown or mixed encoding, lost characters, a binary file.
  package let problems: [Problem]

  /// UTF-8 without a byte order mark, with LF line endings. Empty for a binary file or an unknown encoding.
  let bytes: [UInt8]

  /// The bytes before a text that say that it is UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Decodes the bytes of a file. It never fails; `problems` lists what was wrong.
  ///
  /// The encoding is chosen in this order: a byte order mark; the encoding named by the caller;
  /// UTF-16 by its blanks and line ends; UTF-8 if valid; ISO-2022-JP, which announces itself;
  /// Shift_JIS if valid and Japanese; UTF-8 mixed with fewer bytes of Windows-1252. No other is
  /// guessed: the text is empty then, and a problem says so.
  ///
  /// - Parameters:
  ///   - data: The unchanged contents of the file. Passing the only copy saves memory.
  ///   - name: The file name that reports show.
  ///   - encoding: The encoding that the user named. Only a byte order mark overrides it.
  public init(_ data: consuming [UInt8], name: String, encoding: TextEncoding? = nil) {
    var decoding = TextDecoding(data, named: encoding)
    decoding.joinLineEnds()
    self.name = name
    self.encoding = decoding.encoding
    self.problems = decoding.faults.map { fault, line in
      Problem(fault, file: name, line: line)
    }
    self.bytes = decoding.isText ? decoding.bytes : []
  }

  private init(beginning bytes: ArraySlice<UInt8>, of source: SourceText) {
    (name, encoding, problems) = (source.name, source.encoding, source.problems)
    self.bytes = Array(bytes)
  }

  /// The whole lines among the first so many bytes, none where the first line is longer; `nil` for a
  /// text that has no more bytes.
  func beginning(_ count: Int) -> SourceText? {
    guard bytes.count > count else { return nil }
    let part = bytes.prefix(count)
    return SourceText(beginning: part[..<(part.lastIndex(of: 0x0A) ?? 0)], of: self)
  }

  /// The file name without folders and extension, which some formats use as the category.
  var baseName: String { FileName.base(of: name) }

  /// The file extension in lower case, without the dot; empty if there is none.
  var fileExtension: String { FileName.ending(of: name) }

  /// Whether the text contains only blanks.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A } }

  /// The line number, counted from 1, of the first visible character at or after an offset.
  func line(of offset: Int) -> Int {
    let blanks = bytes[offset...].prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
    return bytes[..<blanks.endIndex].count { $0 == 0x0A } + 1
  }

  /// Gives a reader access to the bytes without a copy. Readers scan bytes, because iterating over
  /// `Character` is much slower.
  func withBytes<Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let result: Result<Void, Failure> = bytes.withUnsafeBufferPointer { buffer in
      do throws(Failure) {
        return .success(try body(buffer))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}

/// A line of a text: its number, counted from 1, and its range.
struct TextLine {
  var number: Int
  var range: Range<Int>
}

/// Iterates over the lines of a text, for line-based formats.
struct LineScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The start of the next line.
  private(set) var index = 0
  private var number = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func next() -> TextLine? {
    guard index < bytes.count else { return nil }
    let start = index
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    index = end + 1
    number += 1
    return TextLine(number: number, range: start..<end)
  }

  /// The line without blanks at its ends.
  func text(_ line: TextLine) -> String {
    FieldText.make(UnsafeBufferPointer(rebasing: bytes[line.range]))
  }

  /// The line without blanks at its end. Those at its beginning stay.
  func indentedText(_ line: TextLine) -> String {
    let text = text(line)
    guard let first = bytes[line.range].first, " \t\u{A0}\u{3000}".utf8.contains(first) else {
      return text
    }
    let blanks = String(decoding: bytes[line.range], as: UTF8.self).unicodeScalars.prefix {
      " \t\u{A0}\u{3000}".unicodeScalars.contains($0)
    }
    return text.isEmpty ? "" : String(blanks) + text
  }

  /// The line after its first `count` bytes, without blanks at its ends.
  func text(_ line: TextLine, dropping count: Int) -> String {
    let start = min(line.range.lowerBound + count, line.range.upperBound)
    return FieldText.make(UnsafeBufferPointer(rebasing: bytes[start..<line.range.upperBound]))
  }

  /// Whether the line contains only blanks.
  func isBlank(_ line: TextLine) -> Bool {
    bytes[line.range].allSatisfy { $0 == 0x20 || $0 == 0x09 } || text(line).isEmpty
  }
}

/// Computes column numbers for messages.
enum TextColumn {
  /// Longer lines (in bytes) are not counted in user-perceived characters.
  private static let longestCounted = 10_000

  /// The column of a byte, counted from 1 in characters. On very long lines it is counted in
  /// Unicode scalars, which needs no copy of the line.
  static func of(_ index: Int, from lineStart: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let line = bytes[lineStart..<index]
    if line.count <= longestCounted { return String(decoding: line, as: UTF8.self).count + 1 }
    return line.count { $0 & 0xC0 != 0x80 } + 1
  }
}
