/// The right order of the labels of an item of QTI 1.2.
struct QTI1Order {
  /// The identifiers of the labels in their right order; empty if the rules say none, or several.
  let identifiers: [String]

  init(_ rules: QTI1Rules, labels: [String]) {
    let right = rules.right
    let labels = Set(labels)
    // Brightspace has a rule with its place for each item.
    let places = right.flatMap(\.rule.answers).compactMap { answer in
      Int(answer.text).map { (place: $0, item: answer.response) }
    }.filter { labels.contains($0.item) }
    if places.count == labels.count {
      identifiers = places.sorted { $0.place < $1.place }.map(\.item)
      return
    }
    // Others say the places in one rule for all items, or in one for each.
    let whole = right.filter { $0.rule.answers.count == labels.count }
    guard let best = whole.first else {
      identifiers = Self.sorted(right.flatMap(\.rule.answers))?.map(\.text) ?? []
      return
    }
    let orders = whole.filter { $0.points == best.points }.map { item in
      (Self.sorted(item.rule.answers) ?? item.rule.answers).map(\.text)
    }
    identifiers = Set(orders).count == 1 ? orders[0] : []
  }

  /// The answers by their places; `nil` if they do not say them.
  private static func sorted(_ answers: [QTI1Answer]) -> [QTI1Answer]? {
    let places = answers.compactMap(\.place)
    if places.count < answers.count || Set(places).count < answers.count { return nil }
    return answers.sorted { ($0.place ?? 0) < ($1.place ?? 0) }
  }
}
