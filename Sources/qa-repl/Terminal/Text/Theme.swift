import QuizSupport

/// The settings on which a view depends besides the state: the language, the colours, the signs and
/// the width.
package struct Theme: Equatable {
  package var strings: Strings
  package var palette: Palette
  package var signs: Signs
  /// The widest line in terminal cells; `nil` when lines must not be wrapped, as in batch mode.
  package var columns: Int?
  /// How wide the terminal draws `×`, `…` and the like.
  package var ambiguous: AmbiguousWidth
  /// Whether the output is the live terminal, which draws lists, tables and the like without
  /// colours too.
  package var isLive: Bool
  /// Whether the texts of questions stay as they are written.
  var keepsTexts: Bool

  package init(
    strings: Strings, palette: Palette, signs: Signs = .ascii, columns: Int? = nil,
    ambiguous: AmbiguousWidth = .unknown, isLive: Bool = false, keepsTexts: Bool = false
  ) {
    self.strings = strings
    self.palette = palette
    self.signs = signs
    (self.columns, self.ambiguous) = (columns, ambiguous)
    (self.isLive, self.keepsTexts) = (isLive, keepsTexts)
  }

  /// The characters of bars and charts. Blocks cannot be used where they are two cells wide.
  package var blocks: BlockSigns { ambiguous == .wide ? .ascii : signs.blocks }

  /// Whether short forms are used where they exist.
  package var isNarrow: Bool { (columns ?? 80) < 60 }

  /// The same look with at most `columns` cells.
  package func narrowed(to columns: Int) -> Theme {
    var theme = self
    theme.columns = columns
    return theme
  }

  /// The same look with `cells` cells less; without a width when it has none.
  package func narrowed(by cells: Int) -> Theme { columns.map { narrowed(to: $0 - cells) } ?? self }

  /// Wraps `text` to the width. All lines but the first are indented by `indent` cells.
  package func lines(_ text: String, indent: Int = 0) -> [String] {
    if let columns { return text.wrapped(to: max(columns, 10), indent: indent, ambiguous) }
    let blank = String(repeating: " ", count: indent)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { $0 == 0 ? String($1) : blank + $1 }
  }

  /// A label followed by the items of a list. A line breaks between items only.
  package func lines(listing items: [String], _ label: String) -> [String] {
    let separator = strings(", ", "、")
    var rows = [label]
    for (index, item) in items.enumerated() {
      let part = index < items.count - 1 ? item + separator : item
      let longer = rows[rows.count - 1] + part
      if let columns, width(longer.trimmingTrailingBlanks) > columns {
        rows.append("  " + part)
      } else {
        rows[rows.count - 1] = longer
      }
    }
    return rows.flatMap { lines($0.trimmingTrailingBlanks, indent: 2) }
  }

  /// The text before the line that the user types.
  package func prompt(_ name: String) -> String { palette.heading(name + signs.prompt) + " " }

  /// The cells that a text takes.
  package func width(_ text: String) -> Int { displayWidth(text, ambiguous) }

  /// The first of several texts, the longest one first, that a row has room for; the last one where
  /// none fits.
  package func longest(of texts: [String]) -> String {
    texts.first { width($0) <= columns ?? .max } ?? texts.last ?? ""
  }

  /// The sign where a text is cut.
  package var cutMark: CutMark { CutMark(signs, ambiguous) }

  /// The text, cut to `cells` cells.
  package func fitted(_ text: String, to cells: Int) -> String {
    text.truncated(to: cells, ambiguous, mark: cutMark)
  }

  /// The name of a deck, cut to `cells` cells in its middle so that it differs from the others.
  ///
  /// What follows the last `: ` or `/` is kept if there is room, and a third of other names.
  ///
  /// - Parameter others: The names that are cut to the same cells.
  package func folded(_ name: String, to cells: Int, among others: [String] = []) -> String {
    let mark = cutMark.text
    let room = cells - cutMark.cells
    guard width(name) > cells else { return name }
    guard room >= 4 else { return fitted(name, to: cells) }
    let fold = [": ", "/"].compactMap { name.range(of: $0, options: .backwards) }
      .max { $0.lowerBound < $1.lowerBound }
    let last = fold.flatMap { fold in
      let (sign, end) = (width(String(name[fold])), width(String(name[fold.upperBound...])))
      return sign + end <= room - 3 ? sign + end : (1...room).contains(end) ? end : nil
    }
    let usual = last ?? room / 3
    let tails = [usual] + (1..<room).sorted { abs($0 - usual) < abs($1 - usual) }
    func part(_ characters: some Sequence<Character>, _ cells: Int) -> [Character] {
      var room = cells
      return Array(
        characters.prefix {
          room -= $0.cells(ambiguous)
          return room >= 0
        })
    }
    func parts(_ tail: Int) -> (head: String, end: String) {
      (String(part(name, room - tail)), String(part(name.reversed(), tail).reversed()))
    }
    let rivals = others.filter { $0 != name }
    let best = tails.lazy.map(parts).first { head, end in
      !rivals.contains { $0.hasPrefix(head) && $0.hasSuffix(end) }
    }
    let (head, end) = best ?? parts(usual)
    return head + mark + end
  }

  /// The text, cut or padded with blanks to `cells` cells.
  package func filled(_ text: String, to cells: Int) -> String {
    fitted(text, to: cells).padded(to: cells, .leading, ambiguous)
  }

  /// A row with a text at its left and another one at its right, dim, in a column of its own if
  /// there is room for both.
  package func row(_ text: String, _ end: String, _ columns: Int, endColumns: Int = 22) -> String {
    row(end, columns, endColumns: endColumns) { fitted(text, to: $0) }
  }

  /// The same row, with a `text` that is cut to its cells in its own way.
  package func row(
    _ end: String, _ columns: Int, endColumns: Int = 22, text: (_ cells: Int) -> String
  ) -> String {
    let endColumns = min(endColumns, columns / 3 + 2)
    let room = columns - endColumns - 2
    guard room >= 22 else { return text(columns) }
    return filled(text(room), to: room) + "  " + palette.faint(fitted(end, to: endColumns))
  }

  /// A row with a text at its left and, at its right, the first of `ends` for which there is room.
  package func row(_ text: String, ends: [String], _ columns: Int) -> String {
    let end = ends.first { width($0) <= columns / 3 + 2 } ?? ends.last ?? ""
    return row(text, end, columns, endColumns: width(end))
  }

  /// A text such as "1–8 of 1,234": the rows of a list that are shown.
  package func rows(_ first: Int, _ last: Int, of total: Int) -> String {
    let (first, last) = (strings.figure(first), strings.figure(last))
    let total = strings.figure(total)
    return strings("\(first)\(signs.range)\(last) of \(total)", "\(first)〜\(last) / \(total)")
  }

  /// One list line, cut to the width if there is one.
  package func cut(_ line: String) -> String {
    columns.map { fitted(line, to: $0) } ?? line
  }

  /// A label followed by a text, whose further lines begin two columns further in than the label.
  package func labelled(_ label: String, _ text: String) -> [String] {
    lines(label + text, indent: hang(behind: label))
  }

  /// The cells before the further lines of a text behind a label. Behind the whole label a text would
  /// be a narrow column at the right; only scripts, whose lines are not wrapped, have it there.
  func hang(behind label: String) -> Int {
    let cells = width(label)
    guard columns != nil else { return min(cells, 12) }
    return min(cells, label.prefix { $0 == " " }.count + Margin.blanks.count)
  }
}

