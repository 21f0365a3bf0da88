import Foundation

@testable import Terminal
@testable import qa_repl

/// The letters and digits of formulas, without the forms that a script or a font gives them.
enum MathLetters {
  /// The letters and digits of a drawn text.
  static func of(_ text: String) -> [Unicode.Scalar] {
    text.replacing("∛", with: "3").replacing("∜", with: "4").replacing("⁄", with: "/")
      .decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }.filter { $0.properties.generalCategory != .nonspacingMark }
  }

  /// The letters and digits of a source. A command counts as what it stands for.
  static func of(source: String) -> [Unicode.Scalar] {
    // What an environment is called and how its columns are aligned is not seen.
    let seen = source.replacing(#/\\(begin|end)\{(?<name>\w+)\*?\}(\{[lcr|]*\})?/#, with: "")
    return of(
      seen.replacing(#/\\([A-Za-z]+|.)/#) { match in
        switch MathCommand(named: String(match.output.1)) {
        case .sign(let sign, _): sign
        case .operation(let name, _): name
        case .remainder: "mod"
        default: " "
        }
      })
  }

  /// Whether the letters are among others in their order.
  static func are(_ letters: [Unicode.Scalar], amongst others: [Unicode.Scalar]) -> Bool {
    var left = letters[...]
    for letter in others where letter == left.first { left.removeFirst() }
    return left.isEmpty
  }
}
