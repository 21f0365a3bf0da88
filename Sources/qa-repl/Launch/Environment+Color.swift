extension Environment {
  /// Whether text is coloured. Follows https://no-color.org, and CLICOLOR as on the BSDs.
  func usesColor(_ choice: Options.Color, isTerminal: Bool) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if self["NO_COLOR"] != nil { return false }
      if let force = self["CLICOLOR_FORCE"], force != "0" { return true }
      return isTerminal && self["CLICOLOR"] != "0" && self["TERM"] != "dumb"
    }
  }

  /// The colours for text, as far as the options and the environment tell. An unknown
  /// background counts as dark.
  func palette(_ options: Options, isTerminal: Bool) -> Palette {
    let isColored = usesColor(options.color, isTerminal: isTerminal)
    // https://no-color.org asks for no colour only. What is bold is read first.
    let isBold = isTerminal && options.color == .auto && self["NO_COLOR"] != nil && !wantsPlain
    let depth = options.theme == .own ? .basic : depthOfTerminal
    return Palette(
      depth: isColored ? depth : isBold ? .shapes : .none,
      scheme: options.theme?.scheme ?? schemeOfTerminal ?? .dark)
  }

  /// Whether the terminal is asked for its background: the colours must depend on it, and the
  /// terminal itself must be the one that answers. A multiplexer may not know the answer, and from
  /// afar it may come after the program's end.
  func asksBackground(_ options: Options, _ palette: Palette) -> Bool {
    let name = self["TERM"] ?? ""
    let isBetween = ["TMUX", "STY", "SSH_CONNECTION", "SSH_TTY"].contains { self[$0] != nil }
    return options.theme == nil && [.indexed, .direct].contains(palette.depth) && !isBetween
      && !["linux", "dumb"].contains(name) && !name.hasPrefix("screen") && !name.hasPrefix("tmux")
  }

  /// The background that COLORFGBG names: its last part is the number of a basic colour. Of these,
  /// 7 and 9 to 15 are light, as Vim has it.
  private var schemeOfTerminal: ColorScheme? {
    guard let number = self["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) }),
      (0...15).contains(number)
    else { return nil }
    return number < 7 || number == 8 ? .dark : .light
  }

  /// How many colours the terminal shows, as far as COLORTERM and the terminal's name tell.
  private var depthOfTerminal: ColorDepth {
    let name = self["TERM"] ?? ""
    let isIndexed = name.contains("256color")
    // GNU Screen keeps COLORTERM from the terminal outside, but shows 256 colours at most.
    if name.hasPrefix("screen") { return isIndexed ? .indexed : .basic }
    if ["truecolor", "24bit"].contains(self["COLORTERM"]) || name.hasSuffix("-direct") {
      return .direct
    }
    return isIndexed ? .indexed : .basic
  }
}

extension Options.ColorTheme {
  /// The background that the colours are for; `nil` for colours of the terminal itself.
  fileprivate var scheme: ColorScheme? {
    switch self {
    case .dark: .dark
    case .light: .light
    case .own: nil
    }
  }
}
