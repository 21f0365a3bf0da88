import Foundation
import QuizStore

/// The chance of recall at which questions come back. The bank stores it, so that it stays the same
/// after a restart.
package final class ReviewTarget {
  /// The targets that the user can choose from, in percent.
  package static let percents = 70...97
  /// The default target, in percent.
  static let usualPercent = 90

  /// A separate unit of work, because undo does not affect the setting.
  private let store: StoreContext
  /// The target that was chosen in a read-only bank.
  private var held: Int?

  init(store: StoreContext) {
    self.store = store
  }

  /// The target in percent.
  var percent: Int {
    get throws {
      let kept = try held ?? setting()?.reviewTarget ?? Self.usualPercent
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
    if store.store.isReadOnly { return held = percent }
    do { try write(percent) } catch { throw SaveFailure(error, store.kinds) }
  }

  private func write(_ percent: Int) throws {
    let known = try setting()
    guard known?.reviewTarget != percent else { return }
    try store.transaction {
      if var setting = known {
        setting.reviewTarget = percent
        try store.update(setting)
      } else {
        store.insert(BankSetting(reviewTarget: percent))
      }
    }
  }

  private func setting() throws -> BankSetting? {
    try store.fetch(FetchDescriptor<BankSetting>()).last
  }
}
