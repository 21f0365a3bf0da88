import QuizSupport

/// The steps of decoding a file, in order.
struct TextDecoding {
  private(set) var bytes: [UInt8]
  private(set) var encoding: TextEncoding = .utf8
  private(set) var faults: [(Fault, line: Int)] = []
  private(set) var isText = true

  init(_ data: consuming [UInt8], named: TextEncoding?) {
    bytes = data
    if bytes.starts(with: SourceText.byteOrderMark) {
      bytes.removeFirst(3)
      if firstInvalidIndex != nil { readMixture() }
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      decodeUTF16(.utf16LittleEndian, dropping: 2)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      decodeUTF16(.utf16BigEndian, dropping: 2)
    } else if let named {
      decode(named)
    } else {
      guess()
    }
    refuseBinary()
    reportLostCharacters()
    reportControlCharacters()
  }

  private mutating func decode(_ named: TextEncoding) {
    encoding = named
    switch named {
    case .utf8: if firstInvalidIndex != nil { readMixture() }
    case .mixed: readMixture()
    case .utf16LittleEndian, .utf16BigEndian: decodeUTF16(named, dropping: 0)
    case .shiftJIS: bytes = CP932.decode(bytes).utf8
    case .eucJP: bytes = JIS.decodeEUC(bytes)
    case .iso2022JP: decodeEscapes(firstAt: 0)
    default: decodeSingleBytes(named, keepingUTF8: false)
    }
  }

  /// Chooses an encoding that the bytes leave no doubt about; else the file is refused, because a
  /// wrong guess would spoil its texts without a word.
  private mutating func guess() {
    if bytes.contains(0), let order = orderOfUTF16 { return decodeUTF16(order, dropping: 0) }
    guard let firstInvalid = firstInvalidIndex else {
      if let escape = JIS.firstEscape(in: bytes) { decodeEscapes(firstAt: escape) }
      return
    }
    let japanese = CP932.decode(bytes)
    if japanese.looksJapanese {
      (bytes, encoding) = (japanese.utf8, .shiftJIS)
    } else if isMostlyUTF8 {
      readMixture()
    } else {
      refuse(.unknownEncoding(excerpt: lineReadAsWindows1252(at: firstInvalid)), at: firstInvalid)
    }
  }

  private mutating func decodeEscapes(firstAt escape: Int) {
    guard let decoded = JIS.decodeEscapes(bytes) else {
      // Korean and Chinese are announced by other letters behind the escape.
      return refuse(.unknownEncoding(excerpt: nil), at: escape)
    }
    (bytes, encoding) = (decoded, .iso2022JP)
  }

