import Foundation
import QuizSupport
import Testing

@testable import qa_repl

/// Programs in processes of their own that synchronize through one folder.
@Suite(.enabled(if: BuiltProgram.executable != nil)) final class SharedFolderProcessTests {
  /// For more merges: `QA_REPL_GIT_MERGES=1000 swift test --filter SharedFolderProcess`.
  private static let merges = number("QA_REPL_GIT_MERGES") ?? 4
  private static let kills = number("QA_REPL_KILL_ROUNDS") ?? 20
  private static let git = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  deinit {
    program.removeHome()
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The arguments that import a question into a device's bank, change it and synchronize.
  private func arguments(_ device: String, _ number: Int, folder: String) throws -> [String] {
    let file = "\(device)-\(number).csv"
    let text = "question,choice1,choice2,answer\n\(device) \(number)?,a,b,1\n"
    try Data(text.utf8).write(to: program.home.appending(path: file))
    return [
      "--store", "\(device).journal", "-c", "import \(file) --deck \(device)",
      "-c", "manage --deck \(device)", "-c", "edit", "-c", "commentary of \(number)", "-c", "save",
      "-c", "home", "-c", "sync \(folder) --name \(device)",
    ]
  }

  private func synchronize(_ device: String, _ folder: String) throws -> BuiltProgram.Outcome {
    try program.run(["--store", "\(device).journal", "-c", "sync \(folder)"])
  }

  /// The questions of a bank by text, without the values that differ on each device.
  private func questions(_ device: String) throws -> [String] {
    let file = "\(device).csv"
    let run = try program.run(
      ["--store", "\(device).journal", "--yes", "-c", "export \(file) --format csv"])
    try #require(run.exit == 0, "\(run.diagnostics)")
    return try String(contentsOf: program.home.appending(path: file), encoding: .utf8)
      .split(whereSeparator: \.isNewline).map(String.init).sorted()
  }

  @discardableResult
  private func git(_ folder: String, _ arguments: String...) throws -> String {
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    let run = try program.run(
      ["-C", folder] + identity + arguments, by: URL(filePath: try #require(Self.git)))
    try #require(run.exit == 0, "git \(arguments): \(run.output)\(run.diagnostics)")
    return run.output
  }

  @Test(.enabled(if: git != nil))
  func `git merges the folders of two clones without a conflict`() throws {
    // Banks that stay small are quick to open, so that more merges can be tried.
    for first in stride(from: 1, through: Self.merges, by: 50) {
      try mergeClones("a\(first)", "b\(first)", times: min(50, Self.merges - first + 1))
    }
  }

  private func mergeClones(_ a: String, _ b: String, times: Int) throws {
    try FileManager.default.createDirectory(
      at: program.home.appending(path: a), withIntermediateDirectories: true)
    try git(a, "init", "--quiet", "--initial-branch=main")
    try git(a, "commit", "--quiet", "--allow-empty", "--message=begin")
    try git(".", "clone", "--quiet", a, b)
    for number in 1...times {
      for device in [a, b] {
        let run = try program.run(try arguments(device, number, folder: device))
        try #require(run.exit == 0, "\(run.diagnostics)")
        try git(device, "add", "--all")
        try git(device, "commit", "--quiet", "--message=\(number)")
      }
      let (one, other) = number.isMultiple(of: 2) ? (a, b) : (b, a)
      try git(one, "fetch", "--quiet", "../\(other)", "main")
      try git(one, "merge", "--quiet", "--no-edit", "FETCH_HEAD")
      try #require(
        try git(one, "rev-list", "--merges", "--count", "HEAD").contains("\(number)"))
      try git(other, "pull", "--quiet", "--ff-only", "../\(one)", "main")
    }
    for device in [a, b] { #expect(try synchronize(device, device).exit == 0) }
    #expect(try questions(a) == questions(b))
    #expect(try questions(a).count == 2 * times + 1)
  }

  /// - Parameter attributes: what somebody has told git already; `nil` for nothing.
  @Test(.enabled(if: git != nil), arguments: [nil, "* text=auto\n"])
  func `where git rewrites the ends of lines, nothing is new and no device is`(
    attributes: String?
  ) throws {
    let folder = program.home.appending(path: "a")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try git("a", "init", "--quiet", "--initial-branch=main")
    try git("a", "config", "core.autocrlf", "true")
    if let attributes {
      try Data(attributes.utf8).write(to: folder.appending(path: ".gitattributes"))
    }
    func commit(_ device: String) throws {
      try git(device, "add", "--all")
      try git(device, "commit", "--quiet", "--message=one")
    }
    func devices(_ device: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: program.home.appending(path: device).path
      ).filter { !$0.hasPrefix(".") }.sorted()
    }
    #expect(try program.run(arguments("a", 0, folder: "a")).exit == 0)
    try commit("a")
    try git(".", "clone", "--quiet", "--config", "core.autocrlf=true", "a", "b")
    #expect(try program.run(arguments("b", 0, folder: "b")).exit == 0)
    try commit("b")
    try git("a", "pull", "--quiet", "--ff-only", "../b", "main")
    // Git writes the device's own file anew, as after a change of branches.
    for device in try devices("a") {
      try FileManager.default.removeItem(at: folder.appending(path: device))
    }
    try git("a", "checkout", "--quiet", "--", ".")
    let own = try devices("a").map { folder.appending(path: "\($0)/changes.jsonl") }
    let before = try own.map { try Data(contentsOf: $0) }
    #expect(before.allSatisfy { $0.contains(UInt8(ascii: "\r")) == (attributes != nil) })
    for number in 0..<2 {
      let run = try program.run(["--store", "a.journal", "--json", "-c", "sync a"])
      #expect(run.exit == 0 && run.diagnostics.isEmpty, "\(run.diagnostics)")
      #expect(run.output.contains(#""published":0"#), "\(run.output)")
      #expect(run.output.contains(#""received":0"#) == (number > 0), "\(run.output)")
    }
    #expect(try own.map { try Data(contentsOf: $0) } == before)
    // Both go on with their files.
    #expect(try program.run(arguments("a", 1, folder: "a")).exit == 0)
    try commit("a")
    try git("b", "pull", "--quiet", "--ff-only", "../a", "main")
    #expect(try program.run(arguments("b", 1, folder: "b")).exit == 0)
    try commit("b")
    try git("a", "pull", "--quiet", "--ff-only", "../b", "main")
    #expect(try synchronize("a", "a").output.contains("received"))
    for device in ["a", "b"] {
      let run = try synchronize(device, device)
      #expect(run.output.contains("nothing new") && run.diagnostics.isEmpty, "\(run)")
      #expect(try devices(device).count == 2)
    }
    #expect(try questions("a") == questions("b"))
    #expect(try questions("a").count == 5)
  }

  @Test func `two programs over one folder lose nothing when they are killed`() throws {
    try FileManager.default.createDirectory(
      at: program.home.appending(path: "shared"), withIntermediateDirectories: true)
    for device in ["a", "b"] {
      #expect(try program.run(arguments(device, 0, folder: "shared")).exit == 0)
    }
    var random = SplitMix64(seed: 22)
    var kept: Set<String> = ["a 0?", "b 0?"]
    for number in 1...Self.kills {
      let processes = try ["a", "b"].map { device in
        let process = program.process(try arguments(device, number, folder: "shared"))
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        return (device, process, output)
      }
      usleep(UInt32.random(in: 0...250_000, using: &random))
      let killed = Int.random(in: 0...2, using: &random)
      for (index, (_, process, _)) in processes.enumerated() where killed == index || killed == 2 {
        Foundation.kill(process.processIdentifier, SIGKILL)
      }
      for (device, process, output) in processes {
        let text = String(
          decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if text.contains("imported") || text.contains("Synchronized") {
          kept.insert("\(device) \(number)?")
        }
      }
    }
    for device in ["a", "b", "a", "b"] {
      let run = try synchronize(device, "shared")
      #expect(run.exit == 0, "\(run.diagnostics)")
    }
    let questions = try questions("a")
    #expect(try questions == self.questions("b"))
    for text in kept {
      #expect(questions.contains { $0.contains(text) }, "\(text)")
    }
  }
}
