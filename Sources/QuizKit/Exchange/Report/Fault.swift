import QuizSupport

/// What can be wrong with a file of questions, with the numbers and words its message needs.
///
/// Scripts compare ``code``, which is stable and always English. The sentences are in
/// `Fault+English.swift` and `Fault+Japanese.swift`.
package enum Fault: Error, Hashable, Sendable {
  // The whole file.
  case unreadableFile(code: String, Reason)
  case binaryFile
  case mixedEncoding
  case replacementCharacter
  case controlCharacters
  /// A line or question exceeds the limit in bytes. Nothing of the file is imported.
  case tooLong(limit: Int)
  case unknownFormat
  case notThisFormat(format: String, FormatMismatch)
  case noQuestions(format: String, looksLike: String?)
  case newerVersion(found: Int, known: Int)
  case syntax(format: String, column: Int, SyntaxFault)
  case responseCode(Int)

  // A question.
  case emptyStem
  case tooFewChoices(Int)
  case tooManyChoices(Int)
  case emptyChoice(number: Int)
  case duplicateChoice(String)
  case ambiguousKey(String)
  case noCorrectChoice(CorrectMark?)
  /// What is right contradicts itself.
  case badSolution(Reason)
  /// A question with a typed answer has choices.
  case choicesOfTyped
  /// An answer that is to be typed has no text.
  case emptyAnswer(number: Int)
  /// Where a number is asked for, an answer is none.
  case notANumber(String)
  /// A range of numbers whose upper end is below its lower one.
  case boundsReversed(lower: String, upper: String)
  /// No choice is wrong.
  case allChoicesRight
  /// No answer that is to be typed is worth the whole point.
  case noFullCredit
  case answerNotAChoice(String)
  case missingField(String)
  case wrongType(field: String, expected: String)
  /// A `=` inside a word of a GIFT file, which counts as the mark of a right answer.
  case bareEquals
  case notMultipleChoice(UnaskableKind)
  case hidden
  case partialCreditDropped
  case weightsDropped
  case badWeight(String)
  /// Weights in a table or in JSON that do not fit the choices.
  case weightsIgnored
  /// A question of which several choices may be picked has one that is right, and is read as a
  /// choice of one.
  case severalReadAsOne
  /// No choice of a question has the whole point, and the best one is right.
  case bestChoiceRight

  // Records of CSV, TSV and Anki text.
  case textAfterQuote
  case quoteNotClosed
  case tooManyColumns(found: Int, expected: Int)
  case tooFewColumns(Int)
  /// The first row has more columns than any spreadsheet.
  case tableTooWide(Int, limit: Int)
  case noColumn(role: ColumnRole, found: [String])
  case columnsIgnored([String])
  case noChoices

  // GIFT.
  case titleNotClosed
  case moreThanOneAnswerBlock
  case brace
  case trueFalseCase(String)
  case textBeforeFirstChoice(String)
  case noBlankLineAfterCategory
  case noBlankLineBetweenQuestions
  case blankLineInsideBraces
  case newlineInCommand(String)

  // Aiken.
  case choiceLetterOutOfOrder(found: String, expected: String)
  case answerCase(String)
  case questionNotFinished
  case choiceWithoutQuestion
  case answerWithoutQuestion

  // Markdown and Moodle XML.
  case lettersRestart
  case fenceNotClosed
  case commentNotClosed
  case emptyChoiceDropped(number: Int)
  case boxBelowCommentary
  case imageDropped(String)
  case imageOnlyChoice(number: Int)

  // The qa-repl JSON format.
  case fieldsIgnored([String])
  case unreadableRecord(Reason)
  case attemptMissing
  case noteWithoutSubject

  // Exams.
  case exam(ExamFault)

  // Writing.
  case lost(QuestionFormat.Feature, count: Int, format: String)
  case unwritable(format: String)
  /// Several answers with a `->`, which GIFT takes for pairs to match.
  case arrowInAnswers(format: String)
  case kindNotWritten(QuestionContent.Kind, format: String)
  case unencodable(String, encoding: String)
}

