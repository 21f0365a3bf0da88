/// A key press, to the extent a terminal reports it.
enum Key: Hashable, Sendable {
  /// Typed text: one character, or several that arrived together.
  case text(String)
  /// Pasted text; its line ends are `\n`.
  case paste(String)
  case named(Named, Modifiers = [])
  /// A lower-case letter or a sign pressed with Ctrl.
  case control(Character)
  /// A character pressed with Alt, or after Esc.
  case alt(Character)
  /// A press of the left mouse button on a cell of the window.
  case click(ScreenCell)
  /// A notch of the mouse wheel: -1 is up, 1 is down.
  case wheel(Int)

  enum Named: Sendable {
    case enter, tab, backspace, delete, escape, up, down, left, right, home, end, pageUp, pageDown
  }

  /// The modifiers in xterm's key sequences. The sequence's parameter is the sum of these bits plus
  /// 1.
  struct Modifiers: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
  }
}

/// A cell of the window, with its row and column counted from 1, as terminals report them.
struct ScreenCell: Hashable, Sendable {
  var row: Int
  var column: Int
}

extension Key {
  /// The key for a report of the mouse. `nil` for a release, for other buttons and for a button
  /// together with a modifier, with which terminals select text.
  ///
  /// - Parameter button: The number of the button as xterm reports it; 64 and 65 are the wheel.
  init?(mouse button: Int, at cell: ScreenCell) {
    switch button {
    case 0: self = .click(cell)
    case 64: self = .wheel(-1)
    case 65: self = .wheel(1)
    default: return nil
    }
  }

  /// The key for a control byte. CR is Enter, and both bytes in use for Backspace are accepted.
  init(control byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self = .named(.backspace)
    case 0x09: self = .named(.tab)
    case 0x0D: self = .named(.enter)
    case 0x1B: self = .named(.escape)
    default: self = .control(Character(Unicode.Scalar(byte | (byte < 0x1B ? 0x60 : 0x40))))
    }
  }

  /// The key for a sequence `ESC [ parameters final` or `ESC O final`. `nil` for the terminal's
  /// replies and for unused keys.
  init?(sequence parameters: [Int], final: UInt8) {
    let named: Named
    switch (final, parameters.first ?? 1) {
    case (UInt8(ascii: "A"), _): named = .up
    case (UInt8(ascii: "B"), _): named = .down
    case (UInt8(ascii: "C"), _): named = .right
    case (UInt8(ascii: "D"), _): named = .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): named = .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): named = .end
    case (UInt8(ascii: "~"), 3): named = .delete
    case (UInt8(ascii: "~"), 5): named = .pageUp
    case (UInt8(ascii: "~"), 6): named = .pageDown
    case (UInt8(ascii: "M"), _): named = .enter
    case (UInt8(ascii: "Z"), _):
      self = .named(.tab, .shift)
      return
    default: return nil
    }
    let bits = parameters.count > 1 ? max(0, parameters[1] - 1) : 0
    self = .named(named, Modifiers(rawValue: bits & 7))
  }
}

extension Key {
  /// The step to another form field, for a key that cannot move within its field.
  var fieldStep: Int? {
    switch self {
    case .named(.up, []), .control("p"): -1
    case .named(.down, []), .control("n"): 1
    default: nil
    }
  }
}
