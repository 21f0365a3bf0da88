import Testing

@testable import QuizSupport

@Suite struct HTMLEntitiesTests {
  @Test func `names, decimal and hexadecimal numbers are decoded`() {
    #expect(HTMLEntities.decode("&eacute;&Omicron;&#039;&#x1F642;&deg;") == "éΟ'🙂°")
  }

  @Test func `a reference is decoded exactly once`() {
    #expect(HTMLEntities.decode("&amp;lt;") == "&lt;")
  }

  @Test func `names of two characters and the longest name are known`() {
    #expect(HTMLEntities.decode("&NotEqualTilde;&CounterClockwiseContourIntegral;") == "≂̸∳")
  }

  @Test func `unknown names and bare ampersands stay`() {
    #expect(HTMLEntities.decode("AT&T &nosuch; &#; &#xZZ; &") == "AT&T &nosuch; &#; &#xZZ; &")
  }

  @Test func `numbers that name no character stay or become a mark`() {
    #expect(HTMLEntities.decode("&#xD800;") == "&#xD800;")
    #expect(HTMLEntities.decode("&#0;") == "\u{FFFD}")
    #expect(HTMLEntities.decode("&#128;") == "€")
  }
}
