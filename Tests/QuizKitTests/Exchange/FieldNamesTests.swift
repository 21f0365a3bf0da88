import Testing

@testable import QuizExchange
@testable import QuizSupport

/// The names of fields and columns are one list for tables and records.
@Suite struct FieldNamesTests {
  @Test(arguments: [
    "question,optionA,optionB,answer", "Question,Option A,Option B,Correct Answer",
    "question_text,option_1,option_2,correct_option", "questionText,choiceA,choiceB,correctAnswer",
    "stem,Answer 1,Answer 2,answer_key", "Frage,Antwort 1,Antwort 2,Richtige Antwort",
    "pregunta,opcion1,opcion2,correcta", "Texto_Pregunta,Opcion_A,Opcion_B,Respuesta_Correcta",
    "Énoncé,Proposition A,Proposition B,Bonne réponse",
    "question,reponse_a,reponse_b,bonne_reponse",
    "pergunta,opcao_a,opcao_b,resposta_correta", "domanda,risposta A,risposta B,risposta corretta",
    "вопрос,вариант 1,вариант 2,правильный ответ", "题干,A选项,B选项,正确答案", "题目,选项A,选项B,答案",
    "問題文,選択肢1,選択肢2,正解", "문제,보기1,보기2,정답", "câu hỏi,đáp án A,đáp án B,đáp án đúng",
    "q,a,b,ans", "prompt,choice a,choice b,answer",
    "Pytanie,Odpowiedź A,Odpowiedź B,Poprawna odpowiedź", "Soru,A Şıkkı,B Şıkkı,Doğru Cevap",
    "Vraag,Antwoord A,Antwoord B,Juiste antwoord", "السؤال,الخيار أ,الخيار ب,الإجابة الصحيحة",
    "enunciado,alt_a,alt_b,correta", "treść,a,b,poprawna", "pertanyaan,pilihan_a,pilihan_b,jawaban",
    "soal,a,b,kunci_jawaban", "nội dung,a,b,đáp án đúng",
  ])
  func `a header means the same in a table and in a record`(header: String) throws {
    let row = ["Which?", "blood", "grass", "B"]
    let table = try readText("\(header)\n\(row.joined(separator: ","))\n", name: "x.csv")
    #expect(table.contents.map(\.choiceTexts) == [["blood", "grass"]])
    #expect(table.contents.map(\.correctText) == ["grass"])
    let members = zip(header.split(separator: ","), row).map { "\"\($0)\":\"\($1)\"" }
    let record = try readText("[{\(members.joined(separator: ","))}]", name: "x.json")
    #expect(record.contents == table.contents)
  }

  @Test(arguments: [
    "Question,Correct Answer,Wrong Answer 1,Wrong Answer 2",
    "question,correct_answer,incorrect_answer_1,incorrect_answer_2",
    "Frage,Richtige Antwort,Falsche Antwort 1,Falsche Antwort 2",
    "pregunta,respuesta_correcta,respuesta_incorrecta_1,respuesta_incorrecta_2",
  ])
  func `wrong answers have columns of their own`(header: String) throws {
    let file = try readText("\(header)\nRed?,blood,grass,snow\n", name: "x.csv")
    #expect(file.contents.map(\.correctText) == ["blood"])
    #expect(file.contents.first?.choices.count == 3)
  }

