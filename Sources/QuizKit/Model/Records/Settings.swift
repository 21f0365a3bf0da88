import Foundation
import QuizStore
import QuizSupport
import Signals

/// Something that a person chooses once, for all sessions.
public enum Setting: String, CaseIterable, Encodable, Sendable {
  /// The colours.
  case theme
  case language = "lang"
  /// How many questions a round has.
  case count
  /// Whether the right answer is shown after each question.
  case practice
  /// Whether choices change places from the second time on.
  case shuffle
  /// Which questions come first.
  case order
  /// The chance of recall, in percent, at which a question comes back.
  case target
  /// The time at which a new day begins for reviews and statistics.
  case dayBegins = "day-begins"
  case bell, mouse

  /// The value until a person chooses another one.
  package var usual: String {
    switch self {
    case .theme, .language: "auto"
    case .count: "\(QuizOptions.usualCount)"
    case .practice: "off"
    case .shuffle, .bell, .mouse: "on"
    case .order: QuizOptions.Order.need.rawValue
    case .target: "\(ReviewTarget.usualPercent)"
    case .dayBegins: "4:00"
    }
  }

  /// The values through which keys go. A person may type others, such as a count of 15.
  package var values: [String] {
    switch self {
    case .theme: ["auto", "dark", "light", "16"]
    case .language: ["auto"] + Language.allCases.map(\.rawValue)
    case .count: ["5", "10", "20", "30", "50", "100", "all"]
    case .practice, .shuffle, .bell, .mouse: ["on", "off"]
    case .order: ["need", "author", "random"]
    case .target: ReviewTarget.percents.map(String.init)
    case .dayBegins: (0...6).map { "\($0):00" }
    }
  }

  /// The values that may be typed.
  package var allowed: [String] {
    switch self {
    case .count: ["1", "2", "3 …", "all"]
    case .target:
      ["\(ReviewTarget.percents.lowerBound)…\(ReviewTarget.percents.upperBound)"]
    case .dayBegins: ["0:00…23:59"]
    default: values
    }
  }

  /// A typed value as it is written; `nil` when it is not allowed.
  package func value(of typed: String) -> String? {
    let word = FullWidth.folded(typed.trimmed).lowercased()
    switch self {
    case .count:
      if ["all", "すべて", "全部"].contains(word) { return "all" }
      return Int(word).flatMap { $0 > 0 ? "\($0)" : nil }
    case .target:
      let percent = Int(word.hasSuffix("%") ? String(word.dropLast()) : word)
      return percent.flatMap { ReviewTarget.percents.contains($0) ? "\($0)" : nil }
    case .dayBegins:
      let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard let hour = parts.first ?? nil, (0...23).contains(hour), parts.count <= 2 else {
        return nil
      }
      guard let minute = parts.count == 2 ? parts[1] : 0, (0...59).contains(minute) else {
        return nil
      }
      return "\(hour):\(minute < 10 ? "0" : "")\(minute)"
    case .practice, .shuffle, .bell, .mouse:
      return ["on": "on", "off": "off", "オン": "on", "オフ": "off"][word]
    case .theme, .language, .order: return values.first { $0 == word }
    }
  }

  /// The value that is some steps behind another one, round and round.
  package func value(_ steps: Int, behind value: String) -> String {
    guard let index = values.firstIndex(of: value) else { return usual }
    return values[((index + steps) % values.count + values.count) % values.count]
  }
}

/// The values of all settings.
public struct Settings: Equatable, Sendable {
  private var values: [Setting: String]

  package init(_ values: [Setting: String] = [:]) { self.values = values }

  /// The settings of a script, which does the same on every computer.
  static let ofScripts = Settings([.order: "author", .dayBegins: "0:00"])

  package subscript(setting: Setting) -> String {
    get { values[setting] ?? setting.usual }
    set { values[setting] = newValue }
  }

  /// Whether a setting that has no other values than on and off is on.
  package func isOn(_ setting: Setting) -> Bool { self[setting] == "on" }

  /// How many questions a round has at most; 0 for all.
  package var limit: Int { Int(self[.count]) ?? 0 }

  /// The order of questions.
  package var order: QuizOptions.Order { QuizOptions.Order(rawValue: self[.order]) ?? .need }

  /// The chance of recall in percent.
  var target: Int { Int(self[.target]) ?? ReviewTarget.usualPercent }

  /// The language; `nil` for that of the environment.
  package var language: Language? { Language(rawValue: self[.language]) }

