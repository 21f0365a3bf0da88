/// The user's position in a form.
struct FormWalk: Equatable {
  private(set) var name = ""
  /// The index of the current field. The number of fields stands for the end of the form.
  private(set) var position = 0
  /// Whether the user types commands instead of fields.
  var isPaused = false

  /// Starts at the first field if `form` is a new form.
  mutating func enter(_ form: Form) {
    if name != form.name { self = FormWalk(name: form.name, isPaused: form.isForReading) }
    position = min(position, form.fields.count)
  }

  mutating func move(by step: Int, in form: Form) {
    position = max(0, min(position + step, form.fields.count))
  }

  /// Moves to the first empty required field. If there is none, switches to commands, because no
  /// field can solve the problem.
  mutating func seekOpenField(of form: Form) {
    position = form.firstOpen ?? position
    isPaused = form.firstOpen == nil
  }

  /// The prompt at the current position.
  func prompt(_ form: Form, _ look: Look) -> Prompt {
    let id = "\(form.name) field \(position)"
    guard position < form.fields.count else {
      return Prompt(
        id: id, text: look.palette.heading(form.endLabel),
        actions: [.named(.enter): .line(form.end)],
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