  @Test func `records in other languages and with short names are read`() throws {
    let records: [(String, [String])] = [
      (#"{"frage":"Rot?","antworten":["Gras","Blut"],"richtig":[0],"erklaerung":"e"}"#, ["Gras"]),
      (
        #"{"Frage":"Rot?","Antworten":[{"type":true,"text":"Blut"},{"type":false,"text":"Gras"}]}"#,
        ["Blut"]
      ),
      (#"{"pregunta":"¿Rojo?","opciones":["sangre","hierba"],"correcta":0}"#, ["sangre"]),
      (#"{"question":"Rouge ?","reponses":["sang","herbe"],"bonne_reponse":0}"#, ["sang"]),
      (#"{"вопрос":"Что?","варианты":["кровь","трава"],"ответ":"кровь"}"#, ["кровь"]),
      (#"{"题目":"什么？","选项":["血","草"],"答案":"A"}"#, ["血"]),
      (#"{"q":"Red?","o":["grass","blood"],"a":2}"#, ["blood"]),
      (#"{"pertanyaan":"Merah?","pilihan":["darah","rumput"],"jawaban":"darah"}"#, ["darah"]),
      (#"{"noidung":"Đỏ?","dapan":{"a":"máu","b":"cỏ"},"dapandung":"a"}"#, ["máu"]),
      (#"{"q":"Red?","a":"grass","b":"blood","answer":"B"}"#, ["blood"]),
    ]
    for (record, right) in records {
      let file = try readText("[\(record)]", name: "x.json")
      #expect(file.contents.map(\.correctText) == right, "\(record)")
    }
  }

  @Test func `one word may mean a question and all of them`() throws {
    let file = try readText(
      #"{"soal":[{"pertanyaan":"Merah?","pilihan":["darah","rumput"],"jawaban":"darah"}]}"#,
      name: "x.json")
    #expect(file.contents.map(\.text) == ["Merah?"])
  }

  @Test(arguments: [
    "front,back", "term,definition", "front\tback", "Term;Definition", "question,answer",
    "word,meaning", "単語,意味",
  ])
  func `two columns are cards`(header: String) throws {
    let mark = try #require(header.first { ",;\t".contains($0) })
    let file = try readText("\(header)\nred\(mark)rot\ngreen\(mark)grün\n", name: "x.csv")
    #expect(file.contents.map(\.solution) == ["rot", "grün"].map { .card(CardSolution(back: $0)) })
  }

  @Test func `records without any choices are cards`() throws {
    let file = try readText(
      #"[{"question":"Red?","answer":"blood"},{"question":"Green?","answer":"grass"}]"#,
      name: "x.json")
    #expect(file.contents.map(\.kind) == [.card, .card])
  }

  // MARK: Rows and objects alike

  @Test func `two keys that differ are named, whatever kind the record states`() throws {
    let table = try readText(
      "question,a,b,answer,correct_answer,kind\nq?,x,y,A,B,mc\nr?,x,y,A,A,mc\n", name: "x.csv")
    #expect(table.places == ["2:answers-contradict"])
    let record = #"{"question":"q?","a":"x","b":"y","answer":"A","correct_answer":"B","kind":"mc"}"#
    #expect(try readText(record, name: "x.jsonl").places == ["1:answers-contradict"])
  }

  @Test func `a word for true without choices is a statement among other questions`() throws {
    let table = try readText(
      "question,a,b,answer\nq?,x,y,A\nSnow is white.,,,True\n", name: "x.csv")
    #expect(table.contents.map(\.solution) == [.single(0), .trueFalse(0)])
    let record =
      #"[{"question":"q?","a":"x","b":"y","answer":"A"},"#
      + #"{"question":"Snow is white.","answer":"True"}]"#
    #expect(try readText(record, name: "x.json").contents == table.contents)
  }

  @Test func `a number that is the text of a choice is that, where the keys are letters`() throws {
    let file = try readText(
      #"[{"question":"q?","options":["x","y","z"],"answer":"B"},"#
        + #"{"question":"r?","options":["1","2","3"],"answer":"2"}]"#, name: "x.json")
    #expect(file.contents.map(\.correctText) == ["y", "2"])
  }

  @Test func `one wrong zero does not move the numbers of a column`() throws {
    let file = try readText(
      "question,a,b,c,answer\nq?,x,y,z,3\nr?,x,y,z,1\ns?,x,y,z,3\nt?,x,y,z,0\n", name: "x.csv")
    #expect(file.contents.map(\.correctText) == ["z", "x", "z"])
    #expect(file.places == ["5:answer-not-a-choice"])
  }

  // MARK: Choices in one field

  @Test(arguments: [
    ("A) red, B) green, C) blue", ["red", "green", "blue"]),
    ("a: Wait; then go,b: Go; do not wait,c: Stop", ["Wait; then go", "Go; do not wait", "Stop"]),
    ("A) Yes; it is, B) No; never, C) Maybe", ["Yes; it is", "No; never", "Maybe"]),
    ("A) red\nB) green\nC) blue", ["red", "green", "blue"]),
    ("A. one\nB. two\nC. three", ["one", "two", "three"]),
    ("(A) one (B) two (C) three", ["one", "two", "three"]), ("x | y | z", ["x", "y", "z"]),
    ("x;y;z", ["x", "y", "z"]),
    (#"{"A": "red", "B": "green; x", "C": "y"}"#, ["red", "green; x", "y"]),
    (#"["red", "green; x", "y"]"#, ["red", "green; x", "y"]),
  ])
  func `choices in one cell are split at their letters first`(
    cell: String, choices: [String]
  ) throws {
    let quoted = cell.replacing("\"", with: "\"\"")
    let file = try readText("question,options,answer\nq?,\"\(quoted)\",B\n", name: "x.csv")
    #expect(file.contents.map(\.choiceTexts) == [choices])
    #expect(file.contents.map(\.correctText) == [choices[1]])
  }

  @Test func `an error of a spreadsheet is no choice`() throws {
    let file = try readText("question,a,b,answer\nq?,x,#REF!,A\nr?,x,y,A\n", name: "x.csv")
    #expect(file.places == ["2:empty-choice"])
    #expect(file.contents.map(\.text) == ["r?"])
  }

  // MARK: No header

  @Test func `running numbers before the questions are none`() throws {
    let file = try readText(
      "1,What is red?,blood,grass,snow,A\n2,What is green?,blood,grass,snow,B\n", name: "x.csv")
    #expect(file.contents.map(\.text) == ["What is red?", "What is green?"])
    #expect(file.contents.map(\.correctText) == ["blood", "grass"])
  }

  @Test func `a topic before the question is named, not asked`() throws {
    let file = try readText(
      "Colour;What is red?;grass;No.;blood;Yes.;1\nNumbers;What is two?;3;No.;2;Yes.;1\n",
      name: "x.csv")
    #expect(file.contents.isEmpty)
    #expect(file.places == ["1:no-column"])
  }

  @Test func `statistics are no questions`() throws {
    let file = try readText(
      "103,Reading,48,0.32,3\n103,Maths,12,0.66,2\n104,Reading,47,0.41,1\n", name: "x.csv")
    #expect(file.contents.isEmpty)
    #expect(file.places == ["1:no-questions"])
  }

  // MARK: Lists in JSON

  @Test func `every item of a list of questions is read or named`() throws {
    let file = try readText(
      #"""
      [{"sections":[{"type":"单选题","questions":[{"content":"红？","options":["血","草"],"answer":"A"}]},
       {"type":"判断题","questions":[{"content":"草是绿的。","answer":"√"},
       {"content":"血是绿的。","answer":"×"},{"note":"x"}]}]}]
      """#, name: "x.json")
    #expect(file.contents.map(\.text) == ["红？", "草是绿的。", "血是绿的。"])
    #expect(file.contents.map(\.solution) == [.single(0), .trueFalse(0), .trueFalse(1)])
    #expect(file.problems.map(\.code) == ["missing-field"])
  }

  @Test func `Kahoot's kinds are read as what they ask`() throws {
    let file = try readText(
      #"""
      {"questions":[{"type":"content","title":"Welcome"},
      {"type":"open_ended","question":"Capital?","choices":[{"answer":"Lima","correct":true},
      {"answer":"lima city","correct":true}]},
      {"type":"jumble","question":"Order","choices":[{"answer":"ant","correct":true},
      {"answer":"cow","correct":true}]},
      {"type":"survey","question":"Well?","choices":[{"answer":"a","correct":true},
      {"answer":"b","correct":true}]},
      {"type":"slider","question":"States?","choiceRange":{"correct":50,"tolerance":2}}]}
      """#, name: "x.json")
    #expect(
      file.contents.map(\.solution) == [
        .text(TextSolution(accepted: [AcceptedText("Lima"), AcceptedText("lima city")])), .order,
        .number(NumberSolution(accepted: [AcceptedNumber(.value(50, tolerance: 2))])),
      ])
    #expect(file.problems.filter { $0.level == .skipped }.count == 2)
  }

  @Test(arguments: [
    ("question,foo,answer\nq?,x;y,x\n", "choices=foo"),
    ("question,foo,bar,answer\nq?,x,y,x\n", "choice1=foo,choice2=bar"),
    ("question,a,b,foo bar\nq?,x,y,x\n", "\"correct=foo bar\""),
    ("question,a,b,foo,bar\nq?,x,y,x,z\n", "correct=COLUMN"),
  ])
  func `a column that is missing is named with the --map that would do`(
    text: String, map: String
  ) throws {
    let file = try readText(text, name: "x.csv")
    #expect(file.problems.map(\.code) == ["no-column"])
    #expect(file.problems.first?.fault.facts == [map])
  }

  @Test func `Kahoot's times are milliseconds, and others seconds`() throws {
    for (time, seconds) in [("20000", "20"), ("20", "20"), ("1200", "1200"), ("5001", "5001")] {
      let record = #"{"question":"q?","options":["a","b"],"answer":"b","time":\#(time)}"#
      let file = try readText("[\(record)]", name: "x.json")
      #expect(file.contents.map(\.timeLimit) == [seconds])
    }
  }

  @Test func `initials of true and false make statements`() throws {
    let file = try readText("domanda,risposta\nIl sole brilla.,V\nPiove.,F\n", name: "x.csv")
    #expect(file.contents.map(\.solution) == [.trueFalse(0), .trueFalse(1)])
  }

  @Test func `a passage stands before each of its questions`() throws {
    let file = try readText(
      #"{"passage":"A text.","question":"q?","options":["(A)6","(B)8"],"label":"B"}"# + "\n",
      name: "x.jsonl")
    #expect(file.contents.map(\.text) == ["A text.\n\nq?"])
    #expect(file.contents.map(\.correctText) == ["8"])
  }
}
