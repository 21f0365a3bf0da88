extension String {
  /// The path, with the home directory instead of `~` at its beginning. A shell does this before a
  /// program starts, but not behind `journal:` and not in the lines of a script.
  ///
  /// - Parameter home: the home directory; `nil` where nobody has one.
  package func expandingHome(_ home: String?) -> String {
    guard self == "~" || hasPrefix("~/"), let home else { return self }
    return home + dropFirst()
  }
}
