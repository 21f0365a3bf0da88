import Foundation
import QuizStore

/// A program that tests start, deprive of resources and rights, and kill.
///
///     store-child [--nobody] SPECIFICATION COMMAND [ARGUMENT]
///
/// With `--nobody` it first gives up the rights of the superuser, if it has them. For an error it
/// prints the code and the file, and ends with status 2. For the commands see ``ChildCommand``.
@main struct Main {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--nobody" {
      arguments.removeFirst()
      Kernel.becomeNobody()
    }
    guard arguments.count >= 2, let command = ChildCommand(rawValue: arguments[1]),
      let configuration = StoreConfiguration(
        specification: arguments[0], access: command == .count ? .reading : .writing)
    else { exit(64) }
    do {
      try command.run(configuration, arguments.count > 2 ? arguments[2] : "")
    } catch let error as StoreError {
      printLine("\(error.code) \(error.file ?? "")")
      exit(2)
    } catch {
      printLine("\(error)")
      exit(3)
    }
  }
}

/// Prints a line at once, without waiting for a buffer to fill.
func printLine(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
