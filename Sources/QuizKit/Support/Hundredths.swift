/// Formats numbers of hundredths for people: with at most two decimals, and without decimals when
/// the number is whole.
package enum Hundredths {
  /// The text of a number of hundredths: `24`, `12.5`, `0.05`, `-0.25`.
  package static func text(_ hundredths: Int) -> String {
    if hundredths < 0 { return "-" + text(-hundredths) }
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
