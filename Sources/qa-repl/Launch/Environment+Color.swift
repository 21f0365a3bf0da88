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

  /// The number of colours for text.
  func colorDepth(_ choice: Options.Color, isTerminal: Bool) -> ColorDepth {
    usesColor(choice, isTerminal: isTerminal) ? depthOfTerminal : .none
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
