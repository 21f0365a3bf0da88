import QuizSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension QuestionFormat {
  /// Responses of the Open Trivia Database.
  package static let openTriviaDB = QuestionFormat(
    name: "opentdb", title: OpenTriviaDBReader.formatName, extensions: [],
    keeps: [.tags, .category, .lineBreaks], document: .json,
    recognitions: [
      Recognition(by: .member) {
        let head = $0.head
        return head.contains("\"response_code\"")
          || head.contains("\"incorrect_answers\"") && holdsList(head)
      }
    ],
    reader: OpenTriviaDBReader(), writer: nil)

  /// Whether the questions are where the service puts them, and not deeper.
  private static func holdsList(_ head: String) -> Bool {
    let depth = depth(of: "\"incorrect_answers\"", in: head)
    return head.utf8.first { $0 > 0x20 } == UInt8(ascii: "[")
      ? depth == 2
      : depth == 3 && ["\"results\"", "\"questions\""].contains { head.contains($0) }
  }

  /// How many lists and objects are open where a name stands.
  private static func depth(of name: String, in head: String) -> Int {
    guard let place = head.firstRange(of: name)?.lowerBound else { return 0 }
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in head[..<place].utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return depth
  }
}

/// Reads responses of the Open Trivia Database, <https://opentdb.com/api_config.php>.
///
/// The file is `{"results": […]}` with or without a response code, `{"questions": […]}`, or only
/// the list. Each result is a record of named fields, once its texts are decoded.
struct OpenTriviaDBReader: QuestionReader {
  static let formatName = "Open Trivia DB JSON"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      let document: JSONOutline
      do throws(JSONFault) {
        document = try JSONOutline(bytes, maximumBytes: collector.maximumBytes)
        if let code = try document.value("response_code", in: bytes)?.integer, code != 0 {
          return collector.report(.responseCode(Int(code)), line: document.line)
        }
      } catch {
        return try collector.report(error, in: bytes)
      }
      guard var results = document.list("results", "questions", in: bytes) else {
        return collector.report(.notThisFormat(format: Self.formatName, .noList), line: 1)
      }
      let coding = try TriviaTextCoding(
        collector.options.triviaEncoding, results: results, collector)
      let names = MappedNames(ReadingOptions())
      let reading = RecordReading(names, collector)
      while let result = try results.next(in: collector) {
        let element = "\(results.name)[\(results.count)]"
        let place = RecordPlace(line: results.line, element: element)
        switch Self.record(result, element, coding) {
        case .success(let record): reading.submit(RecordFields(record, names), place)
        case .failure(let fault): reading.refuse(fault, place)
        }
        try collector.advance(to: results.position, of: bytes.count)
      }
    }
  }

  /// The members that the service writes, decoded. A file of a megabyte can have 350,000 that lack
  /// them, so that nothing is thrown.
  private static func record(
    _ result: JSONValue, _ element: String, _ coding: TriviaTextCoding
  ) -> Result<JSONObject, Fault> {
    guard let object = result.object else {
      return .failure(.wrongType(field: element, expected: "{ }"))
    }
    var record: JSONObject = [:]
    for name in ["category", "difficulty", "type", "question", "correct_answer"] {
      record[name] = object[name]?.string.map { .string(coding.decode($0)) }
    }
    let wrong = object["incorrect_answers"]?.array
    record["incorrect_answers"] = wrong.map { texts in
      .array(texts.map { .string(coding.decode($0.scalarText ?? "")) })
    }
    for name in ["question", "correct_answer", "incorrect_answers"] where record[name] == nil {
      let expected = name == "incorrect_answers" ? "[ ]" : "\" \""
      return .failure(
        object[name] == nil ? .missingField(name) : .wrongType(field: name, expected: expected))
    }
    return .success(record)
  }
}

/// Decodes the texts of the Open Trivia Database, whose encoding the file does not name.
private struct TriviaTextCoding {
  let encoding: ReadingOptions.TriviaEncoding

  init(
    _ named: ReadingOptions.TriviaEncoding?, results: JSONElements, _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    encoding = if let named { named } else { try Self.guess(results, collector) }
  }

  func decode(_ text: String) -> String {
    switch encoding {
    case .html: HTMLEntities.decode(text)
    case .urlLegacy: text.percentDecoded(plusIsBlank: true) ?? text
    case .url3986: text.percentDecoded() ?? text
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
      hasEscape = hasEscape || stem != stem.percentDecoded() ?? stem
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

  /// Decodes Base64; `nil` if the alphabet, the length or the decoded UTF-8 is invalid.
  private static func base64Decoded(_ text: String) -> String? {
    guard text.utf8.count % 4 == 0, let data = Data(base64Encoded: text) else { return nil }
    return String(validating: data, as: UTF8.self)
  }
}

/// Faults of responses from Open Trivia DB.
extension Fault {
  /// Open Trivia DB answered with this code instead of questions.
  package static func responseCode(_ code: Int) -> Fault {
    let meaning = meaning(of: code)
    return Fault(
      "response-code",
      "the service answered with code \(code): \(meaning.text(in: .english))",
      "サービスの応答コード \(code): \(meaning.text(in: .japanese))",
      hint: code == 5 ? Reason("wait five seconds and ask again", "5 秒待ってから、もう一度試してください") : nil,
      scope: .file)
  }

  private static func meaning(of responseCode: Int) -> Reason {
    switch responseCode {
    case 1: Reason("no results", "結果がありません")
    case 2: Reason("invalid parameter", "パラメーターが不正です")
    case 3: Reason("token not found", "トークンが見つかりません")
    case 4: Reason("token used up, all questions were seen", "すべての質問を取得済みです")
    case 5: Reason("asked too often", "アクセスが多すぎます")
    default: Reason("unknown", "不明")
    }
  }
}