/// Colours by meaning. The text never relies on colour alone.
package struct Palette: Equatable {
  /// The meaning of a piece of text for its reader.
  package enum Role: Equatable, CaseIterable {
    /// Text that is read first.
    case heading
    /// Parts that draw the eye: the bar, the points of a chart.
    case accent
    /// The player's choice, or the row that a key takes.
    case chosen
    case right, wrong
    /// The remaining time.
    case time
    /// Anything that needs attention, such as little time or a mark.
    case warning
    /// Less important text.
    case faint
    /// The current effects of the keys.
    case hint
    /// Code within a sentence, set apart as manuals do it.
    case code
    /// The parts of code that has a language.
    case keyword, string, comment, number
    /// The address of a link, behind its text.
    case address
    /// Text that has been crossed out.
    case struck
    /// Text that has a line below it.
    case underlined
  }

  package var depth: ColorDepth
  /// The background on which the colours have to be read.
  package var scheme: ColorScheme

  package init(depth: ColorDepth = .none, scheme: ColorScheme = .dark) {
    (self.depth, self.scheme) = (depth, scheme)
  }

  package func heading(_ text: String) -> String { painted(text, .heading) }
  package func accent(_ text: String) -> String { painted(text, .accent) }
  package func chosen(_ text: String) -> String { painted(text, .chosen) }
  package func right(_ text: String) -> String { painted(text, .right) }
  package func wrong(_ text: String) -> String { painted(text, .wrong) }
  /// The remaining time. Little time needs attention.
  package func time(_ text: String, seconds: Int) -> String {
    painted(text, seconds < 10 ? .warning : .time)
  }
  package func warning(_ text: String) -> String { painted(text, .warning) }
  package func faint(_ text: String) -> String { painted(text, .faint) }
  package func hint(_ text: String) -> String { painted(text, .hint) }
  package func code(_ text: String) -> String { painted(text, .code) }

  /// The text in the style of its role. A style inside the text ends and then this style goes on.
  /// Each line has the style by itself.
  package func painted(_ text: String, _ role: Role) -> String {
    let start = start(of: role)
    if start.isEmpty { return text }
    if !text.utf8.contains(where: { $0 == 0x1B || $0 == 0x0A }) {
      return text.isEmpty ? "" : start + text + Self.end
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : start + line.replacing(Self.end, with: Self.end + start) + Self.end
    }.joined(separator: "\n").replacing(start + Self.end, with: "")
  }

  /// The escape sequences before and after a text that has all of these roles. The text must have no
  /// style and no line break of its own.
  package func ends(of roles: [Role]) -> (start: String, end: String) {
    let start = roles.map(start).joined()
    return (start, start.isEmpty ? "" : Self.end)
  }

  private func start(of role: Role) -> String {
    Style(role).parameters(depth, scheme).map { "\u{1B}[\($0)m" } ?? ""
  }

  private static let end = "\u{1B}[0m"
}

