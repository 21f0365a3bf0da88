import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals
import Terminal

#if canImport(BuildCommit)
  import BuildCommit
#endif

/// Where the program begins: what the system gives `main` comes in, the exit code goes out.
///
/// The package manager gives `main` this name, so that tests can be linked to the program. The
/// arguments are those that `main` was given: `CommandLine` looks for them in `/proc`, and has none
/// where that cannot be read, so that options such as `--store` would be passed over in silence.
@c(qa_repl_main)
public func begin(
  _ count: Int32, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  let isReady = StandardDescriptors.open()
  // Writing to a closed pipe must fail instead of ending the program, so that the exit code is
  // 141.
  signal(SIGPIPE, SIG_IGN)
  // Writing to a file at its size limit must fail too, like writing to a full disk.
  signal(SIGXFSZ, SIG_IGN)
  let words = UnsafeBufferPointer(start: words, count: Int(count))
  let exitCode =
    isReady ? Main.run(words.compactMap { $0.map { String(cString: $0) } }) : .dataUnusable
  exit(exitCode.value)
}

/// The program: arguments in, exit code out.
enum Main {
  /// Runs the program with its name and its arguments.
  static func run(_ words: [String]) -> ExitCode {
    let environment = Environment(variables: ProcessInfo.processInfo.environment)
    let arguments = Array(words.dropFirst())
    do throws(UsageError) {
      if words.isEmpty { throw .noArguments }
      let options = try Options(arguments: arguments, home: environment.home)
      return Launch(options: options, environment: environment).run()
    } catch {
      let language = Options.language(in: arguments) ?? environment.language
      Diagnostics(Writer(descriptor: 2)).write(
        .error, error.code, at: "qa-repl", Strings(language: language)(error))
      return .usage
    }
  }
}

/// Standard input, standard output and standard error.
private enum StandardDescriptors {
  /// Opens `/dev/null` as each of them that is closed. Otherwise the next file that is opened, such
  /// as the bank, would take its number, and what the program says would be written into it.
  ///
  /// - Returns: Whether all of them are open.
  static func open() -> Bool {
    (0...2).allSatisfy { (descriptor: Int32) in
      let isOpen = fcntl(descriptor, F_GETFD) != -1
      // The system gives the lowest free number. That is this one, as those before it are open.
      return isOpen
        || Foundation.open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY) == descriptor
    }
  }
}

/// One run of the program, from the arguments to the exit code.
struct Launch {
  static let version = "0.5.0"

  /// The line of `--version`: the version, and the commit if the build was given one.
  static var versionLine: String {
    #if canImport(BuildCommit)
      if !buildCommit.isEmpty { return "qa-repl \(version) (\(buildCommit))" }
    #endif
    return "qa-repl \(version)"
  }

  let options: Options
  let environment: Environment
  let language: Language
  let results: Writer
  let diagnostics: Writer

  /// The settings of the person at the terminal.
  let settings: SettingsBook
  /// The settings that cannot be used.
  private let settingProblems: [any ReportableError]

  /// Whether both standard input and standard output are a terminal.
  private let isTerminal: Bool
  private let isInteractive: Bool
  /// Whether the program stays after its only command, and takes over what changes in files.
  private let staysWatching: Bool
  /// The command of the arguments, if they are one and nothing else.
  private let onlyCommand: OnlyCommand?

  init(options given: Options, environment: Environment) {
    onlyCommand = OnlyCommand(given, language: given.language ?? environment.language)
    var options = given
    if onlyCommand?.needsNoBank == true, !options.interactive {
      (options.store, options.hasSamples) = (.named(.memory), false)
    }
    self.options = options
    self.environment = environment
    results = Writer(descriptor: 1)
    diagnostics = Writer(descriptor: 2)
    isTerminal = isatty(0) == 1 && isatty(1) == 1
    settings = SettingsBook(
      file: options.readsSettings
        ? ProgramFile(environment.settingsFile, on: PosixFileSystem()) : nil,
      options: options.settings, variables: environment.variables)
    staysWatching = onlyCommand?.stays == true && !options.interactive
    isInteractive =
      isTerminal && !options.json && (options.sources.isEmpty || options.interactive)
      && !staysWatching
    settingProblems = isInteractive ? settings.servePerson() : []
    language = settings.current.language ?? environment.language
  }

