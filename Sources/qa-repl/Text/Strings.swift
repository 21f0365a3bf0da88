import QuizKit

/// The program's own words. Each stands beside its translation; the screens' words are in extensions, a file a screen.
struct Strings: Equatable {
  /// The language that is spoken.
  var language: Language

  /// Chooses between two texts of the same meaning.
  func callAsFunction(_ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String)
    -> String
  {
    language.text(english(), japanese())
  }

  /// "1 question", "2 questions".
  func questions(_ count: Int) -> String {
    self(count == 1 ? "1 question" : "\(count) questions", "\(count) 問")
  }

  /// What the whole bank is called where a quiz has no deck.
  var allDecks: String { self("All decks", "すべての問題集") }

  /// Time left, in whole seconds; from two minutes on, minutes are easier to read.
  func remaining(_ seconds: Int) -> String {
    if seconds >= 120 {
      let rest = String(seconds % 60)
      let two = rest.count == 1 ? "0\(rest)" : rest
      return self("\(seconds / 60):\(two) left", "残り \(seconds / 60) 分 \(two) 秒")
    }
    return self("\(seconds) s left", "残り \(seconds) 秒")
  }

  /// A duration in whole seconds, as a result shows it.
  func taken(_ seconds: Int) -> String {
    seconds < 60
      ? self("\(seconds) s", "\(seconds) 秒")
      : self("\(seconds / 60) min \(seconds % 60) s", "\(seconds / 60) 分 \(seconds % 60) 秒")
  }
}
