import QuizKit
import QuizSupport
import Terminal

/// Tells a thing on the screen from others of its kind: a subject, a question, a place, a list or a form.
///
/// Two are the same where their names are, and what they are of.
struct ViewID: Hashable, ExpressibleByStringLiteral {
  private let name: String
  private let values: [AnyHashable]

  /// - Parameter values: What the thing is of, such as the number of a question.
  init(_ name: String, _ values: any Hashable...) {
    (self.name, self.values) = (name, values.map { AnyHashable($0) })
  }

  init(stringLiteral name: String) { self.init(name) }
}

/// The appearance of a state at a live terminal: the content above the prompt, and the effects of
/// the keys.
struct LiveView {
  /// The screen; `nil` for a view over a screen.
  var screen: ScreenName?
  /// Identifies the subject of the view. When the subject changes, the old view is finished and
  /// scrolls up.
  var subject: ViewID
  /// Identifies the question that a key press answers. It changes more often than the subject.
  var question: ViewID
  /// Identifies the place on which a held key acts. When another place comes to the screen, the key
  /// does nothing there until it is released.
  var place: ViewID
  /// Rows above everything else, such as progress and remaining time.
  var status: [String] = []
  /// Rows below the status about the last command. A question about the next one takes their place.
  var message: [String] = []
  /// The text that is redrawn in place, below the status; `nil` when the state is printed once
  /// instead.
  var body: [String]?
  /// The number of rows of the text that are read before all others; `nil` for a text of which all
  /// rows are alike.
  var firstRows: Int?
  /// The lines of the text that come on the screen when others than before are named here, such as
  /// those of the gap that is typed; `nil` for a text that only its reader scrolls.
  var followed: Range<Int>?
  /// The list below the text.
  var list: RowList?
  /// The search that can follow each key here.
  var find: Find?
  /// The answer that is typed here, if one is.
  var typing: Typing?
  /// The lines that remain in the scrollback when the view is gone; `nil` for none.
  var rest: Rest?
  /// The part of an exam that is under way.
  var section: String?
  /// Whether leaving the screen would lose what was typed.
  var isUnsaved = false
  /// The prompt before the typed text.
  var label: String
  /// The effects of the keys while nothing is typed, in the order of the hints.
  var keys: [KeyBinding] = []
  /// The keys that answer the question, or have just answered the one before. They count only once
  /// the view has been on the screen for a moment.
  var answerKeys: Set<Key> = []
  /// Whether the screen is the first one, from which all others are opened.
  var isFirst = false
  /// The question before Esc leaves the screen; `nil` when it leaves at once.
  var leavingQuestion: String?
  /// The command with which Esc leaves the screen.
  var leaving = Command.back
  /// A command to run shortly after the screen appears, for data too slow for the first frame.
  var afterthought: Command?
  /// Whether the view is over a screen, and has none of the keys that all screens have.
  var isOverScreen: Bool { screen == nil }
  /// Whether the view fills the window, over what was there before.
  var hidesScreen = false
  /// The form to fill in, if there is one.
  var form: Form?

  /// An answer that is typed, without a command before it.
  final class Typing {
    /// The command that answers with the text.
    let command: (_ text: String) -> Command
    /// The text to begin with.
    let text: String
    /// The effects of keys while it is typed.
    let hints: [String]
    /// The effects of keys while nothing is typed yet.
    let hintsWhileEmpty: [String]
    /// The number of the gap that is filled in; `nil` for an answer of one part.
    let gap: Int?
    /// Whether the first typed text replaces the text to begin with.
    let isSelected: Bool
    /// The command that writes a part and goes on by some parts without handing in; `nil` for an
    /// answer of one part.
    let step: ((_ text: String, _ step: Int) -> Command)?

    init(
      command: @escaping (_ text: String) -> Command, text: String, hints: [String],
      hintsWhileEmpty: [String], gap: Int?, isSelected: Bool,
      step: ((_ text: String, _ step: Int) -> Command)?
    ) {
      self.command = command
      self.text = text
      self.hints = hints
      (self.hintsWhileEmpty, self.gap) = (hintsWhileEmpty, gap)
      (self.isSelected, self.step) = (isSelected, step)
    }
  }

