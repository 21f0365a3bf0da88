import TestKit
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Makes sure that no format accepts a question above the size limit, and that the problem names
/// its place.
@Suite struct LongestTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var format: String
    /// A valid question, on separate lines if the format has lines.
    var sound: String
    /// The beginning of a question that never ends.
    var endless: String
    /// The text that is repeated in the endless question.
    var filler = "more and more words of one line "
    var end = ""
    /// The line of the endless question, which follows the valid one.
    var line: Int
    var testDescription: String { "\(format): \(endless.prefix(20))" }
  }

  static let samples: [Sample] = [
    Sample(format: "gift", sound: "q?{=a~b}\n\n", endless: "long {=a ~", line: 3),
    Sample(format: "gift", sound: "q?{=a~b}\n\n", endless: "long\n", filler: "line\n", line: 3),
    Sample(format: "aiken", sound: "q?\nA. a\nB. b\nANSWER: A\n", endless: "r", line: 5),
    Sample(
      format: "aiken", sound: "q?\nA. a\nB. b\nANSWER: A\n", endless: "r\n", filler: "line\n",
      line: 5),
    Sample(format: "csv", sound: "q,a,b,1\n", endless: "r,a,", line: 2),
    Sample(
      format: "csv", sound: "question,choice1,choice2,correct\nq,a,b,1\nr,a,b,1\n",
      endless: "r,a,\"", filler: "a,b,c,d\n", line: 4),
    Sample(
      format: "csv", sound: "question,choice1,choice2,correct\nq,a,b,1\n", endless: "\"",
      filler: "\"\"\n", end: "\",a,b,1\n", line: 3),
    Sample(
      format: "tsv", sound: "What?\ta\tb\t1\n", endless: "r\ta\t\"", filler: "line\n", line: 2),
    Sample(
      format: "anki", sound: "#columns:question\tchoice1\tchoice2\tcorrect\nq\ta\tb\t1\n",
      endless: "\"", filler: "line\n", line: 3),
    Sample(
      format: "markdown", sound: "## q\n- [x] a\n- [ ] b\n", endless: "## r\n- [ ] ", line: 5),
    Sample(
      format: "markdown", sound: "## q?\n- [x] a\n- [ ] b\n", endless: "## r?\n- [ ] a\n",
      filler: "line\n", line: 5),
    Sample(
      format: "hascard", sound: "# q\n- a\n* b\n---\n", endless: "# r\n- a\n", filler: "line\n",
      line: 5),
    Sample(
      format: "opentriviaqa", sound: "#Q q\n^ a\nA a\nB b\n\n", endless: "#Q r\n", filler: "line\n",
      line: 6),
    Sample(
      format: "jsonl", sound: #"{"question":"q","choices":["a","b"],"answer":0}"# + "\n",
      endless: #"{"question":""#, line: 2),
    Sample(
      format: "jsonl", sound: #"[{"question":"q","choices":["a","b"],"answer":0},"# + "\n",
      endless: #"{"question":"r","x":["#, filler: "1,2,", end: "0]}]", line: 2),
    Sample(
      format: "opentdb",
      sound: #"[{"question":"q","correct_answer":"a","incorrect_answers":["b"]},"# + "\n",
      endless: #"{"question":""#, line: 2),
    Sample(
      format: "opentdb",
      sound: #"[{"question":"q","correct_answer":"a","incorrect_answers":["b"]},"# + "\n",
      endless: #"{"question":"r","x":["#, filler: "1,2,", end: "0]}]", line: 2),
    Sample(
      format: "json",
      sound: #"{"format":"qa-repl","version":1,"questions":[{"text":"q","choices":["#
        + #"{"text":"a"},{"text":"b"}],"correct":1},"# + "\n",
      endless: #"{"text":"r","x":["#, filler: "1,2,", end: "0]}]}", line: 2),
    Sample(
      format: "json", sound: #"{"format":"qa-repl","version":1,"questions":["# + "\n",
      endless: #"{"text":""#, line: 2),
    Sample(
      format: "moodle-xml", sound: "<quiz>\n",
      endless: "<question type=\"multichoice\"><questiontext><text>", line: 2),
    Sample(
      format: "moodle-xml", sound: "<quiz>\n", endless: "<question><text><![CDATA[",
      filler: "line\n", end: "]]></text></question></quiz>", line: 2),
    Sample(
      format: "moodle-xml", sound: "<quiz>\n", endless: "<question type=\"", filler: "line\n",
      line: 2),
    Sample(
      format: "moodle-xml", sound: "<quiz>\n", endless: "<question><", filler: "name", line: 2),
    Sample(
      format: "moodle-xml", sound: "<quiz>\n", endless: "<question>", filler: "<a/>\n",
      end: "</question></quiz>", line: 2),
  ]

  private func read(_ sample: Sample, bytes: Int, longest: Int) throws -> QuestionFile {
    let format = try #require(QuestionFormat.named(sample.format))
    let filler = String(
      repeating: sample.filler, count: bytes / sample.filler.utf8.count + 1)
    var options = ReadingOptions()
    options.maximumBytes = longest
    return try readText(
      sample.sound + sample.endless + filler + sample.end, name: "x", format: format,
      options: options)
  }

  @Test(arguments: samples)
  func `what is too long ends the reading, with its line and the limit`(sample: Sample) throws {
    let file = try read(sample, bytes: 500_000, longest: 200_000)
    let problem = try #require(file.problems.last)
    #expect(problem.fault == .tooLong(limit: 200_000))
    #expect(problem.line == sample.line)
    #expect(file.isUnusable)
    #expect(problem.message(in: .english).contains("200 kB"))
    #expect(problem.message(in: .japanese).contains("200 kB"))
  }

  @Test(arguments: samples)
  func `what is not longer than the limit is not refused for its length`(sample: Sample) throws {
    let bytes = Thoroughness.share(of: 500_000)
    let file = try read(sample, bytes: bytes, longest: bytes + bytes / 5)
    #expect(!file.problems.contains { $0.code == "too-long" })
  }

  @Test func `many short questions may be longer than the limit together`() throws {
    for name in ["gift", "aiken", "csv", "tsv", "markdown", "anki", "json"] {
      let format = try #require(QuestionFormat.named(name))
      let questions = (1...500).map {
        ExportedQuestion(
          content: QuestionContent(
            text: "q \($0)", choices: [Choice("a"), Choice("b")], correct: 0)
        )
      }
      let bytes = try #require(format.write(questions, name: "x")).bytes
      var options = ReadingOptions()
      options.maximumBytes = 300
      let file = try QuestionFile.read(bytes, name: "x.\(name)", options: options)
      #expect(file.questions.count == 500, "\(name): \(file.places)")
    }
  }

  @Test
  func `a document on one line is guessed and read although the line is longer than a question`()
    throws
  {
    let element = #"{"question":"q","choices":["a","b"],"answer":0}"#
    var options = ReadingOptions()
    options.maximumBytes = 100
    let file = try readText(
      "[" + Array(repeating: element, count: 50).joined(separator: ",") + "]", name: "x",
      options: options)
    #expect(file.questions.count == 50)
    let named = try readText(
      #"{"questions":["# + Array(repeating: element, count: 50).joined(separator: ",") + "]}",
      name: "x.json", options: options)
    #expect(named.questions.count == 50)
  }

  @Test func `a long line is refused before anybody guesses what it is`() throws {
    var options = ReadingOptions()
    options.maximumBytes = 1000
    let file = try readText(
      "a\n" + String(repeating: "x", count: 1001), name: "x", options: options)
    #expect(file.places == ["2:too-long"])
  }

  @Test func `the end of a file of nothing but faults is named although they are too many to keep`()
    throws
  {
    var options = ReadingOptions()
    options.maximumBytes = 1000
    let file = try readText(
      "question,choice1,choice2,correct\n"
        + String(repeating: ",,,\"x\"y\n", count: QuestionCollector.problemLimit + 5) + "\""
        + String(repeating: "\n", count: 2000), name: "x.csv", options: options)
    #expect(file.problems.last?.code == "too-long")
  }
}