  /// Runs the program and returns its exit code.
  func run() -> ExitCode {
    switch options.information {
    case .help:
      results.write(UsageText.lines(Strings(language: language)).joined(separator: "\n") + "\n")
      return ended(.success)
    case .version:
      results.write(Self.versionLine + "\n")
      return ended(.success)
    // A virtual clock beside it says that this is a replay, as for the pictures of the README.
    case nil
    where isInteractive && options.now != nil && options.clock != .virtual && keepsWhatIsSaved:
      Diagnostics(diagnostics).write(
        .error, UsageError.nowIntoBank.code, at: "qa-repl",
        Strings(language: language)(UsageError.nowIntoBank))
      return .usage
    case nil:
      return ended(install() ?? (isInteractive ? runInteractively() : runBatch()))
    }
  }

  private var keepsWhatIsSaved: Bool { options.store.isKept && !options.access.isReadOnly }

  /// Whether text is only appended, even at a terminal.
  private var isPlain: Bool {
    !isInteractive || options.plain || environment.wantsPlain
  }

  /// Whether the output may have escape sequences at all, such as colours. A person who wants it
  /// plain may have a screen reader that reads them aloud.
  private var sendsEscapes: Bool {
    !options.plain && (!isInteractive || !environment.wantsPlain)
  }

  /// How the bank is opened. A command that only reads needs no lock, unless its screen stays, where
  /// a person may change something.
  private var access: StoreAccess {
    let onlyReads = onlyCommand?.onlyReads == true && !options.interactive && !isInteractive
    return onlyReads && options.access == .writing ? .reading : options.access
  }

  private func ended(_ exit: ExitCode) -> ExitCode {
    results.isClosed ? .outputClosed : exit
  }

  // MARK: Batch

  private func runBatch() -> ExitCode {
    let clock = options.clock ?? (staysWatching ? .real : .virtual)
    if clock == .real { return runBatchOnRealClock() }
    let scheduler = VirtualScheduler()
    return withShell(scheduler, clock, batchOutput()) { shell in
      let runner = runner(shell) {}
      runner.run(words: options.command)
      runner.run(batchSources(shell))
      return false
    }
  }

  private func runBatchOnRealClock() -> ExitCode {
    let arrivals = Arrivals()
    return withShell(arrivals.loop, .real, batchOutput(), watch: arrivals.watch) { shell in
      let runner = runner(shell, settle: arrivals.settle)
      runner.run(words: options.command)
      if staysWatching { return stay(shell, runner, arrivals) }
      let sources = batchSources(shell)
      if options.sources.isEmpty, sources == [.file("-")], !runner.isDone {
        PromptRunner(shell: shell, arrivals: arrivals, prompt: nil).run()
      } else {
        runner.run(sources)
      }
      return false
    }
  }

  /// Takes over what changes in followed files until the program is interrupted, or its output is
  /// closed.
  private func stay(_ shell: Shell, _ runner: ScriptRunner, _ arrivals: Arrivals) -> Bool {
    runner.run(options.sources)
    guard !runner.isDone, !shell.models.world.store.store.isReadOnly else { return false }
    let bag = DisposeBag()
    // After what the shell has said of them.
    shell.models.follower.outcomes.observe { _ in
      if results.isClosed { arrivals.loop.stop() }
    }.disposed(by: bag)
    shell.followFiles()
    withExtendedLifetime(bag) {
      arrivals.loop.run { if case .file(let news) = $0 { arrivals.watch.deliver(news) } }
    }
    return false
  }

  /// The scripts to run: the given ones, and standard input where its lines go on.
  private func batchSources(_ shell: Shell) -> [Options.Source] {
    let isDone =
      !linesGoOn || (!options.interactive && !options.command.isEmpty && shell.screen == .start)
    return isDone ? options.sources : options.sources + [.file("-")]
  }

