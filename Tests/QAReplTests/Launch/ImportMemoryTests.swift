#if os(Linux)
  import Foundation
  import Testing

  /// The memory that an import and a shared folder need, as the system reports it while the program
  /// still runs.
  @Suite struct ImportMemoryTests {
    @Test(.enabled(if: BuiltProgram.executable != nil, "the program was not built"))
    func `an import takes no more memory than four times its file`() throws {
      let program = try BuiltProgram()
      defer { program.removeHome() }
      let file = program.home.appending(path: "long.csv")
      let commentary = String(repeating: "a word of many, ", count: 75)
      let rows = (1...8000).map { "Question \($0)?,yes \($0),no \($0),1,\"\(commentary)\"\n" }
      let table = Data(
        ("question,choice1,choice2,correct,explanation\n" + rows.joined()).utf8)
      try table.write(to: file)

      let growth = try growth(of: program, at: "import long.csv", until: "\"imported\":8000")
      #expect(growth < 4 * table.count / 1024, "\(growth) kB for \(table.count / 1024) kB")
    }

    @Test(.enabled(if: BuiltProgram.executable != nil, "the program was not built"))
    func `records of an unknown kind take no more memory than six times their file`() throws {
      let program = try BuiltProgram()
      defer { program.removeHome() }
      let device = "0123456789abcdef"
      let folder = program.home.appending(path: "shared/\(device)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let header =
        #"{"format":"qa-repl-sync","version":2,"device":"\#(device)","name":"newer","generation":1}"#
      let lines = (100_000..<140_000).map { number in
        let key = "a-key-of-thirty-two-bytes-\(number)"
        let text = "words of a kind that nobody knows yet, number \(number)"
        return
          #"{"picture":"\#(key)","base":"1766400000000.0.\#(device)","fields":{"text":"\#(text)"}}"#
          + "\n"
      }
      let file = Data((header + "\n" + lines.joined()).utf8)
      try file.write(to: folder.appending(path: "changes.jsonl"))

      let growth = try growth(of: program, at: "sync shared", until: "sync-unread")
      #expect(growth < 6 * file.count / 1024, "\(growth) kB for \(file.count / 1024) kB")
    }

    /// How much more memory the program has had at the end of a command than before it, in
    /// kilobytes.
    private func growth(
      of program: BuiltProgram, at command: String, until sign: String
    ) throws -> Int {
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = BuiltProgram.executable
      process.arguments = ["--json", "-f", "-"]
      process.environment = ["HOME": program.home.path]
      process.currentDirectoryURL = program.home
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      try expect("\"type\":\"hello\"", from: output)
      let before = try peak(of: process)
      try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
      try expect(sign, from: output)
      let growth = try peak(of: process) - before
      try input.fileHandleForWriting.close()
      _ = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return growth
    }

    /// Reads until `text` has arrived.
    private func expect(_ text: String, from pipe: Pipe) throws {
      var seen = ""
      while !seen.contains(text) {
        let part = pipe.fileHandleForReading.availableData
        try #require(!part.isEmpty, "the program ended: \(seen)")
        seen += String(decoding: part, as: UTF8.self)
      }
    }

    /// The most memory that the process has had, in kilobytes.
    private func peak(of process: Process) throws -> Int {
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber)))
    }
  }
#endif
