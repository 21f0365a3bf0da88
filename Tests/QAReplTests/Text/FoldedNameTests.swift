import QuizSupport
import Testing

@testable import qa_repl

/// Names of decks that are cut where names that begin alike still differ.
@Suite struct FoldedNameTests {
  private let theme = Theme(strings: Strings(language: .english), palette: Palette(), columns: 80)

  @Test(arguments: [
    ("Entertainment: Video Games", 26, "Entertainment: Video Games"),
    ("Entertainment: Video Games", 20, "Enter..: Video Games"),
    ("Entertainment: Video Games", 16, "..Video Games"),
    ("Entertainment: Video Games", 11, "..Video G.."),
    ("science/physics/optics", 18, "science/p../optics"),
    ("A name without a fold", 10, "A name w.."),
    ("ends with: ", 8, "ends w.."),
  ])
  func `what is before the last sign is cut first`(name: String, cells: Int, folded: String) {
    #expect(theme.folded(name, to: cells) == folded)
    #expect(displayWidth(folded) <= cells)
  }

  @Test func `decks that begin alike differ at every width that shows their ends`() {
    let names = ["Music", "Film", "Books", "Comics"].map { "Entertainment: \($0)" }
    for cells in 8...30 {
      #expect(Set(names.map { theme.folded($0, to: cells) }).count == names.count, "\(cells)")
    }
  }
}