  /// How many seconds after midnight a day begins.
  var dayBegins: Int {
    let parts = self[.dayBegins].split(separator: ":").compactMap { Int($0) }
    return parts.count == 2 ? parts[0] * 3600 + parts[1] * 60 : 0
  }
}

/// The lines of a file of settings: a setting a line, its name before its value, as after `set` or
/// as an option. What another program or a person wrote besides stays as it is.
struct SettingsText {
  private var lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.last == "\r" ? String($0.dropLast()) : String($0)
    }
    if lines.last == "" { lines.removeLast() }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The values, and the lines that have none, by their numbers from 1. Of two lines for a setting
  /// the last one counts.
  var content: (values: [Setting: String], problems: [(line: Int, problem: SettingProblem.Reason)])
  {
    var values: [Setting: String] = [:]
    var problems: [(line: Int, problem: SettingProblem.Reason)] = []
    for (index, line) in lines.enumerated() {
      guard let (name, typed) = Self.parts(of: line) else { continue }
      guard let setting = Setting(rawValue: name) else {
        problems.append((index + 1, .unknown(name)))
        continue
      }
      if let value = setting.value(of: typed) {
        values[setting] = value
      } else {
        problems.append((index + 1, .notAllowed(setting, typed)))
      }
    }
    return (values, problems)
  }

  /// Writes a value where the setting was, or at the end.
  mutating func set(_ setting: Setting, to value: String) {
    let line = "\(setting.rawValue) \(value)"
    let known = lines.indices.filter { Self.parts(of: lines[$0])?.name == setting.rawValue }
    guard let last = known.last else { return lines.append(line) }
    let note = lines[last].firstIndex(of: "#").map { "  " + lines[last][$0...] } ?? ""
    lines[last] = line + note
  }

  /// The name and the value of a line; `nil` when it is blank or a comment.
  private static func parts(of line: String) -> (name: String, value: String)? {
    var rest = String(line.prefix { $0 != "#" }).trimmed[...]
    if rest.hasPrefix("--") { rest = rest.dropFirst(2) }
    guard !rest.isEmpty else { return nil }
    let name = rest.prefix { $0 != "=" && !$0.isWhitespace }
    let value = rest.dropFirst(name.count).drop { $0 == "=" || $0.isWhitespace }
    return (name.lowercased(), String(value))
  }
}

