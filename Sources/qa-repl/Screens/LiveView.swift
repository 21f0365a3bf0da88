import QuizKit
import QuizSupport

/// The appearance of a state at a live terminal: the content above the prompt, and the effects of
/// the keys.
struct LiveView {
  /// The screen; `nil` for a view over a screen.
  var screen: ScreenName?
  /// Identifies the subject of the view. When the subject changes, the old view is finished and
  /// scrolls up.
  var subject: String
  /// Identifies the question that a key press answers. It changes more often than the subject.
  var question: String
  /// Identifies the place on which a held key acts. When another place comes to the screen, the key
  /// does nothing there until it is released.
  var place: String
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
  /// A command to run shortly after the screen appears, for data too slow for the first frame.
  var afterthought: Command?
  /// Whether the view is over a screen, and has none of the keys that all screens have.
  var isOverScreen: Bool { screen == nil }
  /// Whether the view hides the screen below it.
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
    /// Tells the parts of an answer apart, each of which is typed by itself.
    let part: String
    /// Whether the first typed text replaces the text to begin with.
    let isSelected: Bool
    /// The command that writes a part and goes on by some parts without handing in; `nil` for an
    /// answer of one part.
    let step: ((_ text: String, _ step: Int) -> Command)?

    init(
      command: @escaping (_ text: String) -> Command, text: String, hints: [String],
      hintsWhileEmpty: [String], part: String, isSelected: Bool,
      step: ((_ text: String, _ step: Int) -> Command)?
    ) {
      (self.command, self.text, self.hints) = (command, text, hints)
      (self.hintsWhileEmpty, self.part) = (hintsWhileEmpty, part)
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
  init(over subject: String, label: String) {
    (self.subject, question, place, self.label) = (subject, subject, subject, label)
  }

  /// The view of a state that is printed once and has no keys of its own.
  init(screen: ScreenName, _ theme: Theme) {
    self.screen = screen
    subject = screen.rawValue
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
      } else if list.onwardHint == nil, list.details != nil, list.reading == nil,
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

  /// The key Right, which opens what else can be done with the row at the cursor.
  static var onward: KeyBinding { KeyBinding([.named(.right)], .onward) }

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

  /// The letters that lead to the two ends of a long text.
  static func ends(_ strings: Strings) -> KeyBinding {
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
