import Foundation
import Testing

/// Makes sure that the contract and the tests agree.
@Suite struct ContractTests {
  private let tests = URL(filePath: #filePath).deletingLastPathComponent()

  private func identifiers(in text: Substring) -> Set<String> {
    Set(text.matches(of: #/\b[DVCLTEO][0-9]+\b/#).map { String($0.output) })
  }

  private func contract() throws -> String {
    try String(
      contentsOf: tests.appending(path: "../../Sources/Signals/Signals.docc/Contract.md"),
      encoding: .utf8)
  }

  /// The numbers at the beginning of the lines that start with `mark`.
  private func numbers(of text: some StringProtocol, after mark: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(mark) }
      .flatMap { identifiers(in: Substring($0.prefix(10))) }
  }

  @Test func `no number of the contract is given twice`() throws {
    let parts = try contract().components(separatedBy: "\n## Numbers that are no longer given\n")
    try #require(parts.count == 2)
    let withdrawn = numbers(of: parts[1], after: "- ")
    let given = numbers(of: parts[0], after: "- **")
    #expect(withdrawn == ["T6", "O5"])
    #expect(Set(given + withdrawn).count == given.count + withdrawn.count)
  }

  @Test func `each rule of the contract is cited by a test and each citation is a rule`() throws {
    let rules = Set(numbers(of: try contract(), after: "- **"))
    var cited: Set<String> = []
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let source = try String(contentsOf: file, encoding: .utf8)
      for line in source.split(separator: "\n") where line.contains("@Test func `") {
        cited.formUnion(identifiers(in: line))
      }
    }
    #expect(rules.count > 20)
    #expect(cited.symmetricDifference(rules).sorted() == [])
  }
}
