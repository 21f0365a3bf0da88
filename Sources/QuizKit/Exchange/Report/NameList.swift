import QuizSupport

/// Lists names that a file has, such as those of columns, without end where the file has so many.
enum NameList {
  /// The most names that are written out. A person's table has fewer.
  static let most = 20
  /// The most characters of a name that are written out.
  static let mostCharacters = 60

  /// The first names, and how many more there are.
  static func text(_ names: [String], _ language: Language) -> String {
    var parts = names.prefix(most).map { name in
      name.count > mostCharacters ? name.prefix(mostCharacters) + "…" : name
    }
    if names.count > most {
      let rest = names.count - most
      parts.append(language.text("and \(rest) more", "ほか \(rest) 個"))
    }
    return parts.joined(separator: language.text(", ", "、"))
  }
}
