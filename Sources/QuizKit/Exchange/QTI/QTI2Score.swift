/// Goes through the rules of an item of QTI 2 with the choices that somebody picks, as a platform
/// does. It answers nothing where a rule has what it does not know.
struct QTI2Score {
  private let processing: MarkupElement
  private let response: String
  private let declaration: QTI2Declaration?

  private static let variable = "SCORE"

  /// - Parameter response: The response that the choices are for.
  init(_ processing: MarkupElement, of response: String, _ declaration: QTI2Declaration?) {
    (self.processing, self.response) = (processing, response)
    self.declaration = declaration
  }

  /// The points for picking these choices; `nil` if they are not known.
  func points(for picked: [String]) -> Double? {
    var run = Run(score: self, picked: picked)
    return run.follow(processing) && run.isScored ? run.points : nil
  }

  /// The rules with one response.
  private struct Run {
    let score: QTI2Score
    let picked: [String]
    var points = 0.0
    var isScored = false
    var hasEnded = false

    /// - Returns: Whether everything was known.
    mutating func follow(_ element: MarkupElement) -> Bool {
      for child in element.children where !hasEnded {
        switch child.name {
        case "setOutcomeValue" where child.attributes["identifier"] == QTI2Score.variable:
          guard let value = child.children.first.flatMap(number) else { return false }
          (points, isScored) = (value, true)
        case "responseProcessingFragment": if !follow(child) { return false }
        case "responseCondition": if !choose(child) { return false }
        case "exitResponse": hasEnded = true
        default: break
        }
      }
      return true
    }

    /// Follows the first branch whose condition holds.
    private mutating func choose(_ condition: MarkupElement) -> Bool {
      let changes = condition.all("setOutcomeValue").contains {
        $0.attributes["identifier"] == QTI2Score.variable
      }
      // What shows feedback may ask for anything.
      if !changes { return true }
      isScored = true
      for branch in condition.children {
        if branch.name == "responseElse" { return follow(branch) }
        guard let holds = branch.children.first.flatMap(holds) else { return false }
        if holds { return follow(branch) }
      }
      return true
    }

    private func number(_ element: MarkupElement) -> Double? {
      func numbers() -> [Double]? {
        let numbers = element.children.compactMap(number)
        return numbers.count == element.children.count ? numbers : nil
      }
      switch element.name {
      case "baseValue": return TypedNumber.value(of: element.allText)
      case "variable": return element.attributes["identifier"] == QTI2Score.variable ? points : nil
      case "sum": return numbers()?.reduce(0, +)
      case "subtract": return numbers().flatMap { $0.count == 2 ? $0[0] - $0[1] : nil }
      case "mapResponse" where element.attributes["identifier"] == score.response:
        return score.declaration.map { known in
          picked.reduce(0) { $0 + known.points(for: $1) }
        }
      default: return nil
      }
    }

    /// The values of an expression.
    private func values(_ element: MarkupElement) -> Set<String>? {
      switch element.name {
      case "baseValue": return [element.allText]
      case "variable" where element.attributes["identifier"] == score.response: return Set(picked)
      case "correct" where element.attributes["identifier"] == score.response:
        return score.declaration.map { Set($0.correct) }
      case "multiple":
        let values = element.children.compactMap(values)
        return values.count == element.children.count ? Set(values.flatMap(\.self)) : nil
      default: return nil
      }
    }

    /// Whether a condition holds.
    private func holds(_ element: MarkupElement) -> Bool? {
      let parts = element.children
      switch element.name {
      case "match", "equal", "stringMatch", "member", "contains":
        guard parts.count == 2, let first = values(parts[0]), let second = values(parts[1]) else {
          return nil
        }
        return switch element.name {
        case "member": first.isSubset(of: second)
        case "contains": first.isSuperset(of: second)
        default: first == second
        }
      case "isNull": return parts.first.flatMap(values)?.isEmpty
      case "not": return parts.first.flatMap(holds).map { !$0 }
      case "and", "or":
        let known = parts.compactMap(holds)
        if known.count < parts.count { return nil }
        return element.name == "and" ? !known.contains(false) : known.contains(true)
      default: return nil
      }
    }
  }
}
