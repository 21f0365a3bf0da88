import QuizSupport

extension Fault {
  /// The problem as a sentence, without quoting the question.
  var englishSentence: String {
    switch self {
    case .unreadableFile(_, let reason): reason.text(in: .english)
    case .binaryFile: "this is not a text file (it holds NUL bytes)"
    case .mixedEncoding: "not all of the file is UTF-8; other bytes were read as Windows-1252"
    case .replacementCharacter: "a character could not be decoded; U+FFFD stands in its place"
    case .controlCharacters: "control characters were removed"
    case .tooLong(let limit):
      "a line or question is longer than \(ByteCount.text(limit)); nothing of the file is brought in"
    case .unknownFormat: "the format of the file cannot be told"
    case .notThisFormat(let format, let mismatch): "this is not \(format): \(mismatch.english)"
    case .noQuestions(let format, nil): "no questions found; is this \(format)?"
    case .noQuestions(let format, let other?):
      "no questions found; is this \(format)? It looks like \(other)"
    case .newerVersion(let found, let known):
      "the file has version \(found); this program reads up to version \(known)"
    case .syntax(let format, let column, let fault):
      "\(format) syntax at column \(column): \(fault.english)"
    case .responseCode(let code): "the service answered with code \(code): \(Self.english(code))"
    case .emptyStem: "the question has no text"
    case .tooFewChoices(0): "no choices"
    case .tooFewChoices(let count): "only \(count) choice"
    case .tooManyChoices(let count):
      "\(count) choices; at most \(QuestionContent.maximumChoices) can be shown"
    case .emptyChoice(let number): "choice \(number) is empty"
    case .duplicateChoice(let text): "two choices are equal: \"\(text)\""
    case .ambiguousKey(let key): "the right answer \"\(key)\" is there more than once"
    case .noCorrectChoice: "no correct choice"
    case .badSolution(let reason): reason.text(in: .english)
    case .choicesOfTyped: "a question with a typed answer has choices"
    case .emptyAnswer(let number): "accepted answer \(number) is empty"
    case .notANumber(let text): "\"\(text)\" is not a number"
    case .boundsReversed(let lower, let upper): "the range from \(lower) to \(upper) is empty"
    case .allChoicesRight: "all choices are right"
    case .noFullCredit: "no answer is worth the whole point"
    case .answerNotAChoice(let key): "the right answer \"\(key)\" is not among the choices"
    case .missingField(let name): "\"\(name)\" is missing"
    case .wrongType(let field, let expected): "\"\(field)\" is not \(expected)"
    case .bareEquals: "a = inside a word was read as the mark of a right answer"
    case .notMultipleChoice(let kind): "this is \(kind.english)"
    case .hidden: "the question is marked as hidden"
    case .partialCreditDropped: "partial credit counts as wrong here"
    case .weightsDropped: "weights were dropped; what has 100 % is right"
    case .badWeight(let text): "\"\(text)\" is no weight and stays text"
    case .weightsIgnored: "the weights do not fit the choices and were left out"
    case .severalReadAsOne:
      "several choices could be picked, and one is right; here it is a choice of one"
    case .bestChoiceRight: "no choice is worth 100 %; the best one is right"
    case .textAfterQuote: "text after a closing quote was appended"
    case .quoteNotClosed: "a quoted field is never closed"
    case .tooManyColumns(let found, let expected): "\(found) columns instead of \(expected)"
    case .tooFewColumns(let found): "only \(found) columns"
    case .tableTooWide(let found, let limit):
      "\(found) columns in the first row, and a table has at most \(limit)"
    case .noColumn(let role, let found):
      "no column for \(role.english); found: \(NameList.text(found, .english))"
    case .columnsIgnored(let names): "columns not used: \(NameList.text(names, .english))"
    case .noChoices: "these cards have a front and a back, but no choices"
    case .titleNotClosed: "the title is not closed by ::"
    case .moreThanOneAnswerBlock: "more than one { } in a question"
    case .brace: "{ without } or } without {"
    case .trueFalseCase(let text): "\"\(text)\" was read as \(text.uppercased())"
    case .textBeforeFirstChoice(let text): "\"\(text)\" stands before the first choice"
    case .noBlankLineAfterCategory: "no blank line after $CATEGORY"
    case .noBlankLineBetweenQuestions: "no blank line before the next ::title::"
    case .blankLineInsideBraces: "blank line inside { }"
    case .newlineInCommand(let command): "\\n in \(command) was read as a line end"
    case .choiceLetterOutOfOrder(let found, let expected):
      "choice \(found) where \(expected) was expected"
    case .answerCase(let text): "\"\(text)\" was read as ANSWER:"
    case .questionNotFinished: "the question ends before its ANSWER: line"
    case .choiceWithoutQuestion: "a choice without a question"
    case .answerWithoutQuestion: "ANSWER: without a question"
    case .lettersRestart: "the letters of the choices start again at A"
    case .fenceNotClosed: "a block of code is never closed; it was ended before the next question"
    case .commentNotClosed: "a comment is never closed; it was ended before the next heading"
    case .emptyChoiceDropped(let number):
      "choice \(number), the last one, is empty and was left out"
    case .boxBelowCommentary: "a check box below the commentary was read as commentary"
    case .imageDropped(let name): "the image \(name) cannot be shown"
    case .imageOnlyChoice(let number): "choice \(number) is only an image"
    case .fieldsIgnored(let names): "fields not used: \(NameList.text(names, .english))"
    case .unreadableRecord(let reason):
      "this record of the history cannot be read: \(reason.text(in: .english))"
    case .attemptMissing: "the quiz that it belongs to is not in the file"
    case .noteWithoutSubject: "the deck or question of this note is not in the file"
    case .exam(let fault): fault.sentence(in: .english)
    case .lost(let feature, let count, let format):
      "\(format) keeps no \(feature.english): \(count) lost"
    case .kindNotWritten(let kind, let format): "\(format) does not hold \(kind.english)"
    case .unwritable(let format): "\(format) would read the question as something else"
    case .arrowInAnswers(let format): "\(format) would read -> in the answers as pairs to match"
    case .unencodable(let characters, let encoding):
      "\(encoding) does not have \(characters)"
    }
  }

