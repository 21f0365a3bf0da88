/// A key press, to the extent a terminal reports it.
package enum Key: Hashable, Sendable {
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

  package enum Named: Sendable {
    case enter, tab, backspace, delete, escape, up, down, left, right, home, end, pageUp, pageDown
  }

  /// The modifiers in xterm's key sequences. The sequence's parameter is the sum of these bits plus
  /// 1.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }
  }
}

/// A cell of the window, with its row and column counted from 1, as terminals report them.
package struct ScreenCell: Hashable, Sendable {
  package var row: Int
  package var column: Int
}

extension Key {
  /// The key for a report of the mouse. `nil` for a release, for other buttons and for a button
  /// together with a modifier, with which terminals select text.
  ///
  /// - Parameter button: The number of the button as xterm reports it; 64 and 65 are the wheel.
  package init?(mouse button: Int, at cell: ScreenCell) {
    switch button {
    case 0: self = .click(cell)
    case 64: self = .wheel(-1)
    case 65: self = .wheel(1)
    default: return nil
    }
  }

  /// The key for a control byte. CR is Enter, and both bytes in use for Backspace are accepted.
  package init(control byte: UInt8) {
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
  package init?(sequence parameters: [Int], final: UInt8) {
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
  package var fieldStep: Int? {
    switch self {
    case .named(.up, []), .control("p"): -1
    case .named(.down, []), .control("n"): 1
    default: nil
    }
  }
}

/// Turns the bytes of a terminal into keys. Incomplete input waits for the next bytes.
///
/// The parser has no clock. Its owner calls ``timeout()`` when what ``wait`` names has taken too
/// long: only a lone Esc is a key then, and the beginning of a sequence is dropped.
package struct KeyParser: Equatable {
  /// What input that is not complete may still become.
  package enum Wait {
    /// Esc as a key of its own, or the start of a sequence.
    case escape
    /// A key or a report that began with `ESC [` or `ESC O`.
    case sequence
    /// An answer of the terminal that ends with `ESC \`.
    case string
    /// A paste whose end has not arrived.
    case paste
    /// Nothing: its beginning has been dropped, but its end may come late.
    case rest
  }

  private var bytes: [UInt8] = []
  /// Whether a paste has begun and its end has not arrived.
  private(set) var isPasting = false { didSet { searched = 0 } }
  /// The bytes of the paste in which its end was not found.
  private var searched = 0
  /// Whether the last paste was cut off before its end arrived.
  private var hasBrokenPaste = false
  private var reports: [TerminalReport] = []
  /// The beginning of a sequence whose end did not come in time.
  private var lost: [UInt8] = []
  /// Whether what is waited for began with the bytes that came last.
  package private(set) var beganLast = true

  package init() {}

  /// The most bytes of a sequence. A longer one is dropped. A paste is cut at its own limit.
  private static let longestSequence = 64
  private static let longestString = 4096
  private static let longestPaste = 65_536
  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let backgroundStart = Array("\u{1B}]11;".utf8)
  /// The characters of such an answer.
  private static let backgroundCharacters = Set("0123456789;:/#rgbaABCDEFcdef".utf8)
  /// What follows Esc at the beginning of an answer that ends with `ESC \` (ECMA-48, 5.6).
  private static let stringStarts = Set("]PX^_".utf8)
  /// The last bytes of the keys that begin with `ESC O`.
  private static let applicationKeys = Set("ABCDEFHMPQRS".utf8)
  /// Ctrl-C.
  private static let interrupt: UInt8 = 3

  /// The input that the unfinished sequence waits for.
  package var wait: Wait? {
    if isPasting { return .paste }
    guard bytes.first == 0x1B else { return lost.isEmpty ? nil : .rest }
    guard bytes.count > 1 else { return .escape }
    // Alt-_ is a key of this program. No terminal sends such an answer unless it is asked for one.
    if bytes == [0x1B, UInt8(ascii: "_")] { return .escape }
    return Self.stringStarts.contains(bytes[1]) ? .string : .sequence
  }

  /// Takes the bytes of one read and returns the keys that they complete.
  package mutating func feed(_ chunk: [UInt8]) -> [Key] {
    // A single Ctrl-C byte is a key press, because pasted bytes arrive in larger chunks.
    if isPasting, chunk == [Self.interrupt] { return breakPaste() }
    if hasBrokenPaste, let end = chunk.firstRange(of: Self.pasteEnd),
      !chunk[..<end.lowerBound].contains(Self.pasteStart)
    {
      bytes = Self.pasteStart + bytes + chunk[..<end.upperBound]
      return feed([]) + feed(Array(chunk[end.upperBound...]))
    }
    if let following = dropRest(chunk) { return following.isEmpty ? [] : feed(following) }
    beganLast = bytes.isEmpty
    if bytes.isEmpty, !isPasting, looksPasted(chunk) {
      return [.paste(pastedText(chunk[...]))]
    }
    bytes += chunk
    var keys: [Key] = []
    var rest = bytes[...]
    while let key = nextKey(&rest) {
      keys += key
      beganLast = true
    }
    bytes = Array(rest)
    return keys
  }

  /// Drops what completes a sequence whose beginning was dropped, or taken for Esc, before. Returns
  /// what follows it; `nil` when `chunk` is no such rest.
  private mutating func dropRest(_ chunk: [UInt8]) -> [UInt8]? {
    let begun = lost
    lost = []
    guard !begun.isEmpty, let first = chunk.first, bytes.isEmpty else { return nil }
    let introducer = begun.count > 1 ? begun[1] : first
    // What a person types after Esc comes in reads of one letter. Words come in one read at most
    // where a program types them.
    let mayContinue =
      begun.count > 2 || first & 0xC0 == 0x80
      || chunk.count > 1
        && (begun.count > 1 || introducer == UInt8(ascii: "[")
          || introducer == UInt8(ascii: "O") && Self.applicationKeys.contains(chunk[1])
          || Self.stringStarts.contains(introducer))
    guard mayContinue else { return nil }
    let whole = begun + chunk
    // A letter that follows a paste that was broken off at the beginning of its end mark.
    if begun.count > 3, Self.pasteEnd.starts(with: begun), !Self.pasteEnd.starts(with: whole) {
      return nil
    }
    let isString = Self.stringStarts.contains(introducer)
    var rest = whole[...]
    var after = self
    guard after.sequence(&rest) != nil else {
      guard chunk.count > 1,
        !isString || begun.count > 2 || whole.starts(with: Self.backgroundStart)
      else { return nil }
      lost = whole
      return []
    }
    let last = whole[rest.startIndex - 1]
    let isComplete =
      isString
      ? last == 0x07 || last == UInt8(ascii: "\\")
      : rest.isEmpty || rest.first == 0x1B || after.isPasting
    guard isComplete else { return nil }
    self = after
    return Array(rest)
  }

  /// The reports of the terminal since the last call.
  package mutating func takeReports() -> [TerminalReport] {
    defer { reports = [] }
    return reports
  }

  /// Call this when the rest of a sequence did not arrive in time. Returns the keys so far. What
  /// has come of a sequence is dropped, and its rest too if it comes later.
  package mutating func timeout() -> [Key] {
    let wait = wait
    beganLast = true
    switch wait {
    case nil, .paste: return []
    case .rest: lost = []
    case .escape, .sequence, .string: (lost, bytes) = (bytes, [])
    }
    guard wait == .escape else { return [] }
    return lost.count > 1 ? [.alt("_")] : [.named(.escape)]
  }

  /// Call this when the end of a paste did not arrive in time. Returns the paste so far. Bytes that
  /// arrive later, up to the end mark, are pasted too.
  package mutating func breakPaste() -> [Key] {
    guard isPasting else { return [] }
    isPasting = false
    hasBrokenPaste = true
    let begunEnd = (1..<Self.pasteEnd.count).last { bytes.suffix($0) == Self.pasteEnd.prefix($0) }
    lost = bytes.suffix(begunEnd ?? 0)
    beganLast = true
    let pasted = bytes.dropLast(begunEnd ?? 0)
    let tail = pasted.incompleteTail
    bytes = Array(pasted.suffix(tail))
    let text = pastedText(pasted.dropLast(tail))
    return text.isEmpty ? [] : [.paste(text)]
  }

  /// Removes the first key from `rest`. Returns an empty list for input without meaning, and `nil`
  /// when bytes are missing.
  private mutating func nextKey(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
    if isPasting { return paste(&rest) }
    guard let first = rest.first else { return nil }
    if first == 0x1B { return sequence(&rest) }
    if first < 0x20 || first == 0x7F {
      rest.removeFirst()
      return [Key(control: first)]
    }
    return text(&rest)
  }

  private func text(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
    var end = rest.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? rest.endIndex
    if end == rest.endIndex { end -= rest.incompleteTail }
    guard end > rest.startIndex else { return nil }
    let text = String(decoding: rest[..<end], as: UTF8.self).withoutControls.sanitisedTyping
    rest = rest[end...]
    return text.isEmpty ? [] : [.text(text)]
  }

  private mutating func sequence(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
    let body = rest.dropFirst()
    switch body.first {
    case nil: return nil
    case UInt8(ascii: "["): return controlSequence(&rest)
    case UInt8(ascii: "O"): return applicationKey(&rest)
    case let start? where Self.stringStarts.contains(start) && isString(body):
      return string(&rest)
    case 0x1B:
      rest = body
      return [.named(.escape)]
    case let byte? where byte < 0x20 || byte == 0x7F:
      rest = body.dropFirst()
      if case .named(let name, _) = Key(control: byte) { return [.named(name, .alt)] }
      return [Key(control: byte)]
    case let byte?:
      guard body.count >= byte.lengthOfCharacter else { return nil }
      let scalar = String(decoding: body.prefix(byte.lengthOfCharacter), as: UTF8.self)
      rest = body.dropFirst(byte.lengthOfCharacter)
      return scalar.withoutControls.sanitisedTyping.first.map { [.alt($0)] } ?? []
    }
  }

  private func applicationKey(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
    guard let final = rest.dropFirst(2).first else { return nil }
    // A control byte or a non-ASCII letter breaks off the sequence and is a key of its own.
    let isKey = (0x20...0x7E).contains(final)
    rest = rest.dropFirst(isKey ? 3 : 2)
    return isKey ? Key(sequence: [], final: final).map { [$0] } ?? [] : []
  }

  private mutating func controlSequence(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
    let body = rest.dropFirst(2)
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      guard rest.count > Self.longestSequence else { return nil }
      rest = []
      return []
    }
    let final = body[end]
    if final == UInt8(ascii: "["), end == body.startIndex {  // function keys of the Linux console
      guard body.count > 1 else { return nil }
      rest = body.dropFirst(2)
      return []
    }
    // A control byte or a non-ASCII letter breaks off the sequence and is a key of its own.
    guard (0x40...0x7E).contains(final) else {
      rest = body[end...]
      return []
    }
    let isMouse = body.first == UInt8(ascii: "<")
    if final == UInt8(ascii: "M"), end == body.startIndex { return oldMouse(&rest) }
    rest = body[(end + 1)...]
    let parameters = body[..<end].dropFirst(isMouse ? 1 : 0)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
    if isMouse {
      guard final == UInt8(ascii: "M"), parameters.count == 3 else { return [] }
      return mouse(parameters[0], column: parameters[1], row: parameters[2])
    }
    if final == UInt8(ascii: "~"), parameters.first == 200 {
      isPasting = true
      hasBrokenPaste = false
      return []
    }
    if final == UInt8(ascii: "R"), parameters.count == 2 {
      reports.append(.cursor(ScreenCell(row: parameters[0], column: parameters[1])))
    }
    return Key(sequence: parameters, final: final).map { [$0] } ?? []
  }

  /// Whether an answer of the terminal begins or may begin here, and not a letter that was typed
  /// with Alt.
  private func isString(_ body: ArraySlice<UInt8>) -> Bool {
    guard let second = body.dropFirst().first else { return true }
    return switch body.first {
    case UInt8(ascii: "]"): (0x30...0x39).contains(second)
    case UInt8(ascii: "P"): (0x20...0x3F).contains(second)
    case UInt8(ascii: "_"): second == UInt8(ascii: "G")  // the graphics of kitty
    default: second >= 0x20 && second != 0x7F
    }
  }

  /// An answer of the terminal. It ends with `ESC \`, or with BEL. A control byte, and in an answer
  /// about the background anything that such an answer does not have, breaks it off and is a key of
  /// its own.
  private mutating func string(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
    let isBackground = rest.starts(with: Self.backgroundStart)
    let body = rest.dropFirst(2)
    let end = body.firstIndex {
      isBackground ? !Self.backgroundCharacters.contains($0) : $0 < 0x20 || $0 == 0x7F
    }
    guard let end else {
      guard rest.count > Self.longestString else { return nil }
      rest = []
      return []
    }
    let tail = body[end...]
    let isStringEnd = tail.first == 0x1B
    if isStringEnd, tail.count == 1 { return nil }
    let isComplete = tail.first == 0x07 || tail.starts(with: [0x1B, UInt8(ascii: "\\")])
    rest = isComplete ? tail.dropFirst(isStringEnd ? 2 : 1) : tail
    let text = String(decoding: body[..<end], as: UTF8.self)
    if isComplete, isBackground, let report = TerminalReport(systemCommand: text) {
      reports.append(report)
    }
    return []
  }

  /// A report of the mouse by a terminal that does not know the newer form: three bytes follow.
  private func oldMouse(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
    let numbers = rest.dropFirst(3).prefix(3).map { Int($0) - 32 }
    guard numbers.count == 3 else { return nil }
    rest = rest.dropFirst(6)
    return mouse(numbers[0], column: numbers[1], row: numbers[2])
  }

  private func mouse(_ button: Int, column: Int, row: Int) -> [Key] {
    Key(mouse: button, at: ScreenCell(row: row, column: column)).map { [$0] } ?? []
  }

  private mutating func paste(_ rest: inout ArraySlice<UInt8>) -> [Key]? {
    // The end may have begun to arrive before.
    let unseen = rest.dropFirst(max(0, searched - Self.pasteEnd.count))
    guard let end = unseen.firstRange(of: Self.pasteEnd) else {
      if rest.count > Self.longestPaste * 2 {
        rest = rest.prefix(Self.longestPaste) + rest.suffix(Self.pasteEnd.count)
      }
      searched = rest.count
      return nil
    }
    isPasting = false
    let text = pastedText(rest[..<end.lowerBound])
    rest = rest[end.upperBound...]
    return text.isEmpty ? [] : [.paste(text)]
  }

  private func pastedText(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(Self.longestPaste), as: UTF8.self).withoutControls.sanitised
  }

