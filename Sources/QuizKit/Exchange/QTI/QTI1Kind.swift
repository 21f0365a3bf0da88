/// The kind of an item of QTI 1.2, as its metadata or its structure says.
enum QTI1Kind {
  case oneChoice
  case statement
  case severalChoices
  case text
  case number
  /// Blanks in which something is typed, or with a list to choose from.
  case gaps(isTyped: Bool)
  case pairs
  case order
  case unaskable(Fault.UnaskableKind)

  /// The kind that the metadata says; `nil` if it says none.
  init?(_ metadata: QTI1Metadata) {
    let kinds = Self.fields.lazy.compactMap { metadata[$0] }
      .compactMap { Self.words[Self.folded($0)] }
    guard let kind = kinds.first else { return nil }
    self = kind
  }

  /// The fields in which platforms write the kind.
  private static let fields = [
    "question_type", "bbmd_questiontype", "wct_questiontype", "respondusapi_qtype", "cc_profile",
    "qmd_itemtype", "qmd_questiontype",
  ]

  /// The kind that the responses of an item show.
  init(_ presentation: QTI1Presentation, _ rules: QTI1Rules) {
    let responses = presentation.responses
    guard let first = responses.first else {
      self = rules.hasAnswers ? .gaps(isTyped: true) : .unaskable(.description)
      return
    }
    switch first.form {
    case .choices where first.labels.contains(where: \.isListed): self = .gaps(isTyped: false)
    case .choices where responses.count > 1:
      // A platform may keep pairs that stayed empty. The text contains the names of its blanks.
      let isNamed = responses.contains { presentation.text.contains("[\($0.prompt)]") }
      let isPairs = !isNamed && responses.contains { !$0.prompt.isEmpty }
      self = isPairs ? .pairs : .gaps(isTyped: false)
    case .choices where first.cardinality == "ordered": self = .order
    case .choices: self = first.cardinality == "multiple" ? .severalChoices : .oneChoice
    case .text where responses.count > 1: self = .gaps(isTyped: true)
    case .text: self = rules.hasAnswers ? .text : .unaskable(.essay)
    case .number: self = .number
    case .place: self = .unaskable(.hotSpot)
    }
    if case .text = self, rules.hasBounds { self = .number }
  }

  /// The word without the parts that differ between the versions of a profile.
  private static func folded(_ word: String) -> String {
    var word = word.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "." }
    if word.hasPrefix("cc.") {
      word = word.split(separator: ".").dropFirst().first.map { String($0) } ?? ""
    }
    if word.hasPrefix("wct") { word.removeFirst(3) }
    return word.hasSuffix("question") ? String(word.dropLast(8)) : word
  }

  private static let words: [String: QTI1Kind] = [
    // Canvas and Common Cartridge.
    "multiplechoice": .oneChoice, "truefalse": .statement, "multipleanswers": .severalChoices,
    "multipleresponse": .severalChoices, "shortanswer": .text, "fib": .text,
    "patternmatch": .text, "fillinmultipleblanks": .gaps(isTyped: true),
    "multipledropdowns": .gaps(isTyped: false),
    "matching": .pairs, "numerical": .number, "calculated": .unaskable(.calculated),
    "essay": .unaskable(.essay), "fileupload": .unaskable(.upload),
    "textonly": .unaskable(.description), "textinformation": .unaskable(.description),
    "ordering": .order, "categorization": .unaskable(.other),
    "hotspot": .unaskable(.hotSpot),
    // Blackboard.
    "multipleanswer": .severalChoices, "fillintheblank": .text,
    "fillintheblankplus": .gaps(isTyped: true),
    "jumbledsentence": .gaps(isTyped: false), "numeric": .number, "either.or": .statement,
    "eitheror": .statement,
    "shortresponse": .unaskable(.essay), "opinionscale": .unaskable(.opinion),
    "likert": .unaskable(.opinion), "quizbowl": .unaskable(.other),
    // Vista and Respondus.
    "fillinblank": .text, "fillinmultiple": .gaps(isTyped: true), "combination": .unaskable(.other),
    "paragraph": .unaskable(.essay), "longanswer": .unaskable(.essay),
    "multiplecorrect": .severalChoices, "algorithmic": .unaskable(.calculated),
    "multiplechoicesingle": .oneChoice, "multiplechoicemultiple": .severalChoices,
    // Brightspace.
    "multiselect": .severalChoices, "fillintheblanks": .text,
    "arithmetic": .unaskable(.calculated), "significantfigures": .unaskable(.calculated),
    // Sakai.
    "multiplecorrectanswer": .severalChoices, "multiplecorrectsingleselection": .oneChoice,
    "numericresponse": .number, "shortansweressay": .unaskable(.essay),
    "multiplechoicesurvey": .unaskable(.opinion), "matrixchoicessurvey": .unaskable(.opinion),
    "audiorecording": .unaskable(.upload), "imagemap": .unaskable(.hotSpot),
  ]
}
