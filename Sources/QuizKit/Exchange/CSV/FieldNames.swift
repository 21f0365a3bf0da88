/// The names of fields and columns, in tables and in JSON alike: what a name means, by role and by
/// language.
///
/// This is the only list. Names are compared without case, accents, blanks, `_` and `-`, so that
/// `respuesta_correcta`, `RespuestaCorrecta` and "Respuesta correcta" are one.
enum FieldNames {
  /// A meaning that a name may have.
  struct Use {
    var column: NamedColumn
    /// Of several fields with one role, the one with the lowest rank counts.
    var rank: Int
    /// Whether other things are called so, too. Such a name counts only where the rest of the
    /// question is there and nothing has a better name.
    var isWeak = false
  }

  /// The roles that a field of this name may have; empty for an unknown name.
  static func uses(of name: String) -> [Use] {
    guard name.utf8.count <= HeaderName.longest else { return [] }
    let folded = HeaderName.folded(name)
    if let uses = plain(folded) { return uses }
    // Templates explain their columns: "Answer 3 (Optional)", "Question - max 120 characters".
    var core = HeaderName.folded(HeaderName.core(name))
    while let last = core.last, ".:)".contains(last) { core.removeLast() }
    return plain(core) ?? (numbered(folded) ?? numbered(core)).map { [Use(column: $0, rank: 0)] }
      ?? []
  }

  /// The roles that nothing else is called by, too.
  static func roles(of uses: [Use]) -> [ColumnRole] {
    uses.filter { !$0.isWeak }.map(\.column.role)
  }

  private static func plain(_ folded: String) -> [Use]? {
    guard let uses = known[folded] else { return nil }
    // `a` is the answer beside `q`, and a choice beside `b`.
    return uses + (folded == "a" ? [Use(column: NamedColumn(.choice, number: 1), rank: 0)] : [])
  }

  /// Reads a name with a running number or letter: `option_1`, `Wrong Answer 2`, `A选项`, `B`.
  private static func numbered(_ folded: String) -> NamedColumn? {
    var name = folded[...]
    // The text of a choice, beside its feedback: `option_a_text`.
    if name.hasSuffix("text"), name.count > 5 { name = name.dropLast(4) }
    for (role, prefixes) in prefixes {
      for prefix in prefixes {
        let rest =
          name.hasPrefix(prefix)
          ? name.dropFirst(prefix.count) : name.hasSuffix(prefix) ? name.dropLast(prefix.count) : ""
        if let number = HeaderName.number(rest) { return NamedColumn(role, number: number) }
      }
    }
    let isNumber = name.allSatisfy(\.isNumber)
    return isNumber ? nil : HeaderName.number(name).map { NamedColumn(.choice, number: $0) }
  }

  // MARK: The table

  /// The names before a running number, the more particular roles first.
  private static let prefixes: [(ColumnRole, [String])] = [
    (
      .wrong,
      [
        "incorrect", "wrong", "distractor", "incorrectanswer", "wronganswer", "wrongoption",
        "incorrectoption", "wrongchoice", "誤答", "不正解", "错误答案", "falscheantwort", "falsch",
        "mauvaiseréponse", "respuestaincorrecta", "respostaerrada", "respostaincorreta",
        "rispostaerrata", "неправильныйответ", "đápánsai", "오답", "błędnaodpowiedź",
        "yanlışcevap", "foutantwoord", "إجابةخاطئة",
      ]
    ),
    (
      .correct,
      [
        "correct", "correctanswer", "right", "rightanswer", "key", "正解", "正答", "richtigeantwort",
        "bonneréponse", "respuestacorrecta", "respostacorreta", "rispostacorretta",
        "правильныйответ",
      ]
    ),
    (.feedback, ["feedback", "選択肢の解説"]),
    (
      .choice,
      [
        "choice", "option", "opt", "op", "answer", "answeroption", "answerchoice", "選択肢", "选项",
        "選項", "antwort", "antwortmöglichkeit", "réponse", "proposition", "choix", "respuesta",
        "opción", "opção", "alternativa", "resposta", "risposta", "opzione", "вариант",
        "вариантответа", "đápán", "phươngán", "보기", "선택지", "odpowiedź", "seçenek", "şık",
        "şıkkı", "cevap", "optie", "keuze", "antwoord", "الخيار", "خيار", "الاختيار", "الإجابة",
      ]
    ),
  ].map { ($0, $1.map(HeaderName.folded)) }

