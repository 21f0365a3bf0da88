import Foundation

@testable import qa_repl

/// A session as a person would see it: lines that begin with a prompt are typed, and all others are
/// printed.
struct Transcript {
  /// A typed line with its prompt, and the lines printed after it.
  struct Step: Equatable {
    var prompt: String
    var command: String
    var output: String
  }

  var steps: [Step]

  /// Reads a transcript. A prompt is a screen's name, for a person with what Enter does, and `> `, or
  /// a question that ends in `[y/N] `. A bare `> ` marks the chosen row of a list.
  init(_ text: String) {
    steps = []
    let lines = text.hasSuffix("\n") ? text.dropLast() : text[...]
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      let step = #/(?<prompt>[^ ]+(?: \([^)]+\))?> |.+ \[y/N\] )(?<command>.*)/#
      if let match = line.prefixMatch(of: step) {
        steps.append(
          Step(prompt: String(match.prompt), command: String(match.command), output: ""))
      } else if !steps.isEmpty {
        steps[steps.count - 1].output += line + "\n"
      }
    }
  }

  /// Types the commands into `program` and records the printed lines, with the prompt of the screen
  /// in front.
  ///
  /// - Parameter isForPerson: Whether the prompt says what Enter alone does, which then does it.
  func replayed(in program: TestProgram, isForPerson: Bool = false) -> Transcript {
    var copy = self
    for index in copy.steps.indices {
      let strings = program.shell.output.strings
      let goingOn = isForPerson ? program.shell.state?.goingOn(strings) : nil
      let hint = goingOn.map { " (\($0.hint))" } ?? ""
      let command = copy.steps[index].command
      let question = isForPerson ? program.shell.confirmer.held?.question : nil
      let name = strings.name(of: program.shell.screen)
      copy.steps[index].prompt = (question ?? name + hint + ">") + " "
      copy.steps[index].output =
        if command.isEmpty, let goingOn {
          program.run(goingOn.command)
        } else {
          program.run(command)
        }
    }
    return copy
  }

  var text: String {
    steps.map { "\($0.prompt)\($0.command)\n\($0.output)" }.joined()
  }

  /// The steps without blank lines at the ends of outputs, because a document may place those
  /// freely.
  var trimmed: [Step] {
    steps.map { step in
      var step = step
      step.output = step.output.trimmingCharacters(in: .newlines)
      return step
    }
  }
}
