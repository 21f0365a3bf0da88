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
      script + """
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
      abstract assert boolean break byte case catch char class const continue default do double else
      enum extends false final finally float for goto if implements import instanceof int interface
      long native new null package permits private protected public record return sealed short
      static strictfp super switch synchronized this throw throws transient true try var void
      volatile while yield
      """),
    CodeLanguage("c h", signs: "#", plainC),
    CodeLanguage(
      "cpp c++ cc cxx hpp hh hxx", signs: "#",
      plainC + """
         alignas alignof and catch class concept consteval constexpr constinit const_cast co_await
        co_return co_yield decltype delete dynamic_cast explicit export false final friend import
        module mutable namespace new noexcept not nullptr operator or override private protected
        public reinterpret_cast requires static_assert static_cast template this throw true try
        typeid typename using virtual wchar_t
        """),
    CodeLanguage(
      "cs csharp c# dotnet", strings: [long("\"\"\""), quote, apostrophe], signs: "#",
      """
      #define #elif #else #endif #endregion #if #nullable #pragma #region abstract and as async await
      base bool break byte case catch char checked class const continue decimal default delegate do
      double else enum event explicit extern false finally fixed float for foreach get goto if
      implicit in init int interface internal is lock long nameof namespace new not null object
      operator or out override params partial private protected public readonly record ref required
      return sbyte sealed set short sizeof stackalloc static string struct switch this throw true try
      typeof uint ulong unchecked unsafe ushort using value var virtual void volatile when where
      while with yield
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
      Self as async await bool break char const continue crate dyn else enum extern f32 f64 false fn
      for i8 i16 i32 i64 i128 if impl in isize let loop match mod move mut pub ref return self static
      str struct super trait true type u8 u16 u32 u64 u128 union unsafe use usize where while yield
      """),
    CodeLanguage(
      "swift", strings: [long("\"\"\""), quote], signs: "#@",
      """
      #available #else #elseif #endif #if #selector Any Self actor any as associatedtype async await
      borrowing break case catch class consuming continue convenience default defer deinit didSet do
      dynamic else enum extension fallthrough false fileprivate final for func get guard if import in
      indirect infix init inout internal is isolated lazy let mutating nil nonisolated nonmutating
      open operator optional override package postfix precedencegroup prefix private protocol public
      repeat required rethrows return self set some static struct subscript super switch throw throws
      true try typealias unowned var weak where while willSet
      """),
    CodeLanguage(
      "kotlin kt kts", strings: [long("\"\"\""), quote, apostrophe], signs: "@",
      """
      abstract actual annotation as break by catch class companion const constructor continue
      crossinline data do else enum expect external false final finally for fun get if import in
      infix init inline inner interface internal is lateinit noinline null object open operator out
      override package private protected public reified return sealed set super suspend tailrec this
      throw true try typealias val value var vararg when where while
      """),
    CodeLanguage(
      "php", comments: ["//", "#"], signs: "$", ignoresCase: true,
      """
      abstract and array as bool break callable case catch class clone const continue declare default
      do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum extends
      false final finally float fn for foreach function global goto if implements include
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
      alias break case cd continue declare do done echo elif else esac eval exec exit export false fi
      for function if in let local printf read readonly return select set shift source then time trap
      true unset until while
      """),
    CodeLanguage(
      "sql mysql postgres postgresql psql sqlite plsql tsql", comments: ["--"],
      strings: [quote, StringForm("'", hasEscapes: false, isLong: true)], ignoresCase: true,
      """
      add all alter and any as asc begin between bigint boolean by cascade case cast char check column
      commit constraint create cross database date decimal default delete desc distinct drop else end
      except exists explain false fetch float foreign from full function grant group having if ilike
      in index inner insert int integer intersect into is join key left like limit natural not null
      numeric offset on or order outer over partition primary procedure recursive references returning
      revoke right rollback row rows select set some table temporary text then timestamp to transaction
      trigger true truncate union unique update using values varchar view when where window with
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
