import QuizSupport

/// Writes questions in one format, one by one, so that the size of the bank does not affect memory.
///
/// A writer always produces UTF-8. ``QuestionExport`` counts what the format cannot store.
package protocol QuestionWriter {
  /// The text before the first question.
  var beginning: [UInt8] { get }

  /// Appends the text of the next question.
  ///
  /// - Returns: Why the format cannot store the question, or `nil` if it can.
  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault?

  /// The text after the last question.
  var end: [UInt8] { get }
}

extension QuestionWriter {
  /// Empty.
  package var beginning: [UInt8] { [] }
  /// Empty.
  package var end: [UInt8] { [] }
}

/// A question to be written to a file.
public struct ExportedQuestion: Hashable, Sendable {
  /// The name of the deck; `nil` to write none.
  package var category: String?

  /// The question's text, choices and everything else the author wrote.
  package var content: QuestionContent

  /// The question's record, for a backup; `nil` to write none.
  package var origin: ParsedQuestion.Origin?

  /// Where the files of its pictures are, from the written file on.
  package var picturePaths: [ContentDigest: String] = [:]
  /// The bytes of its pictures, for a format that has them in itself.
  package var pictureBytes: [ContentDigest: [UInt8]] = [:]

  /// Creates a question to write.
  public init(
    category: String? = nil, content: QuestionContent, origin: ParsedQuestion.Origin? = nil
  ) {
    self.category = category
    self.content = content
    self.origin = origin
  }
}

/// The user's settings for writing a file.
public struct WritingOptions: Hashable, Sendable {
  /// UTF-8 or Shift_JIS; the other encodings are read-only.
  package var encoding = TextEncoding.utf8

  /// Whether UTF-8 begins with a byte order mark. Without one, Excel misreads Japanese.
  package var hasByteOrderMark = false

  /// Whether table cells are written unchanged even if a spreadsheet would run them as a formula.
  /// Otherwise such cells get a leading apostrophe, which is removed when the table is read.
  package var hasRawCells = false

  /// Whether pictures are only named, because there is no place for their files.
  package var leavesOutPictures = false

  /// Creates the default options: UTF-8 without a byte order mark.
  public init() {}
}

/// Faults of writing questions in a format.
extension Fault {
  /// The format cannot store a feature that `count` questions have.
  package static func lost(
    _ feature: QuestionFormat.Feature, count: Int, format: String
  ) -> Fault {
    Fault(
      "\(feature.rawValue)-lost", "\(format) keeps no \(feature.english): \(count) lost",
      "\(format) は\(feature.japanese)を保存できません: \(count) 件が失われます", level: .warning)
  }

  package static func unwritable(format: String) -> Fault {
    Fault(
      "unwritable", "\(format) would read the question as something else",
      "\(format) では別のものとして読まれてしまう質問です",
      hint: Reason("it was left out; begin its text with another word", "書き出していません。質問文の始まりを変えてください")
    )
  }

  /// One of several answers contains `->`, which GIFT would read as the mark of a pair to match.
  package static func arrowInAnswers(format: String) -> Fault {
    Fault(
      "arrow-in-answers", "\(format) would read -> in the answers as pairs to match",
      "\(format) では解答の->が組み合わせの印として読まれます",
      hint: Reason("it was left out; write the arrow as another sign", "書き出していません。矢印を別の記号にしてください"))
  }

  package static func kindNotWritten(_ kind: QuestionContent.Kind, format: String) -> Fault {
    Fault(
      "kind-not-written", "\(format) does not hold \(kind.english)",
      "\(format) では\(kind.japanese)を書き出せません",
      hint: leftOut)
  }

  private static let leftOut = Reason(
    "it was left out; qa-repl JSON holds all kinds of questions",
    "書き出していません。qa-repl の JSON ならすべての種類を書き出せます")

  /// GIFT has one place for answers in a text, so it holds a text with one gap.
  static func severalGaps(format: String) -> Fault {
    Fault(
      "kind-not-written", "\(format) holds a text with one gap only",
      "\(format) で書き出せるのは空欄が 1 つの文だけです", hint: leftOut)
  }

  /// A text is longer than a cell of a spreadsheet can be.
  static func cellTooLong(_ count: Int, limit: Int) -> Fault {
    Fault(
      "cell-too-long",
      "a text of \(count) characters; a cell of a spreadsheet has at most \(limit)",
      "\(count) 文字の文があります（表計算のセルは \(limit) 文字まで）",
      hint: Reason("it was left out; write it as JSON", "書き出していません。JSON で書き出してください"))
  }

  package static func unencodable(_ characters: String, encoding: String) -> Fault {
    Fault(
      "unencodable", "\(encoding) does not have \(characters)", "\(encoding) にない文字: \(characters)",
      hint: Reason("nothing was written; use UTF-8", "何も書き出していません。UTF-8 を使ってください"))
  }
}
