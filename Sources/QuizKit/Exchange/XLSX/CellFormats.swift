import Foundation
import QuizSupport

/// How a spreadsheet shows its numbers.
struct CellFormats {
  /// The elements of the file of styles that are needed.
  static let parts: Set<String> = ["numFmts", "cellXfs"]

  /// Excel takes 255 characters. A longer code would make each number long.
  private static let longestCode = 1_024

  private var codes: [Int: String] = [
    9: "0%", 10: "0.00%", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 14: "yyyy-mm-dd",
    15: "yyyy-mm-dd", 16: "yyyy-mm-dd", 17: "yyyy-mm", 18: "h:mm am/pm", 19: "h:mm:ss am/pm",
    20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss",
  ]
  /// The format of each style.
  private var styles: [Int] = []

  mutating func take(_ element: MarkupElement) {
    switch element.name {
    case "numFmts":
      for format in element.children {
        guard let number = format.attributes["numFmtId"].flatMap({ Int($0) }) else { continue }
        let code = format.attributes["formatCode"] ?? ""
        if code.utf8.count <= Self.longestCode { codes[number] = code }
      }
    case "cellXfs":
      styles = element.children.map { Int($0.attributes["numFmtId"] ?? "") ?? 0 }
    default: break
    }
  }

  /// Whether days are counted from 1904, as old Macs did.
  var begins1904 = false

  /// The text that the sheet shows for a number.
  func text(of number: String, style: Int) -> String {
    guard let value = Double(number), value.isFinite else { return number }
    let format = styles.indices.contains(style) ? styles[style] : 0
    guard let code = codes[format]?.split(separator: ";").first.map(String.init),
      code != "General", code != "@"
    else { return Self.general(value) }
    let letters = Self.withoutLiterals(code).lowercased()
    let time = Self.time(value, letters, code.lowercased())
    if letters.contains("y") || letters.contains("d") {
      let days = begins1904 ? value + 1_462 : value
      guard let date = Self.date(days, withDay: letters.contains("d")) else { return number }
      return time.map { date + " " + $0 } ?? date
    }
    if let time { return time }
    if letters.contains("e+") || letters.contains("e-") { return Self.general(value) }
    if !letters.contains("%"), !letters.contains("0") { return Self.general(value) }
    return Self.formatted(value, letters, code)
  }

  /// A number as spreadsheets show it without a format: with at most 15 digits.
  private static func general(_ value: Double) -> String {
    if let whole = Int(exactly: value), abs(whole) < 1_000_000_000_000_000 { return String(whole) }
    return String(format: "%.15g", value)
  }

  private static func formatted(_ value: Double, _ letters: String, _ code: String) -> String {
    let isPercent = letters.contains("%")
    let decimals = letters.firstIndex(of: ".").map { point in
      letters[letters.index(after: point)...].prefix { $0 == "0" || $0 == "#" }.count
    }
    var text = String(format: "%.\(decimals ?? 0)f", abs(isPercent ? value * 100 : value))
    if letters.contains(",") { text = grouped(text) }
    let (before, behind) = literals(of: code)
    return (value < 0 ? "-" : "") + before + text + behind
  }

  /// The texts before and behind the digits of a code: the `$` of `"$"0`, the ` kg` of `0" kg"`.
  private static func literals(of code: String) -> (before: String, behind: String) {
    var texts = ["", ""]
    var hasDigits = false
    var rest = code[...]
    while let character = rest.popFirst() {
      switch character {
      case "0", "#", "?": hasDigits = true
      case ".", ",", "@": break
      // Room for another character, and one that fills the cell.
      case "_", "*": _ = rest.popFirst()
      case "\\": texts[hasDigits ? 1 : 0] += rest.popFirst().map { String($0) } ?? ""
      case "\"":
        texts[hasDigits ? 1 : 0] += rest.prefix { $0 != "\"" }
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "[":
        // A currency, a colour or a condition.
        let inner = rest.prefix { $0 != "]" }
        if inner.first == "$" { texts[hasDigits ? 1 : 0] += inner.dropFirst().prefix { $0 != "-" } }
        rest = rest.drop { $0 != "]" }.dropFirst()
      default: texts[hasDigits ? 1 : 0].append(character)
      }
    }
    return (FieldText.make(texts[0]), texts[1])
  }

  private static func grouped(_ text: String) -> String {
    let whole = text.prefix { $0 != "." }
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return grouped + text.dropFirst(whole.count)
  }

  /// The code without quoted texts, colours and conditions.
  private static func withoutLiterals(_ code: String) -> String {
    var plain = ""
    var end: Character?
    for character in code {
      if let close = end {
        if character == close { end = nil }
      } else if character == "\"" {
        end = "\""
      } else if character == "[" {
        end = "]"
      } else {
        plain.append(character)
      }
    }
    return plain
  }

  /// The time of day of a number of days, or the time that has gone by where the code has its first
  /// unit in brackets; `nil` if the code shows no time.
  private static func time(_ value: Double, _ letters: String, _ code: String) -> String? {
    let elapsed = ["h", "m", "s"].first { code.contains("[\($0)") }
    let (showsHours, showsSeconds) = (letters.contains("h"), letters.contains("s"))
    guard elapsed != nil || showsHours || showsSeconds, (0..<2_958_466).contains(value) else {
      return nil
    }
    let seconds = Int((value * 86_400).rounded())
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let end = showsSeconds ? ":" + padded(seconds % 60) : ""
    if elapsed == "s" { return String(seconds) }
    if elapsed == "m" { return String(seconds / 60) + end }
    let minutes = padded(seconds / 60 % 60)
    guard elapsed == "h" || showsHours else { return minutes + end }
    let hour = elapsed == "h" ? seconds / 3_600 : seconds / 3_600 % 24
    if letters.contains("am/pm") || letters.contains("a/p") {
      return "\((hour + 11) % 12 + 1):\(minutes)\(end) \(hour < 12 ? "AM" : "PM")"
    }
    return (letters.contains("hh") ? padded(hour) : String(hour)) + ":" + minutes + end
  }

  /// The date of a number of days since the end of 1899.
  private static func date(_ value: Double, withDay: Bool) -> String? {
    guard (1..<2_958_466).contains(value) else { return nil }
    let text = Day(number: Int(value) - 25_569).text
    return withDay ? text : String(text.dropLast(3))
  }
}
