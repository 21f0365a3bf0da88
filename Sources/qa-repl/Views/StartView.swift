import QuizKit

extension StartState: Viewable {
  /// So many decks are listed; a longer list would push everything else off the screen.
  private static let mostDecks = 12

  func view(_ look: Look) -> [String] {
    let strings = look.strings
    guard questions > 0 else {
      return look.lines(strings.emptyBank)
    }
    var lines = [look.palette.heading(strings.bank(decks: decks.count, questions: questions))]
    lines += Array(decks.prefix(Self.mostDecks)).lines(selected: selectedDeck, look)
    if decks.count > Self.mostDecks {
      lines.append("  " + look.palette.faint(strings.moreDecks(decks.count - Self.mostDecks)))
    }
    if canResume { lines += look.lines(strings.quizWaiting) }
    return lines
  }
}

extension Strings {
  var emptyBank: String {
    self(
      "There are no questions yet. “sample” adds the sample decks, “import FILE” brings in your own.",
      "問題がまだありません。sample でサンプルを追加、import FILE で取り込みができます。")
  }

  func bank(decks: Int, questions count: Int) -> String {
    self(
      "\(questions(count)) in \(decks == 1 ? "1 deck" : "\(decks) decks")",
      "問題集 \(decks) 件、\(questions(count))")
  }

  func moreDecks(_ count: Int) -> String {
    self("and \(count) more", "ほか \(count) 件")
  }

  var quizWaiting: String {
    self("A quiz is waiting: “resume” goes on with it.", "中断したクイズがあります。resume で続けられます。")
  }
}