  /// The order of the bytes of a text in UTF-16 without a mark; `nil` if it is something else.
  private var orderOfUTF16: TextEncoding? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    /// How many blanks, commas and line ends there are; `nil` if the bytes are not text.
    func separators(high: Int) -> Int? {
      var (count, awaitsLow) = (0, false)
      for index in stride(from: 0, to: bytes.count - 1, by: 2) {
        let unit = UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
        guard awaitsLow == UTF16.isTrailSurrogate(unit) else { return nil }
        awaitsLow = UTF16.isLeadSurrogate(unit)
        switch unit {
        case 0x20, 0x2C, 0x09, 0x0A, 0x0D: count += 1
        case 0..<0x20, 0xFFFE, 0xFFFF: return nil
        default: break
        }
      }
      return awaitsLow ? nil : count
    }
    let (little, big) = (separators(high: 1) ?? 0, separators(high: 0) ?? 0)
    if little == big { return nil }
    return little > big ? .utf16LittleEndian : .utf16BigEndian
  }

  private var firstInvalidIndex: Int? {
    bytes.withUnsafeBufferPointer(UTF8Scan.firstInvalidIndex)
  }

  /// Whether at least half of the bytes above ASCII belong to runs that are UTF-8 as a whole. Within
  /// a text in two bytes a character, pairs look like UTF-8 by chance.
  private var isMostlyUTF8: Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var (index, valid, others) = (0, 0, 0)
      while index < buffer.count {
        let start = index
        var isValid = true
        while index < buffer.count, buffer[index] > 0x7F {
          let length = UTF8Scan.sequenceLength(at: index, in: buffer)
          isValid = isValid && length > 0
          index += max(length, 1)
        }
        if isValid { valid += index - start } else { others += index - start }
        if index == start { index += 1 }
      }
      return valid >= others
    }
  }

  /// The line around an index, as it would read in the encoding that most such files have.
  private func lineReadAsWindows1252(at index: Int) -> String {
    func endsLine(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
    let start = bytes[..<index].lastIndex(where: endsLine).map { $0 + 1 } ?? 0
    var line = TextDecoding(
      Array(bytes[start...].prefix { !endsLine($0) }.prefix(120)), named: .windows1252)
    line.bytes.removeAll { $0 < 0x20 || $0 == 0x7F }
    return String(decoding: line.bytes, as: UTF8.self)
  }

  /// Reads valid UTF-8 as it is, and each other byte as Windows-1252.
  private mutating func readMixture() {
    if let index = firstInvalidIndex {
      faults.append((.mixedEncoding, line: lineNumber(of: index)))
    }
    decodeSingleBytes(.windows1252, keepingUTF8: true)
    encoding = .mixed
  }

  private mutating func decodeSingleBytes(_ encoding: TextEncoding, keepingUTF8: Bool) {
    guard let characters = SingleByteTable.characters(of: encoding) else { return }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count + bytes.count / 16)
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        let length =
          keepingUTF8 ? UTF8Scan.sequenceLength(at: index, in: buffer) : (byte < 0x80 ? 1 : 0)
        if length > 0 {
          decoded.append(contentsOf: buffer[index..<index + length])
          index += length
        } else {
          decoded.append(contentsOf: String(characters[Int(byte) - 0x80]).utf8)
          index += 1
        }
      }
    }
    bytes = decoded
  }

  private mutating func decodeUTF16(_ order: TextEncoding, dropping count: Int) {
    let high = order == .utf16BigEndian ? 0 : 1
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count / 2)
    bytes.withUnsafeBufferPointer { buffer in
      var index = count
      let units = AnyIterator<UInt16> {
        defer { index += 2 }
        // A single byte at the end is an incomplete character.
        guard index + 1 < buffer.count else { return index < buffer.count ? 0xFFFD : nil }
        return UInt16(buffer[index + high]) << 8 | UInt16(buffer[index + 1 - high])
      }
      // Transcodes unit by unit, because intermediate arrays would take several times the memory of
      // the file.
      _ = transcode(units, from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
        decoded.append($0)
      }
    }
    bytes = decoded
    encoding = order
  }

  private mutating func refuseBinary() {
    if isText, let index = bytes.firstIndex(of: 0) { refuse(.binaryFile, at: index) }
  }

  private mutating func refuse(_ fault: Fault, at index: Int) {
    faults = [(fault, line: lineNumber(of: index))]
    isText = false
  }

  private mutating func reportLostCharacters() {
    guard isText else { return }
    let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: replacement[0]) {
      if bytes[found...].starts(with: replacement) {
        faults.append((.replacementCharacter, line: lineNumber(of: found)))
        return
      }
      index = found + 1
    }
  }

  /// Reports control characters once per file. They are removed later, when the texts are made.
  private mutating func reportControlCharacters() {
    let index = bytes.withUnsafeBufferPointer { ControlCharacters.firstIndex(in: $0) }
    guard isText, let index else { return }
    faults.append((.controlCharacters, line: lineNumber(of: index)))
  }

  /// Replaces all line endings by LF, in place.
  mutating func joinLineEnds() {
    guard let first = bytes.firstIndex(of: UInt8(ascii: "\r")) else { return }
    let count = bytes.count
    var target = first
    bytes.withUnsafeMutableBufferPointer { buffer in
      var source = first
      while source < count {
        let byte = buffer[source]
        source += 1
        if byte == UInt8(ascii: "\r") {
          if source < count, buffer[source] == UInt8(ascii: "\n") { source += 1 }
          buffer[target] = UInt8(ascii: "\n")
        } else {
          buffer[target] = byte
        }
        target += 1
      }
    }
    bytes.removeLast(count - target)
  }

  /// The line number of an offset, counted from 1. CR, LF and CRLF each end one line.
  private func lineNumber(of index: Int) -> Int {
    var line = 1
    var previous: UInt8 = 0
    for byte in bytes[..<index] {
      if byte == UInt8(ascii: "\r")
        || (byte == UInt8(ascii: "\n") && previous != UInt8(ascii: "\r"))
      {
        line += 1
      }
      previous = byte
    }
    return line
  }
}

