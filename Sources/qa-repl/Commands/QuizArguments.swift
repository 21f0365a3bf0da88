import QuizKit
import QuizSupport

extension OptionEntry {
  /// The options of every command that starts a quiz.
  static let quiz: [OptionEntry] = [
    OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
    OptionEntry(name: "tag", value: "TAG", english: "only this tag", japanese: "このタグだけ"),
    OptionEntry(
      name: "time", value: "60s", english: "time for the whole quiz", japanese: "全体の制限時間"),
    OptionEntry(
      name: "per-question", value: "10s", english: "time for each question",
      japanese: "1 問ごとの制限時間"),
    OptionEntry(
      name: "count", value: "N",
      english: "at most so many questions, or all (without it: 20)",
      japanese: "質問数の上限(all ですべて、省略すると 20 問)"),
    OptionEntry(
      name: "shuffle", english: "questions and choices in random order",
      japanese: "質問と選択肢をシャッフルする"),
    OptionEntry(
      name: "in-order", english: "questions and choices as the author has them",
      japanese: "質問も選択肢も作成者の順番にする"),
    OptionEntry(
      name: "practice", english: "show what was right after each answer",
      japanese: "答えるたびに正解と解説を表示する"),
    OptionEntry(
      name: "partial", english: "parts of a point for answers that are partly right",
      japanese: "一部だけ正しい回答にも部分点を付ける"),
  ]

  /// The options of every command that starts a review.
  static let review: [OptionEntry] =
    quiz.filter { $0.name != "practice" } + [
      OptionEntry(
        name: "ahead", value: "N", english: "also what becomes due in the next N days",
        japanese: "N 日先までの復習の質問も出題する")
    ]
}

extension Arguments {
  /// The options for a review.
  ///
  /// - Throws: ``CommandError`` when a duration or a number cannot be read.
  func reviewOptions() throws(CommandError) -> QuizOptions {
    var options = try quizOptions(usualCount: QuizOptions.review.count)
    (options.due, options.mode) = (QuizOptions.review.due, QuizOptions.review.mode)
    options.ahead = try number("ahead") ?? 0
    return options
  }

  /// The chance of recall in percent at which questions come back; `nil` when none was given.
  ///
  /// - Throws: ``CommandError/badValue(option:value:allowed:)``.
  func target() throws(CommandError) -> Int? {
    guard let text = value("target") else { return nil }
    let digits = FullWidth.folded(text).filter { $0 != "%" && $0 != " " }
    guard let percent = Int(digits), ReviewTarget.percents.contains(percent) else {
      throw .badValue(option: "--target", value: text, allowed: ["70…97"])
    }
    return percent
  }

  /// The options for the new quiz.
  ///
  /// - Parameter usualCount: The number of questions when none is given; `nil` for all.
  /// - Throws: ``CommandError`` when a duration or a number cannot be read.
  func quizOptions(usualCount: Int? = nil) throws(CommandError) -> QuizOptions {
    QuizOptions(
      deck: value("deck"), tag: value("tag"), time: try duration("time"),
      perQuestion: try duration("per-question"), count: try count(otherwise: usualCount),
      order: flag("shuffle") ? .random : flag("in-order") ? .author : nil,
      mode: flag("practice") ? .practice : .exam,
      isPartial: flag("partial"))
  }

  /// The number of questions; `nil` for all.
  private func count(otherwise usual: Int?) throws(CommandError) -> Int? {
    guard let text = value("count") else { return usual }
    let word = CommandWord.folded(text)
    return ["all", "すべて", "全部"].contains(word) ? nil : try number("count")
  }
}
