/// Finds keywords, strings, comments and numbers in code, as the description of a language says.
///
/// It is meant for short pieces of code that need not be complete. What it does not understand has
/// no colour.
struct CodeLexer {
  struct Token: Equatable {
    var text: String
    /// `nil` for code without a colour of its own.
    let role: Palette.Role?
  }

  private let bytes: [UInt8]
  private let language: CodeLanguage
  private var index = 0
  /// Where the code without a colour before the current token begins.
  private var start = 0
  private var tokens: [Token] = []
  /// Whether the current place is within a tag of HTML.
  private var isInTag = false
  /// Where the lines end in which a string of each mark has been found not to end.
  private var unclosed: [[UInt8]: Int] = [:]
  /// The longest character between two marks, in bytes.
  private static let longestCharacter = 64

  /// The tokens of each line. Comments and strings may go on over lines.
  static func lines(of lines: [String], _ language: CodeLanguage) -> [[Token]] {
    var lexer = CodeLexer(Array(lines.joined(separator: "\n").utf8), language)
    lexer.read()
    var result: [[Token]] = [[]]
    for token in lexer.tokens {
      let parts = token.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { result.append([]) }
        if !part.isEmpty {
          result[result.count - 1].append(Token(text: String(part), role: token.role))
        }
      }
    }
    return result
  }

  private init(_ bytes: [UInt8], _ language: CodeLanguage) {
    (self.bytes, self.language) = (bytes, language)
  }

  private mutating func read() {
    while index < bytes.count {
      if takeComment() || takeString() { continue }
      let byte = bytes[index]
      if language.isMarkup, !isInTag {
        if !takeTag() { index += 1 }
      } else if language.isMarkup, byte == UInt8(ascii: ">") {
        take(to: index + 1, .keyword)
        isInTag = false
      } else if byte.isDigit {
        takeNumber()
      } else if byte.isWord || language.wordSigns.contains(byte) {
        takeWord()
      } else {
        index += 1
      }
    }
    take(to: index, nil)
  }

  /// Takes the bytes from the current place to `end` as one token.
  private mutating func take(to end: Int, _ role: Palette.Role?) {
    append(start..<index, nil)
    append(index..<end, role)
    (index, start) = (end, end)
  }

  private mutating func append(_ range: Range<Int>, _ role: Palette.Role?) {
    if range.isEmpty { return }
    tokens.append(Token(text: String(decoding: bytes[range], as: UTF8.self), role: role))
  }

  private func starts(with mark: [UInt8], at place: Int) -> Bool {
    bytes[place] == mark[0] && bytes[place...].starts(with: mark)
  }

  // MARK: Comments and strings

  private mutating func takeComment() -> Bool {
    for mark in language.lineComments where starts(with: mark, at: index) {
      // `$#` and `a#b` are no comments in a shell.
      if mark == [UInt8(ascii: "#")], index > 0, bytes[index - 1] > 0x20 { continue }
      take(to: bytes[index...].firstIndex(of: 0x0A) ?? bytes.count, .comment)
      return true
    }
    if let (open, close) = language.blockComment, starts(with: open, at: index) {
      take(to: end(of: close, from: index + open.count) ?? bytes.count, .comment)
      return true
    }
    return false
  }

  private mutating func takeString() -> Bool {
    guard !language.isMarkup || isInTag else { return false }
    for form in language.strings where starts(with: form.mark, at: index) {
      guard let end = end(of: form) else { continue }
      take(to: end, isKey(before: end) ? .keyword : .string)
      return true
    }
    return false
  }

  /// The place after a string of such a form that begins here; `nil` when it does not end.
  private mutating func end(of form: CodeLanguage.StringForm) -> Int? {
    if index < unclosed[form.mark] ?? 0 { return nil }
    var place = index + form.mark.count
    let first = place
    while place < bytes.count {
      if bytes[place] == 0x5C, form.hasEscapes {
        place += 2
      } else if starts(with: form.mark, at: place) {
        // In Rust, `'a` is the name of a lifetime: a character is one character long.
        if form.isCharacter, !isCharacter(first..<place) { return nil }
        return place + form.mark.count
      } else if bytes[place] == 0x0A, !form.isLong {
        break
      } else if form.isCharacter, bytes[first] != 0x5C, place - first > Self.longestCharacter {
        return nil
      } else {
        place += 1
      }
    }
    if form.isLong { return bytes.count }
    unclosed[form.mark] = place
    return nil
  }

  private func isCharacter(_ range: Range<Int>) -> Bool {
    bytes[range].first == 0x5C || String(decoding: bytes[range], as: UTF8.self).count == 1
  }

  private func end(of mark: [UInt8], from start: Int) -> Int? {
    var place = start
    while let found = bytes[place...].firstIndex(of: mark[0]) {
      if starts(with: mark, at: found) { return found + mark.count }
      place = found + 1
    }
    return nil
  }

  // MARK: Words and numbers

  private mutating func takeNumber() {
    var end = index + 1
    while end < bytes.count {
      let isExponent = (bytes[end - 1] | 0x20) == UInt8(ascii: "e") && bytes[index] != 0x30
      let isFraction = bytes[end] == UInt8(ascii: ".") && bytes[(end + 1)...].first?.isDigit == true
      guard
        bytes[end].isWord || bytes[end].isDigit || isFraction
          || (isExponent && "+-".utf8.contains(bytes[end]))
      else {
        break
      }
      end += 1
    }
    take(to: end, .number)
  }

  private mutating func takeWord() {
    let end =
      bytes[(index + 1)...].firstIndex {
        !$0.isWord && !$0.isDigit && !(language.hasHyphens && $0 == UInt8(ascii: "-"))
      } ?? bytes.count
    let isMember = index > 0 && bytes[index - 1] == UInt8(ascii: ".")
    let word = String(decoding: bytes[index..<end], as: UTF8.self)
    let isKeyword =
      isKey(before: end) || (!isMember && language.isKeyword(word))
      || (end > index + 1 && bytes[index] == UInt8(ascii: "@"))
    if isKeyword { take(to: end, .keyword) } else { index = end }
  }

  /// Whether what ends at `end` is a key: a colon and a blank or a line end follow.
  private func isKey(before end: Int) -> Bool {
    guard language.hasKeys, end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return false }
    return end + 1 == bytes.count || bytes[end + 1] <= 0x20
  }

  private mutating func takeTag() -> Bool {
    guard bytes[index] == UInt8(ascii: "<") else { return false }
    let name = bytes[(index + 1)...].drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "!") }
    guard name.startIndex <= index + 2, name.first?.isWord == true else { return false }
    let end = name.firstIndex { !$0.isWord && !$0.isDigit && $0 != UInt8(ascii: "-") }
    take(to: end ?? bytes.count, .keyword)
    isInTag = true
    return true
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether a name may begin with it. Names may be written in any script.
  fileprivate var isWord: Bool {
    (0x41...0x5A).contains(self & 0xDF) || self == UInt8(ascii: "_") || self >= 0x80
  }
}