/// A character encoding of files.
public enum TextEncoding: String, Codable, Sendable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// UTF-16, little-endian.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16, big-endian.
  case utf16BigEndian = "utf-16be"
  /// Code page 932, the Windows variant of Shift_JIS.
  case shiftJIS = "shift_jis"
  /// Japanese on Unix.
  case eucJP = "euc-jp"
  /// Japanese in seven bits, as in old mail.
  case iso2022JP = "iso-2022-jp"
  // The code pages of Windows: 874 Thai, 1250 Central European, 1251 Cyrillic, 1252 Western
  // European, 1253 Greek, 1254 Turkish, 1255 Hebrew, 1256 Arabic, 1257 Baltic, 1258 Vietnamese.
  case windows874 = "windows-874"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  // The parts of ISO 8859. Parts 1, 9 and 11 are read as 1252, 1254 and 874, as browsers do
  // (<https://encoding.spec.whatwg.org/#names-and-labels>); part 12 never appeared.
  case iso8859x2 = "iso-8859-2"
  case iso8859x3 = "iso-8859-3"
  case iso8859x4 = "iso-8859-4"
  case iso8859x5 = "iso-8859-5"
  case iso8859x6 = "iso-8859-6"
  case iso8859x7 = "iso-8859-7"
  case iso8859x8 = "iso-8859-8"
  case iso8859x10 = "iso-8859-10"
  case iso8859x13 = "iso-8859-13"
  case iso8859x14 = "iso-8859-14"
  case iso8859x15 = "iso-8859-15"
  case iso8859x16 = "iso-8859-16"
  /// Russian on Unix, and in old mail.
  case koi8r = "koi8-r"
  /// Ukrainian on Unix.
  case koi8u = "koi8-u"
  // DOS: the United States, Western Europe, Cyrillic.
  case cp437
  case cp850
  case cp866
  // Macintosh before Mac OS X: Western Europe, Cyrillic.
  case macRoman = "macroman"
  case macCyrillic = "maccyrillic"
  /// UTF-8 mixed with single bytes of Windows-1252, as in files edited with several programs.
  case mixed = "mixed"

  /// Finds an encoding by a common name, ignoring case: `utf-8`, `sjis`, `cp932`, `latin1`, …
  package init?(named name: String) {
    guard let found = Self.byName[Self.folded(name)] else { return nil }
    self = found
  }

  private static func folded(_ name: String) -> String {
    let folded = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    let isWindows = ["cp125", "cp874"].contains { folded.hasPrefix($0) }
    return isWindows ? "windows" + folded.dropFirst(2) : folded
  }

  /// The encodings by their names and their aliases, as ``folded(_:)`` has them.
  private static let byName = aliases.merging(allCases.map { (folded($0.rawValue), $0) }) { $1 }

  private static let aliases: [String: TextEncoding] = [
    "utf16": .utf16LittleEndian, "sjis": .shiftJIS, "cp932": .shiftJIS, "windows31j": .shiftJIS,
    "mskanji": .shiftJIS, "eucjpms": .eucJP, "jis": .iso2022JP, "latin1": .windows1252,
    "iso88591": .windows1252, "ansi": .windows1252, "latin2": .iso8859x2, "latin5": .windows1254,
    "latin9": .iso8859x15, "iso88599": .windows1254, "iso885911": .windows874,
    "tis620": .windows874, "koi8": .koi8r, "ibm437": .cp437, "ibm850": .cp850, "ibm866": .cp866,
    "macintosh": .macRoman, "xmaccyrillic": .macCyrillic,
  ]
}

extension TextEncoding {
  /// All encodings, those first in which the bytes read most like words. It is an order for a person
  /// to choose from, and nothing that may be read without one.
  package static func likely(of bytes: [UInt8]) -> [TextEncoding] {
    let sample = Array(bytes.prefix(20_000))
    // Nearly all files in other encodings are in one of these.
    let usual: [TextEncoding] = [.windows1252, .windows1251, .windows1250, .shiftJIS]
    return (usual + allCases.filter { !usual.contains($0) }).enumerated()
      .map { (place: $0, encoding: $1, score: wordLikeness(of: sample, in: $1)) }
      .sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.encoding)
  }

  /// How much the characters above ASCII are like parts of words, from -1 to 1.
  private static func wordLikeness(of bytes: [UInt8], in encoding: TextEncoding) -> Double {
    // A mixture is what remains where no encoding fits, and UTF-16 has been recognised.
    if [.mixed, .utf16LittleEndian, .utf16BigEndian].contains(encoding) { return -1 }
    let decoding = TextDecoding(bytes, named: encoding)
    guard decoding.isText, decoding.encoding == encoding else { return -1 }
    let scalars = Array(String(decoding: decoding.bytes, as: UTF8.self).unicodeScalars)
    var (sum, count) = (0, 0)
    for index in scalars.indices where scalars[index].value >= 0x80 {
      count += 1
      let before = index > 0 ? scalars[index - 1] : " "
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      sum += likeness(of: scalars[index], between: before, and: after)
    }
    return count == 0 ? 0 : Double(sum) / Double(count)
  }

  private static func likeness(
    of scalar: Unicode.Scalar, between before: Unicode.Scalar, and after: Unicode.Scalar
  ) -> Int {
    // Half-width kana and rare signs come from bytes that mean something else.
    guard scalar.properties.isAlphabetic, !(0xFF00...0xFFEF).contains(scalar.value) else {
      return scalar.value == 0xFFFD || scalar.properties.generalCategory == .control ? -2 : -1
    }
    // A capital inside of a word.
    if scalar.properties.isUppercase, before.properties.isLowercase { return -1 }
    let neighbours = [before, after].filter(\.properties.isAlphabetic)
    if neighbours.contains(where: { script($0) != script(scalar) }) { return -1 }
    // Letters with accents stand between others.
    let isAccented = script(scalar) == 0
    return isAccented && neighbours.contains { $0.value >= 0x80 } ? -1 : neighbours.isEmpty ? 0 : 1
  }

  /// A number for the script of a letter: 0 for Latin, and else the half of a kilobyte in which it
  /// is, where Unicode has the scripts of these encodings.
  private static func script(_ letter: Unicode.Scalar) -> UInt32 {
    switch letter.value {
    case ..<0x250, 0x1E00..<0x1F00: 0
    case 0x2E80...: 0x2E80
    default: letter.value / 0x100
    }
  }
}
