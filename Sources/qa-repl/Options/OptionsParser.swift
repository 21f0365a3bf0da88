import QuizSupport

extension Options {
  /// Reads the arguments after the program's name.
  ///
  /// Options end at `--` or at the first word that is not an option. The remaining words are the
  /// first command.
  ///
  /// - Parameter home: What `~` at the beginning of a path stands for; `nil` for itself.
  /// - Throws: ``UsageError`` for an unknown option, a missing value, or a bad value.
  init(arguments: [String], home: String? = nil) throws(UsageError) {
    self.init()
    self.home = home
    var rest = arguments[...]
    while let argument = rest.first, argument.hasPrefix("-"), argument != "-" {
      rest.removeFirst()
      if argument == "--" { break }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isLong = argument.hasPrefix("--")
      let name = isLong ? String(parts[0]) : argument
      guard let option = OptionLine.table.first(where: { $0.name == name || $0.short == name })
      else {
        let names = OptionLine.table.map(\.name)
        throw .unknownOption(name, suggestion: Suggestion.nearest(to: name, among: names))
      }
      let attached = isLong && parts.count == 2 ? String(parts[1]) : nil
      if option.value == nil {
        if attached != nil { throw .valueNotWanted(name) }
        try option.apply(&self, "")
      } else if let value = attached ?? rest.popFirst() {
        try option.apply(&self, value)
      } else {
        throw .missingValue(name)
      }
    }
    command = Array(rest)
  }

  /// The language that arguments ask for, even if others of them cannot be read.
  static func language(in arguments: [String]) -> Language? {
    for (index, argument) in arguments.enumerated() {
      if argument.hasPrefix("--lang=") { return Language(rawValue: String(argument.dropFirst(7))) }
      if argument == "--lang", index + 1 < arguments.count {
        return Language(rawValue: arguments[index + 1])
      }
    }
    return nil
  }
}
