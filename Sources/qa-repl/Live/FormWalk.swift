/// Where a person is in a form.
struct FormWalk: Equatable {
  private(set) var name = ""
  /// The number of the field, from 0; the count of the fields means the end.
  private(set) var position = 0
  /// Whether commands are typed meanwhile.
  var isPaused = false

  /// Begins at the first field when this is another form.
  mutating func enter(_ form: Form) {
    if name != form.name { self = FormWalk(name: form.name, isPaused: form.isForReading) }
    position = min(position, form.fields.count)
  }

  mutating func move(by step: Int, in form: Form) {
    position = max(0, min(position + step, form.fields.count))
  }

  /// Goes on where something is missing; where nothing is, only a command can help.
  mutating func seekOpenField(of form: Form) {
    position = form.firstOpen ?? position
    isPaused = form.firstOpen == nil
  }

  /// What is asked at this place.
  func prompt(_ form: Form, _ look: Look) -> Prompt {
    let id = "\(form.name) field \(position)"
    guard position < form.fields.count else {
      return Prompt(
        id: id, text: look.palette.heading(form.endLabel), shortcuts: [.named(.enter): form.end],
        isField: true, isCommandLine: false, help: [look.palette.faint(look.strings.formEndKeys)])
    }
    let field = form.fields[position]
    var prompt = Prompt(
      id: id, text: look.palette.heading(field.label), prefilled: field.text,
      isMultiline: field.isMultiline, isField: true, isCommandLine: false)
    for number in 1...9 where number <= field.numbers {
      prompt.replacements[.text(String(number))] = String(number)
    }
    let keys = field.isMultiline ? look.strings.textKeys : look.strings.fieldKeys
    prompt.help = [look.palette.faint(keys)]
    return prompt
  }
}

extension FormWalk {
  private init(name: String, isPaused: Bool) {
    self.name = name
    self.isPaused = isPaused
  }
}

extension Strings {
  fileprivate var fieldKeys: String {
    self("Enter next, Up before, Esc commands", "Enter 次へ・Up 前へ・Esc コマンド")
  }

  fileprivate var textKeys: String {
    self("Enter next, Alt-Enter new line, Esc", "Enter 次へ・Alt-Enter 改行・Esc 中断")
  }

  fileprivate var formEndKeys: String {
    self("Enter does it, Up before, Esc commands", "Enter 実行・Up 前へ・Esc コマンド")
  }
}
