/// The characters that bars and charts are made of.
struct BlockSigns: Equatable {
  /// The cells at the end of a bar, from filled for the smallest part to filled completely.
  let barCells: [String]
  /// An empty cell of a bar.
  let barRest: String
  /// The brackets before and after a bar.
  let barOpening, barClosing: String
  /// A point of a chart, and a step, the line and the corner of its axis.
  let point, axisStep, axisLine, axisCorner: String
  /// The line between two points: across, upright, and its corners where it leaves a point upwards
  /// and reaches one from below, and where it leaves a point downwards and reaches one from above.
  /// `nil` when points are not connected.
  let curve: Curve?
  /// The lines between the columns and below the header of a table.
  let rules: Rules
  /// The signs of a day, from no answers to many.
  let days: [String]

  /// The parts of the line between points.
  struct Curve: Equatable {
    let across, upright, leavingUp, arrivingUp, leavingDown, arrivingDown: String
  }

  /// The lines of a table.
  struct Rules: Equatable {
    let upright, across, crossing: String
  }

  static let unicode = BlockSigns(
    barCells: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barRest: "░", barOpening: "",
    barClosing: "", point: "●", axisStep: "┤", axisLine: "─", axisCorner: "└",
    curve: Curve(
      across: "─", upright: "│", leavingUp: "╯", arrivingUp: "╭", leavingDown: "╮",
      arrivingDown: "╰"),
    rules: Rules(upright: "│", across: "─", crossing: "┼"), days: ["·", "░", "▒", "▓", "█"])

  static let ascii = BlockSigns(
    barCells: ["#"], barRest: "-", barOpening: "[", barClosing: "]", point: "*", axisStep: "|",
    axisLine: "-", axisCorner: "+", curve: nil,
    rules: Rules(upright: "|", across: "-", crossing: "+"), days: [".", "-", "+", "*", "#"])
}
