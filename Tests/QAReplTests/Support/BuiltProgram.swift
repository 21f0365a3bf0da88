import Foundation

/// The program that was built beside these tests. It runs in a process of its own.
struct BuiltProgram {
  /// The result of a run.
  struct Outcome {
    var exit: Int32
    var output: String
    var diagnostics: String
  }

  /// A folder of its own in place of the user's home.
  let home: URL

  /// The program; `nil` when only the tests were built.
  static let executable: URL? = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let runner = bundle ?? URL(filePath: CommandLine.arguments[0])
    let beside = runner.deletingLastPathComponent().appending(path: "qa-repl")
    return FileManager.default.isExecutableFile(atPath: beside.path) ? beside : nil
  }()

  init() throws {
    // A program that ends before it has read its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    home = FileManager.default.temporaryDirectory.appending(path: "qa-repl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  /// Removes the folder.
  func removeHome() {
    do {
      try FileManager.default.removeItem(at: home)
    } catch {
      print("left behind: \(home.path)")
    }
  }

  /// The program with `arguments` and nothing of the tests' own environment, not started yet.
  func process(_ arguments: [String], environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TERM": "xterm"]
      .merging(environment) { $1 }
    process.currentDirectoryURL = home
    return process
  }

  /// Runs the program with `arguments`, `input` on its standard input, and nothing of the tests'
  /// own environment.
  ///
  /// - Parameter other: the program to run instead, such as a shell that starts the program.
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    by other: URL? = nil
  ) throws -> Outcome {
    let process = process(arguments, environment: environment)
    if let other { process.executableURL = other }
    let (output, diagnostics, source) = (Pipe(), Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, diagnostics)
    process.standardInput = source
    try process.run()
    do {
      try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    } catch let error as CocoaError where (error.underlying as? POSIXError)?.code == .EPIPE {
      // What it says is in its output.
    }
    try source.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errors = String(
      decoding: diagnostics.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(exit: process.terminationStatus, output: text, diagnostics: errors)
  }
}
