import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct CSVReaderTests {
  private func read(
    _ text: String, name: String = "test.csv", _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> QuestionFile {
    var options = ReadingOptions()
    change(&options)
    return try readText(text, name: name, options: options)
  }

  @Test func `an empty choice between others in one cell stays, and one at the end goes`() {
    #expect(ChoiceList.split("red;;blue;") == ["red", "", "blue"])
  }

  @Test(arguments: ["sep=;\r\n", "SEP=;\n", ""])
  func `Excel's line names the separator and is no question`(line: String) throws {
    let file = try readText(
      line + "question;choice1;choice2;correct\nWhat is 1,5 + 1?;2,5;3,5;1\nWhat is 2+2?;5;4;2\n",
      name: "a.csv")
    #expect(file.contents.map(\.correctText) == ["2,5", "4"])
    #expect(file.questions.first?.line == (line.isEmpty ? 2 : 3))
  }

  @Test(arguments: [("true", "false"), ("对", "错"), ("T", "F"), ("○", "×"), ("ja", "nein")])
  func `statements with a word for true or false are no cards`(yes: String, no: String) throws {
    let file = try readText("question,answer\na.,\(yes)\nb.,\(no)\n", name: "a.csv")
    #expect(file.contents.map(\.kind) == [.trueFalse, .trueFalse])
    #expect(file.contents.map(\.solution.rightChoice) == [0, 1])
    let cards = try readText("front,back\na,\(yes)\nb,other\n", name: "a.csv")
    #expect(cards.contents.map(\.kind) == [.card, .card])
  }

  @Test func `without a header the columns are question, choices, key`() throws {
    let file = try read("1+1?,1,2,3,4,B\n2+2?,4,5,6,7,A\n")
    #expect(file.contents.map(\.correctText) == ["2", "4"])
    #expect(file.questions.map(\.line) == [1, 2])
  }

  @Test(arguments: [("0,1,2", ["x", "y", "z"]), ("1,2,3", ["x", "y", "z"])])
  func `choices may be numbered from 0 in the header`(keys: String, right: [String]) throws {
    let rows = keys.split(separator: ",").map { "q\($0),x,y,z,\($0)\n" }.joined()
    let file = try read("Prompt,Choice0,Choice1,Choice2,Answer\n\(rows)")
    #expect(file.contents.map(\.choiceTexts) == Array(repeating: ["x", "y", "z"], count: 3))
    #expect(file.contents.map(\.correctText) == right)
  }

  @Test func `a key may end in a mark that parts several`() throws {
    let file = try read("Question,A,B,C,Answer\nWhich?,red,blue,green,blue;\nWho?,x,y,z,;\n")
    #expect(file.contents.map(\.correctText) == ["blue"])
    #expect(file.problems.map(\.code) == ["answer-not-a-choice"])
  }

  @Test func `feedback and wrong answers may be numbered from 0 in the header`() throws {
    let told = try read("Question,Option0,Option1,Feedback0,Feedback1,Answer\nq?,x,y,no,yes,y\n")
    #expect(told.contents.first?.choices.map(\.feedback) == ["no", "yes"])
    let wrong = try read("Question,Correct,Incorrect0,Incorrect1\nq?,x,y,z\n")
    #expect(wrong.contents.first?.choiceTexts.sorted() == ["x", "y", "z"])
    #expect(wrong.contents.first?.correctText == "x")
  }

  @Test func `a header in Japanese or English gives the columns their roles`() throws {
    let japanese = try read(
      "分野,問題文,選択肢ア,選択肢イ,選択肢ウ,正解,解説,タグ\n地理,首都は？,東京,京都,奈良,ア,今の首都,日本 都市\n")
    let first = try #require(japanese.questions.first)
    #expect(first.category == "地理")
    #expect(first.content.choiceTexts == ["東京", "京都", "奈良"])
    #expect(first.content.correctText == "東京")
    #expect(first.content.commentary == "今の首都")
    #expect(first.content.tags == ["日本", "都市"])
    let english = try read("Question Text;Option A;Option B;Correct Answer\nWhich?;x;y;B\n")
    #expect(english.contents.first?.correctText == "y")
  }

  @Test(arguments: [
    "ID,Thème,Question,Réponse A,Réponse B,Réponse C,Bonne réponse,Explication",
    "ID,Kategorie,Frage,Antwort A,Antwort B,Antwort C,Richtige Antwort,Erklärung",
    "ID,Tema,Pregunta,Opción 1,Opción 2,Opción 3,Respuesta correcta,Explicación",
  ])
  func `a header may be French, German or Spanish`(_ header: String) throws {
    let file = try read(header + "\n7,Sea,Which?,x,y,z,B,because\n")
    let question = try #require(file.questions.first)
    #expect(file.problems.isEmpty)
    #expect(question.category == "Sea")
    #expect(question.content.choiceTexts == ["x", "y", "z"])
    #expect(question.content.correctText == "y")
    #expect(question.content.commentary == "because")
    #expect(question.content.externalID == "7")
  }

  @Test func `full-width names and digits in a header are folded`() throws {
    let file = try read("ＱＵＥＳＴＩＯＮ,Ａｎｓｗｅｒ１,Ａｎｓｗｅｒ２,Ｃｏｒｒｅｃｔ\nq,x,y,２\n")
    #expect(file.contents.first?.correctText == "y")
  }

  @Test func `fields in quotes hold delimiters, quotes and line ends`() throws {
    let file = try read("\"a \"\"b\"\", c\r\nd?\",\"1,5\",2,3,A\r\n\r\nnext?,1,2,3,B\r\n")
    #expect(file.contents.first?.text == "a \"b\", c\nd?")
    #expect(file.contents.first?.choiceTexts == ["1,5", "2", "3"])
    #expect(file.questions.map(\.line) == [1, 4])
  }

  @Test func `the column of keys is read one way for all rows`() throws {
    let keys: [(String, ReadingGuess.KeyNotation)] = [
      ("A B C", .letters), ("ア イ ウ", .kana), ("1 2 3", .numbers(from: 1)),
      ("0 1 2", .numbers(from: 0)), ("１ ２ ３", .numbers(from: 1)), ("x 2 A", .texts),
    ]
    for (words, notation) in keys {
      let rows = words.split(separator: " ").map { "q?,x,2,A,\($0)" }.joined(separator: "\n")
      #expect(try read(rows).notes.contains(.keys(notation)), "\(words)")
    }
  }

  @Test func `numbers are texts if all are choices and some are no place`() throws {
    let texts = try read("1+1?,1,2,3,2\n5+4?,3,9,1,9\n")
    #expect(texts.contents.map(\.correctText) == ["2", "9"])
    let places = try read("1+1?,3,2,1,2\n2+1?,3,2,1,1\n")
    #expect(places.contents.map(\.correctText) == ["2", "3"])
  }

  @Test func `a named base decides whether numbers begin at 0`() throws {
    let file = try read("q?,x,y,z,1\nr?,x,y,z,2\n") { $0.answers = .numbersFromZero }
    #expect(file.contents.map(\.correctText) == ["y", "z"])
  }

  @Test func `several keys in a row are several right choices`() throws {
    let file = try read("q?,x,y,z,\"A, C\"\nr?,x,y,z,B\n")
    #expect(file.problems.isEmpty)
    #expect(file.contents.map(\.solution.rightChoices) == [[0, 2], [1]])
    #expect(file.skipped == 0)
  }

  @Test func `a key beyond the choices is an error on its line`() throws {
    let file = try read("q?,x,y,,D\nr?,x,y,z,B\n")
    #expect(file.places == ["1:answer-not-a-choice"])
    #expect(file.contents.count == 1)
  }

  @Test func `the text of a key that two choices share is an error`() throws {
    let file = try read("q?,red,red,blue,red\nr?,red,blue,blue,red\n")
    #expect(file.problems.map(\.level) == [.error, .warning])
    #expect(file.problems.map(\.code) == ["duplicate-choice", "duplicate-choice"])
    #expect(file.contents.count == 1)
  }

  @Test func `empty choices at the end are dropped and one between others is an error`() throws {
    let file = try read(
      "q,a,b,c,d,key\n".replacing("key", with: "answer") + "q?,x,y,,,A\nr?,x,,z,,A\n")
    #expect(file.contents.first?.choiceTexts == ["x", "y"])
    #expect(file.places == ["3:empty-choice"])
  }

  @Test func `a comma outside quotes gives too many columns`() throws {
    let file = try read("question,a,b,correct\nA, or B?,x,y,A\nok?,x,y,B,\n")
    #expect(file.places == ["2:too-many-columns"])
    #expect(file.contents.count == 1)
  }

  @Test func `a quote that is never closed costs its own line only`() throws {
    let file = try read("a?,x,y,z,A\nb?,\"x,y,z,A\nc?,x,y,z,B\n")
    #expect(file.places == ["2:quote-not-closed"])
    #expect(file.contents.map(\.text) == ["a?", "c?"])
  }

  @Test func `text behind a closing quote is kept with a warning`() throws {
    let file = try read("\"a\"b?,x,y,z,A\n")
    #expect(file.contents.first?.text == "ab?")
    #expect(file.places == ["1:text-after-quote"])
  }

  @Test func `columns of wrong answers leave the right one to a stable place`() throws {
    let file = try read("question,correct,wrong1,wrong2\nq?,yes,no,never\n")
    #expect(file.contents.first?.correctText == "yes")
    #expect(file.contents.first?.choices.count == 3)
  }

  @Test func `all choices may stand in one column`() throws {
    let file = try read("question,choices,answer\nq?,x | y | z,y\n")
    #expect(file.contents.first?.choiceTexts == ["x", "y", "z"])
    #expect(file.contents.first?.solution.rightChoice == 1)
  }

  @Test func `a header without the right answer says what it found`() throws {
    let file = try read("question,a,b\nq?,x,y\n")
    #expect(file.places == ["1:no-column"])
    #expect(file.problems.first?.message(in: .english).contains("question, a, b") == true)
    #expect(file.isUnusable)
  }

  @Test func `a person may name the columns`() throws {
    let file = try read("Frage,Wahl 1,a,b,richtig\nq?,-,x,y,b\n") {
      $0.columns = [NamedColumn(.question): "Frage", NamedColumn(.correct): "richtig"]
    }
    #expect(file.contents.first?.correctText == "y")
    #expect(file.places == ["1:columns-ignored"])
  }

  @Test func `choices in columns with names of their own may be named one by one`() throws {
    let file = try read("Frage,eins,zwei,richtig\nq?,x,y,b\n") {
      $0.columns = [
        NamedColumn(.question): "Frage", NamedColumn(.choice, number: 1): "eins",
        NamedColumn(.choice, number: 2): "zwei", NamedColumn(.correct): "richtig",
      ]
    }
    #expect(file.contents.map(\.choiceTexts) == [["x", "y"]])
    #expect(file.contents.map(\.correctText) == ["y"])
  }

  @Test func `a column that a person names and that is not there is an error with the others`()
    throws
  {
    for role in [ColumnRole.question, .explanation, .tags] {
      let file = try read("question,a,b,answer\nq?,x,y,b\n") {
        $0.columns = [NamedColumn(role): "Frage"]
      }
      #expect(file.places == ["1:no-column"])
      let message = try #require(file.problems.first?.message(in: .english))
      #expect(message == "nothing is named “Frage” here; found: question, a, b, answer")
      #expect(file.isUnusable)
    }
  }

  @Test func `of many columns that are not used the first are named and the others counted`() throws
  {
    let names = (1...5000).map { "Spalte \($0)" }.joined(separator: ",")
    let file = try read("question,a,b,answer,\(names)\nq?,x,y,b\nr?,x,y,b\n")
    #expect(file.places == ["1:columns-ignored"])
    let message = try #require(file.problems.first?.message(in: .english))
    #expect(message.hasSuffix("Spalte 19, Spalte 20, and 4980 more"))
    #expect(file.problems.first?.message(in: .japanese).hasSuffix("ほか 4980 個") == true)
    let long = try read("question,\(String(repeating: "x", count: 1 << 16)),b\nq?,x,y\n")
    #expect(long.problems.first.map { $0.message(in: .english).utf8.count < 300 } == true)
  }

  @Test func `a table wider than any spreadsheet is refused with the limit`() throws {
    let names = (1...16_381).map { "c\($0)" }.joined(separator: ",")
    let file = try read("question,a,b,answer,\(names.dropLast(7))\nq?,x,y,b\nr?,x,y,b\n")
    #expect(file.places == ["1:columns-ignored"])
    let wide = try read("question,a,b,answer,\(names)\nq?,x,y,b\nr?,x,y,b\n")
    #expect(wide.places == ["1:table-too-wide"])
    #expect(wide.isUnusable)
    #expect(wide.problems.first?.message(in: .english).contains("at most 16384") == true)
    #expect(wide.problems.first?.message(in: .japanese).contains("最大 16384 個") == true)
  }

  @Test(arguments: [
    (["front", "back"], true), (["text", "correct", "options"], true), (["question", "x"], true),
    (["text", "label"], false), (["text", "correct"], false), (["text", "options"], false),
    (["back", "label"], false), (["correct", "options"], false), (["x", "y"], false),
  ])
  func `a first row is a header where its names ask and answer`(names: [String], isHeader: Bool) {
    #expect(ColumnMap.isHeader(names, ReadingOptions()) == isHeader)
  }

  @Test func `the delimiter is found out and may be named`() throws {
    #expect(try read("q?\tx\ty\tz\tA\n", name: "a.tsv").contents.count == 1)
    #expect(try read("q, really?;x;y;z;A\nr?;x;y;z;B\n").contents.count == 2)
    #expect(try read("q?:x:y:z:A\n") { $0.delimiter = ":" }.contents.count == 1)
  }

  @Test func `a text that is no table is refused with its line`() throws {
    let file = try read("Dear reader,\nthis is a letter.\nYours\n")
    #expect(file.places == ["1:not-this-format"])
    #expect(file.isUnusable)
  }

  @Test func `an empty file has no questions`() throws {
    #expect(try read("").places == ["1:no-questions"])
  }

  @Test func `true and false as the only choices make a statement`() throws {
    let file = try read("question,a,b,correct\nIs it?,True,False,B\nどうか？,誤り,正しい,A\nOr?,yes,no,A\n")
    #expect(file.contents.map(\.kind) == [.trueFalse, .trueFalse, .single])
  }

  @Test(arguments: ["time", "制限時間"], [QuestionFormat.csv, .tsv, .anki, .json])
  func `a time limit goes through the formats that have one`(
    name: String, format: QuestionFormat
  ) throws {
    let file = try readText(
      "question,choice1,choice2,correct,\(name)\nq?,x,y,1,20\nr?,x,y,2,half a minute\n",
      name: "t.csv")
    #expect(file.contents.map(\.timeLimit) == ["20", "half a minute"])
    let exported = file.questions.map { ExportedQuestion(content: $0.content) }
    let written = try #require(format.write(exported, name: "out"))
    let back = try QuestionFile.read(written.bytes, name: "out", format: format)
    #expect(back.contents == file.contents)
    #expect(written.problems.isEmpty)
  }

  @Test func `formats without a time limit say how many they lose`() throws {
    let file = try readText("question,choice1,choice2,correct,time\nq?,x,y,1,20\n", name: "t.csv")
    let exported = file.questions.map { ExportedQuestion(content: $0.content) }
    let written = try #require(QuestionFormat.gift.write(exported, name: "out"))
    #expect(written.problems.map(\.code) == ["time-limit-lost"])
  }
}
