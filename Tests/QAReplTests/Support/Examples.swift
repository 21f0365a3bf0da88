import Foundation
import Testing

/// The examples of a document: the files that it writes out below their names, and the commands of a
/// shell with what they print.
struct Examples {
  /// Commands of a shell, and what they print.
  struct Run {
    var commands: String
    var output: String
  }

  var files: [String: String]
  var runs: [Run]

  init(_ document: String) {
    let files = document.matches(of: #/`([a-z.]+)`:\n\n```\w+\n([\s\S]*?)```/#)
    self.files = Dictionary(files.map { (String($0.1), String($0.2)) }) { $1 }
    runs = document.matches(of: #/```sh\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/#).map {
      Run(commands: String($0.1), output: String($0.2))
    }
  }
}

extension Examples.Run {
  /// Runs the commands in a folder of their own that has `files`, with the program that was built.
  ///
  /// - Parameter tools: Where the commands find another program.
  func check(with files: [String: String], tools: String = "/usr/bin") throws {
    let program = try BuiltProgram()
    defer { program.removeHome() }
    let folder = try #require(BuiltProgram.executable).deletingLastPathComponent().path
    for (name, text) in files {
      try text.write(to: program.home.appending(path: name), atomically: true, encoding: .utf8)
    }
    let outcome = try program.run(
      ["-c", commands], environment: ["PATH": "\(folder):\(tools):/usr/bin:/bin"],
      by: URL(filePath: "/bin/sh"))
    // CSV ends its lines with CR LF.
    let printed = outcome.output.replacing("\r\n", with: "\n")
    #expect(printed == output, "\(outcome.diagnostics)")
  }
}
