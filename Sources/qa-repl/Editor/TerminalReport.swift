/// A report that a terminal sends between the keys, because it was asked.
enum TerminalReport: Equatable {
  /// The cell of the cursor.
  case cursor(ScreenCell)
  /// The kind of background; `nil` when the terminal describes it in another way than by its red,
  /// green and blue.
  case background(ColorScheme?)
}

extension TerminalReport {
  /// The report in an operating system command of the terminal (ECMA-48 §8.3.89), such as
  /// `11;rgb:ffff/ffff/ffff`. `nil` for any other answer.
  init?(systemCommand text: String) {
    guard text.hasPrefix("11;") else { return nil }
    let color = text.dropFirst(3).split(separator: ":", maxSplits: 1)
    let parts = color.count == 2 ? color[1].split(separator: "/").compactMap(Self.amount) : []
    let isKnown = ["rgb", "rgba"].contains(color.first) && parts.count >= 3
    self = .background(isKnown ? ColorScheme(red: parts[0], green: parts[1], blue: parts[2]) : nil)
  }

  /// An amount from 0 to 1. It is written as one to four hexadecimal digits; all `f` means 1.
  private static func amount(_ digits: Substring) -> Double? {
    guard (1...4).contains(digits.count), let number = Int(digits, radix: 16), number >= 0 else {
      return nil
    }
    return Double(number) / Double((1 << (4 * digits.count)) - 1)
  }
}
