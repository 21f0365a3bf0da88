import Foundation
import Testing

/// Makes sure that the contract agrees with the tests and with the other pages.
@Suite struct ContractTests {
  private let tests = URL(filePath: #filePath).deletingLastPathComponent()

  private func identifiers(in text: some StringProtocol) -> Set<String> {
    Set(Substring(text).matches(of: #/\b[DVCLTEO][0-9]+\b/#).map { String($0.output) })
  }

  private func page(_ name: String) throws -> String {
    try String(
      contentsOf: tests.appending(path: "../../Sources/Signals/Signals.docc/\(name).md"),
      encoding: .utf8)
  }

  /// The numbers at the beginning of the lines that start with `mark`.
  private func numbers(of text: some StringProtocol, after mark: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(mark) }
      .flatMap { identifiers(in: $0.prefix(10)) }
  }

  @Test func `no number of the contract is given twice`() throws {
    let parts = try page("Contract").components(
      separatedBy: "\n## Numbers that are no longer given\n")
    try #require(parts.count == 2)
    let withdrawn = numbers(of: parts[1], after: "- ")
    let given = numbers(of: parts[0], after: "- **")
    #expect(withdrawn == ["T6", "O5"])
    #expect(Set(given + withdrawn).count == given.count + withdrawn.count)
  }

  @Test func `each rule of the contract is cited by a test and each citation is a rule`() throws {
    let rules = Set(numbers(of: try page("Contract"), after: "- **"))
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

  @Test(arguments: ["FromCombineOrRxSwift", "GettingStarted"])
  func `each number that a page cites is a rule of the contract`(name: String) throws {
    let contract = try page("Contract")
    for cited in identifiers(in: try page(name)) where cited.count == 2 {
      #expect(contract.contains("- **\(cited)** "), "\(cited)")
    }
  }
}
