import Foundation
import StoreBenchKit

/// Compares the stores with GRDB and with the bare disk, and prints a table.
///
///     StoreBench [COUNTS] [ROUNDS] [DIRECTORY]        as in: StoreBench 1000,10000,100000 3
@main struct Main {
  static func main() throws {
    // A contender that ended is noticed by its status. Writing to it must not end this program.
    signal(SIGPIPE, SIG_IGN)
    let arguments = CommandLine.arguments.dropFirst()
    let counts = (arguments.first ?? "1000,10000").split(separator: ",").compactMap { Int($0) }
    let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 3
    let directory = arguments.dropFirst(2).first ?? NSTemporaryDirectory() + "store-bench"
    let processor = try DiskProcessor(directory: directory)
    try WorkerProcess.install(in: directory)
    for count in counts {
      var results: [Round] = []
      for number in 1...rounds {
        FileHandle.standardError.write(Data("N = \(count), round \(number)\n".utf8))
        results.append(try Round(count: count, directory: directory, processor))
      }
      print(Report(count: count, rounds: results).text)
    }
  }
}
