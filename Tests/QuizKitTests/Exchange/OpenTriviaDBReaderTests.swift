import Testing

@testable import QuizExchange

@Suite struct OpenTriviaDBReaderTests {
  private func result(
    _ question: String, type: String = "multiple", right: String, wrong: [String]
  ) -> String {
    let list = wrong.map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"type":"\(type)","difficulty":"easy","category":"Science &amp; Nature",
      "question":"\(question)","correct_answer":"\(right)","incorrect_answers":[\(list)]}
      """
  }

  private func read(_ text: String, encoding: ReadingOptions.TriviaEncoding? = nil) throws
    -> QuestionFile
  {
    var options = ReadingOptions()
    options.triviaEncoding = encoding
    return try readText(text, name: "trivia.json", format: .openTriviaDB, options: options)
  }

  @Test func `a question comes with its category and its difficulty as a tag`() throws {
    let file = try read(
      "{\"results\":[" + result(" Caf&eacute;? ", right: "&lt;1&gt;", wrong: ["2", "3", "4"]) + "]}"
    )
    let question = try #require(file.questions.first)
    #expect(question.category == "Science & Nature")
    #expect(question.content.text == "Café?")
    #expect(question.content.correctText == "<1>")
    #expect(question.content.tags == ["easy"])
    #expect(question.content.choices.count == 4)
  }

  @Test func `the right answer takes every place and the same one each time`() throws {
    let results = (0..<200).map { result("Question \($0)?", right: "r", wrong: ["a", "b", "c"]) }
    let text = "[" + results.joined(separator: ",") + "]"
    let places = try read(text).contents.map(\.solution.rightChoice)
    #expect(places == (try read(text).contents.map(\.solution.rightChoice)))
    for place in 0..<4 { #expect((25...75).contains(places.count { $0 == place })) }
  }

  @Test func `true and false keep their order`() throws {
    let file = try read(
      "[" + result("Is it?", type: "boolean", right: "False", wrong: ["True"]) + "]")
    #expect(file.contents.map(\.kind) == [.trueFalse])
    #expect(file.contents.first?.choiceTexts == ["True", "False"])
    #expect(file.contents.first?.solution.rightChoice == 1)
  }

  @Test func `an element with a fault is named and the others are read`() throws {
    let text =
      "{\"results\":[\n{\"question\":\"A?\",\"correct_answer\":\"x\"},\n"
      + result("B?", right: "x", wrong: ["y"]) + "]}"
    let file = try read(text)
    #expect(file.read == 1)
    #expect(file.places == ["2:missing-field"])
    #expect(file.problems.first?.element == "results[1]")
  }

  @Test func `what the service says instead of questions is passed on`() throws {
    let file = try read("{\"response_code\":5,\"results\":[]}")
    #expect(file.problems.map(\.code) == ["response-code"])
    #expect(file.isUnusable)
  }

  @Test func `text that is not JSON gives one error with its line`() throws {
    let file = try read("{\n\"results\": oops")
    #expect(file.places == ["2:syntax"])
    #expect(file.isUnusable)
  }

  @Test func `JSON without questions is not this format`() throws {
    #expect(try read("{\"name\":1}").places == ["1:not-this-format"])
    #expect(try read("{\"results\":[]}").places == ["1:no-questions"])
  }

  @Test func `a percent sign before what only looks like an escape stays`() throws {
    let text =
      "{\"results\":[{\"question\":\"100%accurate?\",\"correct_answer\":\"a\","
      + "\"incorrect_answers\":[\"b\"]}]}"
    let file = try readText(text, name: "a.json", format: .openTriviaDB)
    #expect(file.contents.map(\.text) == ["100%accurate?"])
  }

  @Test func `Base64 and percent encoding are recognised`() throws {
    let base64 = """
      [{"type":"bXVsdGlwbGU=","question":"MSsxPQ==","correct_answer":"Mg==",
      "incorrect_answers":["MQ==","Mw==","NA=="]}]
      """
    #expect(try read(base64).contents.first?.text == "1+1=")
    let url = "[" + result("1%2B1%20is%20%C3%A9?", right: "2", wrong: ["1", "3"]) + "]"
    #expect(try read(url).contents.first?.text == "1+1 is é?")
    let legacy = "[" + result("1%2B1+is?", right: "2", wrong: ["1", "3"]) + "]"
    #expect(try read(legacy).contents.first?.text == "1+1 is?")
    #expect(try read(legacy, encoding: .url3986).contents.first?.text == "1+1+is?")
  }
}
