import BenchmarkKit
import QuizExchange

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reads 100,000 questions of our own in several formats: speed, and memory as a multiple of the
/// file.
///
/// A word on the command line chooses one format. Memory is the most that the process ever held
/// beyond the amount before the reading. It is therefore correct only for the first format that is
/// read, so name the one to measure.
@main struct ExchangeBench {
  static func main() throws {
    let chosen = CommandLine.arguments.dropFirst().first
    let questions = SampleQuestions.make(100_000)
    var table = Table(columns: ["format", "MB", "MB/s", "one by one, × file", "kept, × file"])
    for name in ["csv", "gift", "json", "anki", "markdown", "aiken"] {
      guard chosen == nil || chosen == name, let format = QuestionFormat.named(name),
        let file = format.write(questions, name: name)
      else { continue }
      let bytes = file.bytes
      let size = Double(bytes.count)
      let before = mostMemory()
      let streamed = try seconds { try read(bytes, format, keeps: false) }
      let afterStream = mostMemory()
      let kept = try seconds { try read(bytes, format, keeps: true) }
      let afterKept = mostMemory()
      table.add([
        name, decimal(size / 1e6, digits: 1), decimal(size / 1e6 / min(streamed, kept), digits: 0),
        decimal(Double(afterStream - before) / size + 1, digits: 1),
        decimal(Double(afterKept - before) / size + 1, digits: 1),
      ])
    }
    print(table.text)
  }

  /// Reads the bytes, keeping the questions or handing them over one by one.
  private static func read(_ bytes: [UInt8], _ format: QuestionFormat, keeps: Bool) throws {
    var count = 0
    let collector =
      keeps
      ? QuestionCollector(file: "bench")
      : QuestionCollector(file: "bench", handler: { _ in count += 1 })
    try QuestionFile.read(SourceText(bytes, name: "bench"), format: format, into: collector)
    precondition(collector.accepted == SampleQuestions.count, "not all questions came back")
  }

  /// Measures processor time, because the machine may have other work to do.
  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }

  /// The most bytes that the process ever held.
  private static func mostMemory() -> Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #endif
  }
}
