import QuizKit
import QuizSupport
import Testing

@testable import qa_repl

/// Every word of the command table means its command on its screens, however it is typed.
@Suite struct CommandNamesTests {
  static let table = CommandTable(Screen.all)

  /// `word` unchanged, in lower case and in full width.
  static func forms(of word: String) -> Set<String> {
    [
      word, word.lowercased(), word.inFullWidth, word.lowercased().inFullWidth, word.uppercased(),
    ]
  }

  /// The screens on which the entry's words mean the entry, no matter what they mean elsewhere.
  static func screens(of entry: CommandEntry) -> [ScreenName] {
    entry.screens.isEmpty ? [.start] : entry.screens
  }

  @Test(arguments: table.entries)
  func `every name and alias is understood on its screens in any case and width`(
    entry: CommandEntry
  ) throws {
    for screen in Self.screens(of: entry) {
      for form in ([entry.name] + entry.aliases).flatMap(Self.forms) {
        let found = Self.table.entry(called: form, on: screen)
        #expect(found?.english == entry.english, "\(form) on \(screen)")
        let parser = CommandParser(table: Self.table, screen: screen, language: .japanese)
        do throws(CommandError) {
          _ = try parser.command(line: form)
        } catch .unknownCommand, .notOnThisScreen {
          Issue.record("\(form) is not understood on \(screen)")
        } catch {
          // Arguments are missing, but the word was understood.
        }
      }
    }
  }

  @Test(arguments: ["QUIZスタート", "quizスタート", "ＱＵＩＺスタート"])
  func `the labels of the first program start a quiz`(line: String) throws {
    let parser = CommandParser(table: Self.table, screen: .start, language: .japanese)
    #expect(try parser.command(line: line) == parser.command(line: "quiz"))
  }

  @Test(arguments: ["QUIZデータ", "quizデータ", "ｑｕｉｚデータ"])
  func `a label is completed in any case and width`(typed: String) throws {
    let program = try TestProgram(language: .japanese)
    let completion = CommandCompleter(shell: program.shell).completion(of: typed)
    #expect(completion.candidates == ["QUIZデータ管理スタート"])
  }

  @Test func `help knows the labels too`() throws {
    let topic = try HelpTopic("ＱＵＩＺスタート", screen: .start, Self.table)
    #expect(topic.entries.map(\.name) == ["quiz"])
  }
}