  /// Detects a paste in a terminal without bracketed paste: no person types several lines within
  /// one read.
  private func looksPasted(_ chunk: [UInt8]) -> Bool {
    chunk.count > 32 && !chunk.contains(0x1B)
      && chunk.dropLast().contains { $0 == 0x0D || $0 == 0x0A }
  }
}

extension String {
  /// The text without control characters other than line ends and tabs.
  var withoutControls: String {
    let kept = unicodeScalars.filter {
      $0.properties.generalCategory != .control || "\t\n\r".unicodeScalars.contains($0)
    }
    return String(kept)
  }
}

/// A report that a terminal sends between the keys, because it was asked.
package enum TerminalReport: Equatable {
  /// The cell of the cursor.
  case cursor(ScreenCell)
  /// The kind of background; `nil` when the terminal describes it in another way than by its red,
  /// green and blue.
  case background(ColorScheme?)
}

extension TerminalReport {
  /// The report in an operating system command of the terminal (ECMA-48 §8.3.89), such as
  /// `11;rgb:ffff/ffff/ffff`. `nil` for any other answer.
  package init?(systemCommand text: String) {
    guard text.hasPrefix("11;") else { return nil }
    let color = text.dropFirst(3).split(separator: ":", maxSplits: 1)
    let parts = color.count == 2 ? color[1].split(separator: "/").compactMap(Self.amount) : []
    let isKnown = ["rgb", "rgba"].contains(color.first) && parts.count >= 3
    self = .background(isKnown ? ColorScheme(red: parts[0], green: parts[1], blue: parts[2]) : nil)
  }

  /// An amount from 0 to 1. It is written as one to four hexadecimal digits; all `f` means 1.
  private static func amount(_ digits: Substring) -> Double? {
    guard (1...4).contains(digits.count), let number = Int(digits, radix: 16), number >= 0 else {
      return nil
    }
    return Double(number) / Double((1 << (4 * digits.count)) - 1)
  }
}
