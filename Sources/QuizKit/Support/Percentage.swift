import Foundation

/// Shares in percent as people read them. A figure never crosses a mark: 69.6 % does not become
/// 70 % where 70 % pass, only all is 100 %, and only nothing is 0 %.
package enum Percentage {
  /// Shares that differ by less are the same: they are sums of thirds and other fractions.
  private static let precision = 1e-9

  /// The share in percent without the sign, with as few decimals as the marks allow.
  ///
  /// - Parameters:
  ///   - share: The share, 1 for all.
  ///   - mark: A share that stands beside it, such as the pass mark.
  package static func text(_ share: Double, beside mark: Double? = nil) -> String {
    let value = share * 100
    for digits in 0...8 {
      let scale = pow(10, Double(digits))
      let shown = (value * scale).rounded() / scale
      if isOnItsSide(shown, of: share, mark) { return plain(shown, digits: digits) }
    }
    return plain(value.rounded(), digits: 0)
  }

  /// The share in whole percent, cut where rounding would cross a mark.
  package static func whole(_ share: Double, beside mark: Double? = nil) -> Int {
    let value = share * 100
    let candidates = [value.rounded(), value.rounded(.down), value.rounded(.up)]
    return Int(candidates.first { isOnItsSide($0, of: share, mark) } ?? candidates[0])
  }

  private static func isOnItsSide(_ shown: Double, of share: Double, _ mark: Double?) -> Bool {
    func reaches(_ limit: Double) -> Bool { share > limit - precision }
    func showsReached(_ limit: Double) -> Bool { shown > (limit - precision) * 100 }
    return reaches(1) == showsReached(1)
      && (abs(share) < precision) == (shown == 0)
      && (mark.map { reaches($0) == showsReached($0) } ?? true)
  }

  private static func plain(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", locale: nil, value + 0)
  }
}

extension Int {
  /// The share of `whole` in whole percent: 100 only for all, 0 only for none or when `whole` is 0.
  package func percent(of whole: Int) -> Int {
    whole > 0 ? Percentage.whole(Double(self) / Double(whole)) : 0
  }
}
