/// Points as people read them: with at most two decimals, and without any where they are whole.
enum PointsText {
  static func text(of points: Double) -> String {
    if points < 0 { return "-" + text(of: -points) }
    let hundredths = Int((points * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
