import Foundation
import QuizKit

/// What was asked for on the command line, before any data is touched.
struct Options: Equatable {
  /// Where commands come from.
  enum Source: Equatable {
    /// One command line, given with `-c`, with its number among them.
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

  /// What to do instead of running.
  enum Information: Equatable {
    case help, version
  }

  var information: Information?
  var store: StoreChoice = .standard
  var language: Language?
  var sources: [Source] = []
  /// The first command, from the words after the options.
  var command: [String] = []
  var json = false
  var plain = false
  var color = Color.auto
  var clock: Clock?
  var now: Date?
  var seed: UInt64?
  var keepGoing = false
  var yes = false
  var echo = false
  var access = StoreAccess.writing
  /// Whether to go on interactively after the sources.
  var interactive = false
}

/// Where the bank is kept.
enum StoreChoice: Equatable {
  /// The user's own bank, in the data directory.
  case standard
  /// What `--store` names.
  case named(StoreConfiguration)
  /// Nowhere, filled with the sample decks.
  case preview
}
