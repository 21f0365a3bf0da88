import QuizSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decodes the texts of the Open Trivia Database, whose encoding the file does not name.
struct TriviaTextCoding {
  let encoding: ReadingOptions.TriviaEncoding

  init(
    _ named: ReadingOptions.TriviaEncoding?, results: JSONElements, _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    encoding = if let named { named } else { try Self.guess(results, collector) }
  }

  func decode(_ text: String) -> String {
    switch encoding {
    case .html: HTMLEntities.decode(text)
    case .urlLegacy: Self.percentDecoded(text, plusIsBlank: true)
    case .url3986: Self.percentDecoded(text, plusIsBlank: false)
    case .base64: Self.base64Decoded(text) ?? text
    }
  }

  /// Examines results until the encoding is certain, usually after the first one.
  private static func guess(
    _ results: JSONElements, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> ReadingOptions.TriviaEncoding {
    var results = results
    var isBase64 = true
    var hasBlank = false
    var hasEscape = false
    var hasPlus = false
    while isBase64 || !hasBlank, let result = try results.next(in: collector) {
      let texts = result.object?.members.flatMap { strings(in: $0.value) } ?? []
      isBase64 = isBase64 && texts.allSatisfy { base64Decoded($0) != nil }
      guard let stem = result.object?["question"]?.string else { continue }
      hasBlank = hasBlank || stem.utf8.contains(UInt8(ascii: " "))
      hasEscape = hasEscape || hasPercentEscape(stem)
      hasPlus = hasPlus || stem.utf8.contains(UInt8(ascii: "+"))
    }
    if isBase64, results.count > 0 { return .base64 }
    guard !hasBlank, hasEscape else { return .html }
    return hasPlus ? .urlLegacy : .url3986
  }

  private static func strings(in value: JSONValue) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let values): values.flatMap(strings)
    default: []
    }
  }

  private static func hasPercentEscape(_ text: String) -> Bool {
    percentDecoded(text, plusIsBlank: false) != text
  }

  /// Decodes Base64; `nil` if the alphabet, the length or the decoded UTF-8 is invalid.
  private static func base64Decoded(_ text: String) -> String? {
    guard text.utf8.count % 4 == 0, let data = Data(base64Encoded: text) else { return nil }
    return String(validating: data, as: UTF8.self)
  }

  /// Decodes percent escapes; returns the text itself if they give no UTF-8.
  private static func percentDecoded(_ text: String, plusIsBlank: Bool) -> String {
    var decoded: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(hexadecimal: rest.prefix(2)) {
        decoded.append(value)
        rest.removeFirst(2)
      } else {
        decoded.append(byte == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: decoded, as: UTF8.self) ?? text
  }
}

extension UInt8 {
  /// The value of two hexadecimal digits.
  fileprivate init?(hexadecimal digits: Substring.UTF8View.SubSequence) {
    var value: UInt8 = 0
    guard digits.count == 2 else { return nil }
    for digit in digits {
      guard let nibble = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt8(nibble)
    }
    self = value
  }
}
