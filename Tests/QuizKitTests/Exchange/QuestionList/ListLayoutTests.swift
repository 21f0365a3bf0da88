import Testing

@testable import QuizExchange

/// Tests the layouts in which lists of questions are written. Each example has the same two
/// questions: "Red?" with one right answer, and "Which two?" with the first and third.
@Suite struct ListLayoutTests {
  struct Example: CustomTestStringConvertible {
    var name: String
    var text: String
    var file = "test.md"

    var testDescription: String { name }
  }

  private static let examples: [Example] = [
    Example(
      name: "letters without a bullet",
      text: "1. Red?\nA. one\nB. two\nC. three\n\nAnswer: B\n\n2. Which two?\nA. one\nB. two\n"
        + "C. three\n\nAnswer: A C\n"),
    Example(
      name: "blank lines between letters in parentheses",
      text: "1. Red?\n\n(a) one\n\n(b) two\n\n(c) three\n\n**Answer:** b\n\n2. Which two?\n\n"
        + "(a) one\n\n(b) two\n\n(c) three\n\n**Correct Answer:** a, c\n"),
    Example(
      name: "indented letters with the key in bold",
      text: "1) Red?\n   A) one\n   B) two\n   C) three\n   **Correct answer: B**\n2) Which two?\n"
        + "   A) one\n   B) two\n   C) three\n   **Correct answer: A and C**\n"),
    Example(
      name: "headings with a word and a number",
      text: "### Question 1\n\nRed?\n\n- A. one\n- B. two\n- C. three\n\nCorrect answer: B\n\n"
        + "### Question 2\n\nWhich two?\n\n- A. one\n- B. two\n- C. three\n\nAnswers: A, C\n"),
    Example(
      name: "headings with a number alone",
      text: "## 1\nRed?\nA. one\nB. two\nC. three\nAns. B\n## 2\nWhich two?\nA. one\nB. two\n"
        + "C. three\nAns. AC\n"),
    Example(
      name: "the answer repeated as text below empty boxes",
      text: "### Colours\n1. Red?\n- [ ] one\n- [ ] two\n- [ ] three\n\n**Answer:** two\n\n"
        + "2. Which two?\n- [ ] one\n- [ ] two\n- [ ] three\n\n**Answer:** one, three\n"),
    Example(
      name: "empty boxes with the answer folded",
      text: "## Red?\n- [ ] one\n- [ ] two\n- [ ] three\n\n<details><summary>Answer</summary>\n\n"
        + "B\n\n</details>\n\n## Which two?\n- [ ] one\n- [ ] two\n- [ ] three\n\n<details>\n"
        + "<summary>Show</summary>\n\nAnswer: A, C\n\n</details>\n"),
    Example(
      name: "empty boxes with the answer under a heading",
      text: "## Q1\nRed?\n- [ ] one\n- [ ] two\n- [ ] three\n\n### Answer\n\ntwo\n\n## Q2\n"
        + "Which two?\n- [ ] one\n- [ ] two\n- [ ] three\n\n### Answer\n\n- one\n- three\n"),
    Example(
      name: "bullets alone",
      text: "1. Red?\n- one\n- two\n- three\n\nAnswer: two\n\n2. Which two?\n- one\n- two\n"
        + "- three\n\nAnswer: A, C\n"),
    Example(
      name: "numbers as labels below a heading",
      text: "## Question 1:\nRed?\n\n1. one\n2. two\n3. three\n\n<details>\n<summary>Response:"
        + "</summary>\n\nThe correct answer is **2. two**\n</details>\n\n## Question 2:\n"
        + "Which two?\n\n1. one\n2. two\n3. three\n\n<details>\n<summary>Response:</summary>\n\n"
        + "The correct answers are **1. one** and **3. three**\n</details>\n"),
    Example(
      name: "numbered items with the key in a heading",
      text: "#### 1. Red?\n\n- 1: one\n- 2: two\n- 3: three\n\n<details><summary><b>Answer</b>"
        + "</summary>\n<p>\n\n##### Answer: 2\n\n</p>\n</details>\n\n#### 2. Which two?\n\n"
        + "- 1: one\n- 2: two\n- 3: three\n\n##### Answer: 1, 3\n"),
    Example(
      name: "identifiers with the key, and ticks at the choices",
      text: "T1A01 (B) [97.1]\nRed?\nA. one\nB. two\nC. three\n~~\n\nQuestion 2\nWhich two?\n"
        + "A. one ✅\nB. two\nC. three ✅\n", file: "pool.txt"),
    Example(
      name: "choices in one line",
      text: "1. Red? A) one B) two C) three\nAnswer: B\n"
        + "2. Which two? A. one B. two C. three Correct Answer: A, C\n", file: "line.txt"),
    Example(
      name: "Japanese choices in one line",
      text: "1. Red?\nア．one　イ．two　ウ．three\n正解：イ\n"
        + "2. Which two? Ａ）one Ｂ）two Ｃ）three\n正解：Ａ、Ｃ\n", file: "line.txt"),
    Example(
      name: "two choices in a line",
      text: "1. Red?\n(A) one    (B) two\n(C) three\nAnswer: (B)\n2. Which two?\n"
        + "A. one\tB. two\nC. three\nAnswer: A/C\n", file: "line.txt"),
    Example(
      name: "answers at the end",
      text: "1. Red?\nA. one\nB. two\nC. three\n\n2. Which two?\nA. one\nB. two\nC. three\n\n"
        + "## Answer key\n\n1. B\n2. A, C\n"),
    Example(
      name: "answers at the end in one line",
      text: "1. Red?\na) one\nb) two\nc) three\n\n2. Which two?\na) one\nb) two\nc) three\n\n"
        + "Answers: 1. B 2. AC\n", file: "sheet.txt"),
    Example(
      name: "answers at the end in headings that repeat them",
      text: "### Q1.\nRed?\n\n- A. one\n- B. two\n- C. three\n\n### Q2.\nWhich two?\n\n- A. one\n"
        + "- B. two\n- C. three\n\n---\n\n## Answers\n\n### ✅ Q1 Answer: B. two\n\nIt is.\n\n"
        + "### ✅ Q2 Answer: A, C\n"),
    Example(
      name: "a Japanese list",
      text: "## 問1\nRed?\nア. one\nイ. two\nウ. three\n\n正解:イ\n\n## 問2\nWhich two?\nア. one\n"
        + "イ. two\nウ. three\n\n正解はア、ウ\n"),
    Example(
      name: "Japanese words with the text behind the letter",
      text: "### 問題1: Red?\n\nA) one\nB) two\nC) three\n\n答え:B) two\n\n第2問 Which two?\n\n"
        + "A) one\nB) two\nC) three\n\n**正解**: A) one, C) three\n", file: "ja.txt"),
    Example(
      name: "Japanese keys in brackets",
      text: "設問１\nRed?\n① one\n② two\n③ three\n【正解】②\n設問２\nWhich two?\n① one\n② two\n"
        + "③ three\n【正解】①、③\n", file: "ja.txt"),
    Example(
      name: "a German list",
      text: "Frage 1: Red?\na) one\nb) two\nc) three\nRichtige Antwort: b\n\nFrage 2: Which two?\n"
        + "a) one\nb) two\nc) three\nAntworten: a und c\n", file: "de.txt"),
    Example(
      name: "a French list",
      text: "**Question 1 :** Red?\n\na) one\n\nb) two\n\nc) three\n\n<details>\n<summary>💡 Voir"
        + "</summary>\n\n✅ **Réponse : b)**\n\n</details>\n\n---\n\n**Question 2 :** Which two?\n\n"
        + "a) one\n\nb) two\n\nc) three\n\n> **Réponses : a) et c)**\n"),
    Example(
      name: "a Spanish list",
      text: "Pregunta 1. Red?\nA) one\nB) two\nC) three\nRespuesta correcta: B\n\n"
        + "Pregunta 2. Which two?\nA) one\nB) two\nC) three\nRespuestas: A y C\n", file: "es.txt"),
    Example(
      name: "bold letters",
      text: "### Q1｜Red?\n\n- **A.** one\n- **B.** two\n- **C.** three\n\n**正解：B**\n\n"
        + "### Q2｜Which two?\n\n**A)** one  \n**B)** two  \n**C)** three\n\n**正解：A・C**\n"),
    Example(
      name: "neither numbers nor headings",
      text: "Red?\nA. one\nB. two\nC. three\nAnswer: B\n\nWhich two?\nA. one\nB. two\nC. three\n"
        + "Answer: A, C\n", file: "plain.txt"),
    Example(
      name: "sentences that call a choice right",
      text:
        "# exam-01\n\nRed?\n\nA. one\n\nB. two\n\nC. three\n\n## Feedback\n\nA is not correct.\n"
        + "\nB is correct because it is.\n\n# exam-02\n\nWhich two?\n\nA. one\n\nB. two\n\n"
        + "C. three\n\n## Feedback\n\nA and C are correct.\n"),
    Example(
      name: "headings without numbers, and letters in bullets",
      text: "### Red?\n\n- A. one\n- B. two\n- C. three\n\nAnswer: B\n\n### Which two?\n\n"
        + "- A. one\n- B. two\n- C. three\n\n正解:A、C\n"),
    Example(
      name: "paragraphs of HTML",
      text: "<p><strong>1) Red?</strong><br>\nA) one<br>\nB) two<br>\nC) three\n</p>\n\n"
        + "<p>Answer: B</p>\n\n<p><b>2) Which two?</b><br>\nA) one<br>\nB) two<br>\n"
        + "C) three\n</p>\n\n<p>Answer: A, C</p>\n"),
    Example(
      name: "layouts that are mixed",
      text: "# Mixed\n\n## Red?\n- [ ] one\n- [x] two\n- [ ] three\n\nQuestion #2 Topic 1\n\n"
        + "Which two?\nA. one\nB. two\nC. three\n\nSuggested Answer: AC 🗳️\n"),
  ]

  @Test(arguments: examples)
  func `a layout is read with its keys`(example: Example) throws {
    let file = try readText(example.text, name: example.file)
    #expect(file.places == [])
    let texts = file.contents.map { $0.text.split(separator: "\n").last.map(String.init) ?? "" }
    #expect(texts == ["Red?", "Which two?"])
    #expect(file.contents.allSatisfy { $0.choiceTexts == ["one", "two", "three"] })
    #expect(file.contents.map(\.solution.rightChoices) == [[1], [0, 2]])
  }

  @Test(arguments: examples)
  func `a layout is said once, whatever the file is called`(example: Example) throws {
    let file = try readText(example.text, name: "bank")
    let layouts = file.notes.filter { if case .layout = $0 { true } else { false } }
    #expect(layouts.count == 1)
    #expect(file.format?.name == "markdown")
    #expect(file.contents.count == 2)
  }
}