/// The description of a language for the lexer.
package struct CodeLanguage: Sendable {
  /// A mark between which a string stands.
  struct StringForm: Sendable {
    let mark: [UInt8]
    /// Whether a backslash takes the meaning of the mark away.
    var hasEscapes = true
    /// Whether it may go on over lines.
    var isLong = false
    /// Whether it is a single character.
    var isCharacter = false

    init(
      _ mark: String, hasEscapes: Bool = true, isLong: Bool = false, isCharacter: Bool = false
    ) {
      self.mark = Array(mark.utf8)
      self.hasEscapes = hasEscapes
      self.isLong = isLong
      self.isCharacter = isCharacter
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

extension CodeLanguage {
  /// The languages whose code has colours. A new one needs a row here and nothing else.
  static let all: [CodeLanguage] = [
    CodeLanguage(
      "js javascript jsx mjs cjs node",
      strings: [quote, apostrophe, StringForm("`", isLong: true)],
      script),
    CodeLanguage(
      "ts typescript tsx mts cts",
      strings: [quote, apostrophe, StringForm("`", isLong: true)], signs: "@",
      script + " " + """
        abstract any as asserts bigint boolean declare enum implements infer interface is keyof
        module namespace never number object override private protected public readonly satisfies
        string symbol type unique unknown
        """),
    CodeLanguage(
      "py python python3 py3 pycon ipython", comments: ["#"], block: nil,
      strings: [long("\"\"\""), long("'''"), quote, apostrophe], signs: "@",
      """
      False None True and as assert async await break case class continue def del elif else except
      finally for from global if import in is lambda match nonlocal not or pass raise return self
      try while with yield
      """),
    CodeLanguage(
      "java", strings: [long("\"\"\""), quote, apostrophe], signs: "@",
      """
      abstract assert boolean break byte case catch char class const continue default do double
      else enum extends false final finally float for goto if implements import instanceof int
      interface long native new null package permits private protected public record return sealed
      short static strictfp super switch synchronized this throw throws transient true try var void
      volatile while yield
      """),
    CodeLanguage("c h", signs: "#", plainC),
    CodeLanguage(
      "cpp c++ cc cxx hpp hh hxx", signs: "#",
      plainC + " " + """
        alignas alignof and catch class concept consteval constexpr constinit const_cast co_await
        co_return co_yield decltype delete dynamic_cast explicit export false final friend import
        module mutable namespace new noexcept not nullptr operator or override private protected
        public reinterpret_cast requires static_assert static_cast template this throw true try
        typeid typename using virtual wchar_t
        """),
    CodeLanguage(
      "cs csharp c# dotnet", strings: [long("\"\"\""), quote, apostrophe], signs: "#",
      """
      #define #elif #else #endif #endregion #if #nullable #pragma #region abstract and as async
      await base bool break byte case catch char checked class const continue decimal default
      delegate do double else enum event explicit extern false finally fixed float for foreach get
      goto if implicit in init int interface internal is lock long nameof namespace new not null
      object operator or out override params partial private protected public readonly record ref
      required return sbyte sealed set short sizeof stackalloc static string struct switch this
      throw true try typeof uint ulong unchecked unsafe ushort using value var virtual void
      volatile when where while with yield
      """),
    CodeLanguage(
      "go golang", strings: [quote, apostrophe, StringForm("`", hasEscapes: false, isLong: true)],
      """
      any bool break byte case chan complex64 complex128 const continue default defer else error
      fallthrough false float32 float64 for func go goto if import int int8 int16 int32 int64
      interface iota map nil package range return rune select string struct switch true type uint
      uint8 uint16 uint32 uint64 uintptr var
      """),
    CodeLanguage(
      "rust rs", strings: [StringForm("\"", isLong: true), StringForm("'", isCharacter: true)],
      """
      Self as async await bool break char const continue crate dyn else enum extern f32 f64 false
      fn for i8 i16 i32 i64 i128 if impl in isize let loop match mod move mut pub ref return self
      static str struct super trait true type u8 u16 u32 u64 u128 union unsafe use usize where
      while yield
      """),
    CodeLanguage(
      "swift", strings: [long("\"\"\""), quote], signs: "#@",
      """
      #available #else #elseif #endif #if #selector Any Self actor any as associatedtype async
      await borrowing break case catch class consuming continue convenience default defer deinit
      didSet do dynamic else enum extension fallthrough false fileprivate final for func get guard
      if import in indirect infix init inout internal is isolated lazy let mutating nil nonisolated
      nonmutating open operator optional override package postfix precedencegroup prefix private
      protocol public repeat required rethrows return self set some static struct subscript super
      switch throw throws true try typealias unowned var weak where while willSet
      """),
    CodeLanguage(
      "kotlin kt kts", strings: [long("\"\"\""), quote, apostrophe], signs: "@",
      """
      abstract actual annotation as break by catch class companion const constructor continue
      crossinline data do else enum expect external false final finally for fun get if import in
      infix init inline inner interface internal is lateinit noinline null object open operator out
      override package private protected public reified return sealed set super suspend tailrec
      this throw true try typealias val value var vararg when where while
      """),
    CodeLanguage(
      "php", comments: ["//", "#"], signs: "$", ignoresCase: true,
      """
      abstract and array as bool break callable case catch class clone const continue declare
      default do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum
      extends false final finally float fn for foreach function global goto if implements include
      include_once instanceof insteadof int interface isset list match mixed namespace new null
      object or print private protected public readonly require require_once return self static
      string switch this throw trait true try unset use var void while xor yield
      """),
    CodeLanguage(
      "rb ruby irb", comments: ["#"], block: ("=begin", "=end"),
      """
      BEGIN END alias and attr_accessor attr_reader attr_writer begin break case class def defined?
      do else elsif end ensure extend false for if in include lambda module next nil not or private
      proc protected public puts raise redo require require_relative rescue retry return self super
      then true undef unless until when while yield
      """),
    CodeLanguage(
      "sh shell bash zsh ksh console shell-session terminal", comments: ["#"], block: nil,
      strings: [
        StringForm("\"", isLong: true), StringForm("'", hasEscapes: false, isLong: true),
      ], signs: "$", hasHyphens: true,
      """
      alias break case cd continue declare do done echo elif else esac eval exec exit export false
      fi for function if in let local printf read readonly return select set shift source then time
      trap true unset until while
      """),
    CodeLanguage(
      "sql mysql postgres postgresql psql sqlite plsql tsql", comments: ["--"],
      strings: [quote, StringForm("'", hasEscapes: false, isLong: true)], ignoresCase: true,
      """
      add all alter and any as asc begin between bigint boolean by cascade case cast char check
      column commit constraint create cross database date decimal default delete desc distinct drop
      else end except exists explain false fetch float foreign from full function grant group
      having if ilike in index inner insert int integer intersect into is join key left like limit
      natural not null numeric offset on or order outer over partition primary procedure recursive
      references returning revoke right rollback row rows select set some table temporary text then
      timestamp to transaction trigger true truncate union unique update using values varchar view
      when where window with
      """),
    CodeLanguage(
      "html htm xhtml xml svg vue", comments: [], block: ("<!--", "-->"),
      strings: [
        StringForm("\"", hasEscapes: false, isLong: true),
        StringForm("'", hasEscapes: false, isLong: true),
      ], hasHyphens: true, isMarkup: true, ""),
    CodeLanguage(
      "css scss sass less", comments: ["//"], signs: "@", hasKeys: true, hasHyphens: true,
      "auto from important inherit initial none revert to unset var calc rgb rgba url"),
    CodeLanguage(
      "json jsonc json5 geojson", strings: [quote], hasKeys: true, "false null true"),
    CodeLanguage(
      "yaml yml", comments: ["#"], block: nil, hasKeys: true, hasHyphens: true,
      "false no null off on true yes"),
  ]

  private static let quote = StringForm("\"")
  private static let apostrophe = StringForm("'")

  private static func long(_ mark: String) -> StringForm { StringForm(mark, isLong: true) }

  private static let script = """
    arguments async await break case catch class const continue debugger default delete do else
    export extends false finally for from function get if import in instanceof let new null of
    return set static super switch this throw true try typeof undefined var void while with yield
    """

  private static let plainC = """
    #define #elif #else #endif #error #if #ifdef #ifndef #include #pragma #undef _Bool auto bool
    break case char const continue default do double else enum extern float for goto if inline int
    long register restrict return short signed sizeof static struct switch typedef union unsigned
    void volatile while
    """
}

/// Draws lines of code in the colours of their language. Nothing but colour is added to a line, and
/// one that is too long is cut where the row ends: code is not wrapped at blanks.
package struct CodeDrawing {
  package struct CodeRow {
    let text: String
    /// The text after two cells, which mark a row that goes on.
    let afterGutter: String
  }

  /// The cells before code. A row that goes on has its mark there.
  static let gutter = 2

  private let theme: Theme
  private let hasColors: Bool

  init(_ inline: InlineDrawing) {
    theme = inline.theme
    hasColors = inline.marks == .styled && !inline.isPainted
  }

  /// - Parameter columns: The widest row with its gutter.
  func rows(_ lines: [String], _ language: CodeLanguage?, _ columns: Int?) -> [CodeRow] {
    let mark = theme.signs.continued.padded(to: Self.gutter, .leading, theme.ambiguous)
    let blank = String(repeating: " ", count: Self.gutter)
    let gutter = hasColors ? theme.palette.faint(mark) : mark
    return colored(lines, language).flatMap { line in
      let pieces = columns.map { line.cut(to: max(2, $0 - Self.gutter), theme.ambiguous) } ?? [line]
      return pieces.enumerated().map { index, piece in
        CodeRow(
          text: piece, afterGutter: index > 0 ? gutter + piece : piece.isEmpty ? "" : blank + piece)
      }
    }
  }

  private func colored(_ lines: [String], _ language: CodeLanguage?) -> [String] {
    guard hasColors, let language else { return lines }
    return CodeLexer.lines(of: lines, language).map { tokens in
      tokens.map { token in
        token.role.map { theme.palette.painted(token.text, $0) } ?? token.text
      }.joined()
    }
  }
}
