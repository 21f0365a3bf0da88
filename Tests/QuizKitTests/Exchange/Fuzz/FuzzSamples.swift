import Foundation
import Testing

@testable import QuizExchange

/// The samples that the fuzzer starts with: a small file of each format, and the real files if the
/// machine has them.
enum FuzzSamples {
  /// A file and the format in which it was written.
  struct Sample {
    var name: String
    var bytes: [UInt8]
    /// The files of a package, so that one of them can be damaged in a package that is whole.
    var files: [ZipSample.Entry] = []
  }

  /// The number of bytes taken from a text that is longer, so that a hundred thousand inputs end in
  /// bounded time: most damage needs only a few lines around it.
  static let smallWindowSize = 300

  /// The number of bytes taken for one input in eight, which holds several questions.
  static let windowSize = 1_500

  static let all: [Sample] = own + shared

  /// The samples by the name of the format that their contents are in.
  static let byFormat: [String: [Sample]] = {
    do {
      return try Dictionary(grouping: all) { sample in
        try QuestionFile.read(sample.bytes, name: sample.name).format?.name ?? ""
      }
    } catch {
      Issue.record(error)
      return [:]
    }
  }()

  private static let own: [Sample] = texts + PackageSamples.all

  private static let texts: [Sample] = [
    Sample(
      name: "a.gift",
      "// [id:a] [tag:b]\n$CATEGORY: top/c\n\n::t:: [html]q\\: \\{x\\}? {\n~%-50%a#no\n=b\\=c#yes\n"
        + "\n~d\n####why\n} tail\n\n"
        + "Wet?{TRUE#no#yes}\n\n数{=1 ~2}\n\nn{#3:1}\n\nm{=a->b =c->d}\n\ns{=a =b}\n\ne{}\n\n"
        + "open{=a ~b\n"
    ),
    Sample(
      name: "b.gift",
      "// [kind:several]\nm{~%100%a#no ~%-33.33333%b}\n\nw{~%50%a\n~%50%b ~%-50%c}\n\n"
        + "d{=a =b ~%-5%c}\n\n"
        + "s{=%50%L*t\\*#f =[html]a\\=b #g\n=%0%*}\n\n[markdown]x{a->b#c}\n\n数{#\n=3.5:0.1#f\n"
        + "=%50%1..5\n=%25%*\n~#no\n####why\n}\n"
    ),
    Sample(
      name: "b.aiken",
      "Which two?\nA. x\nB. y\nC. z\nANSWER: A, C\n\nr\nA) x\nB) y\nANSWER: AB\n\ns\nA. x\nB. y\n"
        + "ANSWER: a and b.\n"
    ),
    Sample(
      name: "b.jsonl",
      "{\"question\":\"q\",\"choices\":[\"a\",\"b\",\"c\"],\"label\":[0,\"c\"],\"kind\":"
        + "\"several\"}\n"
        + "{\"question\":\"t\",\"accepted\":[\"a*\",{\"text\":\"b\",\"fraction\":0.5}],"
        + "\"caseSensitive\":true}\n"
        + "{\"question\":\"n\",\"accepted\":[{\"value\":3,\"tolerance\":0.1},{\"from\":1,\"to\":2}"
        + "]}\n"
        + "{\"question\":\"k\",\"kind\":\"number\",\"answer\":\"3 to 4\",\"tolerance\":1}\n"
    ),
    Sample(
      name: "b.xml",
      "<quiz><question type=\"multichoice\" qa-repl=\"untitled "
        + "weighted\"><name><text>n</text></name><questiontext><text>q</text></questiontext>"
        + "<single>false</single><answer fraction=\"50\"><text>a</text></answer><answer "
        + "fraction=\"-33.33333\"><text>b</text></answer></question>\n"
        + "<question type=\"shortanswer\"><questiontext "
        + "format=\"markdown\"><text>s</text></questiontext><usecase>1</usecase>"
        + "<answer "
        + "fraction=\"100\"><text><![CDATA[a*]]></text><feedback><text>f</text></feedback></answer>"
        + "</question>\n"
        + "<question type=\"numerical\"><questiontext><text>n</text></questiontext><answer "
        + "fraction=\"100\" qa-repl=\"1..2\"><text>1.5</text>"
        + "<tolerance>0.5</tolerance></answer><answer "
        + "fraction=\"0\"><text>*</text></answer></question></quiz>"
    ),
    Sample(
      name: "a.csv",
      "question,a,b,c,correct,explanation,tags\r\n\"a \"\"q\"\", x\ny\",1,2,3,B,why,t u\r\n"
        + "r?,x,y,,A,,\n\"open,x,y,z,A\n"
    ),
    Sample(
      name: "h.csv",
      "question,choice1,choice2,correct,kind\r\nc,,,back,card\r\no,a,b,,order\r\n"
        + "m,a,b,1|2|\\|,match\r\n\"[[1]] x [[2]]\",p|q,,\"2\na|b;\",gaps\r\n"),
    Sample(
      name: "c.json",
      "{\"data\":{\"items\":[{\"body\":\"<p>q</p>\\nA. x\\nB. y\",\"answer\":\"B\"},"
        + "{\"prompt\":{\"question\":\"q\",\"answers\":[\"a\",\"b\"]},"
        + "\"correct_response\":[\"a\"]},"
        + "{\"text\":\"t\",\"options\":{\"A\":\"x\",\"B\":\"y\"},\"correctAnswer\":\"b\"},"
        + "{\"title\":\"t\",\"options\":[{\"text\":\"x\",\"isCorrect\":true},"
        + "{\"text\":\"y\",\"id\":2}]},"
        + "{\"question\":\"i\",\"options\":[\"A. x\",\"B. y\"],\"correct\":1}]}}"),
    Sample(
      name: "d.json",
      "[{\"front\":\"f\",\"back\":\"b\"},"
        + "{\"question\":\"m\",\"pairs\":[[\"a\",\"b\"],[\"c\",\"d\"]]},"
        + "{\"question\":\"[[1]]\",\"gaps\":[{\"accepted\":[\"a\"]}]},"
        + "{\"name\":\"g\",\"questions\":[{\"question\":\"s\",\"answer\":true}]}]"),
    Sample(
      name: "c.gift", "m{=a -> b\n=c->d#e\n= -> f\n####why\n}\n\nn{=a->b =c}\n"),
    Sample(
      name: "c.xml",
      "<quiz><question type=\"matching\"><questiontext><text>m</text></questiontext>"
        + "<subquestion><text>a</text><answer><text>b</text></answer></subquestion><subquestion>"
        + "<text></text><answer><text>c</text></answer></subquestion></question><question "
        + "type=\"cloze\"><questiontext><text>x {1:SHORTANSWER:=a~%50%b#f~*} {2:MC:~a~=b\\}} "
        + "{1:NM:=3:0.1}</text></questiontext></question><question type=\"gapselect\">"
        + "<questiontext><text>[[2]]</text></questiontext><selectoption><text>a</text><group>1"
        + "</group></selectoption><selectoption><text>b</text><group>1</group></selectoption>"
        + "</question><question type=\"ordering\"><questiontext><text>o</text></questiontext>"
        + "<answer fraction=\"2\"><text>a</text></answer><answer fraction=\"1\"><text>b</text>"
        + "</answer></question></quiz>"),
    Sample(name: "e.txt", "# c\nback\n---\n# g\n_a|b_ and _c_\n---\n# o\n2. b\n1. a\n"),
    Sample(
      name: "f.txt", "#separator:tab\n#html:true\n#tags column:3\n<b>q</b>\tback<br>x\tt u\n"),
    Sample(name: "b.csv", "問1？;はい;いいえ;たぶん;ア\n問2？;はい;いいえ;たぶん;\"ア、ウ\"\n"),
    Sample(
      name: "c.csv",
      "question,a,b,c,correct,feedback1,kind,choose,weights\r\n"
        + "Choose two?,x,y,z,\"A,C\",f,several,2,0.5|-1|0.5\r\n"
        + "t?,,,,a\\|b|c*;d,f,text,,1|0.5\r\nn?,,,,3.14 ± 0.01|3..4|*,f,number,,\r\n"
        + "s?,,,,True,,true/false,,\r\n"
        + "e?,,,,,,essay,,\r\n"),
    Sample(
      name: "d.csv",
      "問題,選択肢1,選択肢2,選択肢3,正解1,正解2,種類\n2つ選べ,あ,い,う,1,３,複数選択\n数は？,,,,3〜4,５,数値\n語は？,,,,犬|猫,いぬ,記述式\n"),
    Sample(name: "e.csv", "q?,x,y,z,AC\nr?,x,y,z,b\ns?,x,y,z,A;B;C\n"),
    Sample(
      name: "a.aiken", "Which\none?\nA. x\nB) y\nANSWER: B\n\nC) z\nanswer: a\nq\nA. x\nC. y\n"),
    Sample(
      name: "a.txt",
      "#separator:tab\n#html:true\n#columns:question\ta\tb\tcorrect\n<b>q</b>&amp;<br>\tx\ty\tA\n"),
    Sample(
      name: "b.txt", "#Q which\none?\n^ x\nA x\nB y\nmore\n\n#Q r?\n^ True\nA False\nB True\n"),
    Sample(name: "c.txt", "# q?\n- a\n* b\n---\n# m\n[*] a\n[ ] b\n---\n# g\n_gap_ _x_\n"),
    Sample(
      name: "d.txt",
      "# Choose two\n[*] a\n[ ] b\n[x] c\nmore\n---\n# g\nThe _a*|b_ \\_c.\n---\n# n\n_28_\n---\n"
        + "# o\n* a\n* b\n"
    ),
    Sample(
      name: "a.md",
      "# D\n### 1. q?\n\n```\n- [x] code\n```\n- [ ] a\n- [x] b\n  more\n\nwhy\n<!-- c\n-->\n"
        + "### r\n- [ ] a\n"
    ),
    Sample(
      name: "b.md",
      "###### 1. q?\n- A: x\n- B: y\n<details><summary>A</summary>\n<p>\n\n#### Answer: B\n\nwhy\n"
        + "</p>\n</details>\n"
    ),
    Sample(
      name: "c.md",
      "1. q?\n    - A. x\n    - B. y\n\n    Correct answer: A, B\n2. r\n - A. x\n - B. y\n"
        + "Answer: A\n"
    ),
    Sample(
      name: "e.md",
      "## Select two\n- [x] a\n- [ ] b\n- [x] c\n## 2つ選べ\n- [x] a\n- [x] b\n\nwhy\n"),
    Sample(
      name: "f.md",
      "1. q? (Choose TWO.)\n- A. x\n- B. y\n- C. z\n\nAnswer: A, C\n2. r\n- A. x\n- B. y\n\n"
        + "Answer: AB\n"
    ),
    Sample(
      name: "g.md",
      "<quiz>\n```\n[[code]]\n```\nIt is [[4]].\n\n---\nWhy.\n</quiz>\n<quiz>\nq?\n- [x] a\n"
        + "- [x] b\n- [ ] c\n</quiz>\n"
    ),
    Sample(
      name: "d.md", "<quiz>\nq?\n- [x] a\n- [ ] b\n\nwhy\n</quiz>\n<quiz>\n[[gap]]\n</quiz>\n"),
    Sample(
      name: "h.md",
      "# P\n1. q?\nA. x\nB. y\n\n**Answer:** B. y\n\nExplanation: so\n2. r? A) x B) y C) z\n"
        + "Ans. A C\n### Question 3\n- [ ] a\n- [ ] b\n\n### Answer\n\na\n## 問4\nア x\nイ y\n"
        + "正解はイ\n"
    ),
    Sample(
      name: "e.txt",
      "T1A01 (B) [97]\nq?\nA. x\nB. y\n\nFrage 2: w\n1. a\n2. b\n\nDie richtige Antwort ist 2\n"
        + "Q3. s\n- a\n- b\nA is correct\n\nAnswers: 1. B 2. A, C\n3: b\n| 4 | D |\n"
    ),
    Sample(
      name: "a.json",
      "{\"results\":[{\"type\":\"multiple\",\"question\":\"q&eacute;&#39;\",\"correct_answer\":"
        + "\"a\",\"incorrect_answers\":[\"b\",\"c\"]},\n"
        + "{\"type\":\"boolean\",\"question\":\"r\",\"correct_answer\":\"True\","
        + "\"incorrect_answers\":[\"False\"]}]}"
    ),
    Sample(
      name: "b.json",
      "{\"format\":\"qa-repl\",\"version\":1,\"questions\":[{\"text\":\"q\\u00e9\\n\",\"choices\":"
        + "[\"a\",{\"text\":\"b\",\"feedback\":\"f\"}],"
        + "\"correct\":1,\"tags\":[\"t\"]}],\"history\":[1.5e3,null,true]}"),
    Sample(
      name: "a.jsonl",
      "{\"question\":\"q\",\"choice0\":\"a\",\"choice1\":\"b\",\"label\":1}\n"
        + "{\"question\":\"r\",\"choices\":[\"a\"],\"answer\":\"a\"}\n"
    ),
    Sample(
      name: "a.xml",
      "<?xml version=\"1.0\"?><quiz><question "
        + "type=\"category\"><category><text>$course$/a</text></category></question>\n"
        + "<question type=\"multichoice\"><questiontext format=\"html\"><text><![CDATA[<p>q <img "
        + "src='a/b.png'/></p>]]></text></questiontext>"
        + "<answer fraction=\"100\"><text>a&amp;lt;</text></answer><answer "
        + "fraction=\"0\"><text>b</text></answer></question></quiz>"
    ),
  ]

  private static let shared: [Sample] = {
    guard SharedData.isThere else { return [] }
    let folders = [
      "aiken", "anki", "aws-ccp", "csv", "gift", "gift/moodle", "gift/peg", "hascard",
      "javascript-questions", "jcommonsenseqa", "jmmlu", "mkdocs-quiz", "moodle-xml", "opentdb",
      "opentriviaqa",
    ]
    do {
      return try folders.flatMap { try SharedData.files(in: "data/" + $0) }
        .filter { !["data/gift/moodle", "data/gift/peg"].contains($0) }
        .map { Sample(name: $0, bytes: try SharedData.bytes($0)) }
    } catch {
      Issue.record(error)
      return []
    }
  }()
}

extension FuzzSamples.Sample {
  fileprivate init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }
}
