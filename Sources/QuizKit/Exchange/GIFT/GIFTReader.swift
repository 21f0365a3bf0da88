import QuizSupport

extension QuestionFormat {
  /// Moodle's text format.
  package static let gift = QuestionFormat(
    name: "gift", title: GIFTReader.formatName, extensions: ["gift"],
    keeps: .moodle.subtracting([.letterCase]), kinds: .old.union([.gaps, .match]),
    recognitions: [Recognition(by: .marks) { hasAnswers($0.head) }],
    reader: GIFTReader(), pictures: .paths, writer: { _, _ in GIFTWriter() })

  /// Whether most braces of the text begin as GIFT's answers do, and one holds answers: braces
  /// that are full of other things are those of a program.
  private static func hasAnswers(_ text: String) -> Bool {
    var (isInside, isEscaped, hasMark) = (false, false, false)
    var (found, others) = (0, 0)
    var content: [UInt8] = []
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "{") {
        // An answer has no brace in it, so what was open so far is something else.
        if isInside { others += 1 }
        (isInside, hasMark, content) = (true, false, [])
      } else if byte == UInt8(ascii: "}"), isInside {
        isInside = false
        let isStatement = ["T", "F", "TRUE", "FALSE"].contains(
          String(decoding: content, as: UTF8.self))
        let isAnswer = content.first.map { "=~#%".utf8.contains($0) } ?? true
        if isStatement || (isAnswer && hasMark) { found += 1 } else if !isAnswer { others += 1 }
      } else if isInside {
        hasMark = hasMark || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "~")
        if content.count < 6, byte > 0x20 || !content.isEmpty { content.append(byte) }
      }
    }
    return found > others
  }
}

/// Reads GIFT, Moodle's text format, <https://docs.moodle.org/en/GIFT_format>.
struct GIFTReader: QuestionReader {
  static let formatName = "GIFT"

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
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
      var scanner = GIFTBlockScanner(bytes, maximumBytes: collector.maximumBytes)
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
            collector.report(warning, line: question.draft.line, question: question.draft.text)
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
      question.draft.category = category
      return (question, fault, parser.warnings)
    }
  }

  private static func submit(
    _ question: GIFTQuestion, _ fault: Fault?, to collector: QuestionCollector
  ) {
    var draft = question.draft
    if let fault { return collector.refuse(draft, fault) }
    draft.choices = question.choices.map { Choice($0.text, feedback: $0.feedback) }
    collector.submit(draft)
  }
}

/// Converts the path of a category from and to Moodle's syntax.
enum MoodleCategory {
  /// Returns the path without Moodle's prefix: `Biology` for `$course$/top/Biology`, and an empty
  /// string for the top itself.
  ///
  /// `//` is Moodle's escape for a `/` in a name. It is kept, so that the path can be written
  /// again.
  static func name(_ path: String) -> String {
    guard path.hasPrefix("$") || path.hasPrefix("top") else { return path }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)[...]
    if let first = parts.first, first.hasPrefix("$"), first.hasSuffix("$"), parts.count > 1 {
      parts.removeFirst()
    }
    if parts.first == "top" { parts.removeFirst() }
    return FieldText.make(parts.joined(separator: "/"))
  }

  /// Returns the path that ``name(_:)`` converts to `name`.
  static func path(_ name: String) -> String {
    if name.isEmpty { return "$course$/top" }
    return name.hasPrefix("$") || name.hasPrefix("top") ? "top/" + name : name
  }
}

/// Faults of GIFT text.
extension Fault {
  /// A `=` inside a word of a GIFT file, which counts as the mark of a right answer.
  package static let bareEquals = Fault(
    "bare-equals", "a = inside a word was read as the mark of a right answer",
    "単語の中の=を正解の印として読みました", hint: Reason("a = inside text must be written \\=", "文中の=は\\=と書いてください"),
    level: .warning)

  package static let titleNotClosed = Fault(
    "title-not-closed", "the title is not closed by ::", "題名が::で閉じていません", level: .warning)

  package static let moreThanOneAnswerBlock = Fault(
    "more-than-one-answer-block", "more than one { } in a question", "1 つの質問に{ }が 2 つ以上あります",
    hint: Reason("write braces in text as \\{ and \\}", "文中の括弧は\\{ \\}と書いてください"))

  package static let brace = Fault(
    "brace", "{ without } or } without {", "{と}の対応が取れていません",
    hint: Reason(
      "close the answers with }, and write braces in text as \\{ and \\}",
      "}で閉じ、文中の括弧は\\{ \\}と書いてください"))

  package static func trueFalseCase(_ text: String) -> Fault {
    Fault(
      "truefalse-case", "\"\(text)\" was read as \(text.uppercased())",
      "「\(text)」を \(text.uppercased()) として読みました", level: .warning)
  }

  package static func textBeforeFirstChoice(_ text: String) -> Fault {
    Fault(
      "text-before-first-choice", "\"\(text)\" is before the first choice",
      "最初の選択肢の前に「\(text)」があります", hint: Reason("begin each choice with = or ~", "選択肢は=か~で始めてください"))
  }

  package static let noBlankLineAfterCategory = Fault(
    "no-blank-line-after-category", "no blank line after $CATEGORY", "$CATEGORY の後に空行がありません",
    hint: Reason("put a blank line between them", "間に空行を入れてください"), level: .warning)

  package static let noBlankLineBetweenQuestions = Fault(
    "no-blank-line-between-questions", "no blank line before the next ::title::",
    "次の::題名::の前に空行がありません", hint: Reason("put a blank line between them", "間に空行を入れてください"),
    level: .warning)

  package static let blankLineInsideBraces = Fault(
    "blank-line-inside-braces", "blank line inside { }", "{ }の中に空行があります",
    hint: Reason("a blank line separates questions; remove it", "空行は質問の区切りです。取り除いてください"),
    level: .warning)

  package static func newlineInCommand(_ command: String) -> Fault {
    Fault(
      "newline-in-command", "\\n in \(command) was read as a line end",
      "\(command) の \\n を改行として読みました",
      hint: Reason("write a LaTeX command as \\\(command)", "LaTeX の命令は \\\(command) と書いてください"),
      level: .warning)
  }

  /// A part of a matching question lacks the arrow.
  package static func pairWithoutArrow(_ text: String) -> Fault {
    Fault(
      "pair-without-arrow", "\"\(text)\" has no -> to what belongs to it",
      "「\(text)」に対応を示す->がありません",
      hint: Reason("write each pair as =left -> right", "組は =左 -> 右 と書いてください"))
  }
}