/// Whether the terminal shows bright text on a dark background, or dark text on a light one.
package enum ColorScheme: Equatable, CaseIterable {
  case dark, light
  /// Nothing is known of the background.
  case unknown
}

extension ColorScheme {
  /// The scheme for a background with these parts, from 0 to 1. It is light when its luma (ITU-R
  /// BT.601) is more than half of that of white.
  package init(red: Double, green: Double, blue: Double) {
    self = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? .light : .dark
  }
}

/// The number of colours that the terminal shows.
package enum ColorDepth: Equatable, CaseIterable {
  /// No colour, and no other style either.
  case none
  /// Bold, underlined and crossed out text, but no colour.
  case shapes
  /// The 16 colours that the user has chosen for the terminal.
  case basic
  /// The 256 colours of xterm.
  case indexed
  /// Any colour, as red, green and blue.
  case direct
}

/// The appearance of a role at each depth, on a dark background and on a light one.
///
/// The user chooses the 16 basic colours and is responsible for their contrast. The others are
/// fixed: each has a contrast of at least 4.5 : 1, as WCAG 2.2, 1.4.3 asks for text. The colours
/// for dark backgrounds have it on black, #1e1e1e and #002b36, those for light ones on white and
/// #fdf6e3. Few of the 256 colours have that contrast, so some roles share a colour there. Where the
/// background is not known, each has at least 3 : 1 on black and on white, as WCAG asks for large
/// text; no colour has 4.6 : 1 on both.
struct Style: Equatable {
  /// A colour by the amounts of its parts, 0 to 255.
  struct Color: Equatable {
    let red, green, blue: Int
  }

