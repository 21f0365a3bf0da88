import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals

/// Makes the environment of one run, such as its store and clock, from the options.
struct WorldBuilder {
  let options: Options
  let environment: Environment
  let scheduler: any TimeScheduler
  let clock: Options.Clock
  let seed: UInt64
  let background: any Background
  /// Watches the bank's file; `nil` where nothing waits for its news.
  let watch: FileWatch?
  /// Whether a form that is open when the program is ended is kept: where a person types.
  let keepsDrafts: Bool
  /// Whether standard input is reserved for commands.
  let commandsComeFromInput: Bool
  /// Whether standard output is for the program's own lines alone.
  let outputIsTaken: Bool
  /// The user's time zone; UTC where a script has the same dates each time it runs.
  private(set) var timeZone = LocalTimeZone.utc

  init(
    options: Options, environment: Environment, scheduler: any TimeScheduler,
    clock: Options.Clock, seed: UInt64, background: any Background, watch: FileWatch? = nil,
    commandsComeFromInput: Bool, outputIsTaken: Bool = false, keepsDrafts: Bool = false
  ) {
    self.outputIsTaken = outputIsTaken
    self.keepsDrafts = keepsDrafts
    (self.options, self.environment, self.scheduler) = (options, environment, scheduler)
    (self.clock, self.seed, self.background) = (clock, seed, background)
    (self.watch, self.commandsComeFromInput) = (watch, commandsComeFromInput)
    if !isRepeatable { timeZone = LocalTimeZone(of: environment, now: now()) }
  }

  /// The start of virtual time where nothing is kept, 2000-01-01T00:00:00Z. It is fixed so that
  /// every run of a script shows the same dates.
  private static let fixedStart = Date(timeIntervalSince1970: 946_684_800)

  /// Whether a script has the same dates each time it runs: the user chose the date, or nothing is
  /// kept. In a bank that stays, such dates would be wrong.
  private var isRepeatable: Bool {
    clock == .virtual && (options.now != nil || !options.store.isKept)
  }

  /// Opens the store and makes the world.
  ///
  /// - Throws: ``StoreError`` when the store cannot be opened.
  func build(_ access: StoreAccess) throws(StoreError) -> World {
    var configuration =
      switch options.store {
      case .standard: StoreConfiguration.journal(path: environment.dataDirectory + "/bank.journal")
      case .named(let configuration): configuration
      case .preview: StoreConfiguration.memory
      }
    configuration.access = access
    let store = try configuration.makeStore(
      schema: QuestionBank.schema, environment: storeEnvironment)
    var world = World(
      scheduler: scheduler, now: now, timeZone: timeZone.zone,
      random: RandomSource(seed: seed), store: store,
      files: DiskFiles(
        commandsComeFromInput: commandsComeFromInput, outputIsTaken: outputIsTaken,
        home: environment.home),
      background: background,
      timeInterval: configuration.timeInterval, sharing: sharing, bankChanges: changes(of: store),
      isVirtual: isRepeatable)
    if keepsDrafts, let file = store as? any FileStore {
      world.draftFile = DraftFile(besideBankAt: file.path, on: storeEnvironment.fileSystem)
    }
    return world
  }

  /// Emits when another program may have written to the store's file.
  private func changes(of store: any DataStore) -> Signal<Void> {
    guard let watch, let file = store as? any FileStore else { return .merge([]) }
    return watch.changes(of: file.path)
  }

  /// The wall clock and real random numbers, unless the user chose others: a script's own clock
  /// means nothing to other devices, and two devices must not have the same identity.
  private var sharing: SyncSurroundings {
    let isChosen = options.clock == .virtual || options.now != nil
    let random = options.seed.map { RandomSource(seed: $0) }
    return SyncSurroundings(
      now: isChosen ? now : { Date() },
      randomNumber: { random?.next() ?? UInt64.random(in: 0...UInt64.max) },
      deviceName: ProcessInfo.processInfo.hostName, home: environment.home)
  }

