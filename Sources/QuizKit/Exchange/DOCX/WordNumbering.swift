import QuizSupport

/// The numbers and letters that Word writes before the items of its lists. They are not in the text
/// of the paragraphs.
struct WordNumbering {
  /// The items of a list at one depth.
  private struct Level {
    var format: String
    /// What stands before an item: `%1.`, `(%2)`
    var text: String
    var start: Int
    /// The style of paragraphs that has this level.
    var style: String?
  }

  /// A list that counts as its definition does.
  private struct Instance {
    var definition: String
    /// The numbers with which levels begin anew.
    var starts: [Int: Int] = [:]
  }

  private var definitions: [String: [Int: Level]] = [:]
  private var instances: [String: Instance] = [:]
  /// The last number at each level of each definition.
  private var counters: [String: [Int: Int]] = [:]
  private var begun: Set<String> = []

  /// No list is deeper.
  private static let mostLevels = 9

  static let elements: Set<String> = ["abstractNum", "num"]

  mutating func take(_ element: MarkupElement) {
    switch element.name {
    case "abstractNum":
      var levels: [Int: Level] = [:]
      for level in element.children where level.name == "lvl" {
        guard let depth = Self.number(level.attributes["ilvl"]), depth < Self.mostLevels else {
          continue
        }
        levels[depth] = Level(
          format: level["numFmt"]?.attributes["val"] ?? "decimal",
          text: String((level["lvlText"]?.attributes["val"] ?? "%\(depth + 1).").prefix(40)),
          start: Self.number(level["start"]?.attributes["val"]) ?? 1,
          style: level["pStyle"]?.attributes["val"])
      }
      definitions[element.attributes["abstractNumId"] ?? ""] = levels
    case "num":
      var instance = Instance(definition: element["abstractNumId"]?.attributes["val"] ?? "")
      for change in element.children where change.name == "lvlOverride" {
        guard let depth = Self.number(change.attributes["ilvl"]),
          let start = Self.number(change["startOverride"]?.attributes["val"])
        else { continue }
        instance.starts[depth] = start
      }
      instances[element.attributes["numId"] ?? ""] = instance
    default: break
    }
  }

  private static func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (0...100_000).contains($0) ? $0 : nil }
  }

  /// The level of a list that is the one of a style.
  func level(of style: String, in identifier: String) -> Int? {
    levels(of: identifier)?.first { $0.value.style == style }?.key
  }

  private func levels(of identifier: String) -> [Int: Level]? {
    instances[identifier].flatMap { definitions[$0.definition] }
  }

  /// The next item of a list.
  mutating func next(_ identifier: String, _ depth: Int) -> WordParagraph.List {
    let format = levels(of: identifier)?[depth]?.format ?? "decimal"
    let style: WordParagraph.List.Style =
      switch format {
      case "bullet", "none": .bullets
      case "upperLetter", "lowerLetter", "aiueo", "aiueoFullWidth", "iroha", "irohaFullWidth",
        "russianLower", "russianUpper":
        .letters
      default: .numbers
      }
    let label = style == .bullets ? "" : countedLabel(identifier, depth)
    return WordParagraph.List(identifier: identifier, level: depth, style: style, label: label)
  }

  private mutating func countedLabel(_ identifier: String, _ depth: Int) -> String {
    let instance = instances[identifier] ?? Instance(definition: "numId \(identifier)")
    let levels = definitions[instance.definition] ?? [:]
    var counter = counters[instance.definition] ?? [:]
    if begun.insert(identifier).inserted {
      for (depth, start) in instance.starts { counter[depth] = start - 1 }
    }
    counter[depth] = (counter[depth] ?? (levels[depth]?.start ?? 1) - 1) + 1
    for deeper in counter.keys where deeper > depth { counter[deeper] = nil }
    counters[instance.definition] = counter
    var label = levels[depth]?.text ?? "%1."
    for outer in 0..<Self.mostLevels where label.contains("%\(outer + 1)") {
      let level = levels[outer]
      let number = counter[outer] ?? level?.start ?? 1
      label.replace("%\(outer + 1)", with: ListNumber.text(number, level?.format ?? "decimal"))
    }
    return FieldText.make(label)
  }
}

/// A number in the notation of a list.
private enum ListNumber {
  static func text(_ number: Int, _ format: String) -> String {
    switch format {
    case "upperLetter": ChoiceLetters.name(number - 1)
    case "lowerLetter": ChoiceLetters.name(number - 1).lowercased()
    case "aiueo", "aiueoFullWidth": sign(number, of: "アイウエオカキクケコサシスセソ")
    case "iroha", "irohaFullWidth": sign(number, of: "イロハニホヘトチリヌルヲワカヨ")
    case "russianLower": sign(number, of: "абвгдежзик")
    case "russianUpper": sign(number, of: "АБВГДЕЖЗИК")
    case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
      sign(number, of: "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳")
    case "lowerRoman": roman(number).lowercased()
    case "upperRoman": roman(number)
    default: String(number)
    }
  }

  private static func sign(_ number: Int, of signs: String) -> String {
    let signs = Array(signs)
    return signs.indices.contains(number - 1) ? String(signs[number - 1]) : String(number)
  }

  private static let romans = [
    (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"),
    (1, "I"),
  ]

  private static func roman(_ number: Int) -> String {
    guard (1..<400).contains(number) else { return String(number) }
    var (rest, text) = (number, "")
    for (value, sign) in romans {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }
}
