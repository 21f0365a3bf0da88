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
      decodeUTF8OrMixture()
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
    switch named {
    case .utf8: decodeUTF8OrMixture()
    case .utf16LittleEndian, .utf16BigEndian: decodeUTF16(named, dropping: 0)
    case .shiftJIS: (bytes, encoding) = (CP932.decode(bytes).utf8, .shiftJIS)
    case .windows1252: decodeSingleBytes(keepingUTF8: false)
    case .mixed: decodeSingleBytes(keepingUTF8: true)
    }
  }

  private mutating func guess() {
    if firstInvalidIndex == nil { return }
    let japanese = CP932.decode(bytes)
    let highBytes = bytes.count { $0 > 0x7F }
    // French in Latin-1 may decode to kanji by chance, but not to kana, which occur in every
    // Japanese text.
    let looksJapanese =
      japanese.kanaCount > 0 && (japanese.kanaCount + japanese.kanjiCount) * 10 >= highBytes
    if japanese.isValid && looksJapanese {
      (bytes, encoding) = (japanese.utf8, .shiftJIS)
    } else {
      decodeUTF8OrMixture()
    }
  }

  private var firstInvalidIndex: Int? {
    bytes.withUnsafeBufferPointer(UTF8Scan.firstInvalidIndex)
  }

  private mutating func decodeUTF8OrMixture() {
    guard let index = firstInvalidIndex else { return }
    faults.append((.mixedEncoding, line: lineNumber(of: index)))
    decodeSingleBytes(keepingUTF8: true)
  }

  private mutating func decodeSingleBytes(keepingUTF8: Bool) {
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
          decoded.append(contentsOf: String(Windows1252.scalar(byte)).utf8)
          index += 1
        }
      }
    }
    bytes = decoded
    encoding = keepingUTF8 ? .mixed : .windows1252
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
    guard let index = bytes.firstIndex(of: 0) else { return }
    faults = [(.binaryFile, line: lineNumber(of: index))]
    isText = false
  }

  private mutating func reportLostCharacters() {
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

/// The characters of code page 1252.
enum Windows1252 {
  /// The character of a byte; U+FFFD for the five undefined bytes.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? specials[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The characters 80 to 9F, in which the code page differs from Latin-1.
  private static let specials = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