  /// A colour as terminals of both depths show it: its index among the 256 colours, and the exact
  /// colour.
  struct Tint: Equatable {
    let indexed: Int
    let direct: Color
  }

  /// Parameters of Select Graphic Rendition (ECMA-48 §8.3.117) for the basic colours.
  private let basic: String
  /// The colours for each scheme; `nil` when the style has no colour.
  private let dark, light, unknown: Tint?

  init(_ role: Palette.Role) {
    switch role {
    case .heading, .code: self.init("1")
    case .struck: self.init("9")
    case .underlined: self.init("4")
    case .accent, .chosen:
      self.init("36", Tint(75, 0x6CB6FF), Tint(26, 0x0A5FD0), Tint(32, 0x2B83DE))
    case .right: self.init("32", Tint(77, 0x56D364), Tint(22, 0x1A7F37), Tint(28, 0x2A8F47))
    case .wrong: self.init("31", Tint(210, 0xFF8078), Tint(160, 0xCF222E), Tint(160, 0xDE4A4A))
    case .time: self.init("33", Tint(80, 0x56D4DD), Tint(24, 0x0B7285), Tint(31, 0x128CA3))
    case .warning: self.init("33", Tint(221, 0xE3B341), Tint(94, 0x8F5A00), Tint(136, 0xA8700C))
    case .faint, .hint, .comment, .address:
      self.init("2", Tint(246, 0x8F99A3), Tint(242, 0x5F6770), Tint(243, 0x78828C))
    case .keyword: self.init("35", Tint(183, 0xD2A8FF), Tint(92, 0x7C3FD6), Tint(98, 0x9563E6))
    case .string: self.init("36", Tint(153, 0xA5D6FF), Tint(24, 0x0A4B78), Tint(67, 0x3F85B5))
    case .number: self.init("33", Tint(216, 0xFFAB70), Tint(94, 0xA3460B), Tint(130, 0xC4682A))
    }
  }

  private init(
    _ basic: String, _ dark: Tint? = nil, _ light: Tint? = nil, _ unknown: Tint? = nil
  ) {
    (self.basic, self.dark, self.light, self.unknown) = (basic, dark, light, unknown)
  }

  /// The colour for a scheme; `nil` when the style has none.
  func tint(_ scheme: ColorScheme) -> Tint? {
    switch scheme {
    case .dark: dark
    case .light: light
    case .unknown: unknown
    }
  }

  /// The parameters at `depth`; `nil` when nothing may be painted.
  func parameters(_ depth: ColorDepth, _ scheme: ColorScheme) -> String? {
    let tint = tint(scheme)
    return switch depth {
    case .none: nil
    case .shapes: tint == nil ? basic : nil
    case .basic: basic
    case .indexed: tint.map { "38;5;\($0.indexed)" } ?? basic
    case .direct:
      tint.map { "38;2;\($0.direct.red);\($0.direct.green);\($0.direct.blue)" } ?? basic
    }
  }
}

extension Style.Tint {
  /// - Parameter direct: The exact colour as it is written in hexadecimal digits, 0xRRGGBB.
  fileprivate init(_ indexed: Int, _ direct: Int) {
    self.init(
      indexed: indexed,
      direct: Style.Color(red: direct >> 16, green: direct >> 8 & 0xFF, blue: direct & 0xFF))
  }
}

