/// A part of a question's text with rows of its own.
enum MarkupBlock {
  /// Lines of prose. What is inside them is read when they are drawn.
  case paragraph(String)
  case blank
  case code([String], CodeLanguage?)
  case list([Item])
  case quote([MarkupBlock])
  case table(MarkupTable)

  /// An item of a list.
  struct Item {
    /// The number with its sign, as it is written; `nil` for an item without a number.
    let number: String?
    let blocks: [MarkupBlock]
  }
}
