import Foundation

/// A running program that takes commands line by line and answers in JSON lines.
final class Conversation {
  /// The answer of the program, and how long it took.
  struct Answer {
    var seconds: Double
    var isError: Bool
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread: [UInt8] = []

  init(program: String, arguments: [String]) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    _ = try (line(), line())
  }

  /// Sends a command and waits for the answer to a marker after it, because a command may answer
  /// with several lines.
  func ask(_ command: String) throws -> Answer {
    let start = ContinuousClock.now
    try input.fileHandleForWriting.write(contentsOf: Data("\(command)\nhelp help\n".utf8))
    var isError = false
    while true {
      let answer = try line()
      if answer.contains("\"type\":\"help\"") { break }
      if answer.contains("\"type\":\"error\"") { isError = true }
    }
    let elapsed = ContinuousClock.now - start
    return Answer(seconds: elapsed / .seconds(1), isError: isError)
  }

  /// The most memory that the program has had, in bytes; `nil` where the system does not report it.
  var mostMemory: Int? {
    let path = "/proc/\(process.processIdentifier)/status"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The end of the next line. It contains the type of the line, because the keys are sorted. Only
  /// new bytes are examined: a list of 5,000 answers comes in many pieces, and the benchmark must
  /// not measure itself.
  private func line() throws -> String {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: 10) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end].suffix(40), as: UTF8.self)
      }
      searched = unread.count
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      unread += more
    }
  }
}
