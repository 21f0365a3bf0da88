/// The words by which lists of questions name a question, its answer and its explanation, and say
/// what is true, in the languages in which such lists are common.
///
/// This table is the only place that lists them; every reader of texts asks it. All words are in
/// small letters.
enum Vocabulary {
  /// The words before the number of a question.
  static let question = Table([
    "question", "questions", "new question", "ques", "frage", "pregunta", "問題", "設問", "質問",
    "問", "第", "题目", "題目", "题", "câu", "câu hỏi", "вопрос", "питання", "domanda", "questão",
    "pergunta", "vraag", "pytanie", "soru", "otázka", "문제", "질문", "السؤال", "سؤال", "שאלה", "प्रश्न",
    "ข้อ", "soal", "kysymys", "fråga", "spørsmål", "spørgsmål", "kérdés", "întrebare", "întrebarea",
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
    "answer(s)", "ans", "resp", "odp", "antw", "отв", "rpta", "clave", "solutionnaire",
    "answer key", "answer keys", "solution", "solutions", "response",
    "your answer key", "show answer", "show answers", "show the answer", "view answer",
    "view the answer", "reveal answer", "reveal the answer", "see answer", "see the answer",
    "check answer", "click for answer", "click for the answer", "click to see the answer",
    "click to reveal the answer", "click here for the answer", "show solution", "show the solution",
    "view solution", "reveal solution", "see solution",
    "正解", "正解肢", "正答", "正しい答え", "正しい選択肢", "答え", "答", "解答", "こたえ", "答案",
    "正确答案", "正確答案", "参考答案", "參考答案", "标准答案", "標準答案", "正确选项", "正確選項", "模範解答", "解答例", "正解番号",
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
    "resposta correta", "respostas corretas", "resposta certa", "resposta", "respostas", "gabarito",
    "risposta corretta", "risposte corrette", "risposta esatta", "la risposta corretta", "risposta",
    "risposte", "soluzione", "soluzioni",
    "правильный ответ", "правильные ответы", "верный ответ", "ответ", "ответы",
    "правильна відповідь",
    "відповідь", "верен отговор", "отговор",
    "juist antwoord", "het juiste antwoord", "juiste antwoord", "correct antwoord", "antwoord",
    "antwoorden", "prawidłowa odpowiedź", "poprawna odpowiedź", "poprawne odpowiedzi", "odpowiedź",
    "odpowiedzi", "správná odpověď", "odpověď", "správna odpoveď", "odpoveď", "doğru cevap",
    "doğru yanıt", "cevap anahtarı", "cevap", "cevaplar", "yanıt", "jawaban benar",
    "jawaban yang benar", "kunci jawaban", "jawaban", "jawapan", "rätt svar", "riktig svar",
    "rigtigt svar", "korrekt svar", "svar", "oikea vastaus", "vastaus", "helyes válasz", "válasz",
    "răspuns corect", "răspunsul corect", "răspuns", "σωστή απάντηση", "απάντηση", "përgjigja",
    "përgjigje", "ഉത്തരം", "točan odgovor",
    "tačan odgovor", "pravilen odgovor", "odgovor",
    "đáp án đúng", "đáp án", "trả lời", "정답", "답", "الإجابة الصحيحة", "الاجابة الصحيحة", "الإجابة",
    "الاجابة", "الجواب الصحيح", "الجواب", "جواب", "پاسخ صحیح", "پاسخ", "התשובה הנכונה",
    "תשובה נכונה", "תשובה", "सही उत्तर", "उत्तर", "সঠিক উত্তর", "উত্তর", "คำตอบที่ถูกต้อง", "คำตอบ", "เฉลย",
  ])

  /// Words before the letters of an answer that are any other words elsewhere.
  static let keys = Table(["key", "keys"])

  /// The words that join an answer to its name: "The answer is B", 「正解は B」.
  static let copulas = Table([
    "is option", "are options", "is", "are", "ist", "sind", "lautet", "est", "sont", "es", "son",
    "は", "が",
    "è", "é", "sono", "são", "jest", "是", "为", "為", "là", "는", "은",
  ])