/// The characters with a meaning on the screen.
package enum Signs {
  /// The signs for a terminal that shows all of Unicode.
  case unicode
  /// The signs for every other terminal, and for text that programs read.
  case ascii

  /// The sign before the row that Enter takes.
  package var cursor: String { self("▸", ">") }
  /// One of several choices: taken.
  package var chosen: String { self("●", "*") }
  /// One of several choices: not taken.
  package var unchosen: String { self("○", "o") }
  /// Some of several choices: taken.
  package var checked: String { self("☑", "[x]") }
  /// Some of several choices: not taken.
  package var unchecked: String { self("☐", "[ ]") }
  /// A right answer. A word is always beside it, as beside the two that follow.
  package var right: String { self("✓", "+") }
  /// A wrong answer.
  package var wrong: String { self("×", "x") }
  /// A partly right answer.
  package var partly: String { self("△", "~") }
  /// A question without an answer. A word is always beside it.
  package var unanswered: String { self("–", "-") }
  /// The sign between the first and the last of several numbers.
  package var range: String { self("–", "-") }
  /// A question that the player has marked.
  package var mark: String { self("⚑", "!") }
  /// A picture, before what it shows.
  package var picture: String { self("▣", "#") }
  /// A deck that follows its file, behind its name.
  package var follows: String { self("↻", "@") }
  /// The sign before an item of a list.
  package var bullet: String { self("•", "-") }
  /// The sign before a row that goes on with the line of code above it.
  package var continued: String { self("↪", "+") }
  /// Where a text is cut.
  package var cut: String { self("…", "..") }
  /// The end of the text before the line that the user types.
  package var prompt: String { self(" ›", ">") }
  /// The sign between two hints in a row.
  package var separator: String { self("·", "-") }
  /// Before the number of the rows that are out of sight above and below.
  package var above: String { self("↑", "^") }
  package var below: String { self("↓", "v") }
  /// The arrow keys in a hint.
  package var upDown: String { self("↑↓", "Up Down") }
  package var leftRight: String { self("←→", "<- ->") }
  package var toLeft: String { self("←", "<-") }
  package var toRight: String { self("→", "->") }
  /// The signs around one of a row of values, through which Left and Right go.
  package var earlier: String { self("‹", "<") }
  package var later: String { self("›", ">") }
  /// The characters of bars and charts.
  package var blocks: BlockSigns { self == .unicode ? .unicode : .ascii }

  private func callAsFunction(_ unicode: String, _ ascii: String) -> String {
    self == .unicode ? unicode : ascii
  }
}

/// The characters that bars and charts are made of.
package struct BlockSigns: Equatable {
  /// A filled cell of a bar.
  package let bar: String
  /// An empty cell of a bar.
  package let barRest: String
  /// The brackets before and after a bar.
  package let barOpening, barClosing: String
  /// A point of a chart, and a step, the line and the corner of its axis.
  package let point, axisStep, axisLine, axisCorner: String
  /// The sign between the first and the last day of a chart.
  package let range: String
  /// The line between two points: across, upright, and its corners where it leaves a point upwards
  /// and reaches one from below, and where it leaves a point downwards and reaches one from above.
  /// `nil` when points are not connected.
  package let curve: Curve?
  /// The lines between the columns and below the header of a table.
  let rules: Rules
  /// The signs of a day, from no answers to many.
  package let days: [String]

  /// The parts of the line between points.
  package struct Curve: Equatable {
    package let across, upright, leavingUp, arrivingUp, leavingDown, arrivingDown: String
  }

  /// The lines of a table.
  struct Rules: Equatable {
    package let upright, across, crossing: String
  }

  package static let unicode = BlockSigns(
    bar: "█", barRest: "░", barOpening: "",
    barClosing: "", point: "●", axisStep: "┤", axisLine: "─", axisCorner: "└",
    range: "–",
    curve: Curve(
      across: "─", upright: "│", leavingUp: "╯", arrivingUp: "╭", leavingDown: "╮",
      arrivingDown: "╰"),
    rules: Rules(upright: "│", across: "─", crossing: "┼"), days: ["·", "░", "▒", "▓", "█"])

  package static let ascii = BlockSigns(
    bar: "#", barRest: "-", barOpening: "[", barClosing: "]", point: "*", axisStep: "|",
    axisLine: "-", axisCorner: "+", range: "..", curve: nil,
    rules: Rules(upright: "|", across: "-", crossing: "+"), days: [".", "-", "+", "*", "#"])
}

/// A bar for a part of a whole.
struct Gauge {
  var signs = BlockSigns.ascii

