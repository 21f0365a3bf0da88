import QuizSupport

/// An XML element, with the line on which it begins.
struct MarkupElement {
  /// The name without its prefix. The namespaces of packages differ from program to program, and
  /// the names in them do not.
  var name: String
  var line: Int
  /// The attributes by their names without prefix. One without a prefix takes precedence.
  var attributes: [String: String] = [:]
  /// The character data and the elements inside, in their order.
  var nodes: [Node] = []

  /// A part of the contents.
  enum Node {
    /// Character data, including CDATA.
    case text(String)
    case element(MarkupElement)
  }

  var children: [MarkupElement] {
    nodes.compactMap { if case .element(let child) = $0 { child } else { nil } }
  }

  /// The character data directly inside the element.
  var text: String {
    if nodes.count == 1, case .text(let text) = nodes[0] { return text }
    return nodes.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// The first child of a name.
  subscript(name: String) -> MarkupElement? {
    for case .element(let child) in nodes where child.name == name { return child }
    return nil
  }

  mutating func append(_ text: String) {
    // A text that comments split is one text, so that a file of comments takes no more memory.
    if case .text(var last)? = nodes.last {
      // Leaves the only copy in `last`, so that it grows in place.
      nodes[nodes.count - 1] = .text("")
      last += text
      nodes[nodes.count - 1] = .text(last)
    } else {
      nodes.append(.text(text))
    }
  }
}

extension MarkupElement {
  /// The children with one of these names, in their order.
  func children(_ names: String...) -> [MarkupElement] {
    children.filter { names.contains($0.name) }
  }

  /// All elements inside with one of these names, in their order. Those inside of a found one are
  /// not looked for.
  func all(_ names: String...) -> [MarkupElement] {
    var found: [MarkupElement] = []
    visit { element in
      if names.contains(element.name) {
        found.append(element)
        return false
      }
      return true
    }
    return found
  }

  /// The first element inside with this name, at any depth.
  func first(_ name: String) -> MarkupElement? { first { $0.name == name } }

  /// The first element inside that is looked for, at any depth.
  func first(where isWanted: (MarkupElement) -> Bool) -> MarkupElement? {
    for case .element(let child) in nodes {
      if isWanted(child) { return child }
      if let found = child.first(where: isWanted) { return found }
    }
    return nil
  }

  /// Calls `look` with each element inside; returning `false` leaves out what is in it.
  func visit(_ look: (MarkupElement) -> Bool) {
    for case .element(let child) in nodes where look(child) { child.visit(look) }
  }

  /// The character data of the element and of all elements inside, without blanks at its ends.
  var allText: String {
    var text = ""
    func add(_ element: MarkupElement) {
      for node in element.nodes {
        switch node {
        case .text(let piece): text += piece
        case .element(let child): add(child)
        }
      }
    }
    add(self)
    return FieldText.make(text)
  }
}
