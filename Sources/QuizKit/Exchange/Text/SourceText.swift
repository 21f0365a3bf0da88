/// The text of one file to read questions from: valid UTF-8, one newline character a line.
///
/// This is the only place where bytes become text, so that every format treats a byte order mark, an
/// old Japanese encoding or a stray byte alike. Carriage returns become newlines here; the count of
/// newlines before a place is therefore its physical line, whatever system wrote the file.
public struct SourceText: Sendable {
  /// What the reports call the file.
  public let name: String

  /// How the bytes were read.
  public let encoding: TextEncoding

  /// What was odd about the bytes: a mixture of encodings, characters that were lost, no text at all.
  public let problems: [Problem]

  /// UTF-8 without a byte order mark, lines ended by 0A alone. Empty for a file that is no text.
  let bytes: [UInt8]

  /// Makes text of a file's bytes; it never fails, ``problems`` says what had to be guessed.
  ///
  /// The order of the guesses: a byte order mark; the encoding that the caller names; UTF-8 if it is
  /// valid; Shift_JIS if it is valid and looks Japanese; UTF-8 with bytes of Windows-1252 among it.
  ///
  /// - Parameters:
  ///   - data: The bytes as they stand in the file. Handing over the only copy saves memory.
  ///   - name: What the reports call the file.
  ///   - encoding: The encoding that a person named, which only a byte order mark overrules.
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

  /// The file's name without folders and extension, which some formats use as the category.
  var baseName: String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
    return String(last[..<dot])
  }

  /// The file's extension in lower case, without the dot; empty if it has none.
  var fileExtension: String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return "" }
    return last[last.index(after: dot)...].lowercased()
  }

  /// Whether there is nothing but blanks in it.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A } }

  /// Ends the reading where a line is longer than a question may be.
  func requireLines(in intake: Intake) throws(ReadingCancelled) {
    // Nearly every file is short enough as a whole.
    guard bytes.count > intake.longest else { return }
    try withBytes { (bytes) throws(ReadingCancelled) in
      var lines = LineScanner(bytes)
      while let line = lines.next() { try intake.require(line.range) }
    }
  }

  /// The physical line that the first character behind a place is on, counted from 1.
  func line(of offset: Int) -> Int {
    let blanks = bytes[offset...].prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
    return bytes[..<blanks.endIndex].count { $0 == 0x0A } + 1
  }

  /// Gives a reader the bytes without a copy; readers scan bytes, because going through text by
  /// `Character` is some ten times slower.
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
