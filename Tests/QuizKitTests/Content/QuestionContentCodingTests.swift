import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests how questions are encoded in files.
@Suite struct QuestionContentCodingTests {
  private let question = Question(
    deckID: Identifier(rawValue: 1),
    content: QuestionContent(text: "Q", choices: [Choice("a"), Choice("b")], solution: .single(1)),
    createdAt: Date(timeIntervalSinceReferenceDate: 0))

  private func text(_ question: Question, writesAllMembers: Bool = false) throws -> String {
    var bytes: [UInt8] = []
    try RecordEncoder(writesAllMembers: writesAllMembers).encode(question, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ text: String) throws -> Question {
    try Array(text.utf8).withBytes { bytes throws(JSONFault) in
      try JSONTextDecoder().decode(Question.self, from: bytes)
    }
  }

  @Test func `a member that says nothing is left out`() throws {
    #expect(
      try text(question) == """
        {"id":0,"deckID":1,"content":{"text":"Q","choices":["a","b"],"solution":{"single":1}},\
        "createdAt":0}
        """)
  }

  @Test func `every member is written for other devices`() throws {
    #expect(
      try text(question, writesAllMembers: true) == """
        {"id":0,"deckID":1,"content":{"text":"Q","choices":[{"text":"a","feedback":""},{"text":"b",\
        "feedback":""}],\
        "solution":{"single":1},"commentary":"","tags":[]},"createdAt":0,"changedAt":0}
        """)
  }

  @Test func `a member that says something is written`() throws {
    var question = question
    question.changedAt = Date(timeIntervalSinceReferenceDate: 5)
    question.content.choices[0].feedback = "no"
    question.content.commentary = "c"
    question.content.tags = ["t"]
    #expect(
      try text(question) == """
        {"id":0,"deckID":1,"content":{"text":"Q","choices":[{"text":"a","feedback":"no"},"b"],\
        "solution":{"single":1},"commentary":"c","tags":["t"]},"createdAt":0,"changedAt":5}
        """)
  }

  @Test(arguments: [false, true])
  func `both forms are read`(_ writesAllMembers: Bool) throws {
    #expect(try read(text(question, writesAllMembers: writesAllMembers)) == question)
    var full = question
    full.changedAt = Date(timeIntervalSinceReferenceDate: 5)
    full.content.choices[1].feedback = "yes"
    full.content.tags = ["t"]
    #expect(try read(text(full, writesAllMembers: writesAllMembers)) == full)
  }

  @Test(
    arguments: [
      (.card(CardSolution(back: "b")), #"{"card":{"back":"b"}}"#),
      (
        .gaps(
          GapsSolution([
            .typed(TextSolution(accepted: [AcceptedText("a")])),
            .picked(GapChoices(["is", "are"], correct: 1)),
          ])),
        #"{"gaps":[{"accepted":[{"pattern":"a","fraction":1,"feedback":""}],"#
          + #""isCaseSensitive":false},{"choices":["is","are"],"correct":1}]}"#
      ),
      (.order, #"{"order":true}"#),
      (
        .match(MatchSolution([MatchPair("l", "r")], extra: ["e"])),
        #"{"match":{"pairs":[{"left":"l","right":"r"}],"extra":["e"]}}"#
      ),
    ] as [(Solution, String)])
  func `a solution of a further kind is an object with one member`(
    _ solution: Solution, _ text: String
  ) throws {
    var bytes: [UInt8] = []
    var question = question
    question.content.solution = solution
    try RecordEncoder().encode(question, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"solution\":\(text)"))
    #expect(try read(self.text(question)) == question)
    #expect(try read(self.text(question, writesAllMembers: true)) == question)
  }

  @Test(
    arguments: [
      (.choice(3), "3"), (.choices([0, 2]), "[0,2]"), (.typed("x"), "\"x\""),
      (.recall(.hard), #"{"recall":2}"#), (.gaps(["a", nil]), #"{"gaps":["a",null]}"#),
      (.order([2, 0, 1]), #"{"order":[2,0,1]}"#), (.pairs([nil, 1]), #"{"pairs":[null,1]}"#),
    ] as [(Response, String)])
  func `each kind of answer has its form`(_ response: Response, _ text: String) throws {
    var bytes: [UInt8] = []
    try JSONTextEncoder().encode(response, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    let read = try Array(text.utf8).withBytes { bytes throws(JSONFault) in
      try JSONTextDecoder().decode(Response.self, from: bytes)
    }
    #expect(read == response)
  }
}
