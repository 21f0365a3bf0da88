import QuizSupport

/// The subject of a command, by which a list of commands is grouped.
enum CommandGroup: CaseIterable {
  /// The row that is chosen.
  case row
  /// The screen in front.
  case screen
  /// Playing a quiz or an exam.
  case play
  /// Writing questions, notes and exams.
  case write
  /// Looking something up.
  case look
  /// The bank as a whole, and the program.
  case bank

  /// The name for people.
  func name(in language: Language) -> String {
    switch self {
    case .row: language.text("this row", "この行")
    case .screen: language.text("this screen", "この画面")
    case .play: language.text("play", "出題")
    case .write: language.text("write", "作成")
    case .look: language.text("look", "表示")
    case .bank: language.text("bank", "データ")
    }
  }
}
