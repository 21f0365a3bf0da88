import Foundation
import QuizExchange
import QuizKit
import QuizSupport

/// Completes commands, options, decks, tags and files from the command table.
struct CommandCompleter: Completer {
  let shell: Shell
  /// The region with the list whose rows a number takes; `nil` for none.
  var region: LiveRegion?

  func completion(of head: String) -> Completion {
    let words = Self.words(of: head)
    guard let word = words.last else { return Completion() }
    let plain = word.hasPrefix("\"") ? String(word.dropFirst()) : word
    let candidates = candidates(for: plain, after: words.dropLast())
    let quoted = candidates.map { ($0.text, CommandWord.quoted($0.text), $0.explanation) }
    return Completion(
      replaced: word.count, candidates: quoted.map(\.1),
      explanations: Dictionary(
        quoted.compactMap { $0.2.isEmpty ? nil : ($0.1, $0.2) },
        uniquingKeysWith: { first, _ in first }))
  }

  func hints(for line: String) -> [String] {
    let strings = shell.output.strings
    let clear = strings("Esc clears it", "Esc 消去")
    if let question = region?.question, !question.isCommand(line) {
      return [strings("Enter answers", "Enter 回答"), strings.escapeNo]
    }
    if shell.takesRowNumbers(in: region), Int(FullWidth.folded(line.trimmed)) != nil {
      return [strings("Enter goes to it", "Enter その番号へ"), clear]
    }
    let completes = strings("Tab completes", "Tab 補完")
    do throws(CommandError) {
      _ = try shell.parser.command(line: line)
      return [strings("Enter runs it", "Enter 実行"), completes, clear]
    } catch {
      if case .missingArgument(_, _, let usage) = error {
        return [strings("goes on: \(usage)", "続き: \(usage)"), completes, clear]
      }
      return [completes, clear]
    }
  }

  func hint(for line: String) -> Hint? {
    let words = Self.words(of: line)
    guard let first = words.first, !first.isEmpty else { return nil }
    let name = CommandWord.folded(first)
    if words.count == 1 {
      // The letter of a choice is not the beginning of a longer word.
      if name.count == 1, isCommand(line) { return nil }
      guard let match = entries.first(where: { $0.name.hasPrefix(name) && $0.name != name }) else {
        return nil
      }
      return Hint(text: String(match.name.dropFirst(name.count)), continues: true)
    }
    guard words.count == 2, words[1].isEmpty,
      let entry = entry(called: first)
    else { return nil }
    let options = entry.options.map { "[\($0.usage)]" }.joined(separator: " ")
    let usage = entry.arguments.replacing("[OPTIONS]", with: options)
    return usage.isEmpty ? nil : Hint(text: usage, continues: false)
  }

  /// Whether the line can be run as it is.
  private func isCommand(_ line: String) -> Bool {
    do throws(CommandError) {
      _ = try shell.parser.command(line: line)
      return true
    } catch {
      return false
    }
  }

  private var entries: [CommandEntry] {
    shell.table.entries(on: shell.screen)
  }

  private func entry(called word: String) -> CommandEntry? {
    shell.table.entry(called: word, on: shell.screen)
  }

  private typealias Candidate = (text: String, explanation: String)

  private func candidates(for word: String, after words: ArraySlice<String>) -> [Candidate] {
    guard let first = words.first else { return commands(word) }
    guard let entry = entry(called: first) else { return [] }
    let language = shell.output.strings.language
    if let last = words.last, last.hasPrefix("--"),
      let option = entry.options.first(where: { "--" + $0.name == last }), let value = option.value
    {
      return plain(values(called: value, word))
    }
    if word.hasPrefix("-") {
      let options = entry.options.filter { !words.contains("--" + $0.name) }
      return options.map { ("--" + $0.name, language.text($0.english, $0.japanese)) }
        .filter { $0.0.hasPrefix(word.lowercased()) }
    }
    return plain(positional(entry, word))
  }

  private func plain(_ words: [String]) -> [Candidate] { words.map { ($0, "") } }

  /// Offers English names. Offers Japanese ones only if no English name matches.
  private func commands(_ word: String) -> [Candidate] {
    let folded = CommandWord.folded(word)
    var names = matching(folded, unique(entries.map(\.name)))
    if names.isEmpty {
      names = unique(entries.flatMap(\.aliases)).filter {
        CommandWord.folded($0).hasPrefix(folded)
      }
    }
    let language = shell.output.strings.language
    return names.map { ($0, entry(called: $0)?.explanation(in: language) ?? "") }
  }

  private func positional(_ entry: CommandEntry, _ word: String) -> [String] {
    let places = entry.arguments.split(separator: " ").map { $0.filter { !"[]…".contains($0) } }
    return places.lazy.map { values(called: $0, word) }.first { !$0.isEmpty } ?? []
  }

  /// The values for a placeholder of the usage line, such as `DECK`.
  private func values(called place: String, _ word: String) -> [String] {
    switch place {
    case "DECK": matching(word, named { try shell.models.bank.summaries().map(\.name) })
    case "EXAM": matching(word, named { try shell.models.exams.exams().map(\.name) })
    case "new|edit|delete":
      // The exams come first where nothing is typed yet.
      word.isEmpty ? [] : matching(word, ["new", "edit", "delete"])
    case "TAG": matching(word, named { try shell.models.bank.tags() })
    case "FORMAT": matching(word, QuestionFormat.all.map(\.name))
    case "COMMAND": matching(word, unique(shell.table.entries.map(\.name)))
    case "ja|en": matching(word, Language.allCases.map(\.rawValue))
    case "on|off": matching(word, ["on", "off"])
    case "FILE": files(word)
    case "DIR|status|log|restore":
      matching(word, ["status", "log", "restore"]) + files(word).filter { $0.hasSuffix("/") }
    default: []
    }
  }

  /// Returns no names if the bank cannot be read. The command itself reports that error.
  private func named(_ read: () throws -> [String]) -> [String] {
    do {
      return try read()
    } catch {
      return []
    }
  }

  private func files(_ word: String) -> [String] {
    let folder = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
    let begin = word.dropFirst(folder.count)
    let manager = FileManager.default
    let path = folder.isEmpty ? "." : folder
    do {
      return try manager.contentsOfDirectory(atPath: path).sorted().compactMap { name in
        guard name.hasPrefix(begin), begin.hasPrefix(".") || !name.hasPrefix(".") else {
          return nil
        }
        var isFolder: ObjCBool = false
        let exists = manager.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
        return folder + name + (exists && isFolder.boolValue ? "/" : "")
      }
    } catch {
      return []
    }
  }

  private func matching(_ word: String, _ candidates: [String]) -> [String] {
    candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
  }

  private func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  /// The words of an unfinished line. The last one, which may be empty, is before the cursor.
  private static func words(of head: String) -> [String] {
    var words = [""]
    var isQuoted = false
    for character in head {
      if character == "\"" { isQuoted.toggle() }
      if Tokenizer.isBlank(character), !isQuoted {
        if words.last?.isEmpty == false { words.append("") }
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
  }
}
