/// The characters with a meaning on the screen.
enum Signs {
  /// The signs for a terminal that shows all of Unicode.
  case unicode
  /// The signs for every other terminal, and for text that programs read.
  case ascii

  /// The sign before the row that Enter takes.
  var cursor: String { self("▸", ">") }
  /// One of several choices: taken.
  var chosen: String { self("●", "*") }
  /// One of several choices: not taken.
  var unchosen: String { self("○", "o") }
  /// Some of several choices: taken.
  var checked: String { self("☑", "[x]") }
  /// Some of several choices: not taken.
  var unchecked: String { self("☐", "[ ]") }
  /// A right answer. A word is always beside it, as beside the two that follow.
  var right: String { self("✓", "+") }
  /// A wrong answer.
  var wrong: String { self("×", "x") }
  /// A partly right answer.
  var partly: String { self("△", "~") }
  /// A question without an answer. A word is always beside it.
  var unanswered: String { self("–", "-") }
  /// A question that the player has marked.
  var mark: String { self("⚑", "!") }
  /// The sign before an item of a list.
  var bullet: String { self("•", "-") }
  /// The sign before a row that goes on with the line of code above it.
  var continued: String { self("↪", "+") }
  /// The end of the text before the line that the user types.
  var prompt: String { self(" ›", ">") }
  /// The sign between two hints in a row.
  var separator: String { self("·", "-") }
  /// The arrow keys in a hint.
  var upDown: String { self("↑↓", "Up Down") }
  var leftRight: String { self("←→", "<- ->") }
  var toLeft: String { self("←", "<-") }
  var toRight: String { self("→", "->") }
  /// The signs around one of a row of values, through which Left and Right go.
  var earlier: String { self("‹", "<") }
  var later: String { self("›", ">") }
  /// The characters of bars and charts.
  var blocks: BlockSigns { self == .unicode ? .unicode : .ascii }

  private func callAsFunction(_ unicode: String, _ ascii: String) -> String {
    self == .unicode ? unicode : ascii
  }
}
