import Foundation

/// The chance of recall at which questions come back. The bank stores it, so that it stays the same
/// after a restart.
package final class ReviewTarget {
  /// The targets that the user can choose from, in percent.
  package static let percents = 70...97
  /// The default target, in percent.
  static let usualPercent = 90

  private let settings: BankSettings

  init(settings: BankSettings) {
    self.settings = settings
  }

  /// The target in percent.
  var percent: Int {
    get throws {
      let kept = try settings.current().reviewTarget ?? Self.usualPercent
      // Another version of the program may allow other targets.
      return min(max(kept, Self.percents.lowerBound), Self.percents.upperBound)
    }
  }

  /// Chooses a target in percent. A read-only bank does not store it.
  ///
  /// - Precondition: `percent` is one of ``percents``.
  /// - Throws: ``SaveFailure``; the target then stays the same.
  func choose(_ percent: Int) throws {
    precondition(Self.percents.contains(percent), "a target is from 70 % to 97 %")
    try settings.change { $0.reviewTarget = percent }
  }
}
