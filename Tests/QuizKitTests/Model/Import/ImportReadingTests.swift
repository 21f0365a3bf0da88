import Foundation
import Synchronization
import Testing

@testable import QuizExchange
@testable import QuizKit

@Suite struct ImportReadingTests {
  /// The parts that reading produced, with the size of each.
  func parts(_ files: [String: String], _ paths: [String], size: Int) -> (
    sizes: [Int], questions: [String], result: ImportReading.Result
  ) {
    let seen = Mutex<[(Int, [String])]>([])
    let reading = ImportReading(
      paths: paths, files: TextFiles(texts: files), format: nil, options: ReadingOptions(),
      sections: [], partSize: size)
    let result = reading.run { news in
      if case .part(let part) = news {
        if case .questions(let questions, _) = part.content {
          seen.withLock { $0.append((questions.count, questions.map(\.content.text))) }
        }
        part.taken()
      }
      return true
    }
    return seen.withLock { ($0.map(\.0), $0.flatMap(\.1), result) }
  }

  static func table(_ count: Int) -> String {
    "question,choice1,choice2,correct\n"
      + (1...count).map { "q\($0)?,a,b,1\n" }.joined()
  }

  @Test func `questions are handed on in parts, and the file keeps none of them`() throws {
    let read = parts(["a.csv": Self.table(5)], ["a.csv"], size: 2)
    #expect(read.sizes == [2, 2, 1])
    #expect(read.questions == ["q1?", "q2?", "q3?", "q4?", "q5?"])
    guard case .files(let files) = read.result else {
      Issue.record("the file was not read")
      return
    }
    #expect(files.map(\.read) == [5])
    #expect(files.flatMap(\.questions).isEmpty)
  }

  @Test func `a part has the questions of one file only`() {
    let read = parts(
      ["a.csv": Self.table(3), "b.csv": Self.table(1)], ["a.csv", "b.csv"], size: 2)
    #expect(read.sizes == [2, 1, 1])
  }

  @Test func `no more than two parts are ahead of who takes them`() {
    let reading = ImportReading(
      paths: ["a.csv"], files: TextFiles(texts: ["a.csv": Self.table(100)]), format: nil,
      options: ReadingOptions(), sections: [], partSize: 1)
    let waiting = Mutex<[ImportPart]>([])
    let arrived = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = reading.run { news in
        if case .part(let part) = news {
          waiting.withLock { $0.append(part) }
          arrived.signal()
        }
        return true
      }
      done.signal()
    }
    for _ in 1...100 {
      arrived.wait()
      let part = waiting.withLock { parts in
        #expect(parts.count <= 2)
        return parts.removeFirst()
      }
      part.taken()
    }
    done.wait()
  }
}
