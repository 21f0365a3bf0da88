#if os(Linux)
  import Foundation
  import Testing

  /// The memory that an import needs, as the system reports it while the program still runs.
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
      try input.fileHandleForWriting.write(contentsOf: Data("import long.csv\n".utf8))
      try expect("\"imported\":8000", from: output)
      let growth = try peak(of: process) - before
      try input.fileHandleForWriting.close()
      _ = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(growth < 4 * table.count / 1024, "\(growth) kB for \(table.count / 1024) kB")
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
