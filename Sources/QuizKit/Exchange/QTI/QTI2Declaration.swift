import QuizSupport

/// The declaration of the right response to an interaction in an item of QTI 2.
struct QTI2Declaration {
  /// The points for a response.
  struct Entry {
    var key: String
    var points: Double
    var isCaseSensitive: Bool
  }

  let identifier: String
  /// One value, several of them, or several in an order.
  let cardinality: String
  let baseType: String
  /// The values of the right response, in their order.
  let correct: [String]
  let entries: [Entry]
  /// The points for a response without an entry.
  let otherPoints: Double

  init(_ element: MarkupElement) {
    identifier = element.attributes["identifier"] ?? ""
    cardinality = element.attributes["cardinality"] ?? "single"
    baseType = element.attributes["baseType"] ?? ""
    let values = element["correctResponse"]?.children.filter { $0.name == "value" } ?? []
    correct = values.map(\.allText).filter { !$0.isEmpty }
    let mapping = element["mapping"]
    entries = (mapping?.children ?? []).compactMap { entry in
      guard let key = entry.attributes["mapKey"],
        let points = TypedNumber.value(of: entry.attributes["mappedValue"] ?? "")
      else { return nil }
      return Entry(
        key: FieldText.make(key), points: points,
        isCaseSensitive: entry.attributes["caseSensitive"] == "true")
    }
    otherPoints = TypedNumber.value(of: mapping?.attributes["defaultValue"] ?? "") ?? 0
  }

  /// The responses that give points.
  var rewarded: [Entry] { entries.filter { $0.points > 0 } }

  /// The points for a response.
  func points(for key: String) -> Double {
    entries.first { $0.key == key }?.points ?? otherPoints
  }

  var isNumber: Bool { baseType == "integer" || baseType == "float" }
}
