import QuizSupport

/// The program's texts, each in both languages. The texts of a screen are in an extension in its
/// file.
struct Strings: Equatable {
  /// The language of the texts.
  var language: Language

  /// Returns the text of the current language.
  func callAsFunction(_ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String)
    -> String
  {
    language.text(english(), japanese())
  }

  /// The separator between the items of a list.
  var comma: String { self(", ", "、") }

  /// A time limit in minutes and seconds, without parts that are zero.
  func brief(_ time: Duration) -> String {
    let seconds = time.secondsRoundedUp
    let minutes = self("\(seconds / 60) min", "\(seconds / 60) 分")
    let rest = self("\(seconds % 60) s", "\(seconds % 60) 秒")
    if seconds < 60 { return rest }
    return seconds % 60 == 0 ? minutes : "\(minutes) \(rest)"
  }

  /// A text such as "1 question" or "2 questions".
  func questions(_ count: Int) -> String {
    self(count == 1 ? "1 question" : "\(count) questions", "\(count) 問")
  }

  /// The name for the whole bank, for quizzes without a deck.
  var allDecks: String { self("All decks", "すべての問題集") }

  /// The remaining time in whole seconds, or in minutes and seconds from two minutes on.
  ///
  /// - Parameter isShort: Whether there is little room.
  func remaining(_ seconds: Int, isShort: Bool = false) -> String {
    let rest = String(seconds % 60)
    let two = rest.count == 1 ? "0\(rest)" : rest
    let clock = "\(seconds / 60):\(two)"
    if isShort, language == .japanese { return "残り" + clock }
    if seconds >= 120 {
      return self("\(clock) left", "残り \(seconds / 60) 分 \(two) 秒")
    }
    return self("\(seconds) s left", "残り \(seconds) 秒")
  }

  /// The time taken, as a result shows it.
  func taken(_ seconds: Int) -> String {
    seconds < 60
      ? self("\(seconds) s", "\(seconds) 秒")
      : self("\(seconds / 60) min \(seconds % 60) s", "\(seconds / 60) 分 \(seconds % 60) 秒")
  }
}