extension Fault {
  /// A stable name, the same in every language, such as `no-correct-choice`.
  package var code: String {
    switch self {
    case .unreadableFile(let code, _): code
    case .binaryFile: "binary-file"
    case .mixedEncoding: "mixed-encoding"
    case .replacementCharacter: "replacement-character"
    case .controlCharacters: "control-characters"
    case .unknownFormat: "unknown-format"
    case .notThisFormat: "not-this-format"
    case .noQuestions: "no-questions"
    case .newerVersion: "newer-version"
    case .syntax: "syntax"
    case .responseCode: "response-code"
    case .emptyStem: "empty-stem"
    case .tooFewChoices: "too-few-choices"
    case .tooManyChoices: "too-many-choices"
    case .emptyChoice: "empty-choice"
    case .duplicateChoice, .ambiguousKey: "duplicate-choice"
    case .noCorrectChoice: "no-correct-choice"
    case .badSolution: "bad-solution"
    case .choicesOfTyped: "choices-of-typed-answer"
    case .emptyAnswer: "empty-answer"
    case .notANumber: "not-a-number"
    case .boundsReversed: "bounds-reversed"
    case .allChoicesRight: "all-choices-right"
    case .noFullCredit: "no-full-credit"
    case .answerNotAChoice: "answer-not-a-choice"
    case .missingField: "missing-field"
    case .wrongType: "wrong-type"
    case .bareEquals: "bare-equals"
    case .notMultipleChoice: "not-multiple-choice"
    case .hidden: "hidden"
    case .partialCreditDropped: "partial-credit-dropped"
    case .weightsDropped: "weights-dropped"
    case .badWeight: "bad-weight"
    case .weightsIgnored: "weights-ignored"
    case .severalReadAsOne: "several-read-as-one"
    case .bestChoiceRight: "best-choice-right"
    case .textAfterQuote: "text-after-quote"
    case .quoteNotClosed: "quote-not-closed"
    case .tooManyColumns: "too-many-columns"
    case .tooFewColumns: "too-few-columns"
    case .tableTooWide: "table-too-wide"
    case .noColumn: "no-column"
    case .columnsIgnored: "columns-ignored"
    case .noChoices: "no-choices"
    case .tooLong: "too-long"
    case .titleNotClosed: "title-not-closed"
    case .moreThanOneAnswerBlock: "more-than-one-answer-block"
    case .brace: "brace"
    case .trueFalseCase: "truefalse-case"
    case .textBeforeFirstChoice: "text-before-first-choice"
    case .noBlankLineAfterCategory: "no-blank-line-after-category"
    case .noBlankLineBetweenQuestions: "no-blank-line-between-questions"
    case .blankLineInsideBraces: "blank-line-inside-braces"
    case .newlineInCommand: "newline-in-command"
    case .choiceLetterOutOfOrder: "choice-letter-out-of-order"
    case .answerCase: "answer-case"
    case .questionNotFinished: "question-not-finished"
    case .choiceWithoutQuestion: "choice-without-question"
    case .answerWithoutQuestion: "answer-without-question"
    case .lettersRestart: "letters-restart"
    case .fenceNotClosed: "fence-not-closed"
    case .commentNotClosed: "comment-not-closed"
    case .emptyChoiceDropped: "empty-choice-dropped"
    case .boxBelowCommentary: "box-below-commentary"
    case .imageDropped: "image-dropped"
    case .imageOnlyChoice: "image-only-choice"
    case .fieldsIgnored: "fields-ignored"
    case .unreadableRecord: "unreadable-record"
    case .attemptMissing: "attempt-missing"
    case .noteWithoutSubject: "note-without-subject"
    case .exam(let fault): fault.code
    case .lost(let feature, _, _): "\(feature.rawValue)-lost"
    case .unwritable: "unwritable"
    case .arrowInAnswers: "arrow-in-answers"
    case .kindNotWritten: "kind-not-written"
    case .unencodable: "unencodable"
    }
  }

  /// Whether the question was lost, skipped on purpose, or kept with a warning.
  package var level: Problem.Level {
    switch self {
    case .notMultipleChoice, .hidden: .skipped
    case .mixedEncoding, .replacementCharacter, .controlCharacters, .duplicateChoice,
      .partialCreditDropped, .weightsDropped, .badWeight, .textAfterQuote,
      .columnsIgnored, .weightsIgnored, .severalReadAsOne, .bestChoiceRight,
      .titleNotClosed, .trueFalseCase, .noBlankLineAfterCategory, .noBlankLineBetweenQuestions,
      .blankLineInsideBraces, .newlineInCommand, .answerCase, .fenceNotClosed, .commentNotClosed,
      .emptyChoiceDropped, .boxBelowCommentary, .imageDropped, .fieldsIgnored, .lost, .bareEquals,
      .allChoicesRight, .noFullCredit:
      .warning
    default: .error
    }
  }

  /// Whether the fault says which other format the file has.
  package var namesOtherFormat: Bool {
    if case .noQuestions(_, .some) = self { true } else { false }
  }

  /// Whether the whole file is unusable, for example because it is in another format or has no
  /// questions.
  package var meansUnusable: Bool {
    switch self {
    case .unreadableFile, .binaryFile, .tooLong, .unknownFormat, .notThisFormat, .noQuestions,
      .newerVersion,
      .syntax, .responseCode, .tableTooWide, .noColumn, .noChoices:
      true
    default: false
    }
  }
}