  /// A search that follows each key.
  struct Find {
    /// The text that is searched for now.
    var text: String
    /// The command that searches for something else.
    let command: (_ text: String) -> Command
    /// The command with which Esc ends the search on this screen; `nil` when Esc leaves the screen.
    var ending: Command?
  }

  /// The way in which a view ends.
  final class Ending {
    /// The command that ended it; `nil` when it was the time or the model.
    let command: Command?
    /// The view that follows.
    let next: LiveView

    init(command: Command?, next: LiveView) { (self.command, self.next) = (command, next) }
  }

  /// The lines that remain of a view.
  struct Rest {
    /// Whether the lines follow those of an earlier view of the same kind without a blank row.
    var continues = false
    /// The lines to print.
    let lines: (_ ending: Ending, _ theme: Theme) -> [String]
  }

  /// The view of content over the screen.
  init(over subject: ViewID, label: String) {
    self.subject = subject
    question = subject
    place = subject
    self.label = label
  }

  /// The view of a state that is printed once and has no keys of its own.
  init(screen: ScreenName, _ theme: Theme) {
    self.screen = screen
    subject = ViewID(screen.rawValue)
    (question, place) = (subject, subject)
    label = theme.prompt(theme.strings.name(of: screen))
    keys = [.commands(theme.strings)]
  }

  /// The effect of each key. The first binding of a key counts.
  var actions: [Key: KeyBinding.Action] {
    var actions: [Key: KeyBinding.Action] =
      isOverScreen
      ? [:]
      : [
        .text("?"): .explain, .text("？"): .explain, .text("/"): .find, .text("／"): .find,
        .named(.tab): .palette,
      ]
    if body != nil || list != nil { actions.merge(KeyBinding.moves().actions) { $1 } }
    for binding in keys.reversed() { actions.merge(binding.actions) { $1 } }
    return actions
  }
}

extension LiveView {
  /// A list below its title, with the message about the last command.
  ///
  /// - Parameter namesLeaving: Whether a hint says that Esc goes back to the screen before.
  init(
    _ list: RowList, of screen: ScreenName, title: String, message: Message? = nil,
    empty: String? = nil, keys own: [KeyBinding] = [],
    namesLeaving: Bool = true, _ theme: Theme
  ) {
    self.init(screen: screen, theme)
    let strings = theme.strings
    status = theme.lines(theme.palette.heading(title))
    self.message = message.map { theme.lines(strings($0)) } ?? []
    body = list.count == 0 ? empty.map { theme.lines(theme.palette.faint($0)) } ?? [] : []
    self.list = list
    let leaving = namesLeaving ? [KeyBinding.leaves(strings)] : []
    // The first screen has no screen before it.
    let back = screen == .start ? [] : [KeyBinding.goesBack]
    if list.count > 0 {
      let moves = KeyBinding.moves(hint: theme.signs.upDown + strings.chooses)
      // A narrow window names the way back first, because users try the arrows anyway.
      let ways = theme.isNarrow ? leaving + [moves] : [moves] + leaving
      var sideways = [KeyBinding.onward]
      if list.filters.count > 1 {
        sideways = [.filter(list, theme)]
      } else if let turn = list.turn {
        sideways = [.turnsKinds(theme, turn)]
      } else if list.onwardHint == nil, list.hasDetails, !list.readsDetails,
        list.command(0) != nil
      {
        // Where Enter has another effect, another key shows all details of a row.
        sideways = [.whole(theme)]
      }
      let deletes =
        list.removal == nil
        ? [] : [KeyBinding([.named(.delete)], .remove, hint: strings("Del delete", "Del 削除"))]
      keys =
        [.take()] + ways + sideways + own + keys
        + [.explain(strings), .number(strings)] + deletes + back
    } else {
      keys = leaving + own + keys + [.explain(strings)] + back
    }
    if message?.code == "deleted" {
      // One key brings back the rows that were just deleted.
      var undo = KeyBinding(hint: strings("Ctrl-_ undo", "Ctrl-_ 元に戻す"))
      undo.actions[.control("_")] = .perform(.undo)
      keys.insert(undo, at: list.count > 0 ? 1 : 0)
    }
  }
}

