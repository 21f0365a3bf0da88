import Foundation
import Testing

/// Each target of the library lists its public types in its catalogue.
@Suite struct CatalogueTests {
  @Test(arguments: [
    ("QuizSupport", "Support/QuizSupport.docc", ["Support"]),
    ("QuizStore", "Storage/QuizStore.docc", ["Storage"]),
    ("QuizExchange", "Exchange/QuizExchange.docc", ["Content", "Exchange"]),
    ("QuizKit", "QuizKit.docc", ["Model", "Samples", "Sync", "ViewModels"]),
  ])
  func `the catalogue of a target names each of its public types`(
    target: String, catalogue: String, rooms: [String]
  ) throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../Sources/QuizKit").standardized
    let page = folder.appending(path: "\(catalogue)/\(target).md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let declaration = #/(?m)^public (?:final )?(?:struct|enum|class|protocol) (\w+)/#
    let types = try SourceCode.all()
      .filter { file in rooms.contains { file.path.hasPrefix("QuizKit/\($0)/") } }
      .flatMap { $0.text.matches(of: declaration).map { String($0.1) } }
    #expect(!types.isEmpty)
    #expect(types.filter { !text.contains("- ``\($0)``\n") } == [])
  }

  /// Docc cannot include a part of a file, so the passages are copied. The blank lines of a program
  /// have no indentation.
  @Test func `each example in the overview is a passage of an example program`() throws {
    let project = URL(filePath: #filePath).appending(path: "../../..").standardized
    let examples = project.appending(path: "Examples/Sources")
    let programs = try FileManager.default.subpathsOfDirectory(atPath: examples.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: examples.appending(path: $0), encoding: .utf8) }
    let overview = try String(
      contentsOf: project.appending(path: "Sources/QuizKit/QuizKit.docc/QuizKit.md"),
      encoding: .utf8)
    let blocks = overview.matches(of: #/```swift\n([\s\S]*?\n)```/#).map(\.1)
    #expect(blocks.count > 5)
    for block in blocks {
      let isPassage = [0, 2, 4, 6].contains { indentation in
        let moved = block.replacing(#/(?m)^(?=.)/#) { _ in
          String(repeating: " ", count: indentation)
        }
        return programs.contains { "\n\($0)".contains("\n\(moved)") }
      }
      #expect(isPassage, "\(block)")
    }
  }
}
