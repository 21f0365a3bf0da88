import QuizKit
import QuizSupport

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

  /// Whether it only reads the bank.
  var onlyReads: Bool {
    switch command {
    case .application(.sync(.status)), .application(.sync(.log)): return true
    default: break
    }
    // A screen may begin with a change, such as `due --target 80`.
    if case .open(let destination) = command, destination.first != nil { return false }
    return entry.alone == .endsWithoutChange
  }
}