  /// On a virtual clock the files have its dates, and with a seed their random numbers follow it,
  /// so that the same script writes the same bytes.
  private var storeEnvironment: StoreEnvironment {
    var environment = StoreEnvironment()
    if clock == .virtual { environment.now = now }
    if let seed = options.seed {
      // Use a separate source, so that opening a store does not change how a quiz is shuffled.
      let random = RandomSource(seed: seed)
      environment.randomNumber = { random.next() }
    }
    return environment
  }

  private var now: () -> Date {
    switch clock {
    case .real:
      options.now.map { start in
        { [scheduler] in start + TimeInterval(scheduler.now.wholeMilliseconds) / 1000 }
      } ?? { Date() }
    case .virtual:
      { [scheduler, start = options.now ?? (isRepeatable ? Self.fixedStart : Date())] in
        start + TimeInterval(scheduler.now.wholeMilliseconds) / 1000
      }
    }
  }
}

extension StoreConfiguration {
  /// How often a quiz's remaining time is saved. A journal appends one line and syncs it; an
  /// archive is rewritten as a whole, so it saves less often.
  fileprivate var timeInterval: Duration {
    .seconds(specification.hasPrefix("json:") ? 10 : 2)
  }
}

extension Environment {
  /// Whether text is coloured. Follows https://no-color.org, and CLICOLOR as on the BSDs.
  func usesColor(_ choice: Options.Color, isTerminal: Bool) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if self["NO_COLOR"] != nil { return false }
      if let force = self["CLICOLOR_FORCE"], force != "0" { return true }
      return isTerminal && self["CLICOLOR"] != "0" && self["TERM"] != "dumb"
    }
  }

  /// The colours for text, as far as the options and the environment tell. An unknown
  /// background counts as dark.
  func palette(_ options: Options, isTerminal: Bool) -> Palette {
    let isColored = usesColor(options.color, isTerminal: isTerminal)
    // https://no-color.org asks for no colour only. What is bold is read first.
    let isBold = isTerminal && options.color == .auto && self["NO_COLOR"] != nil && !wantsPlain
    let depth = options.theme == .own ? .basic : depthOfTerminal
    return Palette(
      depth: isColored ? depth : isBold ? .shapes : .none,
      scheme: options.theme?.scheme ?? schemeOfTerminal ?? .dark)
  }

  /// Whether the terminal is asked for its background: the colours must depend on it, and the
  /// terminal itself must be the one that answers. A multiplexer may not know the answer, and from
  /// afar it may come after the program's end.
  func asksBackground(_ options: Options, _ palette: Palette) -> Bool {
    let name = self["TERM"] ?? ""
    let isBetween = ["TMUX", "STY", "SSH_CONNECTION", "SSH_TTY"].contains { self[$0] != nil }
    return options.theme == nil && [.indexed, .direct].contains(palette.depth) && !isBetween
      && !["linux", "dumb"].contains(name) && !name.hasPrefix("screen") && !name.hasPrefix("tmux")
  }

  /// The background that COLORFGBG names: its last part is the number of a basic colour. Of these,
  /// 7 and 9 to 15 are light, as Vim has it.
  private var schemeOfTerminal: ColorScheme? {
    guard let number = self["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) }),
      (0...15).contains(number)
    else { return nil }
    return number < 7 || number == 8 ? .dark : .light
  }

  /// How many colours the terminal shows, as far as COLORTERM and the terminal's name tell.
  private var depthOfTerminal: ColorDepth {
    let name = self["TERM"] ?? ""
    let isIndexed = name.contains("256color")
    // GNU Screen keeps COLORTERM from the terminal outside, but shows 256 colours at most.
    if name.hasPrefix("screen") { return isIndexed ? .indexed : .basic }
    if ["truecolor", "24bit"].contains(self["COLORTERM"]) || name.hasSuffix("-direct") {
      return .direct
    }
    return isIndexed ? .indexed : .basic
  }
}

extension Options.ColorTheme {
  /// The background that the colours are for; `nil` for colours of the terminal itself.
  fileprivate var scheme: ColorScheme? {
    switch self {
    case .dark: .dark
    case .light: .light
    case .own: nil
    }
  }
}
