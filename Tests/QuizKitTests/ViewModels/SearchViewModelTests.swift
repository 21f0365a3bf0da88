import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct SearchViewModelTests {
  let test = TestWorld()

  func open(_ query: SearchQuery) throws -> Screen<SearchCommand, SearchState> {
    Screen(try SearchViewModel(search: try search(query), quizzes: test.quizzes))
  }

  func search(_ query: SearchQuery) throws -> QuestionSearch {
    try QuestionSearch(bank: test.bank, query: query, timeZone: test.world.timeZone)
  }

  func found(_ words: String...) throws -> [String] {
    try open(SearchQuery(words: words)).state.items.map(\.question)
  }

  @Test func `words are found in the question, the choices and the commentary`() throws {
    var content = QuestionContent.sample("Where is Fuji?")
    content.choices[1] = Choice("Hokkaido")
    content.commentary = "See the map."
    try test.add([content, .sample("Other")])
    for word in ["fuji", "HOKKAIDO", "map"] {
      #expect(try found(word) == ["Where is Fuji?"])
    }
    #expect(try found("nowhere").isEmpty)
  }

  @Test func `all words have to be found`() throws {
    try test.add([.sample("red apple"), .sample("red pear"), .sample("green apple")])
    #expect(try found("apple", "red") == ["red apple"])
    #expect(try found("red apple") == ["red apple"])
  }

  @Test(arguments: [
    ("ﾃｽﾄ", "これはテストです"), ("てすと", "これはテストです"), ("テスト", "ﾃｽﾄ"), ("テスト", "てすと"),
    ("ガラス", "ｶﾞﾗｽの窓"), ("Ｓｗｉｆｔ", "swift"), ("swift", "ＳＷＩＦＴの問題"), ("１２", "12 months"),
  ])
  func `width, case and kana make no difference`(word: String, text: String) throws {
    try test.add([.sample(text)])
    #expect(try found(word) == [text])
  }

  @Test func `the newest come first, also where many came at once`() throws {
    try test.add([.sample("X1"), .sample("X2")])
    test.scheduler.advance(by: .seconds(1))
    try test.add([.sample("X3")])
    #expect(try found("X") == ["X3", "X2", "X1"])
  }

  @Test func `a deck, a tag and a day narrow the search`() throws {
    var tagged = QuestionContent.sample("X tagged")
    tagged.tags = ["Ｇｅｏ"]
    try test.add([tagged, .sample("X")], deck: "One")
    test.scheduler.advance(by: .seconds(86400))
    try test.add([.sample("X late")], deck: "Two")
    func texts(_ query: SearchQuery) throws -> [String] {
      try open(query).state.items.map(\.question)
    }
    #expect(try texts(SearchQuery(words: ["x"], deck: "Two")) == ["X late"])
    #expect(try texts(SearchQuery(words: ["x"], tag: "geo")) == ["X tagged"])
    #expect(throws: BankError.unknownTag("nope", known: ["Ｇｅｏ"])) {
      try texts(SearchQuery(words: ["x"], tag: "nope"))
    }
    #expect(try texts(SearchQuery(since: Day(number: 1))) == ["X late"])
    #expect(try texts(SearchQuery(deck: "One", since: Day(number: 1))).isEmpty)
  }

  @Test func `a limit shortens the list but not the total`() throws {
    try test.add((1...5).map { .sample("X\($0)") })
    let screen = try open(SearchQuery(words: ["X"], limit: 2))
    #expect(screen.state.items.map(\.number) == [1, 2])
    #expect(screen.state.total == 5)
  }

  @Test func `long lists have pages, and numbers go on`() throws {
    try test.add((1...45).map { .sample("X\($0)") })
    let screen = try open(SearchQuery(words: ["X"]))
    screen.run(.move(.previousPage))
    screen.run(.move(.nextPage), .move(.nextPage), .move(.nextPage))
    #expect(screen.codes == ["first-page", "last-page"])
    #expect(screen.state.items.map(\.number) == Array(41...45))
  }

  @Test func `the list follows every save`() throws {
    try test.add([.sample("X1")])
    let screen = try open(SearchQuery(words: ["X"]))
    try test.bank.register(.sample("X2"), deck: "Deck")
    #expect(screen.state.items.map(\.question) == ["X2", "X1"])
    let question = try #require(try test.world.store.fetch(FetchDescriptor<Question>()).last)
    try test.bank.update(question, content: .sample("B"))
    #expect(screen.state.items.map(\.question) == ["X1"])
    try test.bank.deleteDecks(["Deck"])
    #expect(screen.state.total == 0)
  }

  @Test func `the page stays in range when the list gets shorter`() throws {
    try test.add((1...21).map { .sample("X\($0)") })
    let screen = try open(SearchQuery(words: ["X"]))
    screen.run(.move(.nextPage))
    let first = try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first)
    try test.bank.delete([first.id])
    #expect(screen.state.page.number == 1)
    #expect(screen.state.items.count == 20)
  }

  @Test func `another search begins at its first page`() throws {
    try test.add((1...21).map { .sample("X\($0)") } + [.sample("yak")])
    let screen = try open(SearchQuery(words: ["X"]))
    screen.run(.move(.nextPage), .find(SearchQuery(words: ["yak"])))
    #expect(screen.state.items.map(\.question) == ["yak"])
    #expect(screen.state.page.number == 1)
  }

  @Test func `a question of the list is opened among the others that were found`() throws {
    try test.add([.sample("X1"), .sample("B"), .sample("X2")])
    let search = try search(SearchQuery(words: ["X"]))
    var opened: [QuestionBrowser] = []
    let handle = search.chosen.observe { opened.append($0) }
    let screen = Screen(try SearchViewModel(search: search, quizzes: test.quizzes))
    screen.run(.go(2), .go(3))
    #expect(opened.map(\.current?.content.text) == ["X1"])
    #expect(opened.map(\.count) == [2])
    try opened[0].goBack()
    #expect(opened[0].current?.content.text == "X2")
    #expect(screen.codes == ["no-such-line"])
    handle.dispose()
  }

  @Test func `the search in a deck goes on under the deck's other name`() throws {
    try test.add([.sample("X1")], deck: "One")
    let screen = try open(SearchQuery(words: ["X"], deck: "One"))
    try test.bank.renameDeck("One", to: "Two")
    screen.run(.go(1))
    #expect(screen.state.deck == "Two")
    #expect(screen.refusals.isEmpty)
  }

  @Test func `a deck that is not there keeps the search from opening`() {
    #expect(throws: BankError.unknownDeck("X", known: [])) {
      try search(SearchQuery(words: ["X"], deck: "X"))
    }
  }

  @Test func `other lines are shown, also those behind the first page`() throws {
    try test.add((1...30).map { .sample("X\($0)") })
    let screen = try open(SearchQuery(words: ["X"]))
    screen.run(.move(.show(ListWindow(first: 18, count: 4))))
    #expect(screen.state.items.map(\.number) == [19, 20, 21, 22])
    screen.run(.move(.show(ListWindow(first: 28, count: 9))))
    #expect(screen.state.items.map(\.number) == [29, 30])
  }

  @Test func `another search shows as many lines from the first on`() throws {
    try test.add((1...30).map { .sample("X\($0)") })
    let screen = try open(SearchQuery(words: ["X"]))
    screen.run(.move(.show(ListWindow(first: 18, count: 4))), .find(SearchQuery(words: ["x"])))
    #expect(screen.state.items.map(\.number) == [1, 2, 3, 4])
  }

  @Test func `no more lines are shown than the limit has`() throws {
    try test.add((1...30).map { .sample("X\($0)") })
    let screen = try open(SearchQuery(words: ["X"], limit: 5))
    screen.run(.move(.show(ListWindow(first: 3, count: 9))))
    #expect(screen.state.items.map(\.number) == [4, 5])
    #expect(screen.state.total == 30)
  }

  // MARK: - For a person

  @Test func `a person sees first where the words are near each other, then the decks named so`()
    throws
  {
    let far =
      "A function of the heart is to pump blood, which takes oxygen along to where a lambda is"
    try test.add([.sample("lambda function"), .sample(far)], deck: "Cloud")
    try test.add([.sample("a function in lambda form"), .sample("\(far)!")], deck: "Lambda")
    let query = SearchQuery(words: ["lambda", "function"])
    let newest = ["\(far)!", "a function in lambda form", far, "lambda function"]
    #expect(try open(query).state.items.map(\.question) == newest)
    test.models.servePerson(byNeed: false)
    #expect(
      try open(query).state.items.map(\.question) == [
        "a function in lambda form", "lambda function", "\(far)!", far,
      ])
  }

  @Test func `a person finds decks by their names, a script does not`() throws {
    for number in 1...40 { try test.add([.sample("Q\(number)")], deck: "Unit \(number)") }
    let query = SearchQuery(words: ["unit", "3"])
    #expect(try open(query).state.decks.isEmpty)
    test.models.servePerson(byNeed: false)
    let found = try open(query).state.decks.map(\.deck.name)
    #expect(found == ["Unit 3"] + (30...38).map { "Unit \($0)" })
    let inDeck = SearchQuery(words: ["unit", "3"], deck: "Unit 4")
    #expect(try open(inDeck).state.decks.isEmpty)
  }
}
