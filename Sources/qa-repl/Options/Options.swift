import Foundation
import QuizStore
import QuizSupport

/// The options and the first command of the command line.
struct Options: Equatable {
  /// A source of commands.
  enum Source: Equatable {
    /// A command line given with `-c`, and its number among the `-c` options.
    case command(String, number: Int)
    /// A script file; `-` is standard input.
    case file(String)
  }

  /// How time passes.
  enum Clock: String, Equatable, CaseIterable {
    case real, virtual
  }

  /// When text has colours.
  enum Color: String, Equatable, CaseIterable {
    case auto, always, never
  }

  /// The background that the colours are for, or the 16 colours of the terminal itself.
  enum ColorTheme: String, Equatable, CaseIterable {
    case dark, light
    case own = "16"
  }

  /// Information to print instead of running.
  enum Information: Equatable {
    case help, version
  }

  /// What `~` at the beginning of a path stands for.
  var home: String?
  var information: Information?
  var store: StoreChoice = .standard
  /// Whether an empty bank gets the sample decks.
  var hasSamples = true
  var language: Language?
  var sources: [Source] = []
  /// The first command: the words after the options.
  var command: [String] = []
  var json = false
  var plain = false
  var color = Color.auto
  /// The colours; `nil` to find out which background the terminal has.
  var theme: ColorTheme?
  var clock: Clock?
  var now: Date?
  var seed: UInt64?
  var keepGoing = false
  var yes = false
  /// Whether an exam that is not passed makes the exit code 1.
  var requiresPass = false
  var echo = false
  var access = StoreAccess.writing
  /// How wide the terminal draws `×`, `…` and the like; `nil` to find out.
  var ambiguous: AmbiguousWidth?
  /// Whether the bell of the terminal rings.
  var rings = true
  /// Whether the mouse can choose rows.
  var takesMouse = true
  /// Whether to continue interactively after the sources.
  var interactive = false
}

/// Where the bank is stored.
enum StoreChoice: Equatable {
  /// The user's own bank, in the data directory.
  case standard
  /// The store named by `--store`.
  case named(StoreConfiguration)
  /// In memory only, filled with the sample decks.
  case preview

  /// Whether saved data still exists when the program runs again.
  var isKept: Bool {
    switch self {
    case .standard: true
    case .named(let configuration): configuration != .memory
    case .preview: false
    }
  }
}
