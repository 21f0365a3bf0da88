import QuizSupport

/// Lists names from a file, such as those of columns. A long list is cut off.
enum NameList {
  /// The most names that are written out. A table made by a person has fewer.
  static let most = 20
  /// The most characters of a name that are written out.
  static let mostCharacters = 60

  /// The first names, and the number of the remaining ones.
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
