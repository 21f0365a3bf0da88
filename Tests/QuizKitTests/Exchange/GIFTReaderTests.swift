import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct GIFTReaderTests {
  private func read(_ text: String) throws -> QuestionFile {
    try readText(text, name: "test.gift")
  }

  @Test func `choices, title, feedback, commentary, tags and category are read`() throws {
    let file = try read(
      """
      $CATEGORY: $course$/top/Sky/Planets

      // [id:p-1] [tag:space] [tag:a\\]b]
      ::Red:: Which planet is red? {
        ~Venus#too hot
        =Mars#iron
        ####Rust makes it red.
      }
      """)
    let question = try #require(file.questions.first)
    #expect(question.line == 4)
    #expect(question.category == "Sky/Planets")
    #expect(question.content.title == "Red")
    #expect(question.content.externalID == "p-1")
    #expect(question.content.tags == ["space", "a]b"])
    #expect(
      question.content.choices == [
        Choice("Venus", feedback: "too hot"), Choice("Mars", feedback: "iron"),
      ])
    #expect(question.content.solution.rightChoice == 1)
    #expect(question.content.commentary == "Rust makes it red.")
  }

  @Test func `an escaped character never acts as markup`() throws {
    let file = try read("f\\(x\\) \\{a\\}\\: \\frac? {=x\\=1\\~2 ~\\# \\\\ \\n end}")
    #expect(file.contents.first?.text == "f\\(x\\) {a}: \\frac?")
    #expect(file.contents.first?.choiceTexts == ["x=1~2", "# \\ \n end"])
  }

  @Test func `a path or an address is no comment`() throws {
    #expect(
      try read("See https://example.org // there? {=a ~b}").contents.first?.text
        == "See https://example.org // there?")
  }

  @Test func `text behind the braces makes a missing word`() throws {
    #expect(try read("Water is {=wet ~dry} today.").contents.first?.text == "Water is _____ today.")
  }

  @Test func `what a quiz cannot ask is skipped with its kind`() throws {
    let file = try read("Notes.\n\nEssay{}\n\nPairs{=a->b =c->d}\n\nShort{=a =b}")
    #expect(file.read == 4)
    #expect(file.problems.map(\.line) == [1, 3])
    #expect(file.problems.map(\.code).allSatisfy { $0 == "not-multiple-choice" })
    #expect(file.contents.map(\.text) == ["Pairs", "Short"])
  }

  @Test func `pairs are matched, and what has no left side belongs to nothing`() throws {
    let file = try read(
      """
      m{
        =a -> b
        =c\\=d->e -> f
        = -> g
        = -> b
        = -> g
        ####why
      }

      n{=a -> b =c}

      o{=a -> b}
      """)
    #expect(
      file.contents.map(\.solution) == [
        .match(MatchSolution([MatchPair("a", "b"), MatchPair("c=d", "e -> f")], extra: ["g"]))
      ])
    #expect(file.contents.first?.commentary == "why")
    #expect(file.places == ["10:pair-without-arrow", "12:too-few-pairs"])
  }

  @Test func `a weight of minus zero is zero`() throws {
    let file = try read("a{~%100%x ~%-0%y ~%-50%z}")
    let solution = try #require(file.contents.first?.solution)
    #expect("\(solution)".contains("[1.0, 0.0, -0.5]"))
  }

  @Test func `weights decide what is right`() throws {
    let file = try read("a{=x ~%50%y}\n\nb{~%100%x ~%-50%y}\n\nc{=x ~%lots%y}\n\nd{~%-50%x ~y}")
    #expect(
      file.places == [
        "3:several-read-as-one", "5:bad-weight", "7:no-correct-choice",
      ])
    #expect(file.contents.map(\.correctText) == ["x", "x", "x"])
    #expect(file.contents.last?.choiceTexts == ["x", "%lots%y"])
  }

  @Test func `an equals sign that sticks to a word gets its own hint`() throws {
    let file = try read("Which call?{=read(header=True) ~write()}\n\nWhich line?{=y=2x}")
    #expect(file.places == ["1:bare-equals", "3:bare-equals"])
    #expect(file.problems.allSatisfy { $0.level == .warning })
    #expect(file.problems.first?.fault.hint?.text(in: .english).contains("\\=") == true)
    #expect(file.contents.map(\.rightAnswers) == [["read(header", "True)"], ["y", "2x"]])
  }

  @Test func `a LaTeX command that begins like a line end is named`() throws {
    let file = try read("$x \\neq 1$?{=a\\nline ~b}\n\n$\\\\neq$?{=a ~b}")
    #expect(file.places == ["1:newline-in-command"])
    #expect(
      file.problems.first?.fault.hint?.text(in: .english) == "write a LaTeX command as \\\\neq")
    #expect(file.contents.map { $0.choiceTexts[0] } == ["a\nline", "a"])
  }

  @Test func `a blank line inside the braces is forgiven`() throws {
    let file = try read("Which?{\n=a\n\n~b\n}\n\nNext?{=c ~d}\n")
    #expect(file.places == ["3:blank-line-inside-braces"])
    #expect(file.contents.count == 2)
  }

  @Test func `a title right behind a closed brace begins the next question`() throws {
    let file = try read("::a::A?{=x ~y}\n::b::B?{=x ~y}\n$CATEGORY: z\n\nC?{=x ~y}")
    #expect(
      file.places == ["2:no-blank-line-between-questions", "3:no-blank-line-between-questions"])
    #expect(file.contents.map(\.title) == ["a", "b", nil])
    #expect(file.questions.last?.category == "z")
  }

  @Test func `braces that do not match cost one question`() throws {
    let file = try read("$\\frac{1}{2}$?{=a ~b}\n\nShut}\n\nOpen{=a ~b\n\nGood?{=a ~b}")
    #expect(file.places == ["1:more-than-one-answer-block", "3:brace", "5:brace"])
    #expect(file.contents.map(\.text) == ["Good?"])
  }

  @Test func `a title that is never closed is text with a warning`() throws {
    let file = try read("::Title? {=a ~b}")
    #expect(file.contents.map(\.text) == ["Title?"])
    #expect(file.places == ["1:title-not-closed"])
  }

  @Test func `true and false in another case are read with a warning`() throws {
    let file = try read("Wet?{true#no#yes}")
    #expect(file.places == ["1:truefalse-case"])
    #expect(
      file.contents.first?.choices == [
        Choice("True", feedback: "yes"), Choice("False", feedback: "no"),
      ])
  }

  @Test func `text before the first choice is an error`() throws {
    #expect(try read("Q?{well =a ~b}").places == ["1:text-before-first-choice"])
  }

  @Test func `a file without braces is told to be something else`() throws {
    let file = try read("1+1?;1;2;3;B\n2+2?;4;5;6;A\n")
    #expect(file.problems.last?.code == "no-questions")
    #expect(file.problems.last?.fault.facts == ["csv"])
  }

  @Test func `markdown keeps its lines and blanks, moodle folds them`() throws {
    let file = try read("[markdown]a\n  b{=x  y ~z}\n\n[foo] a\n  b{=x  y ~z}")
    #expect(file.contents.map(\.text) == ["a\n  b", "[foo] a b"])
    #expect(file.contents.map { $0.choiceTexts[0] } == ["x  y", "x y"])
  }

  @Test func `blank lines behind an open brace are looked through only once`() throws {
    let file = try read("Q{" + String(repeating: "\n=a\n", count: 20_000))
    #expect(file.places.first == "1:brace")
  }

  @Test func `a file is usable whose questions are skipped or broken`() throws {
    let mixed = try readText("An essay {}\n\nbroken {=a\n", name: "x.gift")
    #expect((mixed.read, mixed.skipped, mixed.errors) == (1, 1, 1))
    #expect(!mixed.isUnusable)
  }
}
