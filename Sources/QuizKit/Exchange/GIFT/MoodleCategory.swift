/// The path of a category in Moodle's spelling.
enum MoodleCategory {
  /// The path without Moodle's own beginning: `$course$/top/Biology` is `Biology`, the top itself nothing.
  ///
  /// `//` inside a path stands for one `/` in a name; it stays as it is, so that the path can be written
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

  /// The path that ``name(_:)`` reads as the given name.
  static func path(_ name: String) -> String {
    if name.isEmpty { return "$course$/top" }
    return name.hasPrefix("$") || name.hasPrefix("top") ? "top/" + name : name
  }
}