  /// The words before an explanation.
  static let explanation = Table([
    "explanation", "explanations", "explanation/reference", "answer explanation",
    "detailed explanation", "overall explanation", "general explanation", "default feedback",
    "general feedback", "rationale", "reason",
    "reasoning", "justification", "feedback", "comment", "comments", "commentary", "why",
    "reference", "references", "解説", "解説と根拠", "説明", "理由", "補足", "ポイント", "参考", "解析",
    "erklärung", "erläuterung", "begründung", "kommentar",
    "explication", "explications", "commentaire", "commentaires",
    "explicación", "explicaciones", "justificación", "comentario", "comentarios",
    "explicação", "justificativa", "comentário", "spiegazione", "motivazione", "commento", "uitleg",
    "toelichting", "пояснение", "объяснение", "комментарий", "пояснення", "wyjaśnienie",
    "uzasadnienie", "vysvětlení", "açıklama", "giải thích", "penjelasan", "pembahasan",
    "förklaring",
    "selitys", "magyarázat", "explicație", "εξήγηση", "答案解析", "试题解析", "解释", "解釋", "说明", "說明",
    "해설", "설명", "الشرح", "التفسير", "شرح", "הסבר", "व्याख्या", "ব্যাখ্যা", "คำอธิบาย",
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
  static let joints = [
    "and", "und", "et", "y", "e", "or", "và", "と", "および", "及び", "和", "与", "與", "及", "oder", "ou",
    "u",
    "en", "i", "og", "och", "ja", "ve", "dan", "и", "й", "та", "és", "και", "와", "과", "و", "और",
    "এবং",
    "และ", "sowie", "plus",
  ]

  /// What ends a sentence behind the key: 「正解はBです」.
  static let ends = ["です。", "です", "である。", "である", "になる", "となる", "입니다.", "입니다", "이다"]

  /// The one of ``ends`` that a text has.
  static func end(of text: String) -> String? {
    text.utf8.contains { $0 >= 0x80 } ? ends.first(where: text.hasSuffix) : nil
  }

  /// The words after the last letter of a key: "B and D, because …", "B and D are …".
  static let reasons = Table([
    "because", "since", "as", "are", "whose", "which", "for", "denn", "weil", "da", "sind", "parce",
    "car", "sont", "porque", "son", "pois", "perché", "poiché", "omdat", "потому", "ponieważ",
    "çünkü",
    "因为", "因為",
  ])

  /// The words after a letter that begins a sentence of its own: "B. C is wrong because …".
  static let verbs = Table([
    "is", "was", "has", "would", "can", "will", "does", "ist", "war", "est", "es", "era",
  ])

  /// The words before a letter in a key: "Option B".
  static let options = Table([
    "option", "options", "choice", "choices", "answer", "answers", "letter", "選択肢", "肢",
    "la opción", "letra", "lettre", "buchstabe", "буква", "la", "antwort", "réponse", "opción",
    "respuesta", "opção", "alternativa", "opzione", "optie",
    "вариант", "opcja", "możnosť", "možnost", "seçenek", "şık", "pilihan", "选项", "選項", "보기",
    "الخيار",
  ])

  /// The words for true and false that belong together.
  typealias Pair = (yes: String, no: String)

  /// The pairs of answers to a question that asks whether a statement is true.
  static let truths: [Pair] = [
    ("True", "False"), ("Wahr", "Falsch"), ("Richtig", "Falsch"), ("Vrai", "Faux"),
    ("Verdadero", "Falso"), ("Cierto", "Falso"), ("Verdadeiro", "Falso"), ("Certo", "Errado"),
    ("Vero", "Falso"), ("Waar", "Onwaar"), ("Juist", "Onjuist"), ("Верно", "Неверно"),
    ("Правда", "Ложь"), ("Истина", "Ложь"), ("Правда", "Неправда"), ("Правильно", "Неправильно"),
    ("Prawda", "Fałsz"), ("Pravda", "Nepravda"), ("Doğru", "Yanlış"), ("Đúng", "Sai"),
    ("Benar", "Salah"), ("Sant", "Falskt"), ("Sandt", "Falsk"), ("Riktig", "Galt"),
    ("Tosi", "Epätosi"), ("Oikein", "Väärin"), ("Igaz", "Hamis"), ("Adevărat", "Fals"),
    ("Σωστό", "Λάθος"), ("Točno", "Netočno"), ("对", "错"), ("對", "錯"), ("正确", "错误"), ("正確", "錯誤"),
    ("√", "×"), ("正しい", "誤り"), ("正", "誤"), ("○", "×"), ("〇", "×"), ("◯", "×"), ("참", "거짓"),
    ("맞음", "틀림"), ("옳음", "그름"), ("صح", "خطأ"), ("صحيح", "خاطئ"), ("درست", "نادرست"),
    ("נכון", "לא נכון"), ("सही", "गलत"), ("সত্য", "মিথ্যা"), ("ถูก", "ผิด"),
  ]

  /// The pair that a word belongs to, and whether the word means true; `nil` for any other word.
  static func truth(of word: String) -> (pair: Pair, isTrue: Bool)? {
    truthPlaces[word.ofOneWidth.lowercased()].map { (truths[$0.place], $0.isTrue) }
  }

  /// What people answer to a statement besides the words for true and false.
  private static let assents: [Pair] = [
    ("t", "f"), ("v", "f"), ("r", "f"), ("yes", "no"), ("y", "n"), ("o", "x"), ("right", "wrong"),
    ("correct", "incorrect"), ("correcto", "incorrecto"), ("ja", "nein"), ("oui", "non"),
    ("sí", "no"), ("sim", "não"), ("да", "нет"), ("はい", "いいえ"), ("是", "否"), ("✓", "✗"),
    ("✔", "✘"),
  ]

  /// Whether a word says in any way that a statement is true; `nil` if it says neither that nor that
  /// it is false.
  static func isTrue(_ word: String) -> Bool? {
    guard word.utf8.count <= 40 else { return nil }
    return truth(of: word)?.isTrue ?? assentPlaces[word.ofOneWidth.lowercased()]?.isTrue
  }

  private static let truthPlaces = places(of: truths)
  private static let assentPlaces = places(of: assents)

  private static func places(of pairs: [Pair]) -> [String: (place: Int, isTrue: Bool)] {
    var places: [String: (place: Int, isTrue: Bool)] = [:]
    for (place, pair) in pairs.enumerated() {
      for (word, isTrue) in [(pair.yes, true), (pair.no, false)] {
        let word = word.ofOneWidth.lowercased()
        if places[word] == nil { places[word] = (place, isTrue) }
      }
    }
    return places
  }

  /// The words between true and false: "True or false?"
  static let alternatives: Set<String> = [
    "or", "oder", "ou", "o", "hay", "или", "または", "か", "of", "lub", "veya", "atau", "eller", "vagy",
    "sau",
    "还是", "或", "أو",
  ]

  /// The titles of a part of an exam, which say what kind its questions have.
  static let sections: Set<String> = [
    "multiple choice", "multiple choice questions", "single choice", "single choice questions",
    "true or false", "true/false", "true or false questions", "true/false questions",
    "fill in the blanks", "short answer", "short answer questions", "essay", "essay questions",
    "单选题", "单项选择题", "多选题", "多项选择题", "选择题", "不定项选择题", "判断题", "填空题", "简答题", "问答题", "论述题",
    "單選題", "多選題", "選擇題", "是非題", "判斷題", "選択問題", "正誤問題", "○×問題", "〇×問題", "記述問題", "穴埋め問題",
    "richtig oder falsch", "wahr oder falsch", "multiple-choice-fragen", "vrai ou faux",
    "questions à choix multiples", "verdadero o falso", "selección múltiple", "opción múltiple",
    "verdadeiro ou falso", "múltipla escolha", "vero o falso", "scelta multipla",
    "juist of onjuist",
    "waar of onwaar", "верно или неверно", "doğru yanlış", "đúng hay sai", "benar atau salah",
  ]

  /// Phrases of questions whose items are to be put in order.
  static let orders = [
    "in order", "in the right order", "in the correct order", "reihenfolge", "dans l'ordre",
    "en orden",
    "em ordem", "in ordine", "順に並べ", "順番に", "正しい順", "排序", "по порядку",
  ]

  /// The words in the title of a list of what is to be done.
  static let tasks =
    taskLists + ["task", "aufgaben", "tâches", "tareas", "tarefas", "タスク", "задачи"]

  /// The words for such a list that are never the title of an examination.
  static let taskLists = [
    "todo", "to-do", "to do", "checklist", "roadmap", "milestone", "changelog", "backlog", "やること",
    "待办",
  ]

  /// Whether any of some words is in a text. Bytes are compared, because a search for a text in
  /// another is slow, and a file may have a hundred thousand titles.
  static func isAny(of words: [String], in text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { start in
      words.contains { bytes[start...].starts(with: $0.utf8) }
    }
  }

  /// Whether a text that begins with a letter may be one of ``sections`` or ``choiceTitles``.
  static func mayBeTitle(_ first: Unicode.Scalar?) -> Bool {
    first.map { titleInitials.has(Table.small($0)) } ?? false
  }

  private static let titleInitials = Initials(sections.union(choiceTitles))

  /// The words alone on the line between a question and its choices.
  static let choiceTitles: Set<String> = [
    "options", "choices", "answer choices", "options:", "choices:", "answer choices:", "选项", "选项:",
    "選項",
    "選択肢", "選択肢:", "optionen", "optionen:", "choix", "choix:", "opciones", "opciones:", "opções",
    "opções:", "opzioni", "opzioni:", "варианты", "варианты:", "варианты ответа:", "보기", "보기:",
  ]

  /// Verdicts on a choice in a list of answers: "B - Correct", "C: wrong".
  static let verdicts: [String: Bool] = [
    "correct": true, "right": true, "richtig": true, "correcte": true, "juste": true,
    "correcta": true, "correcto": true, "correta": true, "correto": true, "corretta": true,
    "esatto": true, "正解": true, "正确": true, "正確": true, "✅": true, "✔": true, "✔️": true, "✓": true,
    "incorrect": false, "wrong": false, "not correct": false, "falsch": false, "incorrecte": false,
    "incorrecta": false, "incorrecto": false, "incorreta": false, "incorreto": false,
    "sbagliato": false, "不正解": false, "错误": false, "錯誤": false, "❌": false, "✗": false, "✘": false,
  ].merging(truthPlaces.mapValues(\.isTrue)) { own, _ in own }

  /// The marks behind or before the right choice, if the choices themselves say which one it is.
  static let rightMarks = [
    "✅", "✔️", "✔", "✓", "☑", "(correct)", "(correct answer)", "(richtig)", "(正解)", "(vrai)",
    "(correcta)", "(correcto)", "(correcte)", "(correct choice)", "(right)", "(right answer)",
    "(правильно)", "(верно)", "(正确)", "(对)", "(정답)", "(sim)", "(certo)", "← correct", "<- correct",
    "← richtig", "👈", "⭐", "🟢",
  ]

  /// The marks behind or before a wrong choice.
  static let wrongMarks = ["❌", "✗", "✘", "✖️", "✖", "(incorrect)", "(wrong)", "(falsch)", "(faux)"]

  /// The first letters of some words. Most texts begin with none of them, which is seen sooner than
  /// that they are none of the words.
  private struct Initials {
    private var ascii = Array(repeating: false, count: 128)

    init(_ words: some Sequence<String>) {
      for first in words.compactMap(\.unicodeScalars.first) where first.isASCII {
        ascii[Int(first.value)] = true
      }
    }

    /// Whether a word may begin with a small letter. Only of ASCII is that known.
    func has(_ letter: Unicode.Scalar) -> Bool { !letter.isASCII || ascii[Int(letter.value)] }
  }

  /// Words that are looked up by the beginning of a text.
  struct Table {
    /// The words by their first letter, the longest first.
    private let words: [Unicode.Scalar: [[Unicode.Scalar]]]
    /// The same for each letter of ASCII: every line is looked at with several tables.
    private let ascii: [[[Unicode.Scalar]]]

    init(_ words: [String]) {
      let scalars = words.filter { !$0.isEmpty }.map { Array($0.unicodeScalars) }
      let sorted = Dictionary(grouping: scalars) { $0[0] }
        .mapValues { $0.sorted { $0.count > $1.count } }
      self.words = sorted
      ascii = (0..<128).map { sorted[Unicode.Scalar(UInt8($0))] ?? [] }
    }

    /// Returns the text after the longest word that it begins with; `nil` if it begins with none.
    ///
    /// A word in the letters of a script that has blanks between words has to end there.
    func rest(of text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
      guard let first = text.first.map(Self.small) else { return nil }
      for word in first.isASCII ? ascii[Int(first.value)] : words[first] ?? [] {
        // The first letter is that of the word.
        var index = text.index(after: text.startIndex)
        var place = 1
        while place < word.count, index < text.endIndex, Self.small(text[index]) == word[place] {
          index = text.index(after: index)
          place += 1
        }
        guard place == word.count else { continue }
        if index < text.endIndex, Self.isSpaced(word[place - 1]), Self.isSpaced(text[index]) {
          continue
        }
        return text[index...]
      }
      return nil
    }

    fileprivate static func small(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
      if scalar.isASCII {
        return scalar.value >= 0x41 && scalar.value <= 0x5A
          ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
      }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      return lower.count == 1 ? lower.first ?? scalar : scalar
    }

    /// Whether a letter belongs to a script with blanks between words, from Latin to Arabic.
    private static func isSpaced(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x700 && scalar.properties.isAlphabetic
    }
  }
}

/// The labels of choices in formats that use letters: A to Z, and what some files write after Z.
enum ChoiceLabel {
  /// Returns the text after the label if `line` starts with a label beyond Z (`AA` or `[`) and
  /// `place` is beyond the last allowed choice; otherwise `nil`.
  ///
  /// The question is rejected for too many choices anyway. The line is recognised so that it is not
  /// taken for a continuation of the previous choice.
  static func textBehindLetters(of line: String, at place: Int) -> Substring? {
    guard place >= QuestionContent.maximumChoices else { return nil }
    for label in ["AA", "["] where line.hasPrefix(label) {
      let rest = line.dropFirst(label.count)
      guard let mark = rest.first else { return rest }
      if ".):".contains(mark) { return rest.dropFirst() }
      if mark == " " { return rest }
    }
    return nil
  }
}

/// The kana used to number choices in Japanese exam papers.
enum ChoiceKana {
  static let order = Array("アイウエオカキク")
}