  /// How to fix it; empty if the sentence already says so.
  var englishHint: String {
    switch self {
    case .binaryFile: "export the questions as text; for UTF-16 without a mark use --encoding"
    case .mixedEncoding, .replacementCharacter: "name the encoding with --encoding if it is another"
    case .tooLong: "part it, or allow more with --longest SIZE"
    case .unknownFormat: "name it with --format"
    case .notThisFormat: "name the right format with --format"
    case .noQuestions(_, let other?): "try --format \(other)"
    case .newerVersion: "use a newer qa-repl; nothing was read, so that nothing is lost"
    case .responseCode(5): "wait five seconds and ask again"
    case .tooFewChoices: "a question needs at least two choices"
    case .emptyChoice: "write its text, or take it out"
    case .duplicateChoice: "the right one is known by its place; change one of the two"
    case .ambiguousKey: "make the choices differ"
    case .noCorrectChoice(let mark?): mark.englishHint
    case .emptyAnswer: "write its text, or take it out"
    case .notANumber: "write digits, with . as the decimal sign"
    case .boundsReversed: "write the smaller number first"
    case .allChoicesRight: "is one of them meant to be wrong?"
    case .noFullCredit: "it is right only in part; give the right one 100 %"
    case .answerNotAChoice: "write it exactly like one of the choices, or as its letter or number"
    case .bareEquals: "a = inside text must be written \\="
    case .weightsIgnored:
      "write a number from -1 to 1 for each choice, none above that of the right one"
    case .notMultipleChoice: "questions of this kind are not imported"
    case .quoteNotClosed: "close it with \", and write a quote inside a field as \"\""
    case .tooManyColumns: "a comma inside a text? Put the field in \"quotes\""
    case .tooFewColumns: "without a header the columns are: question, choices, right answer"
    case .noColumn(let role, _): "name it with --map \(role.rawValue)=COLUMN"
    case .noChoices: "--make-choices draws three wrong choices from the other backs"
    case .moreThanOneAnswerBlock: "write braces in text as \\{ and \\}"
    case .brace: "close the answers with }, and write braces in text as \\{ and \\}"
    case .textBeforeFirstChoice: "begin each choice with = or ~"
    case .noBlankLineAfterCategory, .noBlankLineBetweenQuestions: "put a blank line between them"
    case .newlineInCommand(let command): "write a LaTeX command as \\\(command)"
    case .blankLineInsideBraces: "blank lines part questions; take it out"
    case .choiceLetterOutOfOrder: "choices go A, B, C …; a question may not begin like a choice"
    case .questionNotFinished: "end each question with a line like ANSWER: A"
    case .choiceWithoutQuestion: "put the question's text on the line before its first choice"
    case .lettersRestart: "is the heading of the next question marked like the others?"
    case .fenceNotClosed: "close it with a line of the marks that it begins with"
    case .commentNotClosed: "close it with -->"
    case .emptyChoiceDropped: "write its text, or take the mark out"
    case .boxBelowCommentary: "put it above the text, or mark the heading of its question with #"
    case .imageDropped: "say in words what it shows, if the question needs it"
    case .kindNotWritten: "it was left out; qa-repl JSON holds all kinds of questions"
    case .arrowInAnswers: "it was left out; write the arrow as another sign"
    case .unwritable: "it was left out; begin its text with another word"
    case .unencodable: "nothing was written; use UTF-8"
    case .imageOnlyChoice: "give the image a description"
    case .exam(let fault): fault.hint(in: .english)
    default: ""
    }
  }

  private static func english(_ responseCode: Int) -> String {
    switch responseCode {
    case 1: "no results"
    case 2: "invalid parameter"
    case 3: "token not found"
    case 4: "token used up, all questions were seen"
    case 5: "asked too often"
    default: "unknown"
    }
  }
}
