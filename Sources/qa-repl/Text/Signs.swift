/// The characters with a meaning on the screen.
struct Signs: Equatable {
  /// The sign before the row that Enter takes.
  let cursor: String
  /// One of several choices: taken, and not taken.
  let chosen, unchosen: String
  /// Some of several choices: taken, and not taken.
  let checked, unchecked: String
  /// A right answer, a wrong one and a partly right one. A word is always beside them.
  let right, wrong, partly: String
  /// A question without an answer. A word is always beside it.
  let unanswered: String
  /// A question that the player has marked.
  let mark: String
  /// The sign before an item of a list.
  let bullet: String
  /// The sign before a row that goes on with the line of code above it.
  let continued: String
  /// The end of the text before the line that the user types.
  let prompt: String
  /// The sign between two hints in a row.
  let separator: String
  /// The arrow keys in a hint.
  let upDown, leftRight, toLeft, toRight: String
  /// The signs around one of a row of values, through which Left and Right go.
  let earlier, later: String
  /// The characters of bars and charts.
  let blocks: BlockSigns

  /// The signs for a terminal that shows all of Unicode.
  static let unicode = Signs(
    cursor: "▸", chosen: "●", unchosen: "○", checked: "☑", unchecked: "☐", right: "✓", wrong: "×",
    partly: "△", unanswered: "–", mark: "⚑", bullet: "•", continued: "↪", prompt: " ›",
    separator: "·", upDown: "↑↓",
    leftRight: "←→", toLeft: "←", toRight: "→", earlier: "‹", later: "›",
    blocks: .unicode)

  /// The signs for every other terminal, and for text that programs read.
  static let ascii = Signs(
    cursor: ">", chosen: "*", unchosen: "o", checked: "[x]", unchecked: "[ ]", right: "+",
    wrong: "x", partly: "~", unanswered: "-", mark: "!", bullet: "-", continued: "+", prompt: ">",
    separator: "-",
    upDown: "Up Down", leftRight: "<- ->",
    toLeft: "<-",
    toRight: "->", earlier: "<", later: ">", blocks: .ascii)
}
