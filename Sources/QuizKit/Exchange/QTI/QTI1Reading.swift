import QuizSupport

/// Follows the sections and banks of a file of QTI 1.2, and turns its items into questions.
struct QTI1Reading {
  private let collector: QuestionCollector
  /// The title of the quiz or bank, which becomes the deck.
  private var title: String?
  private var sections: [Section] = []
  /// The points of the last question that said them.
  private var points: Double?
  /// The number of items so far.
  private var count = 0

  /// A section that is being read.
  private struct Section {
    var title: String
    var line: Int
    /// How many of its items it draws; `nil` for all.
    var draws: Int?
    var items = 0
  }

  init(_ collector: QuestionCollector) {
    self.collector = collector
  }

  static func isContainer(_ name: String) -> Bool {
    ["questestinterop", "assessment", "objectbank", "section"].contains(name)
  }

  mutating func begin(_ container: MarkupElement) {
    let title = FieldText.make(container.attributes["title"] ?? "")
    if container.name == "section" {
      sections.append(Section(title: title, line: container.line))
    } else {
      self.title = title.isEmpty ? nil : title
    }
  }

  mutating func end(_ name: String) {
    guard name == "section", let section = sections.popLast() else { return }
    if let draws = section.draws, draws < section.items {
      collector.report(
        .sectionDraws(draws, of: section.items, title: section.title), line: section.line)
    }
  }

  /// Takes what describes the container that it is in.
  mutating func take(_ description: MarkupElement) {
    if description.name == "qtimetadata" {
      let title = QTI1Metadata(description)["bank_title"] ?? ""
      if sections.isEmpty, self.title == nil, !title.isEmpty { self.title = title }
    } else if description.name == "presentation_material" {
      if !QTIMaterial().text(description).isEmpty {
        collector.reportOnce(.passageDropped, line: description.line)
      }
    } else if let number = description.first("selection_number"), !sections.isEmpty {
      sections[sections.count - 1].draws = Int(number.allText)
    }
  }

  mutating func submit(_ item: MarkupElement) {
    count += 1
    if !sections.isEmpty { sections[sections.count - 1].items += 1 }
    if !collector.admits(item) { return }
    let item = QTI1Item(item, number: count, deck: title, collector)
    if let points = item.points.flatMap({ TypedNumber.value(of: $0) }) {
      if let known = self.points, known != points { collector.reportOnce(.pointsDropped, line: 1) }
      self.points = points
    }
    item.submit()
  }
}

/// The metadata of a quiz or an item of QTI 1.2, by the names of its fields in lower case.
struct QTI1Metadata {
  private var fields: [String: String] = [:]

  init(_ element: MarkupElement?) {
    // Respondus spells the name of the element differently.
    element?.visit { child in
      switch child.name {
      case "qtimetadatafield", "qti_metadatafield":
        let label = child["fieldlabel"]?.allText.lowercased() ?? ""
        fields[label] = child["fieldentry"]?.allText
        return false
      default:
        // Blackboard has an element for each field.
        if child.name.hasPrefix("bbmd_") || child.name.hasPrefix("qmd_") {
          fields[child.name.lowercased()] = child.allText
        }
        return true
      }
    }
  }

  /// The value of a field; `nil` if it is missing or empty.
  subscript(name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The first of several fields that exists.
  func first(_ names: String...) -> String? { names.lazy.compactMap { self[$0] }.first }
}
