import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests index keys that are read from the text of a record without decoding it.
@Suite struct IndexKeyTextTests {
  private struct Leaf: StoredRecord {
    struct Inner: Codable, Equatable {
      var words: [String]?
      var date: Date
    }

    static let entityName = "leaf"
    static let keys: [RecordKey<Leaf>] = [
      .index(\.page, named: "page"), .index(\.inner.date, named: "inner.date"),
      .index(\.next, named: "next"), .index(\.words, named: "words"),
    ]
    var id: Identifier<Leaf> = .unassigned
    var page: Int
    var inner: Inner
    var next: Identifier<Leaf>?
    var words: [String]
  }

  private func keys<R: StoredRecord>(
    _ type: R.Type, _ text: String, id: Int64 = 7
  ) throws -> [UInt64?]? {
    try Array(text.utf8).withBytes { bytes throws(JSONFault) in
      try R.keys.indexKeys(of: id, bytes, JSONTextDecoder())
    }
  }

  @Test(arguments: [nil, Identifier<Question>(rawValue: 3)])
  func `they are those of the decoded record`(_ next: Identifier<Question>?) throws {
    let leaf = Leaf(
      id: Identifier(rawValue: 7), page: 12, inner: .init(date: Date(timeIntervalSince1970: 5)),
      next: next.map { Identifier(rawValue: $0.rawValue) }, words: ["a", "b"])
    var bytes: [UInt8] = []
    try RecordEncoder().encode(leaf, to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(try keys(Leaf.self, text) == Leaf.keys.indexKeys(of: leaf))
  }

  @Test func `those of questions are those of the decoded ones, whatever is left out`() throws {
    for content in QuestionContent.eachKind + [.sample("none")] {
      var question = Question(
        deckID: Identifier(rawValue: 2), content: content, createdAt: Date(timeIntervalSince1970: 9)
      )
      question.id = Identifier(rawValue: 7)
      var bytes: [UInt8] = []
      try RecordEncoder().encode(question, to: &bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(try keys(Question.self, text) == Question.keys.indexKeys(of: question))
    }
  }

  @Test(arguments: [
    // A different identifier, a missing member, a member of another type, and a text that is not an
    // object.
    #"{"id":8,"page":1,"inner":{"date":0},"words":[]}"#, #"{"id":7,"inner":{"date":0},"words":[]}"#,
    #"{"id":7,"page":1,"inner":5,"words":[]}"#, "[7]",
  ])
  func `a record whose keys cannot be told so is left to be decoded`(_ text: String) throws {
    #expect(try keys(Leaf.self, text) == nil)
  }

  @Test func `a list that is left out is empty, and a value that may be missing is missing`() throws
  {
    let found = try keys(Leaf.self, #"{"id":7,"page":1,"inner":{"date":0}}"#)
    #expect(found == [1.indexKey, 0.0.indexKey, nil, [String]().indexKey])
  }

  @Test func `a value of another type is a fault`() throws {
    #expect(throws: JSONFault.self) {
      try keys(Leaf.self, #"{"id":7,"page":"x","inner":{"date":0},"words":[]}"#)
    }
  }

  @Test func `a kind of which one key has no name is decoded`() throws {
    #expect(try keys(Shelf.self, #"{"id":7,"name":"D"}"#) == nil)
  }
}
