/// An XML element, with the line on which it begins.
struct MarkupElement {
  var name: String
  var line: Int
  var attributes: [String: String] = [:]
  var children: [MarkupElement] = []
  /// The character data directly inside the element, including CDATA.
  var text = ""

  subscript(name: String) -> MarkupElement? { children.first { $0.name == name } }

  /// The text of a child's `text` element. Moodle wraps every text in this way.
  func wrappedText(_ name: String) -> String { self[name]?["text"]?.text ?? "" }
}
