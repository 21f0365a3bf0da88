extension NamedColumn {
  /// Interprets a name from a header; `nil` if the name is unknown, or other columns may have it,
  /// too.
  package init?(name: String) {
    guard let use = FieldNames.uses(of: name).first(where: { !$0.isWeak }) else { return nil }
    self = use.column
  }
}

/// Normalises column names. Only for headers, never for the contents of a column.
enum HeaderName {
  /// The name without the explanation that follows it.
  static func core(_ name: String) -> String {
    let ends = ["(", "（", " - ", " – ", "\n"].compactMap { name.firstRange(of: $0)?.lowerBound }
    return ends.min().map { String(name[..<$0]) } ?? name
  }

  /// The most bytes of a name. A text of megabytes, which a sheet may have in each of its cells, is
  /// none.
  static let longest = 1_000

  /// Returns the name in lower case, with full-width letters and digits as ASCII, and without
  /// accents, blanks, `_` and `-`; nothing for a text that is too long for a name.
  static func folded(_ name: String) -> String {
    guard name.utf8.count <= longest else { return "" }
    var folded = ""
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E:
        if let ascii = Unicode.Scalar(scalar.value - 0xFEE0) { folded.unicodeScalars.append(ascii) }
      case 0x20, 0xA0, 0x3000, 0x09, 0x0A, 0x2D, 0x5F: break
      default: folded.unicodeScalars.append(scalar)
      }
    }
    folded = folded.lowercased()
    if folded.utf8.allSatisfy({ $0 < 0x80 }) { return folded.filter { $0 != "-" && $0 != "_" } }
    // Accents only: the marks of kana are others, and tell one word from another.
    var plain = String.UnicodeScalarView()
    for scalar in folded.decomposedStringWithCanonicalMapping.unicodeScalars
    where !(0x300...0x36F).contains(scalar.value) && scalar != "-" && scalar != "_" {
      plain.append(scalar == "đ" ? "d" : scalar)
    }
    return String(plain)
  }

  /// The letters that count choices in Arabic, in their order.
  private static let arabic = Array("أبجدهوزح")

  /// Returns the number, and 1 for `a` and `ア`, and so on; `nil` for anything else.
  static func number(_ text: Substring) -> Int? {
    // More than the allowed number of choices, so that a question with too many is rejected, not
    // truncated.
    if let number = Int(text), (0...99).contains(number) { return number }
    guard text.count == 1, let first = text.first else { return nil }
    if first.isASCII, ("a"..."h").contains(first), let code = first.asciiValue {
      return Int(code - UInt8(ascii: "a")) + 1
    }
    return (ChoiceKana.order.firstIndex(of: first) ?? arabic.firstIndex(of: first)).map { $0 + 1 }
  }
}

// MARK: - What names mean

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
        "opción", "opção", "alternativa", "alt", "pilihan", "resposta", "risposta", "opzione",
        "вариант",
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
      "pytanie", "treśćpytania", "treść", "soru", "sorumetni", "vraag", "vraagtekst", "السؤال",
      "سؤال", "nộidung", "pertanyaan", "soal",
    ],
    .choices: [
      "choices", "options", "answeroptions", "answerchoices", "questionoptions", "choicelist",
      "optionlist", "optioncontent", "possibleanswers", "alternatives", "variants", "candidates",
      "responses", "o",
      "選択肢", "选项", "選項", "antworten", "antwortmöglichkeiten", "optionen",
      "réponses", "choix", "propositions", "opciones", "alternativas", "respuestas", "opções",
      "respostas", "risposte", "opzioni", "варианты", "вариантыответа", "вариантыответов",
      "cáclựachọn", "보기", "선택지", "pilihan", "pilihanjawaban", "odpowiedzi",
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
      "poprawnaodpowiedź", "prawidłowaodpowiedź", "poprawna", "odpowiedź", "jawaban",
      "jawabanbenar", "kuncijawaban", "doğrucevap", "doğruyanıt", "cevap",
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
      "wyjaśnienie", "açıklama", "uitleg", "toelichting", "الشرح", "التفسير", "pembahasan",
      "penjelasan",
    ],
    .category: [
      "category", "deck", "subject", "categoryname", "subjectname", "domain",
      "カテゴリ", "カテゴリー", "分類", "分野", "分类", "thème", "catégorie", "thema", "kategorie", "tema",
      "categoría", "категория", "kategoria", "kategori", "categorie", "الفئة", "التصنيف",
    ],
    .passage: ["passage", "readingpassage", "context", "本文"],
    .picture: [
      "image", "images", "picture", "figure", "imagepath", "imagefile", "imageurl", "imagelink",
      "pictureurl", "画像", "bild", "imagen", "imagem", "immagine",
    ],
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
    .choices: ["answers", "đápán"],
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

