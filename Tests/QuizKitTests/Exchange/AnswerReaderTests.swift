import Foundation
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// An answer means the same in every format that has one, or is named.
@Suite struct AnswerReaderTests {
  private static let choices = ["blood", "grass", "snow", "sky"]

  /// The spellings of answers, and the places of the choices that they mean.
  static let spellings: [(key: String, places: [Int]?)] = [
    ("B", [1]), ("b", [1]), ("(B)", [1]), ("[B]", [1]), ("B.", [1]), ("B)", [1]), ("B:", [1]),
    ("Ｂ", [1]), ("（Ｂ）", [1]), ("Option B", [1]), ("option b", [1]), ("Choice B", [1]),
    ("Answer B", [1]), ("Antwort B", [1]), ("optionB", [1]), ("option_b", [1]), ("option2", [1]),
    ("Option 2", [1]), ("choice2", [1]), ("2", [1]), ("②", [1]), ("イ", [1]), ("grass", [1]),
    ("Grass", [1]), ("grass.", [1]), ("B. grass", [1]), ("B) grass", [1]), ("(B) grass", [1]),
    ("b: grass", [1]), ("B.  grass", [1]), ("A,C", [0, 2]), ("A, C", [0, 2]), ("A;C", [0, 2]),
    ("A; C", [0, 2]), ("A/C", [0, 2]), ("A|C", [0, 2]), ("A & C", [0, 2]), ("A + C", [0, 2]),
    ("A and C", [0, 2]), ("A, B and C", [0, 1, 2]), ("A und C", [0, 2]), ("A et C", [0, 2]),
    ("A y C", [0, 2]), ("A e C", [0, 2]), ("A и C", [0, 2]), ("A・C", [0, 2]), ("A、C", [0, 2]),
    ("AとC", [0, 2]), ("A和C", [0, 2]), ("AC", [0, 2]), ("ac", [0, 2]), ("CA", [0, 2]),
    ("A C", [0, 2]), ("D,B,A", [0, 1, 3]), ("(A), (C)", [0, 2]), ("A. und C.", [0, 2]),
    ("1,3", [0, 2]),
    ("1 and 3", [0, 2]), ("アとウ", [0, 2]), ("ア、ウ", [0, 2]), ("アウ", [0, 2]),
    ("blood, snow", [0, 2]), ("blood;snow", [0, 2]), ("blood and snow", [0, 2]),
    ("A. blood, C. snow", [0, 2]), ("Option A and Option C", [0, 2]),
    ("E", nil), ("Z", nil), ("A, E", nil), ("A and Z", nil), ("A, grassy", nil), ("B. blood", nil),
    ("maybe B", nil), ("B or not B", nil), ("the second", nil), ("Bad", nil), ("blood, ice", nil),
    ("ca", nil), ("A, B, see above", nil), ("AC§", nil),
    ("AC型", nil), ("Ca", nil), ("AC.", [0, 2]), ("AC)", [0, 2]), ("アウです", [0, 2]),
  ]

