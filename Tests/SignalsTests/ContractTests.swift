import Foundation
import Testing

/// Makes sure that the contract and the tests agree.
@Suite struct ContractTests {
  private let tests = URL(filePath: #filePath).deletingLastPathComponent()

  private func identifiers(in text: Substring) -> Set<String> {
    Set(text.matches(of: #/\b[DVCLTEO][0-9]+\b/#).map { String($0.output) })
  }

  @Test func `each rule of the contract is cited by a test and each citation is a rule`() throws {
    let contract = try String(
      contentsOf: tests.appending(path: "../../Sources/Signals/Signals.docc/Contract.md"),
      encoding: .utf8)
    let rules = contract.split(separator: "\n").filter { $0.hasPrefix("- **") }
      .reduce(into: Set<String>()) { $0.formUnion(identifiers(in: $1.prefix(10))) }

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
