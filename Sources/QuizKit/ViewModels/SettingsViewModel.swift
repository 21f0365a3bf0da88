import QuizSupport
import Signals

extension ScreenName {
  /// The settings.
  package static let settings = ScreenName(rawValue: "settings")
}

/// The state of the screen with the settings.
package struct SettingsState: ScreenState {
  package static let screen = ScreenName.settings

  /// One setting.
  package struct Item: Encodable, Equatable, Sendable {
    /// The number in the list, from 1.
    package var number: Int
    /// The setting.
    package var name: Setting
    /// Its value.
    package var value: String
    /// Where the value comes from.
    package var origin: SettingsBook.Origin
    /// Values that it may have.
    package var values: [String]
  }

  /// The file that keeps the settings; `nil` where nothing is kept.
  @Nullable package var file: String?
  /// The settings.
  package var items: [Item]
  /// The setting at the cursor. Not encoded, because scripts name what they want.
  package var chosen: Setting

  private enum CodingKeys: CodingKey { case file, items }
}

/// The commands of the screen with the settings.
package enum SettingsCommand: Equatable, Sendable {
  /// Choose the value that is some steps behind the present one.
  case turn(Setting, by: Int)
  /// Put the cursor on a setting.
  case select(Setting)
}

/// The route to the settings.
package typealias SettingsRoute = ScreenRoute<SettingsState, Void>

/// A setting with a new value.
package struct ChosenSetting {
  package let setting: Setting
  package let value: String
}

/// The screen with the settings. It follows every change of one.
package final class SettingsViewModel: ScreenModel<SettingsCommand, SettingsState> {
  private let book: SettingsBook
  private let reviews: Reviews
  private var chosen = Setting.allCases[0]

  /// Creates the screen.
  ///
  /// - Throws: ``SettingFailure`` when the file cannot be read.
  package init(_ models: Models) throws {
    (book, reviews) = (models.world.settings, models.reviews)
    super.init(try Self.state(book, chosen))
    follow(book.changes)
  }

  override func shown() throws -> SettingsState { try Self.state(book, chosen) }

  override func perform(_ command: SettingsCommand) throws {
    switch command {
    case .turn(let setting, let steps):
      chosen = setting
      let value = state.items.first { $0.name == setting }?.value ?? setting.usual
      try reviews.choose(setting, setting.value(steps, behind: value))
    case .select(let setting): chosen = setting
    }
    changed()
  }

  private static func state(_ book: SettingsBook, _ chosen: Setting) throws -> SettingsState {
    SettingsState(
      file: book.path,
      items: try book.all().enumerated().map { index, item in
        SettingsState.Item(
          number: index + 1, name: item.setting, value: item.value, origin: item.origin,
          values: item.setting.values)
      },
      chosen: chosen)
  }
}

extension Reviews {
  /// Chooses a value for a setting. A bank that has a target of its own gets the new one as well,
  /// because it would hide it otherwise.
  ///
  /// - Throws: ``SettingFailure``; ``SaveFailure``.
  func choose(_ setting: Setting, _ value: String) throws {
    try bank.world.settings.set(setting, to: value)
    if setting == .target, try hasOwnTarget {
      try choose(percent: bank.world.settings.current.target)
    }
  }
}
