import Testing

@testable import QuizExchange

/// Tests the names of the decks that files become.
@Suite struct DeckNamesTests {
  private func names(_ paths: [String]) -> [String] {
    let names = DeckNames(of: paths)
    return paths.map { names[$0] }
  }

  @Test(arguments: [
    (["a/b/x.csv", "c/y.tar.gz", ".hidden", "z"], ["x", "y.tar", ".hidden", "z"]),
    // One deck in two files.
    (["a/x.csv", "a/x.md"], ["x", "x"]),
    (["a/x.csv", "b/x.md", "b/x.csv"], ["a/x", "b/x", "b/x"]),
    (["x.md", "b/x.md", "./c/x.md"], ["x", "b/x", "c/x"]),
    (["/r/one/a/x.md", "/r/two/a/x.md", "/r/x.md"], ["one/a/x", "two/a/x", "r/x"]),
    (["a/x.md", "b/a/x.md"], ["a/x", "b/a/x"]),
  ])
  func `a name has the folders that tell it from others`(_ paths: [String], _ expected: [String]) {
    #expect(names(paths) == expected)
  }
}
