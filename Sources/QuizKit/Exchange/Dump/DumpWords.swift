/// The words by which dumps of exams name a question, its answer and its explanation, in English,
/// Japanese, German, French and Spanish, and the commonest in a few others.
///
/// This table is the only place that lists them. All words are in small letters.
enum DumpWords {
  /// The words before the number of a question.
  static let question = Table([
    "question", "questions", "new question", "ques", "frage", "pregunta", "問題", "設問", "質問",
    "問", "第", "题目", "题", "câu", "вопрос", "domanda", "questão",
  ])

  /// What may stand between the word and the number: `Question No. 12`, `Question #12`.
  static let numberSigns = Table(["no", "nr", "n°", "nº", "number", "#", "№"])

  /// The words before the right answer.
  static let answer = Table([
    "the correct answer", "the correct answers", "the correct option", "the correct options",
    "the right answer", "the right answers", "the answer", "the answers",
    "correct answer", "correct answers", "correct answer(s)", "correct option", "correct options",
    "correct choice", "correct choices", "correct response", "correct", "right answer",
    "right answers", "right option", "suggested answer", "suggested answers", "answer", "answers",
    "answer(s)", "ans", "answer key", "answer keys", "solution", "solutions", "response",
    "your answer key", "show answer", "show answers", "show the answer", "view answer",
    "view the answer", "reveal answer", "reveal the answer", "see answer", "see the answer",
    "check answer", "click for answer", "click for the answer", "click to see the answer",
    "click to reveal the answer", "click here for the answer", "show solution", "show the solution",
    "view solution", "reveal solution", "see solution",
    "正解", "正解肢", "正答", "正しい答え", "正しい選択肢", "答え", "答", "解答", "こたえ", "答案",
    "正确答案",
    "richtige antwort", "richtige antworten", "korrekte antwort", "korrekte antworten",
    "die richtige antwort", "die richtigen antworten", "antwort", "antworten", "lösung", "lösungen",
    "lösungsschlüssel", "richtig",
    "voir la réponse", "afficher la réponse", "bonne réponse", "bonnes réponses",
    "la bonne réponse", "les bonnes réponses",
    "réponse correcte", "réponses correctes", "la réponse correcte", "réponse", "réponses",
    "corrigé", "corrigés",
    "ver respuesta", "ver la respuesta", "mostrar respuesta", "mostrar la respuesta",
    "respuesta correcta", "respuestas correctas", "la respuesta correcta",
    "las respuestas correctas", "respuesta", "respuestas", "solución", "soluciones",
    "resposta correta", "resposta", "risposta corretta", "risposta", "правильный ответ", "ответ",
    "đáp án đúng", "đáp án", "정답",
  ])

  /// The words that join an answer to its name: "The answer is B", 「正解は B」.
  static let copulas = Table([
    "is option", "are options", "is", "are", "ist", "sind", "lautet", "est", "sont", "es", "son",
    "は", "が",
  ])

  /// The words before an explanation.
  static let explanation = Table([
    "explanation", "explanations", "explanation/reference", "answer explanation",
    "detailed explanation", "overall explanation", "general explanation", "rationale", "reason",
    "reasoning", "justification", "feedback", "comment", "comments", "commentary", "why",
    "reference", "references", "解説", "解説と根拠", "説明", "理由", "補足", "ポイント", "参考", "解析",
    "erklärung", "erläuterung", "begründung", "kommentar",
    "explication", "explications", "commentaire", "commentaires",
    "explicación", "explicaciones", "justificación", "comentario", "comentarios",
  ])

  /// The words that a title adds to the one for the answer: "Answer and explanation", 「解答と解説」.
  static let companions = [
    "and explanation", "and explanations", "& explanation", "& explanations", "and rationale",
    "key", "keys", "sheet", "list", "key and explanations", "(click to expand)",
    "(click to reveal)", "(click to show)",
    "と解説", "・解説", "と説明", "一覧", "を見る", "を表示", "解説", "及び解説", "および解説",
    "und erklärung", "und begründung", "und erklärungen", "anzeigen",
    "et explication", "et explications", "y explicación", "y explicaciones",
  ]

  /// The words between two letters of a key.
  static let joints = ["and", "und", "et", "y", "e", "or", "và", "と", "および", "及び"]

  /// What ends a sentence behind the key: 「正解はBです」.
  static let ends = ["です。", "です", "である。", "である"]

  /// The words after the last letter of a key: "B and D, because …", "B and D are …".
  static let reasons = Table([
    "because", "since", "as", "are", "weil", "da", "sind", "parce", "car", "sont", "porque", "son",
  ])

  /// The words after a letter that begins a sentence of its own: "B. C is wrong because …".
  static let verbs = Table([
    "is", "was", "has", "would", "can", "will", "does", "ist", "war", "est", "es", "era",
  ])

  /// The words before a letter in a key: "Option B".
  static let options = Table([
    "option", "options", "choice", "choices", "answer", "answers", "letter", "選択肢", "肢",
    "antwort", "réponse", "opción", "respuesta",
  ])

  /// The pairs of answers to a question that asks whether a statement is true.
  static let truths: [(yes: String, no: String)] = [
    ("True", "False"), ("Wahr", "Falsch"), ("Richtig", "Falsch"), ("Vrai", "Faux"),
    ("Verdadero", "Falso"), ("Verdadeiro", "Falso"), ("Vero", "Falso"), ("Верно", "Неверно"),
    ("Đúng", "Sai"), ("正しい", "誤り"), ("○", "×"), ("〇", "×"), ("◯", "×"),
  ]

  /// The marks behind the right choice, if the choices themselves say which one it is.
  static let rightMarks = [
    "✅", "✔️", "✔", "✓", "☑", "(correct)", "(correct answer)", "(richtig)", "(正解)", "(vrai)",
    "(correcta)", "← correct", "<- correct",
  ]

  /// Words that are looked up by the beginning of a text.
  struct Table {
    /// The words by their first letter, the longest first.
    private var words: [Unicode.Scalar: [[Unicode.Scalar]]] = [:]

    init(_ words: [String]) {
      for word in words {
        let scalars = Array(word.unicodeScalars)
        guard let first = scalars.first else { continue }
        self.words[first, default: []].append(scalars)
      }
      for first in self.words.keys { self.words[first]?.sort { $0.count > $1.count } }
    }

    /// Returns the text after the longest word that it begins with; `nil` if it begins with none.
    ///
    /// A word in Latin letters has to end there.
    func rest(of text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
      guard let first = text.first, let candidates = words[Self.small(first)] else { return nil }
      for word in candidates {
        var index = text.startIndex
        var place = 0
        while place < word.count, index < text.endIndex, Self.small(text[index]) == word[place] {
          index = text.index(after: index)
          place += 1
        }
        guard place == word.count else { continue }
        if index < text.endIndex, Self.isLatin(word[place - 1]), Self.isLatin(text[index]) {
          continue
        }
        return text[index...]
      }
      return nil
    }

    private static func small(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
      if scalar.isASCII {
        return scalar.value >= 0x41 && scalar.value <= 0x5A
          ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
      }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      return lower.count == 1 ? lower.first ?? scalar : scalar
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x250 && scalar.properties.isAlphabetic
    }
  }
}
