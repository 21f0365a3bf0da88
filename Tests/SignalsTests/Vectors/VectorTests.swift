import Foundation
import Testing

/// Compares the operators with the marble vectors, which are not part of this repository.
@Suite struct VectorTests {
  /// The folder with the vectors, or nil if the machine does not have them.
  private static let shared = ProcessInfo.processInfo.environment["QA_REPL_SHARED"]

  /// The rules of the contract that differ from some vectors on purpose, with the identifiers of
  /// these vectors.
  private static let declared: [String: Set<String>] = [:]

  @Test(.enabled(if: VectorTests.shared != nil, "QA_REPL_SHARED does not name the vectors' folder"))
  func `every vector comes out as expected or as declared`() throws {
    let folder = URL(filePath: try #require(Self.shared))
    let data = try Data(contentsOf: folder.appending(path: "vectors/rx-marbles.json"))
    let vectors = try JSONDecoder().decode(Vector.File.self, from: data).vectors
    let ids = Self.declared.values.reduce(into: Set()) { $0.formUnion($1) }

    var agreed = 0
    var differing: [String] = []
    var declared: [String] = []
    var notRun: [String: Int] = [:]
    for vector in vectors {
      do {
        if let difference = try VectorRun(vector: vector).difference() {
          let line = "\(vector.id): \(difference)"
          if ids.contains(vector.id) { declared.append(line) } else { differing.append(line) }
        } else {
          agreed += 1
        }
      } catch let error as NotRun {
        notRun[error.reason, default: 0] += 1
      }
    }

    let reasons = notRun.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let notRunCount = notRun.values.reduce(0, +)
    print("vectors: \(vectors.count)")
    print("agreed: \(agreed)")
    print("differs and declared: \(declared.count)", declared.joined(separator: "\n  "))
    print("differs: \(differing.count)", differing.joined(separator: "\n  "))
    print("not run: \(notRunCount) (\(reasons.joined(separator: ", ")))")
    #expect(differing == [])
    #expect(agreed + declared.count + differing.count + notRunCount == vectors.count)
    #expect(reasons.allSatisfy { $0.hasPrefix("no ") })
  }
}
