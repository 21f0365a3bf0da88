/// Reads GIFT, Moodle's text format, <https://docs.moodle.org/en/GIFT_format>.
struct GIFTReader: QuestionReader {
  static let formatName = "GIFT"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try parse(source, into: collector) { question, fault in
      Self.submit(question, fault, to: collector)
    }
  }

  /// Reads every question, including those that a quiz cannot ask.
  ///
  /// - Parameter handler: Receives each question with its fault, if it has one.
  func parse(
    _ source: SourceText, into collector: QuestionCollector, handler: (GIFTQuestion, Fault?) -> Void
  ) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var scanner = GIFTBlockScanner(bytes, longest: collector.longest)
      var category: String?
      var marks = GIFTMarks()
      while let item = scanner.next() {
        for warning in scanner.warnings { collector.report(warning.fault, line: warning.line) }
        switch item {
        case .tooLong(let offset): throw collector.stop(at: offset)
        case .category(let name): category = name.isEmpty ? nil : name
        case .block:
          let (question, fault, warnings) = Self.question(in: scanner.block, &marks, category)
          // The warnings about a lost question are not of interest.
          for warning in warnings where fault?.level != .error {
            collector.report(warning, line: question.line, question: question.stem)
          }
          handler(question, fault)
        }
        try collector.advance(to: scanner.index, of: bytes.count)
      }
    }
  }

  private static func question(
    in block: GIFTBlock, _ marks: inout GIFTMarks, _ category: String?
  ) -> (GIFTQuestion, Fault?, [Fault]) {
    block.bytes.withUnsafeBufferPointer { bytes in
      marks.find(in: bytes)
      var parser = GIFTParser(block, bytes, marks)
      let fault = parser.parse()
      var question = parser.question
      question.category = category
      return (question, fault, parser.warnings)
    }
  }

  private static func submit(
    _ question: GIFTQuestion, _ fault: Fault?, to collector: QuestionCollector
  ) {
    var draft = QuestionDraft(line: question.line)
    draft.text = question.stem
    if let fault = fault ?? question.kind.fault { return collector.refuse(draft, fault) }
    draft.kind = question.kind == .trueFalse ? .trueFalse : nil
    draft.choices = question.choices.map { Choice($0.text, feedback: $0.feedback) }
    draft.correct = question.correct
    draft.solution = question.solution
    draft.category = question.category
    draft.title = question.title
    draft.commentary = question.commentary
    draft.tags = question.tags
    draft.externalID = question.externalID
    collector.submit(draft)
  }
}

extension GIFTQuestion.Kind {
  /// Why a quiz cannot ask this kind; `nil` if it can.
  fileprivate var fault: Fault? {
    switch self {
    case .single, .trueFalse, .multi, .short, .numerical, .match, .gaps: nil
    case .essay: .notMultipleChoice(.essay)
    case .description: .notMultipleChoice(.description)
    }
  }
}
