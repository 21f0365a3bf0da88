import Foundation

/// How many of very many like cases a test goes through: a tenth while somebody waits for
/// `swift test`, and all of them where `QA_REPL_THOROUGH` is set, as in the second run of
/// `.ci/run`.
package enum Thoroughness {
  package static let isWhole = ProcessInfo.processInfo.environment["QA_REPL_THOROUGH"] != nil

  /// A tenth of some cases, or all of them. The tenth goes from the first to the last one, is
  /// spread evenly and the same in every run.
  package static func share<Cases: RandomAccessCollection>(of cases: Cases) -> [Cases.Element] {
    let count = max(2, (cases.count + 9) / 10)
    if isWhole || cases.count <= count { return Array(cases) }
    return (0..<count).map { number in
      cases[cases.index(cases.startIndex, offsetBy: number * (cases.count - 1) / (count - 1))]
    }
  }

  /// A tenth of how often something is tried by chance, or all of it.
  package static func share(of tries: Int) -> Int {
    isWhole ? tries : max(1, tries / 10)
  }
}
