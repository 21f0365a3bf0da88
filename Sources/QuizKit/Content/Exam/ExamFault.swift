import QuizSupport

/// A fault in the blueprint of an exam.
package enum ExamFault: ReportableError, Hashable {
  /// The file has a line before the one that names the exam.
  case noExamYet(String)
  /// The exam has no name.
  case noName
  /// The exam does not state its number of questions.
  case noQuestions
  /// The exam does not state its pass mark.
  case noPassMark
  /// The word is not a setting of an exam.
  case unknownWord(String)
  /// A setting occurs twice.
  case twice(String)
  /// A quotation mark is not closed.
  case openQuote
  /// The text is not a number of questions.
  case notACount(String)
  /// The text is not a time.
  case notATime(String)
  /// The text is not a share.
  case notAShare(String)
  /// The text does not state the marks.
  case notMarks(String)
  /// The text is neither yes nor no.
  case notYesOrNo(String)
  /// The text does not describe a section.
  case notASection(String)
  /// The text names neither a tag nor a deck.
  case notASource(String)
  /// A right answer does not earn more than a wrong answer or no answer.
  case marksOutOfOrder
  /// Two sections have this name.
  case sectionTwice(String)
  /// Some sections have shares and some have numbers.
  case mixedSizes
  /// The shares do not add up to 100 %.
  case sharesSum(String)
  /// The sections' numbers of questions do not add up to the exam's number.
  case numbersSum(Int, questions: Int)
  /// There are more sections than ``ExamBlueprint/mostSections``.
  case tooManySections(Int)
  /// There is no section with this number.
  case noSuchSection(Int, count: Int)
  /// Another exam of the file has the same name.
  case examTwice(String)

  package var message: Message {
    switch self {
    case .noExamYet(let line):
      Message("no-exam-line", "“\(line)” comes before any exam.", "「\(line)」の前に exam の行がありません。")
    case .noName: Message("empty-name", "An exam needs a name.", "模擬試験の名前を入力してください。")
    case .noQuestions:
      Message("no-count", "The exam does not say how many questions it has.", "質問数がありません。")
    case .noPassMark:
      Message("no-pass-mark", "The exam does not say what it takes to pass.", "合格点がありません。")
    case .unknownWord(let word):
      Message(
        "unknown-word", "“\(word)” is not a part of an exam.", "「\(word)」という項目は模擬試験にありません。")
    case .twice(let word):
      Message("said-twice", "“\(word)” is given twice.", "「\(word)」が 2 回書かれています。")
    case .openQuote:
      Message("unfinished-quote", "A quotation mark is not closed.", "引用符 \" が閉じていません。")
    case .notACount(let text):
      Message(
        "not-a-number",
        "“\(text)” is not a number of questions from 1 to \(ExamBlueprint.mostQuestions).",
        "質問数は 1 から \(ExamBlueprint.mostQuestions) までです(「\(text)」は使えません)。")
    case .notATime(let text):
      Message(
        "not-a-duration", "“\(text)” is not a time such as 90m.",
        "時間は 90m のように書きます(「\(text)」は使えません)。")
    case .notAShare(let text):
      Message(
        "not-a-share", "“\(text)” is not a share such as 70%.", "割合は 70% のように書きます(「\(text)」は使えません)。"
      )
    case .notMarks(let text):
      Message(
        "not-marks", "“\(text)” is not the marks for right, wrong and unanswered.",
        "「\(text)」は正解、不正解、未回答の配点になっていません。")
    case .notYesOrNo(let text):
      Message(
        "not-yes-or-no", "“\(text)” is neither yes nor no.", "yes か no と書いてください(「\(text)」は使えません)。")
    case .notASection(let text):
      Message(
        "not-a-section", "“\(text)” does not describe a section.", "「\(text)」は分野の書き方になっていません。")
    case .notASource(let text):
      Message("not-a-source", "“\(text)” is neither a tag nor a deck.", "「\(text)」はタグでも問題集でもありません。")
    case .marksOutOfOrder:
      Message(
        "marks-out-of-order",
        "A right answer must give more than 0, and more than a wrong one or none.",
        "正解の配点は、0 よりも、不正解や未回答の配点よりも大きくしてください。")
    case .sectionTwice(let name):
      Message("section-twice", "There is a section “\(name)” already.", "「\(name)」という分野はすでにあります。")
    case .mixedSizes:
      Message(
        "mixed-sizes", "Some sections have shares and some have numbers of questions.",
        "割合の分野と質問数の分野が混ざっています。")
    case .sharesSum(let sum):
      Message(
        "shares-sum", "The shares of the sections make \(sum) % and not 100 %.",
        "分野の割合の合計が 100 % ではなく \(sum) % です。")
    case .numbersSum(let sum, let questions):
      Message(
        "numbers-sum",
        "The sections have \(sum.counted("question")) and the exam has \(questions).",
        "分野の質問数の合計は \(sum) ですが、模擬試験の質問数は \(questions) です。")
    case .tooManySections(let count):
      Message(
        "too-many-sections",
        "The exam has \(count) sections; at most \(ExamBlueprint.mostSections) are possible.",
        "分野が \(count) 個あります。\(ExamBlueprint.mostSections) 個までです。")
    case .noSuchSection(let number, 0):
      Message(
        "no-such-section", "There is no section \(number).", "分野 \(number) はありません。",
        topic: "no-such-section.none")
    case .noSuchSection(let number, let count):
      Message(
        "no-such-section", "There is no section \(number); there are 1 to \(count).",
        "分野 \(number) はありません。1〜\(count) を指定してください。")
    case .examTwice(let name):
      Message(
        "name-taken", "There is an exam “\(name)” in the file already.",
        "「\(name)」という模擬試験がファイルに 2 つあります。")
    }
  }

  /// The message as a part of a line: without a capital letter and without a full stop.
  package var sentence: Reason {
    let message = message
    return Reason { language in
      var text = message.text(in: language)
      if text.hasSuffix(".") || text.hasSuffix("。") { text.removeLast() }
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }

  /// How to correct the fault; `nil` when the message already explains it.
  package var hint: Reason? {
    switch self {
    case .noExamYet, .noName: Reason("begin with exam NAME", "exam 名前 の行から始めてください")
    case .noQuestions: Reason("write questions 65", "questions 65 のように書いてください")
    case .noPassMark: Reason("write pass 70%", "pass 70% のように書いてください")
    case .unknownWord:
      Reason(
        "the words are exam, questions, time, pass, marks, back, pause and section",
        "使える語は exam、questions、time、pass、marks、back、pause、section です")
    case .openQuote: Reason("write \\\" inside quotes", "引用の中では \\\" と書いてください")
    case .notMarks: Reason("write marks +1, -1/3, 0", "marks +1, -1/3, 0 のように書いてください")
    case .notASection:
      Reason(
        "write section NAME: 24% of tag T, deck \"D\", time 30m; "
          + "the tags, decks and the time may be missing",
        "section 名前: 24% of tag T, deck \"D\", time 30m のように書いてください(tag、deck、time は省略可)")
    case .notASource: Reason("write tag T or deck \"D\"", "tag T か deck \"D\" と書いてください")
    case .mixedSizes:
      Reason("give all of them shares, or all numbers", "すべて割合か、すべて質問数にしてください")
    case .twice, .notACount, .notATime, .notAShare, .notYesOrNo, .marksOutOfOrder, .sectionTwice,
      .sharesSum, .numbersSum, .tooManySections, .noSuchSection, .examTwice:
      nil
    }
  }
}

extension ExamBlueprint {
  /// The fault that makes the blueprint unusable; `nil` when an exam can be made of it.
  package var fault: ExamFault? {
    guard (1...Self.mostQuestions).contains(questions) else { return .notACount("\(questions)") }
    let times = [timeLimit] + sections.map(\.timeLimit)
    let longest = DurationText.longest.wholeMilliseconds
    if let time = times.compactMap(\.self).first(where: { !(1...longest).contains($0) }) {
      return .notATime("\(time)ms")
    }
    guard marks.isInOrder else { return .marksOutOfOrder }
    return sectionFault
  }

  private var sectionFault: ExamFault? {
    guard sections.count <= Self.mostSections else { return .tooManySections(sections.count) }
    var names: Set<String> = []
    for section in sections {
      if section.name.isBlank { return .notASection(section.name) }
      if !names.insert(section.name).inserted { return .sectionTwice(section.name) }
    }
    guard !sections.isEmpty else { return nil }
    var (shares, numbers) = ([Percent](), [Int]())
    for section in sections {
      switch section.size {
      case .share(let percent): shares.append(percent)
      case .number(let count): numbers.append(count)
      }
    }
    if !shares.isEmpty, !numbers.isEmpty { return .mixedSizes }
    if let count = numbers.first(where: { !(1...Self.mostQuestions).contains($0) }) {
      return .notACount("\(count)")
    }
    let sum = shares.reduce(0) { $0 + $1.hundredths }
    if !shares.isEmpty, !Self.sums.contains(sum) {
      return .sharesSum(Hundredths.text(sum))
    }
    let count = numbers.reduce(0, +)
    return numbers.isEmpty || count == questions ? nil : .numbersSum(count, questions: questions)
  }
}