  /// Whether lines of standard input go on after the commands and the scripts of the arguments,
  /// where no person is at a terminal.
  private var linesGoOn: Bool {
    if options.interactive { return true }
    guard options.sources.isEmpty else { return false }
    return options.command.isEmpty || onlyCommand?.takesInput == true
  }

  /// Whether commands are read from standard input, now or after the first command.
  private var commandsComeFromInput: Bool {
    if isInteractive || linesGoOn { return true }
    return options.sources.contains {
      [.file("-"), .file("/dev/stdin"), .file("/dev/fd/0")].contains($0)
    }
  }

  private func runner(_ shell: Shell, settle: @escaping () -> Void) -> ScriptRunner {
    ScriptRunner(
      shell: shell, keepsGoing: options.keepGoing, echoes: options.echo, settle: settle)
  }

  // MARK: Interactive

  private func runInteractively() -> ExitCode {
    isPlain ? runPlain() : runLive()
  }

  /// Runs with a live region, single keys and a line editor.
  private func runLive() -> ExitCode {
    let theme = theme
    let live = LiveProgram(
      theme: theme, environment: environment, home: environment.home,
      rings: settings.current.isOn(.bell), takesMouse: settings.current.isOn(.mouse),
      asksBackground: environment.asksBackground(chosenTheme, theme.palette))
    let (scheduler, clock) = time(of: live.loop)
    let deferred = DeferredOutput(
      batchOutput(), progress: ProgressLine(theme: theme, terminal: results))
    let output: any Output = options.command.isEmpty ? live.session : deferred
    let exit = withShell(scheduler, clock, output, background: live.background, watch: live.watch) {
      shell in
      let goesOn = runFirst(shell, settle: live.settle)
      live.finishWork()
      guard goesOn(), live.session.ending == nil else { return false }
      deferred.flow(into: live.session)
      let bag = DisposeBag()
      settings.changes.observe { [unowned shell] in
        switch $0 {
        case .language: shell.perform(.language(settings.current.language ?? environment.language))
        case .theme: live.session.recolor(with: self.theme.palette)
        case .bell, .mouse:
          live.allow(bell: settings.current.isOn(.bell), mouse: settings.current.isOn(.mouse))
        default: break
        }
      }.disposed(by: bag)
      welcome(shell)
      live.run(shell)
      return true
    }
    return live.session.ending ?? exit
  }

  /// Runs one line at a time. Output is only appended.
  private func runPlain() -> ExitCode {
    let arrivals = Arrivals()
    let sink = PromptSink(results)
    let output = TextOutput(
      theme: theme, results: sink, diagnostics: diagnostics, isInteractive: true,
      rings: settings.current.isOn(.bell))
    let (scheduler, clock) = time(of: arrivals.loop)
    var ending: ExitCode?
    let exit = withShell(scheduler, clock, output, watch: arrivals.watch) { shell in
      guard runFirst(shell, settle: arrivals.settle)() else { return false }
      welcome(shell)
      let runner = PromptRunner(shell: shell, arrivals: arrivals, prompt: sink)
      runner.run()
      ending = runner.ending
      return true
    }
    return ending ?? exit
  }

  /// The clock of an interactive run: the wall clock, unless the user chose the virtual clock, for
  /// example to demonstrate or record a quiz.
  private func time(of loop: any TimeScheduler) -> (any TimeScheduler, Options.Clock) {
    options.clock == .virtual ? (VirtualScheduler(), .virtual) : (loop, .real)
  }

  /// Runs the commands in the arguments.
  ///
  /// - Returns: Whether the program goes on with the person at the terminal when all work is done:
  ///   not after `quit`, and not after a command that opened no screen and asks nothing.
  private func runFirst(_ shell: Shell, settle: @escaping () -> Void) -> () -> Bool {
    let runner = runner(shell, settle: settle)
    runner.run(words: options.command)
    runner.run(options.sources)
    return {
      let hasMore =
        options.command.isEmpty || options.interactive || shell.screen != .start
        || shell.confirmer.held != nil
      return !shell.isQuitting && hasMore
    }
  }