/// The meaning of the names of a file: what the user says of them, and else ``FieldNames``.
///
/// It is a class because it remembers the names that it has judged. The objects of a file have the
/// same few.
final class MappedNames {
  /// The names that the user assigned to roles. They take precedence.
  let mapped: [NamedColumn: String]
  /// The user's options for the file.
  let options: ReadingOptions
  /// The numbers of columns, from 1, that the user assigned to roles.
  private let numbers: [Int: NamedColumn]
  /// The roles for which nothing else is looked for.
  private let taken: Set<ColumnRole>
  private var known: [String: [FieldNames.Use]] = [:]
  /// The names so far, in the order in which they appeared.
  private(set) var seen: [String] = []
  private var found: Set<String> = []

  init(_ options: ReadingOptions) {
    var (names, numbers) = ([NamedColumn: String](), [Int: NamedColumn]())
    for (column, chosen) in options.columns {
      switch chosen {
      case .named(let name): names[column] = name
      case .number(let number): numbers[number] = column
      case .none: break
      }
    }
    (mapped, self.numbers, self.options) = (names, numbers, options)
    var taken = Set(options.columns.keys.map(\.role))
    // Who says where the choices are has said that they are nowhere else.
    if !taken.isDisjoint(with: Self.ofChoices) { taken.formUnion(Self.ofChoices + [.wrong]) }
    self.taken = taken
  }

  private static let ofChoices: [ColumnRole] = [.choices, .choice]

  /// The possible meanings of a column of a table; empty if it has none.
  ///
  /// - Parameter number: The number of the column, from 1.
  func uses(of name: String, at number: Int) -> [FieldNames.Use] {
    guard let column = numbers[number] else { return uses(of: name) }
    return [FieldNames.Use(column: column, rank: -1)]
  }

  /// The number of a column that the user assigned and that a table with so many has not.
  func missingNumber(among count: Int) -> Int? {
    numbers.keys.filter { !(1...max(count, 1)).contains($0) }.min()
  }

  /// A name that the user assigned and that the file does not have, and its role.
  var missing: (column: NamedColumn, name: String)? {
    mapped.filter { !found.contains($0.value) }.min { $0.value < $1.value }
      .map { ($0.key, $0.value) }
  }

  /// Whether a path that the user assigned to a role begins with a name.
  func isInPath(_ name: String) -> Bool { mapped.values.contains { $0.hasPrefix(name + ".") } }

  /// Notes that the file has a name that the user assigned to a role.
  func note(_ name: String) { found.insert(name) }

  /// The possible meanings of a name; empty if it has none.
  func uses(of name: String) -> [FieldNames.Use] {
    if let uses = known[name] { return uses }
    let uses = judge(name)
    // A file may have other names in each object.
    if known.count < 10_000 {
      known[name] = uses
      seen.append(name)
    }
    return uses
  }

  private func judge(_ name: String) -> [FieldNames.Use] {
    let folded = HeaderName.folded(name)
    var own = mapped.filter { $0.value == name }
    if own.isEmpty { own = mapped.filter { HeaderName.folded($0.value) == folded } }
    guard let column = own.keys.first else {
      return FieldNames.uses(of: name).filter { !taken.contains($0.column.role) }
    }
    own.values.forEach(note)
    return [FieldNames.Use(column: column, rank: -1)]
  }