extension LiveView {
  /// The hints on the keys, given the row at the cursor of the list.
  ///
  /// - Parameters:
  ///   - canMove: Whether there is something to move to.
  ///   - hidesDetails: Whether there is more of the row than is on the screen.
  func hints(_ row: Int?, canMove: Bool = true, hidesDetails: Bool = true) -> [String] {
    keys.compactMap { key in
      if !canMove, key.actions.values.contains(where: \.isMove) { return nil }
      if key.actions.values.contains(.whole), let extra = row.flatMap({ list?.extra(at: $0) }) {
        return extra.onwardHint
      }
      if !hidesDetails, key.actions.values.contains(.whole) { return nil }
      if key.actions.values.contains(.take), let list {
        return row.flatMap { list.hint($0) ?? key.hint }
      }
      if key.actions.values.contains(.onward), let list {
        return row.flatMap(list.onward) == nil ? nil : list.onwardHint
      }
      return key.hint
    }
  }

  /// The hints while a search follows each key: only for keys that do not type text.
  func hintsWhileFinding(_ row: Int?, canMove: Bool, _ theme: Theme) -> [String] {
    let strings = theme.strings
    let moves = !canMove ? [] : [theme.signs.upDown + strings.chooses]
    return [row.flatMap { list?.hint($0) }].compactMap(\.self) + moves + [
      strings("Tab commands", "Tab コマンド"), strings("Esc leave", "Esc 検索を終了"),
    ]
  }
}

extension Strings {
  fileprivate var chooses: String { self(" choose", " 選ぶ") }
}

extension KeyBinding {
  /// The hint that a typed number takes its row.
  static func number(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("a number goes to it", "番号で移動"))
  }

  /// The key Right, which shows all details of the row at the cursor.
  static func whole(_ theme: Theme) -> KeyBinding {
    KeyBinding(
      [.named(.right)], .whole, hint: theme.signs.toRight + theme.strings(" whole text", " 全文"))
  }

  /// The keys Left and Right, which show another kind of rows.
  static func filter(_ list: RowList, _ theme: Theme) -> KeyBinding {
    let kinds = theme.isNarrow ? [theme.strings("filter", "絞り込み")] : list.filters.map(\.name)
    var binding = KeyBinding(
      [.named(.right)], .filter(by: 1),
      hint: theme.signs.leftRight + " "
        + kinds.prefix(3).joined(separator: " / "))
    binding.actions[.named(.left)] = .filter(by: -1)
    return binding
  }

  /// Left and Right show another kind of rows, which the screen chooses.
  static func turnsKinds(_ theme: Theme, _ command: (_ step: Int) -> Command) -> KeyBinding {
    var binding = turns(theme, command)
    binding.hint = theme.signs.leftRight + theme.strings(" kind", " 種類")
    return binding
  }

  /// The key Right, which opens what else can be done with the row at the cursor.
  static var onward: KeyBinding { KeyBinding([.named(.right)], .onward) }

  /// Left and Right go to the value before the one of a row, and to the next one.
  ///
  /// - Parameter command: The command that goes so many values on.
  static func turns(_ theme: Theme, _ command: (_ steps: Int) -> Command) -> KeyBinding {
    var binding = KeyBinding(hint: theme.signs.leftRight + theme.strings(" another", " 変更"))
    binding.actions = [
      .named(.left): .perform(command(-1)), .named(.right): .perform(command(1)),
    ]
    return binding
  }

  /// The key Left, which goes back to the screen before.
  static var goesBack: KeyBinding { KeyBinding([.named(.left)], .perform(.back)) }

  /// The arrow keys and the space bar, which scroll a text that is longer than the window.
  ///
  /// - Parameter hasLetters: Whether the letter b scrolls back, where nothing is typed.
  static func scrolls(_ theme: Theme, hasLetters: Bool = false) -> KeyBinding {
    let keys = theme.signs.upDown + (hasLetters ? " Space b" : " Space")
    var binding = moves(hint: keys + theme.strings(" scroll", " スクロール"))
    for key in [" ", "\u{3000}"] { binding.actions[.text(key)] = .move(.pages(1)) }
    if hasLetters {
      for key in ["b", "ｂ"] { binding.actions[.text(key)] = .move(.pages(-1)) }
    }
    return binding
  }

  /// The keys of a text that fills the window, which are those of `less`.
  ///
  /// - Parameter action: Closes the text.
  static func pager(_ theme: Theme, closing action: Action) -> [KeyBinding] {
    [
      .scrolls(theme, hasLetters: true),
      KeyBinding(
        [.text("q"), .text("ｑ"), .named(.enter), .named(.left)], action,
        hint: theme.strings("q close", "q 閉じる")),
      .ends(theme.strings),
    ]
  }

  /// The letters that lead to the two ends of a long text.
  private static func ends(_ strings: Strings) -> KeyBinding {
    var binding = KeyBinding(
      [.text("g"), .text("ｇ")], .move(.toStart), hint: strings("g G start, end", "g G 先頭・末尾"))
    for key in ["G", "Ｇ"] { binding.actions[.text(key)] = .move(.toEnd) }
    return binding
  }

  /// The hint that Esc goes back to the screen before.
  static func leaves(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("Esc back", "Esc 戻る"))
  }

  /// The hint that a slash begins a search.
  static func search(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("/ search", "/ 検索"))
  }

  /// The hint that a question mark explains all keys.
  static func explain(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("? keys", "? キー"))
  }

  /// The hint that Tab lists everything that can be done.
  static func commands(_ strings: Strings) -> KeyBinding {
    KeyBinding(hint: strings("Tab more", "Tab その他"))
  }
}