  /// Starts the tasks that the program does by itself for a person.
  private func welcome(_ shell: Shell) {
    shell.models.importer.asksInDoubt = true
    if shell.models.world.store.store.isReadOnly { return }
    shell.syncByItself()
    shell.followFiles()
    guard options.hasSamples, let state = shell.state as? StartState, state.questions == 0 else {
      return
    }
    shell.confirmer.ask(
      YesNo(Strings(language: language).offerSamples, standard: true) { [unowned shell, language] in
        if $0 { shell.perform(.screen(StartCommand.addSamples(language))) }
      })
  }

  // MARK: Both

  /// The colours that the person or the command line has chosen; `nil` to find out.
  private var chosenTheme: Options.ColorTheme? {
    Options.ColorTheme(rawValue: settings.current[.theme])
  }

  /// The look of the output at a prompt.
  private var theme: Theme {
    var theme = batchLook
    if !isPlain, environment.isUnicode { theme.signs = .unicode }
    theme.strings.groupsDigits = true
    theme.columns = TerminalSize.columns(environment)
    return theme
  }

  /// The look of output that differs between a terminal and a pipe only in its colours.
  private var batchLook: Theme {
    Theme(
      strings: Strings(language: language),
      palette: sendsEscapes
        ? environment.palette(options.color, chosenTheme, isTerminal: isatty(1) == 1) : Palette(),
      signs: .ascii, columns: nil, ambiguous: options.ambiguous ?? .unknown)
  }

  /// Whether all that is asked for is a file on standard output, so that it must be alone there.
  private var isExportToOutput: Bool { onlyCommand?.writesOutput(home: environment.home) == true }

  private func batchOutput() -> any Output {
    options.json
      ? JSONOutput(
        theme: batchLook, results: isExportToOutput ? diagnostics : results,
        diagnostics: diagnostics)
      : TextOutput(theme: batchLook, results: results, diagnostics: diagnostics)
  }

  /// Opens the store, runs `body` with a shell and returns the exit code.
  ///
  /// - Parameter body: Returns whether a person gave commands at a prompt.
  private func withShell(
    _ scheduler: any TimeScheduler, _ clock: Options.Clock, _ output: any Output,
    background: any Background = ImmediateBackground(), watch: FileWatch? = nil,
    _ body: (Shell) -> Bool
  ) -> ExitCode {
    let seed = options.seed ?? (isInteractive ? UInt64.random(in: 0...UInt64.max) : 0)
    do {
      let builder = WorldBuilder(
        options: options, environment: environment, scheduler: scheduler, clock: clock, seed: seed,
        background: background, watch: watch, commandsComeFromInput: commandsComeFromInput,
        outputIsTaken: options.json && !isExportToOutput,
        keepsDrafts: isInteractive && !options.access.isReadOnly, settings: settings)
      let (world, isBesideWriter) = try build(builder)
      let models = Models(world: world)
      // A command in the arguments may not come to the first screen at all.
      if isInteractive, options.command.isEmpty { models.reviews.keepOverview() }
      if isInteractive { models.servePerson(byNeed: options.seed == nil) }
      models.follower.endsAtOnce = !options.command.isEmpty
      if options.store == .preview, options.hasSamples {
        try models.bank.addSamples(language: language)
      }
      let shell = Shell(models: models, output: output)
      let isReadOnly = world.store.store.isReadOnly
      shell.readsAnew = isReadOnly && !isInteractive
      shell.readsUnasked = access != options.access
      models.pictures.mayTidyWhatIsRead = shell.readsUnasked
      shell.reporter.requiresPass = options.requiresPass
      shell.confirmer.caution = options.yes ? .none : isInteractive ? .ask : .refuse
      shell.start(
        greeting: Greeting(
          version: Self.version, language: language, seed: seed, clock: clock,
          isReadOnly: access.isReadOnly || isReadOnly))
      if isBesideWriter { shell.reporter.warn(ReadingBesideWriter()) }
      if let doubt = builder.timeZone.doubt { shell.reporter.warn(doubt) }
      for problem in settingProblems { shell.reporter.warn(problem) }
      let follower = isReadOnly ? BankFollower(shell) : nil
      let hadPrompt = body(shell)
      withExtendedLifetime(follower) {}
      let exit = shell.end()
      // A mistyped command at a prompt is not a failure of the program.
      return hadPrompt && !shell.reporter.lacksPass ? .success : exit
    } catch {
      let failure = UnexpectedError.reportable(error)
      output.failure(failure, place: nil, at: .zero)
      let exit = ExitCode(failure)
      output.end(errors: 1, exit: exit, at: .zero)
      return exit
    }
  }

