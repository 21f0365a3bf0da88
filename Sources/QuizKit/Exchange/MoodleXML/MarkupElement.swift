/// An element of an XML document, with the line that it begins on.
struct MarkupElement {
  var name: String
  var line: Int
  var attributes: [String: String] = [:]
  var children: [MarkupElement] = []
  /// The character data directly inside, CDATA included.
  var text = ""

  subscript(name: String) -> MarkupElement? { children.first { $0.name == name } }

  /// The text of a child's child `text`, which is how Moodle wraps every text.
  func wrappedText(_ name: String) -> String { self[name]?["text"]?.text ?? "" }
}