  private func read(_ key: String, as format: String) throws -> QuestionFile {
    let quoted = "\"" + key.replacing("\"", with: "\"\"") + "\""
    let record =
      #"{"question":"Which?","options":["blood","grass","snow","sky"],"answer":\#(quoted)}"#
    let labels = ["A", "B", "C", "D"]
    // Numbers begin with 1 if there is a 4.
    let isNumber = key.contains(where: \.isNumber)
    let last = isNumber ? record.replacing("\"answer\":\(quoted)", with: "\"answer\":4") : ""
    switch format {
    case "csv":
      return try readText(
        "question,a,b,c,d,answer\nWhich?,blood,grass,snow,sky,\(quoted)\n"
          + (isNumber ? "Which?,blood,grass,snow,sky,4\n" : ""), name: "x.csv")
    case "tsv":
      return try readText(
        "question\ta\tb\tc\td\tanswer\nWhich?\tblood\tgrass\tsnow\tsky\t\(key)\n"
          + (isNumber ? "Which?\tblood\tgrass\tsnow\tsky\t4\n" : ""), name: "x.tsv")
    case "json": return try readText("[\(record)\(isNumber ? "," + last : "")]", name: "x.json")
    case "jsonl": return try readText(record + "\n" + last + "\n", name: "x.jsonl")
    default:
      let lines = zip(labels, Self.choices).map { "\($0). \($1)\n" }.joined()
      return try readText("Which?\n\(lines)ANSWER: \(key)\n", name: "x.txt", format: .aiken)
    }
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl"])
  func `a spelling means the same in tables and records`(format: String) throws {
    for (key, places) in Self.spellings {
      let file = try read(key, as: format)
      #expect(file.contents.first?.solution.rightChoices == places, "\(key) in \(format)")
      #expect(places != nil || !file.problems.isEmpty, "\(key) in \(format)")
    }
  }

  @Test func `Aiken reads a spelling as the others do, or names it`() throws {
    for (key, places) in Self.spellings {
      let file = try read(key, as: "aiken")
      let right = file.contents.first?.solution.rightChoices
      #expect(right == places || right == nil && !file.problems.isEmpty, "\(key)")
    }
    for key in ["A und C", "A et C", "A・C", "ac"] {
      #expect(try read(key, as: "aiken").contents.first?.solution.rightChoices == [0, 2], "\(key)")
    }
    for key in ["Choice B", "Answer B", "B. because", "B) grass"] {
      #expect(try read(key, as: "aiken").contents.first?.solution.rightChoices == [1], "\(key)")
    }
  }

  /// The words for true and false.
  static let truths = [
    ("True", "False"), ("true", "false"), ("TRUE", "FALSE"), ("T", "F"), ("Yes", "No"),
    ("Right", "Wrong"), ("Correct", "Incorrect"), ("Wahr", "Falsch"), ("Richtig", "Falsch"),
    ("Ja", "Nein"), ("Vrai", "Faux"), ("Oui", "Non"), ("Verdadero", "Falso"),
    ("Verdadeiro", "Falso"), ("Vero", "Falso"), ("Верно", "Неверно"), ("Да", "Нет"),
    ("Đúng", "Sai"), ("正しい", "誤り"), ("○", "×"), ("〇", "×"), ("はい", "いいえ"), ("对", "错"),
    ("正确", "错误"), ("√", "×"),
  ]

  @Test func `words for true and false mean the same wherever the choices are of that kind`()
    throws
  {
    for (yes, no) in Self.truths {
      for (word, right) in [(yes, 0), (no, 1)] {
        for choices in [[yes, no], ["True", "False"]] {
          let table = try readText(
            "question,a,b,answer\nIs it?,\(choices[0]),\(choices[1]),\(word)\n", name: "x.csv")
          #expect(table.contents.first?.solution.rightChoice == right, "\(word) of \(choices)")
          let record = try readText(
            #"[{"question":"Is it?","options":["\#(choices[0])","\#(choices[1])"],"answer":"\#(word)"}]"#,
            name: "x.json")
          #expect(record.contents.first?.solution.rightChoice == right, "\(word) of \(choices)")
        }
      }
    }
  }

  @Test func `few letters among texts are texts that the choices lack`() throws {
    let file = try readText(
      "question,a,b,c,answer\nSodium?,Na,K,Li,Na\nGold?,Ag,Au,Fe,Au\nIron?,Fe,Au,Ag,Fe\n"
        + "Boron?,Be,C,N,B\n", name: "x.csv")
    #expect(file.contents.map(\.correctText) == ["Na", "Au", "Fe"])
    #expect(file.places == ["5:answer-not-a-choice"])
  }

  @Test func `the fifth letter is no word between two others`() throws {
    for key in ["C,E,A", "C, E, A", "a,e,c", "ACE", "A C E", "A E C", "A, C e E"] {
      let file = try readText(
        "question,a,b,c,d,e,answer\nq?,1,2,3,4,5,\"\(key)\"\n", name: "x.csv")
      #expect(file.contents.map(\.solution.rightChoices) == [[0, 2, 4]], "\(key)")
    }
    let unsure = try readText("question,a,b,c,d,e,answer\nq?,v,w,x,y,z,a e c\n", name: "x.csv")
    #expect(unsure.places == ["2:answer-not-a-choice"])
  }

  // MARK: Two keys

  @Test(arguments: [
    #"[{"question":"q?","options":["4","6","8","10"],"answer":"C","correctAnswer":"6"}]"#,
    #"[{"question":"q?","options":["four","six","eight"],"answer":"B","correct_index":2}]"#,
    #"[{"question":"q?","options":[{"text":"6","correct":false},{"text":"8","correct":true}],"answer":"A"}]"#,
  ])
  func `two keys of a record that differ are named`(text: String) throws {
    let file = try readText(text, name: "x.json")
    #expect(file.contents.isEmpty)
    #expect(file.problems.map(\.code) == ["answers-contradict"])
  }

  @Test func `a second column shows where the numbers of the first one begin`() throws {
    for second in ["answer,8,6", "correct_letter,C,B"].map({ $0.split(separator: ",") }) {
      let file = try readText(
        "question,a,b,c,d,correct,\(second[0])\nSpider?,4,6,8,10,2,\(second[1])\n"
          + "Ant?,4,6,8,10,1,\(second[2])\n", name: "x.csv")
      #expect(file.contents.map(\.correctText) == ["8", "6"])
    }
  }

  @Test func `of two columns that differ the only one that fits every row decides, said once`()
    throws
  {
    let file = try readText(
      "question,a,b,c,answer,correct_letter\nq1?,x,y,z,x,A\nq2?,x,y,z,x,B\nq3?,x,y,z,none,C\n",
      name: "x.csv")
    #expect(file.contents.map(\.correctText) == ["x", "y", "z"])
    #expect(file.problems.filter { $0.code == "answers-contradict" }.map(\.level) == [.warning])
  }

  @Test func `of two columns that both fit every row neither decides`() throws {
    let file = try readText(
      "question,a,b,c,answer,correct_letter\nq1?,x,y,z,x,A\nq2?,x,y,z,x,B\nq3?,x,y,z,z,C\n",
      name: "x.csv")
    #expect(file.contents.map(\.correctText) == ["x", "z"])
    #expect(file.places == ["3:answers-contradict"])
  }

  @Test func `choices that count from 0 have keys that do`() throws {
    let file = try readText(
      "question,option0,option1,option2,option3,correct\nSpider?,four,six,eight,ten,2\n"
        + "Ant?,four,six,eight,ten,1\n", name: "x.csv")
    #expect(file.contents.map(\.correctText) == ["eight", "six"])
  }

  @Test func `numbers that may begin with 0 or with 1 are named and not read`() throws {
    let text = "question,a,b,c,d,correct\nSpider?,4,6,8,10,3\nAnt?,4,6,8,10,2\n"
    let file = try readText(text, name: "x.csv")
    #expect(file.places == ["2:key-base-unsure", "3:key-base-unsure"])
    #expect(file.contents.isEmpty)
    #expect(try readText(text + "Cow?,1,2,3,4,4\n", name: "x.csv").places == [])
  }

  @Test func `another column tells where numbers begin`() throws {
    let text = "question,a,b,c,d,answer,correct_letter\nSpider?,4,6,8,10,2,C\nAnt?,4,6,8,10,1,"
    let file = try readText(text + "\n", name: "x.csv")
    #expect(file.contents.map(\.correctText) == ["8", "6"])
    let silent = "question,a,b,c,d,answer,correct_letter\nSpider?,4,6,8,10,2,\nAnt?,4,6,8,10,1,\n"
    let unsure = try readText(silent, name: "x.csv")
    #expect(unsure.contents.isEmpty)
    #expect(unsure.problems.filter { $0.code == "key-base-unsure" }.count == 2)
  }

  @Test func `a text beside a number tells where numbers begin`() throws {
    func record(_ number: Int, _ text: Int) -> String {
      #"{"question":"\#(number)?","options":["1","2","3","4"],"answer":\#(number),"#
        + #""correct_answer":"\#(text)"}"#
    }
    let file = try readText("[\(record(2, 3)),\(record(1, 2))]", name: "x.json")
    #expect(file.contents.map(\.correctText) == ["3", "2"])
  }

  @Test func `a capital behind which a small letter stands is no list of letters`() {
    #expect(AnswerReader.Places("Ba") == nil && AnswerReader.Places("Ca") == nil)
    #expect(AnswerReader.Places("CA")?.values == [2, 0])
  }

  @Test func `lists of numbers in a string count as lists do`() throws {
    for answer in [#""1,3""#, #"["1","3"]"#] {
      let record = #"{"question":"q?","options":["a","b","c","d"],"answer":\#(answer)}"#
      let file = try readText("[\(record)]", name: "x.json")
      #expect(file.places == ["1:key-base-unsure"])
      #expect(file.contents.isEmpty)
      let last = #"{"question":"r?","options":["a","b","c","d"],"answer":"4"}"#
      let known = try readText("[\(record),\(last)]", name: "x.json")
      #expect(known.places == [])
      #expect(known.contents.map(\.solution.rightChoices) == [[0, 2], [3]])
    }
  }

  @Test func `QuizAPI's flags decide, and what stands beside them is left over`() throws {
    let file = try readText(
      #"""
      [{"question":"Which lists files?","answers":{"answer_a":"cd","answer_b":"ls","answer_c":null},
        "correct_answers":{"answer_a_correct":"false","answer_b_correct":"true",
        "answer_c_correct":"false"},"correct_answer":"answer_a"}]
      """#, name: "x.json")
    #expect(file.contents.map(\.correctText) == ["ls"])
  }
}
