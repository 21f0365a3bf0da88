import QuizSupport

/// Converts the path of a category from and to Moodle's syntax.
enum MoodleCategory {
  /// Returns the path without Moodle's prefix: `Biology` for `$course$/top/Biology`, and an empty
  /// string for the top itself.
  ///
  /// `//` is Moodle's escape for a `/` in a name. It is kept, so that the path can be written
  /// again.
  static func name(_ path: String) -> String {
    guard path.hasPrefix("$") || path.hasPrefix("top") else { return path }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)[...]
    if let first = parts.first, first.hasPrefix("$"), first.hasSuffix("$"), parts.count > 1 {
      parts.removeFirst()
    }
    if parts.first == "top" { parts.removeFirst() }
    return FieldText.make(parts.joined(separator: "/"))
  }

  /// Returns the path that ``name(_:)`` converts to `name`.
  static func path(_ name: String) -> String {
    if name.isEmpty { return "$course$/top" }
    return name.hasPrefix("$") || name.hasPrefix("top") ? "top/" + name : name
  }
}
