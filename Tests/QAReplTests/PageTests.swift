import Foundation
import QuizSupport
import Testing

@testable import qa_repl

/// What the pages in docs show works as it is printed there.
@Suite struct PageTests {
  @Test(
    .enabled(if: BuiltProgram.executable != nil, "the program was not built"),
    arguments: Page.documents)
  func `the examples of a page print what is printed there`(path: String) throws {
    try Page(path).run()
  }
}
