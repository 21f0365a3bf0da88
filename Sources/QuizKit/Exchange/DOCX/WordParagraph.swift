/// A paragraph of a Word text.
struct WordParagraph {
  /// The number in the text, from 1.
  var number = 0
  /// The text with line breaks, without blanks at its ends.
  var text = ""
  /// The level of a heading, from 1; `nil` for other paragraphs. The title of the text has level 1.
  var heading: Int?
  /// The list that the paragraph is in, and how its items are marked.
  var list: List?
  /// The marks that nearly all of the letters have.
  var marks: Set<Mark> = []
  /// Which of the two words is marked if the paragraph offers a pair such as `True / False`.
  var chosen: Bool?

  /// A list with automatic numbers.
  struct List {
    var identifier: String
    var level: Int
    var style: Style
    /// The number or letter that Word writes before the item; empty for bullets.
    var label: String

    /// The notations of automatic numbers.
    enum Style { case numbers, letters, bullets }
  }

  /// Which part of a colour is the strongest. One author may use several reds.
  enum Hue: CaseIterable { case red, green, blue }

  /// The ways in which authors mark the right choice.
  enum Mark: Hashable {
    case bold
    case highlight
    case underline
    case italic
    /// A colour other than that of usual text.
    case color(Hue)
  }
}
