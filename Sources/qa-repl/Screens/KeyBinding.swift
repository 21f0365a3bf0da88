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