/// The settings of a person, kept in a file.
///
/// An option of the command line comes before a variable of the environment, and that before the
/// file. A script reads neither variables nor the file.
package final class SettingsBook {
  /// Where a value comes from.
  package enum Origin: String, Encodable, Sendable {
    case option, environment, config
    case usual = "default"
  }

  /// Emits each setting that was changed.
  package var changes: Signal<Setting> { changed.signal }
  /// The settings that hold now.
  package private(set) var current = Settings.ofScripts

  private let file: ProgramFile?
  private var options: [Setting: String]
  private var environment: [Setting: String] = [:]
  private let variables: [String: String]
  private var isForPerson = false
  /// The values in the file, once it has been read.
  private var kept: [Setting: String]?
  private let changed = PublishSubject<Setting>()

  /// - Parameters:
  ///   - file: The file that keeps the settings; `nil` where nothing is kept.
  ///   - options: The values from the command line.
  ///   - variables: The variables of the environment.
  package init(
    file: ProgramFile? = nil, options: [Setting: String] = [:], variables: [String: String] = [:]
  ) {
    (self.file, self.options, self.variables) = (file, options, variables)
    for (setting, value) in options { current[setting] = value }
  }

  /// The path of the file; `nil` where nothing is kept.
  package var path: String? { file?.path }

  /// Reads the settings of a person. The second time it does nothing.
  ///
  /// - Returns: The settings that cannot be used. They are passed over.
  @discardableResult
  package func servePerson() -> [any ReportableError] {
    guard !isForPerson else { return [] }
    isForPerson = true
    var problems: [any ReportableError] = []
    for setting in Setting.allCases {
      let name = Self.variable(of: setting)
      // Other programs read languages such as `fr` from their variables too.
      guard let typed = variables[name], !typed.isEmpty else { continue }
      environment[setting] = setting.value(of: typed)
      if environment[setting] == nil, setting != .language {
        problems.append(SettingProblem(place: name, reason: .notAllowed(setting, typed)))
      }
    }
    do {
      let content = try text().content
      kept = content.values
      current = values(content.values)
      problems += content.problems.map {
        SettingProblem(place: "\(path ?? ""):\($0.line)", reason: $0.problem)
      }
    } catch {
      current = values([:])
      problems.append(error)
    }
    return problems
  }

  /// The settings as they are kept, each with where it comes from.
  ///
  /// - Throws: ``SettingFailure``.
  package func all() throws -> [(setting: Setting, value: String, origin: Origin)] {
    let kept = try kept ?? text().content.values
    self.kept = kept
    return Setting.allCases.map { setting in
      if let value = options[setting] { return (setting, value, .option) }
      if let value = environment[setting] { return (setting, value, .environment) }
      return (setting, kept[setting] ?? setting.usual, kept[setting] == nil ? .usual : .config)
    }
  }

  /// Chooses a value, for this session and those that follow.
  ///
  /// - Parameter value: One that the setting takes, as ``Setting/value(of:)`` gives it.
  /// - Throws: ``SettingFailure``. The setting then stays as it is.
  package func set(_ setting: Setting, to value: String) throws {
    guard let file else { throw SettingFailure.notKept }
    var text = try text()
    text.set(setting, to: value)
    do {
      try file.replace(with: Array(text.text.utf8))
    } catch {
      throw SettingFailure.file(error)
    }
    kept = text.content.values
    options[setting] = nil
    environment[setting] = nil
    give(setting, value, isOption: false)
  }

  /// Lets a value hold in this session, and keeps nothing.
  package func give(_ setting: Setting, _ value: String) { give(setting, value, isOption: true) }

  private func give(_ setting: Setting, _ value: String, isOption: Bool) {
    if isOption { options[setting] = value }
    guard isOption || isForPerson, current[setting] != value else { return }
    current[setting] = value
    changed.emit(setting)
  }

  private func values(_ kept: [Setting: String]) -> Settings {
    Settings(kept.merging(environment) { $1 }.merging(options) { $1 })
  }

  private func text() throws(SettingFailure) -> SettingsText {
    guard let file else { return SettingsText("") }
    let bytes: [UInt8]?
    do {
      bytes = try file.read(atMost: Self.longest)
    } catch {
      throw .file(error)
    }
    guard let bytes else { return SettingsText("") }
    guard bytes.count < Self.longest, let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(file.path)
    }
    return SettingsText(text)
  }

  /// More bytes than a file of settings has.
  private static let longest = 1 << 20

  /// The variable of the environment for a setting, such as `QA_REPL_DAY_BEGINS`.
  package static func variable(of setting: Setting) -> String {
    "QA_REPL_" + setting.rawValue.uppercased().replacing("-", with: "_")
  }
}

/// A value that no setting has, and where it stands.
package struct SettingProblem: ReportableError, Equatable {
  enum Reason: Equatable {
    case unknown(String)
    case notAllowed(Setting, String)
  }

  /// The line of the file or the name of the variable. It is passed over.
  let place: String
  let reason: Reason

  package var message: Message {
    let sentence =
      switch reason {
      case .unknown(let name):
        QuizSupport.Reason(
          "there is no setting “\(name)”", "「\(name)」という設定はありません")
      case .notAllowed(let setting, let value):
        QuizSupport.Reason(
          "\(setting.rawValue) cannot be “\(value)”; it takes "
            + setting.allowed.joined(separator: ", "),
          "\(setting.rawValue) に「\(value)」は使えません。使える値: "
            + setting.allowed.joined(separator: "、"))
      }
    return Message(
      "bad-setting",
      QuizSupport.Reason("\(place): ", "\(place): ") + sentence
        + QuizSupport.Reason(". It is passed over.", "。この指定は無視します。"))
  }
}

/// Why settings cannot be read or kept.
package enum SettingFailure: ReportableError, Equatable {
  case file(FileSystemError)
  /// The file cannot be read as text, or is far too long.
  case unreadable(String)
  /// There is no file for them.
  case notKept

  package var message: Message {
    switch self {
    case .file(let error):
      Message("settings-failed", "The settings cannot be kept: ", "設定を扱えません: ")
        .because(of: StoreError.fileSystem(error))
    case .unreadable(let path):
      Message(
        "settings-unreadable", "\(path) is no text of settings. It stays as it is.",
        "\(path) は設定の文章ではありません。変更していません。")
    case .notKept:
      Message(
        "settings-not-kept", "Settings are not kept here, so none can be chosen.",
        "ここでは設定を保存しないため、変更できません。")
    }
  }
}
