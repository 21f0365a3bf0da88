import QuizKit
import QuizSupport

extension CommandEntry {
  /// The command that gives records of the year 2000 another date.
  static let redate = CommandEntry(
    name: "redate", aliases: ["日付修正"], screens: [.start, .stats], arguments: "[DATE]",
    english: "give records that are dated 2000 the date of the bank's file, or another one",
    japanese: "2000 年になっているデータの日付を直します(省略すると問題データのファイルの日付)", group: .bank
  ) { arguments throws(CommandError) in
    .application(.redate(try arguments.nextDayIfAny(), isConfirmed: false))
  }
}

extension RedateOutcome {
  func view(_ theme: Theme) -> [String] {
    let what = records.text(in: theme.strings.language)
    return theme.lines(
      theme.strings(
        "Dated \(day.text) from now on: \(what). “undo” takes it back.",
        "日付を \(day.text) にしました:\(what)。undo で元に戻せます。"))
  }
}

extension Strings {
  /// The note of the statistics about records that are dated 2000.
  func dated2000(_ records: RecordsOf2000) -> String {
    let what = records.text(in: language)
    return self(
      "Dated 2000, because scripts of older versions began there: \(what). “redate” gives them the "
        + "date that they should have.",
      "以前のバージョンのスクリプトにより 2000 年の日付になっているデータ:\(what)。redate で日付を直せます。")
  }
}