  /// Opens the store. A command that only reads is answered at a terminal as well while another
  /// program writes.
  private func build(
    _ builder: WorldBuilder
  ) throws(StoreError) -> (World, isBesideWriter: Bool) {
    let mayOnlyRead = access == .writing && onlyCommand?.onlyReads == true
    do throws(StoreError) {
      return (try builder.build(access), false)
    } catch {
      guard case .inUse = error, mayOnlyRead else { throw error }
    }
    return (try builder.build(.reading), true)
  }
}

extension PictureProgram: PictureViewer {}

/// The warning that nothing can be changed, because another program has the bank.
struct ReadingBesideWriter: ReportableError, Equatable {
  var message: Message {
    Message(
      "read-only", "Another program has the bank open, so this one only reads it.",
      "ほかのプログラムが問題データを使っているため、読み取り専用で開きました。")
  }
}

extension Strings {
  /// The question at the first start.
  var offerSamples: String {
    self("Add the sample decks, to play at once?", "すぐに遊べるサンプルの問題集を追加しますか?")
  }
}

/// The only command of the arguments, from the words after the options or from one `-c`.
struct OnlyCommand {
  private let entry: CommandEntry
  /// What the words mean; `nil` when they have a mistake.
  private let command: Command?

  init?(_ options: Options, language: Language) {
    let table = CommandTable(Screen.all)
    let parser = CommandParser(table: table, screen: .start, language: language)
    let words: [Word]
    do throws(CommandError) {
      if case .command(let line, _)? = options.sources.first {
        guard options.sources.count == 1, options.command.isEmpty else { return nil }
        words = try Tokenizer.words(of: line)
      } else {
        guard options.sources.isEmpty else { return nil }
        words = options.command.map { Word(text: $0, lineFromHere: $0[...]) }
      }
    } catch {
      // The shell says what is wrong when it runs the line.
      return nil
    }
    guard let entry = words.first.flatMap({ table.entry(called: $0.text, on: .start) }) else {
      return nil
    }
    self.entry = entry
    do throws(CommandError) {
      command = try parser.command(words: words)
    } catch {
      command = nil
    }
  }

  /// Whether lines of standard input go on with it, as answers or as fields of its form.
  var takesInput: Bool { entry.alone == .takesInput }

  /// Whether it writes a file to standard output.
  func writesOutput(home: String?) -> Bool {
    guard case .application(.exportFile(let options)) = command else { return false }
    return DiskFiles(home: home).target(at: options.file, own: []) == .output
  }

  /// Whether the program is to stay after it.
  var stays: Bool {
    if case .application(.follow(.waiting)) = command { true } else { false }
  }

  /// Whether it has nothing to do with a bank.
  var needsNoBank: Bool {
    if case .application(.examine) = command { true } else { false }
  }

  /// Whether it only reads the bank.
  var onlyReads: Bool {
    switch command {
    case .application(.sync(.status)), .application(.sync(.log)): return true
    case .application(.follow(.waiting)): return false
    default: break
    }
    // A screen may begin with a change, such as `due --target 80`.
    if case .open(let destination) = command, destination.first != nil { return false }
    return entry.alone == .endsWithoutChange
  }
}