  /// Whether a name is that of a question, of its choices or of its answer, and of little else.
  func isOfQuestion(_ name: String) -> Bool {
    FieldNames.roles(of: uses(of: name)).contains {
      $0 == .question || ColumnRole.ofAnswers.contains($0)
    }
  }
}

/// The kind of a table row, as a column such as `kind` or `type` states it.
enum TableKind: Hashable {
  /// The row has choices. The key shows how many are right.
  case choices
  case trueFalse
  case several
  case text(isCaseSensitive: Bool)
  case number
  case card, gaps, order, match
  /// A quiz cannot ask the question.
  case other(Fault.UnaskableKind)

  /// Reads a word for a kind; `nil` if tables do not use this word.
  init?(_ word: String) {
    guard let kind = Self.words[HeaderName.folded(word)] else { return nil }
    self = kind
  }

  /// The word to write for a solution.
  static func word(for solution: Solution) -> String {
    solution.isCaseSensitive ? "case-sensitive text" : solution.kind.rawValue
  }

  private static let words: [String: TableKind] = {
    let kinds: [TableKind: [String]] = [
      .choices: [
        "single", "singlechoice", "singleanswer", "choice", "choices", "quiz", "multiplechoice",
        "multiple",
        "mc", "mcq", "radio", "選択", "選択式", "択一", "択一式", "单选", "单选题", "単一選択", "単数選択", "多肢選択",
      ],
      .trueFalse: [
        "truefalse", "true/false", "tf", "boolean", "bool", "正誤", "正誤問題", "○×", "〇×", "判断", "判断题",
      ],
      .several: [
        "several", "severalanswers", "multi", "multianswer", "multianswers", "multiselect",
        "multipleselect", "multipleanswer", "multipleanswers", "multipleresponse",
        "multipleresponses", "checkbox", "checkboxes", "multipleselectquiz",
        "複数", "複数選択", "複数回答", "複数解答", "多选", "多选题",
      ],
      .text(isCaseSensitive: false): [
        "text", "shorttext", "short", "shortanswer", "fillin", "fillintheblank", "fillintheblanks",
        "blank", "typed", "typein", "記述", "記述式", "短答", "入力", "文字", "穴埋め",
      ],
      .text(isCaseSensitive: true): ["casesensitivetext"],
      .number: ["number", "numeric", "numerical", "slider", "数値", "数", "数字"],
      .other(.essay): ["essay", "longanswer", "longtext", "openended", "論述"],
      .match: ["match", "matching", "組み合わせ", "組合せ"],
      .order: ["order", "ordering", "reorder", "sequence", "jumble", "並べ替え"],
      .card: ["card", "flashcard", "カード"],
      .gaps: ["gaps", "cloze"],
      .other(.description): ["description", "説明文", "slide", "content"],
      .other(.opinion): ["poll", "survey", "wordcloud", "brainstorming"],
    ]
    var words: [String: TableKind] = [:]
    for (kind, names) in kinds {
      for name in names { words[name] = kind }
    }
    return words
  }()
}

/// Faults of names.
extension Fault {
  /// No object of a file has a name that a question or its answers have.
  package static func noFields(found names: [String]) -> Fault {
    Fault(
      "no-questions",
      "no field is called a question or an answer: \(NameList.text(names, .english))",
      "質問や答えの項目がありません（項目: \(NameList.text(names, .japanese))）",
      topic: "missing-field.record", facts: [ColumnRole.question.rawValue], scope: .file)
  }

  /// A JSON record has no member with the role.
  package static func noField(_ role: ColumnRole, among names: [String]) -> Fault {
    Fault(
      "missing-field",
      "no field for \(role.english) among \(NameList.text(names, .english))",
      "\(role.japanese)の項目がありません（項目: \(NameList.text(names, .japanese))）",
      topic: "missing-field.record", facts: [role.rawValue])
  }
}
