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
}