/// The effects of some keys at a live terminal while nothing is typed, and their hint in the row of
/// hints.
struct KeyBinding: Equatable {
  /// The effect of a key.
  enum Action: Equatable {
    /// Carries out a command.
    case perform(Command)
    /// Moves the cursor of the list, or scrolls the text.
    case move(CursorMove)
    /// Takes the row at the cursor.
    case take
    /// Answers a question of the program with yes or no.
    case reply(Bool)
    /// Chooses a row by the mouse: the first click moves the cursor to it, and the next one takes
    /// it.
    case click(row: Int)
    /// Ticks the row at the cursor, or takes its tick away.
    case tick
    /// Deletes the row at the cursor, after a question. See ``RowList/removal``.
    case remove
    /// Carries out the command of this name on the row at the cursor.
    case onRow(String)
    /// Opens what else can be done with the row at the cursor. See ``RowList/onward``.
    case onward
    /// Shows another kind of rows of the list: the next one for 1, the one before for -1.
    case filter(by: Int)
    /// Begins a search that follows each key.
    case find
    /// Ends a search that follows each key, so that commands can be typed.
    case typeCommand
    /// Shows all details of the row at the cursor, to be paged through.
    case whole
    /// Explains the keys and the commands of the screen.
    case explain
    /// Lists everything that can be done here, filtered as one types.
    case palette
    /// Puts the chosen one of these into the prompt, so that it can be completed.
    case putIntoLine
    /// Closes a text that is shown over the screen.
    case close
    /// Does nothing, because the key has just done something else.
    case nothing

    /// Whether the action moves the cursor or scrolls.
    var isMove: Bool { if case .move = self { true } else { false } }

    /// Whether the action moves by the mouse wheel.
    var isWheel: Bool { if case .move(.wheel) = self { true } else { false } }
  }

  var actions: [Key: Action]
  /// The keys and their effect, in words; `nil` when they are obvious.
  var hint: String?

  init(_ keys: [Key], _ action: Action, hint: String? = nil) {
    actions = Dictionary(uniqueKeysWithValues: keys.map { ($0, action) })
    self.hint = hint
  }

  /// Whether the keys do something with the row at the cursor, by the name of a command.
  var isOnRow: Bool {
    actions.values.contains { if case .onRow = $0 { true } else { false } }
  }

  /// A hint about keys that have another binding or none.
  init(hint: String) {
    actions = [:]
    self.hint = hint
  }
}

/// The ways in which a key moves the cursor.
enum CursorMove: Equatable {
  case rows(Int)
  case pages(Int)
  /// By the mouse wheel: through rows, or through a text that is longer than the window.
  case wheel(Int)
  case toStart, toEnd
}

