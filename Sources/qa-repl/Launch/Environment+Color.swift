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
}
