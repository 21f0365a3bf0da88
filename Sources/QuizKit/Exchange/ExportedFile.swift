/// The bytes of an export, and what they do not carry.
public struct ExportedFile: Hashable, Sendable {
  /// The file; empty if there is an error among the ``problems`` that concerns the whole of it.
  public let bytes: [UInt8]

  /// How many questions are in it.
  public let written: Int

  /// What was lost, once for each kind with its count, and questions that could not be written.
  public let problems: [Problem]

  /// How many questions have characters that the encoding does not have; then there is no file.
  public let unencodable: Int
}

extension QuestionFormat {
  /// Writes questions in this format.
  ///
  /// - Parameters:
  ///   - questions: In the order in which the file shall have them.
  ///   - name: What the reports call the file.
  /// - Returns: `nil` if the format is only read.
  public func write(
    _ questions: [ExportedQuestion], name: String, options: WritingOptions = WritingOptions()
  ) -> ExportedFile? {
    write(questions, with: writer, name: name, options: options)
  }

  func write(
    _ questions: [ExportedQuestion], with writer: (any QuestionWriter)?, name: String,
    options: WritingOptions
  ) -> ExportedFile? {
    guard let writer else { return nil }
    var problems = losses(of: questions, file: name)
    var refused = 0
    func refuse(_ index: Int, _ fault: Fault) {
      refused += 1
      problems.append(
        Problem(
          fault, file: name, element: "[\(index)]", question: questions[index].content.text))
    }
    // What no format is read with is written in none.
    var places: [Int] = []
    for (index, question) in questions.enumerated() {
      let count = question.content.choices.count
      if count > QuestionContent.maximumChoices {
        refuse(index, .tooManyChoices(count))
      } else {
        places.append(index)
      }
    }
    let writable = places.count == questions.count ? questions : places.map { questions[$0] }
    let text = writer.write(writable, options: options) { refuse(places[$0], $1) }
    let unencodable = Self.unencodable(questions, options.encoding, file: name)
    guard unencodable.isEmpty else {
      return ExportedFile(
        bytes: [], written: 0, problems: problems + unencodable, unencodable: unencodable.count)
    }
    return ExportedFile(
      bytes: Self.encoded(text, options), written: questions.count - refused, problems: problems,
      unencodable: 0)
  }

  /// What the questions have and the format does not keep.
  private func losses(of questions: [ExportedQuestion], file: String) -> [Problem] {
    Feature.allCases.compactMap { feature in
      if keeps.contains(feature) { return nil }
      let count = questions.count { feature.isPresent(in: $0) }
      return count == 0 ? nil : Problem(.lost(feature, count: count, format: title), file: file)
    }
  }

  private static func encoded(_ text: [UInt8], _ options: WritingOptions) -> [UInt8] {
    guard options.encoding == .shiftJIS else {
      return options.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] + text : text
    }
    return String(decoding: text, as: UTF8.self).unicodeScalars.flatMap { CP932.encode($0) ?? [] }
  }

  /// The questions with characters that Shift_JIS does not have, each with those characters.
  private static func unencodable(
    _ questions: [ExportedQuestion], _ encoding: TextEncoding, file: String
  ) -> [Problem] {
    guard encoding == .shiftJIS else { return [] }
    return questions.enumerated().compactMap { index, question in
      var missing = ""
      for scalar in question.allText.unicodeScalars
      where CP932.encode(scalar) == nil && !missing.unicodeScalars.contains(scalar) {
        missing.unicodeScalars.append(scalar)
      }
      if missing.isEmpty { return nil }
      return Problem(
        .unencodable(missing, encoding: encoding.rawValue), file: file, element: "[\(index)]",
        question: question.content.text)
    }
  }
}

extension ExportedQuestion {
  /// Everything that is text in it.
  fileprivate var allText: String {
    let choices = content.choices.flatMap { [$0.text, $0.feedback] }
    return
      ([
        category ?? "", content.text, content.commentary, content.title ?? "",
        content.externalID ?? "",
      ] + choices + content.tags).joined(separator: "\n")
  }
}

extension QuestionFormat.Feature {
  /// Whether a question has it, so that it would be missed.
  fileprivate func isPresent(in question: ExportedQuestion) -> Bool {
    let content = question.content
    switch self {
    case .commentary: return !content.commentary.isEmpty
    case .feedback: return content.choices.contains { !$0.feedback.isEmpty }
    case .tags: return !content.tags.isEmpty
    case .category: return question.category != nil
    case .title: return content.title != nil
    case .identifier: return content.externalID != nil
    case .lineBreaks:
      return ([content.text] + content.choices.map(\.text)).contains { $0.contains("\n") }
    case .timeLimit: return content.timeLimit != nil
    case .otherFields:
      return content.otherFields?.keys.contains { $0 != QuestionContent.timeField } == true
    }
  }
}
