import Foundation
import Testing

/// A part that wants to learn about changes observes a signal. Only the device calls back.
@Suite struct ClosureTests {
  @Test func `no closure can be set from outside but at the device`() throws {
    let rooms = ["qa-repl/", "QuizKit/ViewModels/", "QuizKit/Model/", "QuizKit/Exchange/"]
    let files = try SourceCode.all().filter { file in
      !file.path.hasPrefix("qa-repl/Terminal/Device/") && rooms.contains(where: file.path.hasPrefix)
    }
    try #require(files.count > 100)
    for file in files {
      for line in file.text.split(separator: "\n")
      where line.contains("->") && Self.declaresSettableClosure(line) {
        Issue.record("\(file.path): \(line)")
      }
    }
  }

  @Test(arguments: [
    ("  var onChange: () -> Void = {}", true), ("  public var told: ((Int) -> Void)?", true),
    ("  private(set) var ended: () -> Void", false), ("  private var answer: (Int) -> Void", false),
    ("  let work: () -> Void", false), ("  var states: (Int) -> Void { work }", false),
  ])
  func `a closure is found by how it is declared`(line: String, isFound: Bool) {
    #expect(Self.declaresSettableClosure(line[...]) == isFound)
  }

  private static func declaresSettableClosure(_ line: Substring) -> Bool {
    let words = line.split { " (".contains($0) }
    return words.contains("var") && line.contains(#/: .*-> /#) && !line.contains("private")
      && !line.hasSuffix("{") && !line.hasSuffix("}") || line.contains(#/^  var .*-> .*= \{.*\}$/#)
  }
}