  /// The cells of the bar: the part and the rest. A part between nothing and all looks different
  /// from both.
  func bar(_ part: Int, of whole: Int, cells: Int) -> (part: String, rest: String) {
    let cells = max(cells, 2)
    guard whole > 0, part > 0 else { return ("", String(repeating: signs.barRest, count: cells)) }
    guard part < whole else { return (String(repeating: signs.bar, count: cells), "") }
    // A cell that is filled in part would leave a hole before the rest.
    let filled = min(max((part * cells + whole / 2) / whole, 1), cells - 1)
    return (
      String(repeating: signs.bar, count: filled),
      String(repeating: signs.barRest, count: cells - filled)
    )
  }

  /// The cells that a bar takes besides its own.
  var frameCells: Int { signs.barOpening.count + signs.barClosing.count }
}

extension Theme {
  /// A bar in the colour of its role, between brackets where it needs them.
  ///
  /// - Parameter cells: The cells that the bar takes with its brackets. There is no bar when they
  ///   are too few for a readable one.
  package func gauge(_ part: Int, of whole: Int, cells: Int, _ role: Palette.Role) -> String {
    let gauge = Gauge(signs: blocks)
    guard cells - gauge.frameCells >= 4 else { return "" }
    let bar = gauge.bar(part, of: whole, cells: cells - gauge.frameCells)
    return blocks.barOpening + palette.painted(bar.part, role) + palette.faint(bar.rest)
      + blocks.barClosing
  }
}

/// The blank columns at the left of everything at a live terminal: titles, texts, prompts, hints
/// and what scrolls up.
package enum Margin {
  package static let blanks = "  "

  /// The line after the margin.
  package static func indented(_ line: String) -> String { line.isEmpty ? "" : blanks + line }

  /// The look for lines after the margin.
  package static func inner(_ theme: Theme) -> Theme {
    theme.narrowed(to: max(4, (theme.columns ?? 80) - blanks.count))
  }
}

/// The program's texts, each in both languages. The texts of a screen are in an extension in its
/// file.
package struct Strings: Equatable {
  /// The language of the texts.
  package var language: Language
  /// Whether large numbers have a comma before each three digits, as people read them. Scripts read
  /// digits only.
  package var groupsDigits: Bool

  package init(language: Language, groupsDigits: Bool = false) {
    (self.language, self.groupsDigits) = (language, groupsDigits)
  }

  /// Returns the text of the current language.
  package func callAsFunction(
    _ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String
  )
    -> String
  {
    language.text(english(), japanese())
  }

  /// The separator between the items of a list.
  package var comma: String { self(", ", "、") }

  /// A time limit in minutes and seconds, without parts that are zero.
  package func brief(_ time: Duration) -> String {
    let seconds = time.secondsRoundedUp
    let minutes = self("\(seconds / 60) min", "\(seconds / 60) 分")
    let rest = self("\(seconds % 60) s", "\(seconds % 60) 秒")
    if seconds < 60 { return rest }
    return seconds % 60 == 0 ? minutes : "\(minutes) \(rest)"
  }

  /// A number of things.
  package func figure(_ count: Int) -> String {
    groupsDigits ? Grouped.text(count) : "\(count)"
  }

  /// A text such as "1 question" or "2 questions".
  package func questions(_ count: Int) -> String {
    self(count == 1 ? "1 question" : "\(figure(count)) questions", "\(figure(count)) 問")
  }

  /// The name for the whole bank, for quizzes without a deck.
  package var allDecks: String { self("All decks", "すべての問題集") }

  /// The remaining time in whole seconds, or in minutes and seconds from two minutes on.
  ///
  /// - Parameter isShort: Whether there is little room.
  package func remaining(_ seconds: Int, isShort: Bool = false) -> String {
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
  package func taken(_ seconds: Int) -> String {
    seconds < 60
      ? self("\(seconds) s", "\(seconds) 秒")
      : self("\(seconds / 60) min \(seconds % 60) s", "\(seconds / 60) 分 \(seconds % 60) 秒")
  }
}

/// Points as people read them: with at most two decimals, or none if they are whole.
package enum PointsText {
  package static func text(of points: Double) -> String {
    Hundredths.text(Int((points * 100).rounded()))
  }
}
