import QuizKit
import QuizSupport

extension CommandEntry {
  /// Takes an exam, or writes, changes or deletes one.
  static let exam = CommandEntry(
    name: "exam", aliases: ["模擬試験"], screens: [.start, .exams], isEverywhere: true,
    arguments: "[new|edit|delete] EXAM", english: "take an exam, or write, change or delete one",
    japanese: "模擬試験を受けます(new で作成、edit で編集、delete で削除)",
    options: [
      .seed,
      OptionEntry(
        name: "fresh", english: "prefer questions not asked for long",
        japanese: "長く出題されていない質問を優先する"),
      OptionEntry(
        name: "partial", english: "parts of the marks for answers that are partly right",
        japanese: "一部だけ正しい回答にも部分点を付ける"),
    ], group: .play, alone: .takesInput, onRow: Explanation("take this exam", "この模擬試験を受けます")
  ) { arguments throws(CommandError) in
    let (seed, isFresh) = (try arguments.seed(), arguments.flag("fresh"))
    let isPartial = arguments.flag("partial")
    let name = try arguments.nextExamName()
    let (word, rest) = name.halves
    switch (word, rest) {
    case ("new", let name?): return .open(.newExam(name))
    case ("edit", let name?): return .open(.editExam(name))
    case ("delete", let name?): return .application(.deleteExam(name, isConfirmed: false))
    default:
      return
        .application(.exam(name, seed: seed, isFresh: isFresh, isPartial: isPartial))
    }
  }

  /// Tells the chance of passing an exam.
  static let chance = CommandEntry(
    name: "chance", aliases: ["合格の見込み"], screens: [.start, .exams], isEverywhere: true,
    arguments: "EXAM", english: "how likely you are to pass an exam",
    japanese: "模擬試験に合格する見込みを表示します",
    options: [
      OptionEntry(
        name: "on", value: "DAY", english: "on this day instead of now",
        japanese: "この日に受ける場合(省略すると今日)"),
      OptionEntry(
        name: "per-day", value: "N",
        english: "also if you study N questions a day until then",
        japanese: "その日まで 1 日に N 問ずつ学習した場合も表示する"),
    ], alone: .endsWithoutChange,
    onRow: Explanation("how likely you are to pass this exam", "この模擬試験に合格する見込みを表示します")
  ) { arguments throws(CommandError) in
    let (day, perDay) = (try arguments.day("on"), try arguments.number("per-day"))
    return .application(
      .chance(ChanceOptions(exam: try arguments.nextExamName(), day: day, perDay: perDay)))
  }

  /// Begins an exam.
  static let newExam = CommandEntry(
    name: "new", aliases: ["作成"], screens: [.exams], arguments: "NAME",
    english: "write a new exam", japanese: "模擬試験を作ります"
  ) { arguments throws(CommandError) in .open(.newExam(try arguments.nextExamName())) }

  /// Opens the form of an exam.
  static let editExam = CommandEntry(
    name: "edit", aliases: ["編集"], screens: [.exams], arguments: "EXAM",
    english: "change an exam", japanese: "模擬試験を編集します",
    onRow: Explanation("change this exam", "この模擬試験を編集します")
  ) { arguments throws(CommandError) in .open(.editExam(try arguments.nextExamName())) }

  /// Opens the notes on an exam.
  static let notesOnExam = CommandEntry(
    name: "notes", aliases: ["メモ", "ノート"], screens: [.exams], arguments: "[EXAM]",
    english: "the notes on an exam, or all notes", japanese: "模擬試験のメモ、またはすべてのメモを開きます",
    onRow: Explanation("the notes on this exam", "この模擬試験のメモを開きます")
  ) { arguments throws(CommandError) in
    let words = arguments.remaining()
    return .open(
      words.isEmpty
        ? .notes(deck: nil, words: "", order: .created)
        : .notes(onExam: words.joined(separator: " "), pageSize: ListPosition.size))
  }
}

extension String {
  /// The first word, and the rest if there is any.
  fileprivate var halves: (String, String?) {
    guard let blank = firstIndex(of: " ") else { return (self, nil) }
    return (String(self[..<blank]), String(self[index(after: blank)...]))
  }
}
