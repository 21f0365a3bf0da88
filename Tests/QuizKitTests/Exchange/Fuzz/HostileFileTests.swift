import TestKit
import Testing

@testable import QuizExchange

/// Tests files that are made to be slow. Each would take hours if a reader looked at anything again
/// for each of its parts.
@Suite struct HostileFileTests {
  private static let count = Thoroughness.share(of: 20_000)

  private static let files: [(format: String, text: String)] = [
    ("gift", "q{" + String(repeating: "\n\n", count: count)),
    ("gift", "q{" + String(repeating: "~a#b", count: count) + "}"),
    ("gift", "q{=a" + String(repeating: "~%", count: count) + "}"),
    ("gift", "// " + String(repeating: "[tag:", count: count) + "\nq{=a ~b}"),
    ("gift", "::" + String(repeating: ":", count: count) + "{=a ~b}"),
    ("csv", String(repeating: "\"a\"\"\n", count: count)),
    (
      "csv",
      "question,correct" + String(repeating: ",a", count: count) + "\nq,1"
        + String(repeating: ",x", count: count)
    ),
    ("csv", String(repeating: "q,\"a,b,c,A\n", count: count)),
    ("aiken", String(repeating: "stem\n", count: count) + "A. x\nB. y\nANSWER: A\n"),
    ("aiken", String(repeating: "ANSWER: A\n", count: count)),
    ("markdown", "# q\n" + String(repeating: "line\n", count: count) + "- [x] a\n- [ ] b\n"),
    ("markdown", "# q\n- [x] a\n" + String(repeating: "line\n", count: count)),
    ("markdown", "# q\n- A: x\n" + String(repeating: "line\n", count: count) + "#### Answer: A\n"),
    ("markdown", "1. q\n- A. x\n" + String(repeating: "line\n", count: count) + "Answer: A\n"),
    ("markdown", String(repeating: "<!--", count: count) + "\n- [x] a"),
    ("markdown", String(repeating: "A. x\nB. y\n", count: count) + "Answer: A\n"),
    ("markdown", "1. q\n" + String(repeating: "- [ ] a\n\ntext\n", count: count) + "Answer: A\n"),
    ("markdown", "1. q\nA. x\nB. y\nAnswer: " + String(repeating: "A, ", count: count)),
    ("markdown", "1. q\nA. x\nB. y\nAnswer: " + String(repeating: "A B ", count: count)),
    ("markdown", "1. q " + String(repeating: "A) x B) ", count: count) + "\nAnswer: A\n"),
    ("markdown", String(repeating: "1. q\n2. r\n", count: count) + "A. x\nB. y\nAnswer: A\n"),
    ("markdown", "1. q\nA. x\nB. y\n" + String(repeating: "1. B\n", count: count)),
    ("markdown", "1. q\n- " + String(repeating: "__**", count: count) + "\n- a\nAnswer: a\n"),
    ("markdown", "## q\n" + String(repeating: "- [ ] ```\n", count: count)),
    ("hascard", "# q\n" + String(repeating: "- a\n", count: count)),
    (
      "anki",
      "#html:true\n#columns:question,a,b,correct\n#separator:comma\n"
        + String(repeating: "<a '", count: count) + ",x,y,A\n"
    ),
    (
      "anki",
      "#separator:comma\n#html:true\n#columns:question,a,b,correct\n"
        + String(repeating: "<a '[sound:<!--", count: count) + ",x,y,A\n"
    ),
    ("jsonl", "{\"question\":\"q\"" + (0..<count).map { ",\"choice\($0)\":1" }.joined() + "}"),
    (
      "json",
      "{\"format\":\"qa-repl\",\"version\":1,\"questions\":[{\"a\":1"
        + (0..<count).map { ",\"f\($0)\":1" }.joined() + "}]}"
    ),
    ("opentdb", String(repeating: "[", count: count)),
    ("opentdb", "[\"" + String(repeating: "&", count: count) + "\"]"),
    ("opentriviaqa", "#Q q\n^ a\nA a\n" + String(repeating: "B\u{301}\n", count: count)),
    (
      "moodle-xml",
      "<quiz><question>" + String(repeating: "<a/>", count: count) + "</question></quiz>"
    ),
    ("moodle-xml", "<quiz>" + String(repeating: "<!--", count: count)),
    ("moodle-xml", cloze(String(repeating: "{1:SA:", count: count))),
    ("moodle-xml", cloze(String(repeating: "{1:SA:", count: count) + "=a}")),
    ("moodle-xml", cloze(String(repeating: "{1:SA:=%", count: count))),
    ("moodle-xml", cloze(String(repeating: "{1:", count: count))),
  ]

  /// A question of Moodle with answers embedded in its text.
  private static func cloze(_ text: String) -> String {
    "<quiz><question type=\"cloze\"><questiontext><text>\(text)</text></questiontext></question></quiz>"
  }

  @Test(arguments: files.indices)
  func `a file made to be slow is read in one go`(index: Int) throws {
    let (name, text) = Self.files[index]
    let file = try readText(text, format: QuestionFormat.named(name))
    #expect(!file.problems.isEmpty || !file.questions.isEmpty)
  }
}