  /// The names of each role: a line for each language, the most particular names first.
  private static let names: [ColumnRole: [String]] = [
    .question: [
      "question", "questiontext", "questionstem", "stem", "q", "ques", "questionbody",
      "questioncontent", "questionhtml", "questionstatement", "questiontitle", "questionname",
      "query",
      "問題", "問題文", "設問", "質問",
      "题目", "题干", "试题", "问题", "題目", "題目內容", "题目内容",
      "frage", "fragetext", "fragestellung",
      "intitulé", "énoncé",
      "pregunta", "textopregunta", "enunciado",
      "pergunta", "domanda", "вопрос", "текствопроса", "câuhỏi", "nộidungcâuhỏi", "문제", "질문",
      "pytanie", "treśćpytania", "soru", "sorumetni", "vraag", "vraagtekst", "السؤال", "سؤال",
    ],
    .choices: [
      "choices", "options", "answeroptions", "answerchoices", "questionoptions", "choicelist",
      "optionlist", "optioncontent", "possibleanswers", "alternatives", "variants", "candidates",
      "responses", "o",
      "選択肢", "选项", "選項", "antworten", "antwortmöglichkeiten", "optionen",
      "réponses", "choix", "propositions", "opciones", "alternativas", "respuestas", "opções",
      "respostas", "risposte", "opzioni", "варианты", "вариантыответа", "вариантыответов",
      "cáclựachọn", "보기", "선택지",
    ],
    .correct: [
      "answer", "correct", "correctanswer", "correctanswers", "rightanswer", "rightanswers",
      "right", "answerkey", "correctoption", "correctoptions", "rightoption", "correctchoice",
      "correctchoices", "correctresponse", "correctresponses", "correctindex", "correctindexes",
      "correctindices", "correctanswerindex", "correctoptionindex", "correctchoiceindex",
      "answerindex", "correctid", "correctids", "correctanswerid", "correctanswerids",
      "correctoptionid", "correctoptionids", "correctletter", "correctanswerletter", "correctkey",
      "correctvalue", "correctanswertext", "answertext", "correcttext", "answerletter", "answerid",
      "questionanswer", "key", "keys", "solution",
      "solutions", "ans", "cop", "gold",
      "正解", "解答", "答え", "正答", "正解番号", "正解肢", "正解の番号", "正解選択肢",
      "答案", "正确答案", "参考答案", "标准答案", "正確答案", "正确选项",
      "antwort", "richtigeantwort", "richtigeantworten", "lösung", "richtig", "korrekt",
      "korrekteantwort",
      "réponse", "bonneréponse", "bonnesréponses", "réponsecorrecte", "correcte",
      "respuesta", "respuestacorrecta", "respuestascorrectas", "correcta", "correcto", "solución",
      "resposta", "respostacorreta", "gabarito", "correta", "risposta", "rispostacorretta",
      "corretta", "правильныйответ", "ответ", "đápán", "đápánđúng", "정답",
      "poprawnaodpowiedź", "prawidłowaodpowiedź", "odpowiedź", "doğrucevap", "doğruyanıt", "cevap",
      "yanıt", "juisteantwoord", "correctantwoord", "goedeantwoord", "antwoord",
      "الإجابةالصحيحة", "الجوابالصحيح", "الإجابة", "الجواب",
    ],
    .wrong: [
      "incorrectanswers", "wronganswers", "incorrect", "wrong", "distractors", "incorrectoptions",
      "wrongoptions", "incorrectchoices", "wrongchoices", "falscheantworten", "mauvaisesréponses",
      "respuestasincorrectas",
    ],
    .explanation: [
      "explanation", "commentary", "feedback", "rationale", "answerexplanation",
      "answerdescription", "explanationtext", "generalfeedback", "solutiontext", "justification",
      "reasoning", "explain", "exp", "reason", "support",
      "解説", "説明", "解析", "答案解析", "erklärung", "erklaerung", "begründung", "explication",
      "explicación", "explicação", "spiegazione", "giảithích", "해설", "пояснение", "объяснение",
      "wyjaśnienie", "açıklama", "uitleg", "toelichting", "الشرح", "التفسير",
    ],
    .category: [
      "category", "deck", "subject", "categoryname", "subjectname", "domain",
      "カテゴリ", "カテゴリー", "分類", "分野", "分类", "thème", "catégorie", "thema", "kategorie", "tema",
      "categoría", "категория", "kategoria", "kategori", "categorie", "الفئة", "التصنيف",
    ],
    .passage: ["passage", "readingpassage", "context", "本文"],
    .tags: ["tags", "tag", "keywords", "labels", "タグ"],
    .id: [
      "qid", "id", "questionid", "no", "uuid", "uid", "questionnumber", "question#", "番号",
      "idpregunta",
    ],
    .title: ["title", "タイトル"],
    .difficulty: [
      "difficulty", "difficultylevel", "難易度", "难度", "niveau", "difficulté", "schwierigkeit",
      "dificultad",
    ],
    .time: ["time", "timelimit", "timeinseconds", "制限時間"],
    .kind: [
      "kind", "type", "questiontype", "questionkind", "種類", "種別", "题型", "問題形式", "出題形式",
    ],
    .choose: ["choose", "選ぶ数", "選択数"],
    .weights: ["weights", "重み"],
    .protected: ["protected"],
  ]

  /// The names that a field of the role has only where nothing has a better one.
  private static let weakNames: [ColumnRole: [String]] = [
    .question: [
      "prompt", "body", "statement", "text", "content", "problem", "front", "term", "title", "name",
      "description", "word", "expression", "単語", "英単語", "用語", "表",
    ],
    .choices: ["answers"],
    .correct: ["answers", "label", "a"] + backs,
  ]

  /// The names of the other side of a card.
  private static let backs = [
    "back", "definition", "meaning", "translation", "意味", "訳", "和訳", "定義", "裏",
  ]

  /// Whether a name is that of the other side of a card.
  static func isBack(_ name: String) -> Bool {
    backs.contains(HeaderName.folded(name))
  }

  private static let known: [String: [Use]] = {
    var known: [String: [Use]] = [:]
    for (table, isWeak) in [(names, false), (weakNames, true)] {
      for role in ColumnRole.allCases {
        for (rank, name) in (table[role] ?? []).enumerated() {
          let folded = HeaderName.folded(name)
          // Without accents two names may be the same.
          if known[folded]?.contains(where: { $0.column.role == role }) == true { continue }
          known[folded, default: []].append(
            Use(column: NamedColumn(role), rank: rank + (isWeak ? 500 : 0), isWeak: isWeak))
        }
      }
    }
    return known
  }()
}
