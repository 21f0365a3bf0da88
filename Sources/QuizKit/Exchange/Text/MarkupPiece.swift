/// A part of a text that contains HTML, before it is decided which tags are markup.
enum MarkupPiece: Equatable {
  /// Text that stays as it is.
  case text(String)
  /// A tag, with its name in lower case.
  case tag(name: String, isEnd: Bool, raw: String)
  /// The contents of a `<pre>` element, with the language of the code if it is named.
  case preformatted(String, language: String)
}