extension Launch {
  /// Writes the output of `qa-repl completions SHELL` or `qa-repl man`. Neither needs a bank.
  /// Returns `nil` for other commands.
  func install() -> ExitCode? {
    let strings = Strings(language: language)
    let table = CommandTable(Screen.all)
    let lines: [String]
    switch options.command.first {
    case "man":
      if let word = options.command.dropFirst().first {
        let error = UsageError.notInManual(word, isCommand: !table.entries(called: word).isEmpty)
        Diagnostics(diagnostics).write(.error, error.code, at: "qa-repl", strings(error))
        return .usage
      }
      lines = ManualPage(strings: strings, version: Self.version, table: table).lines
    case "completions":
      let shell = options.command.count == 2 ? options.command[1] : ""
      guard let script = ShellCompletions(strings: strings, table: table).script(for: shell) else {
        let error = UsageError.badValue(
          "completions", shell,
          allowed: ShellCompletions.shells.dropLast().joined(separator: ", ")
            + " or " + ShellCompletions.shells.suffix(1).joined())
        Diagnostics(diagnostics).write(
          .error, error.code, at: "qa-repl", Strings(language: language)(error))
        return .usage
      }
      lines = script
    default: return nil
    }
    results.write(lines.joined(separator: "\n") + "\n")
    return .success
  }
}

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
  /// The settings of the person.
  let settings: SettingsBook
  /// Whether standard input is reserved for commands.
  let commandsComeFromInput: Bool
  /// Whether standard output is for the program's own lines alone.
  let outputIsTaken: Bool
  /// The user's time zone; UTC where a script has the same dates each time it runs.
  private(set) var timeZone = LocalTimeZone.utc

  init(
    options: Options, environment: Environment, scheduler: any TimeScheduler,
    clock: Options.Clock, seed: UInt64, background: any Background, watch: FileWatch? = nil,
    commandsComeFromInput: Bool, outputIsTaken: Bool = false, keepsDrafts: Bool = false,
    settings: SettingsBook = SettingsBook()
  ) {
    self.settings = settings
    self.outputIsTaken = outputIsTaken
    self.keepsDrafts = keepsDrafts
    self.options = options
    self.environment = environment
    self.scheduler = scheduler
    self.clock = clock
    self.seed = seed
    self.background = background
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
      sharing: sharing, bankChanges: changes(of: store),
      isVirtual: isRepeatable)
    world.pictureViewer = PictureProgram(environment: environment)
    world.settings = settings
    if let watch { world.fileChanges = { watch.changes(of: $0) } }
    if keepsDrafts, let file = store as? any FileStore {
      world.draftFile = ProgramFile(besideBankAt: file.path, on: storeEnvironment.fileSystem)
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
      deviceName: deviceName, home: environment.home)
  }

  /// The name of this computer; where nothing is kept, one that is the same on all computers.
  private var deviceName: String {
    options.store.isKept ? ProcessInfo.processInfo.hostName : "qa-repl"
  }

  /// On a virtual clock the files have its dates, and with a seed their random numbers follow it,
  /// so that the same script writes the same bytes.
  private var storeEnvironment: StoreEnvironment {
    var environment = StoreEnvironment()
    environment.author = deviceName
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

  /// The colours for text, as far as the options and the environment tell.
  func palette(
    _ color: Options.Color, _ theme: Options.ColorTheme?, isTerminal: Bool
  ) -> Palette {
    let isColored = usesColor(color, isTerminal: isTerminal)
    // https://no-color.org asks for no colour only. What is bold is read first.
    let isBold = isTerminal && color == .auto && self["NO_COLOR"] != nil && !wantsPlain
    let depth = theme == .own ? .basic : depthOfTerminal
    return Palette(
      depth: isColored ? depth : isBold ? .shapes : .none,
      scheme: theme?.scheme ?? schemeOfTerminal ?? .unknown)
  }

  /// Whether the terminal is asked for its background: the colours must depend on it, and the
  /// terminal itself must be the one that answers. A multiplexer may not know the answer, and from
  /// afar it may come after the program's end.
  func asksBackground(_ theme: Options.ColorTheme?, _ palette: Palette) -> Bool {
    let name = self["TERM"] ?? ""
    let isBetween = ["TMUX", "STY", "SSH_CONNECTION", "SSH_TTY"].contains { self[$0] != nil }
    return theme == nil && [.indexed, .direct].contains(palette.depth) && !isBetween
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