extension KeyBinding {
  /// The keys that move the cursor in a list or scroll a text.
  static func moves(hint: String? = nil) -> KeyBinding {
    var binding = KeyBinding([], .nothing, hint: hint)
    binding.actions = [
      .named(.up): .move(.rows(-1)), .named(.down): .move(.rows(1)),
      .named(.pageUp): .move(.pages(-1)), .named(.pageDown): .move(.pages(1)),
      .named(.home): .move(.toStart), .named(.end): .move(.toEnd),
    ]
    return binding
  }

  /// Enter takes the row at the cursor.
  static func take(hint: String? = nil) -> KeyBinding {
    KeyBinding([.named(.enter)], .take, hint: hint)
  }

  /// The space bar ticks the row at the cursor.
  static func tick(hint: String? = nil) -> KeyBinding {
    KeyBinding([.text(" "), .text("\u{3000}")], .tick, hint: hint)
  }

  /// A named key of the keyboard that carries out a command.
  static func command(_ key: Key.Named, _ command: Command, hint: String? = nil) -> KeyBinding {
    KeyBinding([.named(key)], .perform(command), hint: hint)
  }

  /// The space bar, which Japanese input methods also send in full width.
  static func space(_ command: Command, hint: String? = nil) -> KeyBinding {
    KeyBinding([.text(" "), .text("\u{3000}")], .perform(command), hint: hint)
  }

  /// The digits from 1 to `count`, half and full width. Each of them carries out a command, or does
  /// nothing.
  static func digits(
    _ count: Int, hint: String? = nil, command: (_ number: Int) -> Command? = { _ in nil }
  ) -> KeyBinding {
    var binding = KeyBinding([], .nothing, hint: hint)
    for number in (1...9).prefix(count) {
      for key in ["\(number)", "\(number)".fullWidth] {
        binding.actions[.text(key)] = command(number).map { .perform($0) } ?? .nothing
      }
    }
    return binding
  }
}

extension String {
  /// The text with its ASCII characters in full width, as Japanese input methods send them.
  var fullWidth: String {
    String(
      String.UnicodeScalarView(unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
  }
}

extension Theme {
  /// The name of a deck or an exam in a heading. Scripts know it by its brackets.
  func named(_ name: String) -> String {
    isLive ? name.sanitisedLine : "[\(name.sanitisedLine)]"
  }

  /// The row of hints, as many of them as fit.
  func hintRow(_ hints: [String]) -> [String] {
    let room = columns ?? 80
    var (text, cells) = ("", 0)
    for hint in hints {
      let part = text.isEmpty ? hint : " \(signs.separator) \(hint)"
      let width = width(part)
      if cells + width <= room { (text, cells) = (text + part, cells + width) }
    }
    if text.isEmpty { text = fitted(hints.first ?? "", to: room) }
    return text.isEmpty ? [] : [palette.faint(text)]
  }
}

/// A hint, split into the names of its keys and their effect.
struct KeyHint: Equatable {
  /// The keys, such as `Enter`.
  let keys: String
  /// Their effect in words; empty where the keys speak for themselves.
  let effect: String

  /// Splits a hint, which names its keys before their effect.
  init(_ hint: String, _ signs: Signs) {
    let words = hint.split(separator: " ").map(String.init)
    let arrows = [signs.upDown, signs.leftRight, signs.toLeft, signs.toRight]
      .flatMap { $0.split(separator: " ").map(String.init) }
    // A number after another key belongs to its effect, such as how many questions it plays.
    let first = words.first?.first?.isNumber == true ? 1 : 0
    let others = words.dropFirst(first).prefix { word in
      Self.names.contains(word) || arrows.contains(word) || word.hasPrefix("Ctrl-")
    }
    let keys = words.prefix(first) + others
    self.keys = keys.joined(separator: " ")
    effect = words.dropFirst(keys.count).joined(separator: " ")
  }

  /// The keys that have names, and those that are named by what they type.
  private static let names: Set<String> = [
    "Enter", "Space", "Tab", "Esc", "Backspace", "PgDn", "PgUp", "Home", "End", "Alt-Enter", "?",
    "/", "!", "q", "b", "g", "G", "y", "n",
  ]
}

/// A key that does something with the chosen row of a list.
struct RowKey {
  let hint: KeyHint
  let command: Command
}
