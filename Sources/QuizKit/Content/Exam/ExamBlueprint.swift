import QuizSupport

/// The plan of an exam: the number and sources of its questions, its time, and its pass mark.
public struct ExamBlueprint: Codable, Hashable, Sendable {
  /// The part of an exam that asks about one subject.
  public struct Section: Codable, Hashable, Sendable {
    /// The name, which no other section of the exam has.
    public var name: String
    /// The number of the exam's questions that belong to this section.
    public var size: Size
    /// The sources of its questions. Each question comes from one of them; without sources, from
    /// the whole bank.
    public var sources: [Source]
    /// The time for this section alone, in milliseconds; `nil` for none.
    public var timeLimit: Int?

    /// Creates a section.
    public init(_ name: String, _ size: Size, of sources: [Source] = [], timeLimit: Int? = nil) {
      (self.name, self.size, self.sources, self.timeLimit) = (name, size, sources, timeLimit)
    }
  }

  /// The number of questions of a section.
  public enum Size: Codable, Hashable, Sendable {
    /// This share of the exam's questions.
    case share(percent: Percent)
    /// This number of questions.
    case number(questions: Int)
  }

  /// A source of questions.
  public enum Source: Codable, Hashable, Sendable {
    /// The deck of this name. It is a name and not an identifier, because people share exams, and
    /// their banks have the same decks under other identifiers.
    case deck(name: String)
    /// The questions with this tag.
    case tag(name: String)
  }

  /// The marks for one question.
  public struct Marks: Codable, Hashable, Sendable {
    /// The marks for a right answer, above 0.
    public var right = Fraction(1)
    /// The marks for a wrong answer; below 0 to discourage guessing.
    public var wrong = Fraction(0)
    /// The marks for a question without an answer.
    public var unanswered = Fraction(0)

    /// Creates marks; without arguments, one mark for each right answer.
    public init(
      right: Fraction = Fraction(1), wrong: Fraction = Fraction(0),
      unanswered: Fraction = Fraction(0)
    ) {
      (self.right, self.wrong, self.unanswered) = (right, wrong, unanswered)
    }

    /// Whether a right answer earns more than nothing, more than a wrong answer and more than no
    /// answer.
    var isInOrder: Bool { right.value > max(0, wrong.value, unanswered.value) }
  }

  /// The number of questions.
  public var questions: Int
  /// The time for the whole exam, in milliseconds; `nil` for none.
  public var timeLimit: Int?
  /// The share of the possible marks that is needed to pass.
  public var passMark: Percent
  /// The marks for one question.
  public var marks: Marks
  /// Whether the player may go back to earlier questions and change the answers.
  public var allowsBack: Bool
  /// Whether the player may pause the time.
  public var allowsPause: Bool
  /// The sections. Without any, the questions come from the whole bank.
  public var sections: [Section]

  /// Creates a blueprint.
  public init(
    questions: Int, timeLimit: Int? = nil, passMark: Percent, marks: Marks = Marks(),
    allowsBack: Bool = true, allowsPause: Bool = false, sections: [Section] = []
  ) {
    (self.questions, self.timeLimit, self.passMark) = (questions, timeLimit, passMark)
    (self.marks, self.allowsBack, self.allowsPause) = (marks, allowsBack, allowsPause)
    self.sections = sections
  }
}

extension ExamBlueprint {
  /// The most questions an exam can have.
  public static let mostQuestions = 9999
  /// The most sections an exam can have.
  public static let mostSections = 100
  /// The allowed range for the sum of the sections' shares, in hundredths of a percent. It is wider
  /// than 100 %, because published shares are rounded.
  static let sums = 9900...10_100

  /// The sections, or the one that an exam without sections has.
  public var parts: [Section] {
    sections.isEmpty ? [Section("", .share(percent: .all))] : sections
  }

  /// The number of questions of each of ``parts``. The largest-remainder method turns shares into
  /// whole numbers; of equal remainders the earlier section comes first.
  public var counts: [Int] {
    let shares = parts.map { part -> Int? in
      if case .share(let percent) = part.size { percent.hundredths } else { nil }
    }
    let sum = shares.compactMap(\.self).reduce(0, +)
    guard sum > 0, !shares.contains(nil) else {
      return parts.map { if case .number(let count) = $0.size { count } else { 0 } }
    }
    let quotas = shares.map { (questions * ($0 ?? 0)).quotientAndRemainder(dividingBy: sum) }
    var counts = quotas.map(\.quotient)
    let open = questions - counts.reduce(0, +)
    let largest = quotas.indices.sorted {
      (quotas[$1].remainder, $0) < (quotas[$0].remainder, $1)
    }
    for index in largest.prefix(open) { counts[index] += 1 }
    return counts
  }

  /// Whether a section has a time of its own. The sections then come one after the other.
  public var timesSections: Bool { sections.contains { $0.timeLimit != nil } }

  /// The most marks that the exam gives.
  public var possible: Double { Double(questions) * marks.right.value }
}

/// A share in percent, exact to two decimal places, such as 24 % or 12.5 %.
public struct Percent: Hashable, Comparable, PercentValue, Sendable {
  /// 100 %.
  public static let all = Percent(hundredths: 10_000)

  /// The share in hundredths of a percent, from 0 to 10,000.
  package let hundredths: Int

  /// Creates a share from hundredths of a percent. A number outside the limits becomes the nearest
  /// limit.
  public init(hundredths: Int) {
    self.hundredths = min(max(hundredths, 0), 10_000)
  }

