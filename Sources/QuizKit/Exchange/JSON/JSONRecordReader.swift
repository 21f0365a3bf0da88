import QuizSupport

/// Reads questions that are one JSON object each, either one per line (JSON Lines) or in a list.
///
/// The members are `question`; `choice0` … `choiceN` or `choices`; `label` or `answer`, which is an
/// index from 0 or a text, or a list of them. JCommonsenseQA,
/// <https://github.com/yahoojapan/JGLUE>, has this form. For a typed answer, `accepted` lists texts
/// or numbers as in the qa-repl JSON format, or `kind` states which of them `answer` is.
struct JSONRecordReader: QuestionReader {
  static let formatName = "JSON Lines"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    guard Self.holdsLines(source) else { return try readDocument(source, into: collector) }
    let tape = JSONTape(isForeign: true)
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var lines = LineScanner(bytes)
      while let line = lines.next() {
        try collector.require(line.range)
        if lines.isBlank(line) { continue }
        let file = UnsafeRawBufferPointer(bytes)
        do throws(JSONFault) {
          let text = UnsafeRawBufferPointer(rebasing: file[line.range])
          let value = try JSONValue(reading: text, with: tape)
          submit(value, line: line.number, element: nil, to: collector)
        } catch {
          try collector.report(
            error, in: file, line.range, line: line.number, excerpt: lines.text(line))
        }
        try collector.advance(to: lines.index, of: bytes.count)
      }
    }
  }

  /// Whether each line is a value of its own. That is so if the first line looks like an object and
  /// is not a whole document written on one line.
  static func holdsLines(_ source: SourceText) -> Bool {
    var holdsLines = false
    source.withBytes { bytes in
      var lines = LineScanner(bytes)
      while let line = lines.next() {
        guard let first = bytes[line.range].firstIndex(where: { $0 > 0x20 }),
          let last = bytes[line.range].lastIndex(where: { $0 > 0x20 })
        else { continue }
        guard bytes[first] == UInt8(ascii: "{"), bytes[last] == UInt8(ascii: "}") else { return }
        do throws(JSONFault) {
          holdsLines = try !holdsListOfObjects(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[first...last]))
        } catch {
          // The fault is reported later, when the lines are read.
          holdsLines = true
        }
        return
      }
    }
    return holdsLines
  }

  /// Whether a member of the object is a list of objects, as in a document of questions. The line
  /// may be a large file, so no value is stored.
  private static func holdsListOfObjects(
    _ object: UnsafeRawBufferPointer
  ) throws(JSONFault) -> Bool {
    try JSONOutline(object).members.contains { member in
      guard let first = JSONElements(object, of: member)?.nextRange else { return false }
      return object[first.lowerBound] == UInt8(ascii: "{")
    }
  }

  private func readDocument(
    _ source: SourceText, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      let document: JSONOutline
      do throws(JSONFault) {
        document = try JSONOutline(bytes, longest: collector.longest)
      } catch {
        return try collector.report(error, in: bytes)
      }
      guard var elements = document.list("questions", in: bytes) else {
        return collector.report(.notThisFormat(format: Self.formatName, .noList), line: 1)
      }
      while let value = try elements.next(in: collector) {
        let element = "[\(elements.count - 1)]"
        submit(
          value, line: value.object == nil ? nil : elements.line, element: element, to: collector)
        try collector.advance(to: elements.position, of: bytes.count)
      }
    }
  }

  private func submit(
    _ value: JSONValue, line: Int?, element: String?, to collector: QuestionCollector
  ) {
    guard let object = value.object else {
      return collector.report(
        .wrongType(field: element ?? "line", expected: "{ }"), line: line, element: element)
    }
    var draft = QuestionDraft(line: line ?? 1)
    draft.element = element
    guard let stem = object["question"]?.string else {
      return collector.refuse(draft, .missingField("question"))
    }
    draft.text = FieldText.make(stem)
    draft.choices = choices(of: object).map { Choice(FieldText.make($0)) }
    draft.dropEmptyLastChoices()
    draft.commentary = text(object, "explanation", "commentary") ?? ""
    draft.category = text(object, "category")
    draft.externalID = text(object, "q_id", "id")
    draft.tags = tags(object["tags"]) + (text(object, "difficulty").map { [$0] } ?? [])
    do throws(Fault) {
      try RecordSolution(object).resolve(&draft)
    } catch {
      return collector.refuse(draft, error)
    }
    collector.submit(draft)
  }

  private func choices(of object: JSONObject) -> [String] {
    if let list = (object["choices"] ?? object["options"])?.array {
      return list.map { $0.scalarText ?? "" }
    }
    var choices: [String] = []
    // Stops at one choice too many, which is enough to report the fault.
    while choices.count <= QuestionContent.maximumChoices,
      let text = object["choice\(choices.count)"]?.scalarText
    {
      choices.append(text)
    }
    return choices
  }

  private func text(_ object: JSONObject, _ names: String...) -> String? {
    let found = names.lazy.compactMap { object[$0]?.scalarText }.first.map { FieldText.make($0) }
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func tags(_ value: JSONValue?) -> [String] {
    if let text = value?.string { return TagList.split(text) }
    return value?.array?.compactMap { $0.string.map { FieldText.make($0) } }.filter { !$0.isEmpty }
      ?? []
  }
}
