/// What the lexer has to know about a language.
struct CodeLanguage: Sendable {
  /// A mark between which a string stands.
  struct StringForm: Sendable {
    let mark: [UInt8]
    /// Whether a backslash takes the meaning of the mark away.
    var hasEscapes = true
    /// Whether it may go on over lines.
    var isLong = false
    /// Whether it is a single character.
    var isCharacter = false

    init(_ mark: String, hasEscapes: Bool = true, isLong: Bool = false, isCharacter: Bool = false) {
      self.mark = Array(mark.utf8)
      (self.hasEscapes, self.isLong, self.isCharacter) = (hasEscapes, isLong, isCharacter)
    }
  }

  /// The names by which a fence calls the language.
  let names: [String]
  let lineComments: [[UInt8]]
  let blockComment: (open: [UInt8], close: [UInt8])?
  /// The forms of its strings, longer marks first.
  let strings: [StringForm]
  /// Characters with which a word may begin besides letters, such as `#` and `@`.
  let wordSigns: [UInt8]
  let ignoresCase: Bool
  /// Whether a word before a colon is a key.
  let hasKeys: Bool
  /// Whether a hyphen may be part of a word.
  let hasHyphens: Bool
  /// Whether the code is text with tags.
  let isMarkup: Bool
  private let keywords: Set<String>

  init(
    _ names: String, comments: [String] = ["//"], block: (String, String)? = ("/*", "*/"),
    strings: [StringForm] = [StringForm("\""), StringForm("'")], signs: String = "",
    ignoresCase: Bool = false, hasKeys: Bool = false, hasHyphens: Bool = false,
    isMarkup: Bool = false, _ keywords: String
  ) {
    self.names = names.split(separator: " ").map(String.init)
    lineComments = comments.map { Array($0.utf8) }
    blockComment = block.map { (Array($0.0.utf8), Array($0.1.utf8)) }
    (self.strings, wordSigns) = (strings, Array(signs.utf8))
    (self.ignoresCase, self.hasKeys) = (ignoresCase, hasKeys)
    (self.hasHyphens, self.isMarkup) = (hasHyphens, isMarkup)
    self.keywords = Set(keywords.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  /// - Parameter info: What follows the marks of a fence, such as `js` or `swift title="a"`.
  /// - Returns: `nil` for a language that is not known.
  init?(named info: Substring) {
    let word = info.drop { " {.".contains($0) }.prefix { !" {},;:".contains($0) }
    guard let language = Self.byName[word.lowercased()] else { return nil }
    self = language
  }

  func isKeyword(_ word: String) -> Bool {
    keywords.contains(ignoresCase ? word.lowercased() : word)
  }

  private static let byName = Dictionary(
    all.flatMap { language in language.names.map { ($0, language) } }, uniquingKeysWith: { $1 })
}