  /// Reads a share as people write it, `24%`, `24 %` or `12.5`; `nil` for anything else, and for a
  /// share above 100 %.
  package init?(_ text: String) {
    var digits = FullWidth.folded(text).trimmed
    if digits.hasSuffix("%") { digits = String(digits.dropLast()).trimmed }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy(Self.isNumber), parts[0].count <= 3,
      let whole = Int(parts[0])
    else { return nil }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard decimals.count <= 2, let part = Int(decimals.count == 1 ? decimals + "0" : decimals)
    else { return nil }
    let hundredths = whole * 100 + part
    guard hundredths <= 10_000 else { return nil }
    self.hundredths = hundredths
  }

  /// The share as a part of 1.
  package var share: Double { Double(hundredths) / 10_000 }

  public var partOfOne: Double? { share }

  /// The share as people read it, without the percent sign: `24`, `12.5`.
  package var text: String { Hundredths.text(hundredths) }

  public static func < (left: Percent, right: Percent) -> Bool {
    left.hundredths < right.hundredths
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Percent: Codable {
  /// Reads a number such as 12.5.
  public init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Double.self)
    guard (0...100).contains(number) else {
      throw JSONDecoding.refusal(
        Reason("\(number) is not a share in percent", "割合は 0 から 100 までです（\(number) は使えません）"),
        by: decoder)
    }
    hundredths = Int((number * 100).rounded())
  }

  /// Writes a number such as 12.5.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Double(hundredths) / 100)
  }
}

/// An exact number such as −1/3. The marks that are taken off for a wrong answer are often thirds.
public struct Fraction: Hashable, Sendable {
  /// The number above the line.
  public let numerator: Int
  /// The number below the line, 1 or more.
  public let denominator: Int

  /// The greatest number, and the greatest denominator, so that calculations cannot overflow.
  private static let greatest = 10_000

  /// Creates a whole number or a fraction, and reduces the fraction.
  ///
  /// - Precondition: `denominator` is above 0.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(denominator > 0, "a fraction needs a denominator above 0")
    let divisor = max(Self.divisor(numerator.magnitude, denominator.magnitude), 1)
    self.numerator = numerator / Int(divisor)
    self.denominator = denominator / Int(divisor)
  }

  /// Reads `1`, `+1`, `-1/3`, `−1/3` or `0.25`; `nil` for anything else.
  public init?(_ text: String) {
    var digits = FullWidth.folded(text).trimmed.replacing("\u{2212}", with: "-")[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
    let sign = isNegative ? -1 : 1
    let parts = digits.split(separator: "/", omittingEmptySubsequences: false)
    let number: Fraction? =
      if parts.count == 2, let above = Self.number(parts[0]), let below = Self.number(parts[1]) {
        below > 0 ? Fraction(above, below) : nil
      } else {
        parts.count == 1 ? Self.decimal(digits) : nil
      }
    // All notations have the same limits, because a number may be written in another notation than
    // it was read in.
    guard let number, number.isInLimits else { return nil }
    self.init(sign * number.numerator, number.denominator)
  }

  private var isInLimits: Bool {
    denominator <= Self.greatest && numerator.magnitude <= Self.greatest * denominator
  }

  /// The number, rounded.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The number as people write marks: `+1`, `-1/3`, `0`.
  public var text: String {
    let sign = numerator > 0 ? "+" : ""
    return sign + (denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)")
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }

  /// Reads a number with up to three decimal places.
  private static func decimal(_ text: Substring) -> Fraction? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      return parts.count == 1 ? number(text).map { Fraction($0) } : nil
    }
    guard let whole = parts[0].isEmpty ? 0 : number(parts[0]), (1...3).contains(parts[1].count),
      let decimals = number(parts[1])
    else { return nil }
    let scale = [10, 100, 1000][parts[1].count - 1]
    return Fraction(whole * scale + decimals, scale)
  }

  /// The greatest common divisor (Euclid).
  private static func divisor(_ a: UInt, _ b: UInt) -> UInt {
    b == 0 ? a : divisor(b, a % b)
  }
}

extension Fraction: Codable {
  /// Reads a text such as `-1/3`.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let fraction = Fraction(text) else {
      throw JSONDecoding.refusal(
        Reason("“\(text)” is not a number such as -1/3", "数は -1/3 のように書きます（「\(text)」は使えません）"),
        by: decoder)
    }
    self = fraction
  }

  /// Writes a text such as `-1/3`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

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
        "質問数は 1 から \(ExamBlueprint.mostQuestions) までです（「\(text)」は使えません）。")
    case .notATime(let text):
      Message(
        "not-a-duration", "“\(text)” is not a time such as 90m.",
        "時間は 90m のように書きます（「\(text)」は使えません）。")
    case .notAShare(let text):
      Message(
        "not-a-share", "“\(text)” is not a share such as 70%.", "割合は 70% のように書きます（「\(text)」は使えません）。"
      )
    case .notMarks(let text):
      Message(
        "not-marks", "“\(text)” is not the marks for right, wrong and unanswered.",
        "「\(text)」は正解、不正解、未回答の配点になっていません。")
    case .notYesOrNo(let text):
      Message(
        "not-yes-or-no", "“\(text)” is neither yes nor no.", "yes か no と書いてください（「\(text)」は使えません）。")
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
        "section 名前: 24% of tag T, deck \"D\", time 30m のように書いてください（tag、deck、time は省略可）")
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
