/// A text of QTI 2 in which each blank is an element.
struct QTI2GapText {
  /// The texts around the blanks, and the identifiers of the blanks.
  let split: (pieces: [String], names: [String])

  private static let mark = "\u{F8F0}"

  init(_ element: MarkupElement, _ material: QTIMaterial) {
    var names: [String] = []
    let text = material.text(ofElements: Self.marked(element, &names))
    let pieces = text.split(separator: Character(Self.mark), omittingEmptySubsequences: false)
    split = (pieces.map { String($0) }, names)
  }

  /// The element with a mark in the place of each blank.
  private static func marked(_ element: MarkupElement, _ names: inout [String]) -> MarkupElement {
    var marked = element
    marked.nodes = element.nodes.map { node in
      guard case .element(let child) = node else { return node }
      if child.name == "gap" {
        names.append(child.attributes["identifier"] ?? "")
        return .text(mark)
      }
      return .element(Self.marked(child, &names))
    }
    return marked
  }
}
