import QuizExchange
import QuizKit
import QuizSupport
import Terminal

extension CommandEntry {
  /// The command that opens a picture of what a screen shows.
  ///
  /// - Parameter subject: What it shows; `nil` for a question.
  static func picture(
    on screen: ScreenName, of subject: Explanation? = nil,
    _ command: @escaping @Sendable (Int?) -> Command
  ) -> CommandEntry {
    let subject = subject ?? Explanation("this question", "この質問")
    return CommandEntry(
      name: "picture", aliases: ["画像"], screens: [screen], arguments: "[N]",
      english:
        "open a picture of \(subject.english); number N, or the first, in a program of yours",
      japanese: "\(subject.japanese)の画像を別のプログラムで開きます（N 番目、省くと最初の画像）"
    ) { arguments throws(CommandError) in command(try arguments.nextNumberIfAny()) }
  }

  /// The command that opens a picture of a question in the list on a screen.
  static func picture(
    ofRowOn screen: ScreenName, _ command: @escaping @Sendable (_ row: Int, Int?) -> Command
  ) -> CommandEntry {
    CommandEntry(
      name: "picture", aliases: ["画像"], screens: [screen], arguments: "N [PICTURE]",
      english:
        "open a picture of question number N; the first, or the one named, in a program of yours",
      japanese: "N 番目の質問の画像を別のプログラムで開きます（何枚目か省くと最初の画像）",
      onRow: Explanation("open its picture", "この質問の画像を開きます")
    ) { arguments throws(CommandError) in
      command(try arguments.nextNumber("N"), try arguments.nextNumberIfAny())
    }
  }
}

extension KeyBinding {
  /// Ctrl-O opens the first picture.
  static func picture(_ command: Command) -> KeyBinding {
    KeyBinding([.control("o")], .perform(command))
  }

  /// Ctrl-O opens the first picture of the row at the cursor.
  static var pictureOfRow: KeyBinding { KeyBinding([.control("o")], .onRow("picture")) }
}

extension RowSubject {
  /// The question with this number, some of whose commands have nothing to do.
  init(number: Int, pictures: [ShownPicture]?, idleWords: Set<String> = []) {
    self.init(number: number, idleWords: idleWords)
    if pictures?.isEmpty != false { self.idleWords.insert("picture") }
  }
}

extension Theme {
  /// How the rows of pictures say that these are opened.
  enum PictureHint {
    /// A key opens the first picture, a command the others.
    case key
    /// A command opens each of them, because the key opens that of another question.
    case command
    /// Not at all, because they are not opened from here.
    case none
  }

  /// A row for each picture of a question: what it shows, its name and its size, and how it is
  /// opened.
  ///
  /// - Parameter row: The number of the question in a list; `nil` on a screen with one question.
  func rows(
    of pictures: [ShownPicture], inRow row: Int? = nil, hint: PictureHint = .key
  ) -> [String] {
    pictures.flatMap { picture in
      let text = strings.line(of: picture, among: pictures.count)
      let hint = isLive && !picture.missing ? strings.opens(picture, inRow: row, hint) : ""
      return lines(palette.faint("\(signs.picture) \(text)\(hint)"), indent: 2)
    }
  }

  /// A question as a person reads it: `[1]` for the first gap of its kind, and no paragraph that only
  /// names pictures with rows of their own. Printed text has it as it is.
  func read(_ question: String, _ kind: QuestionContent.Kind?, _ pictures: [ShownPicture]) -> String
  {
    guard isLive else { return question }
    return (kind?.shown(question) ?? question).withoutParagraphs(showing: pictures)
  }
}

extension String {
  /// A question's text without the paragraphs that only name its pictures, because each of these has
  /// a row of its own. A text that says nothing else stays as it is.
  func withoutParagraphs(showing pictures: [ShownPicture]) -> String {
    let marks =
      pictures.isEmpty
      ? [] : PictureMarks.marks(in: self, labels: pictures.compactMap(\.description))
    guard !marks.isEmpty else { return self }
    var (kept, paragraph): ([Substring], [Substring]) = ([], [])
    var (start, isOnlyPictures) = (0, true)
    func end() {
      if !isOnlyPictures {
        kept += paragraph
      } else if !paragraph.isEmpty {
        while kept.last.map(String.init)?.isBlank == true { kept.removeLast() }
      }
      (paragraph, isOnlyPictures) = ([], true)
    }
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if String(line).isBlank {
        end()
        if !kept.isEmpty { kept.append(line) }
      } else {
        paragraph.append(line)
        if !line.consists(of: marks, from: start, of: pictures) { isOnlyPictures = false }
      }
      start += line.utf8.count + 1
    }
    end()
    return kept.isEmpty ? self : kept.joined(separator: "\n")
  }
}

extension Substring {
  /// Whether a line has nothing but blanks beside the marks of pictures.
  ///
  /// - Parameter start: The place of the line in the text of the marks, in bytes.
  fileprivate func consists(
    of marks: [PictureMarks.Mark], from start: Int, of pictures: [ShownPicture]
  ) -> Bool {
    let inside = marks.filter { (start..<(start + utf8.count)).contains($0.range.lowerBound) }
    let blanks = utf8.enumerated().allSatisfy { offset, byte in
      byte == UInt8(ascii: " ") || inside.contains { $0.range.contains(start + offset) }
    }
    return blanks && inside.allSatisfy { mark in pictures.contains { $0.has(label: mark.label) } }
  }
}

extension ShownPicture {
  /// Whether a text names the picture by this label: by what it shows, or by its file.
  fileprivate func has(label: String) -> Bool {
    guard let description else {
      return label.isEmpty || name == label || name.hasPrefix(label + ".")
    }
    return label == description
  }
}

extension [ShownPicture] {
  /// The question before a picture is opened that can hold scripts; `nil` for every other picture.
  ///
  /// - Parameter number: The number that the command gives; `nil` for the first picture.
  func question(before number: Int?, _ strings: Strings) -> String? {
    let picture = number.map { number in first { $0.number == number } } ?? first
    guard let picture, picture.asks, !picture.missing else { return nil }
    return strings.opensScripts(picture.name.sanitisedLine)
  }
}

extension Strings {
  /// A picture in a line of text: its number where there are several, what it shows, its name and
  /// its size.
  fileprivate func line(of picture: ShownPicture, among count: Int) -> String {
    let number = count > 1 ? "\(picture.number)  " : ""
    let description =
      picture.description?.sanitisedLine.truncated(to: 200) ?? self("(no description)", "（説明なし）")
    let name =
      picture.missing ? picture.address?.sanitisedLine ?? picture.name : picture.name
    var parts = [description, name.sanitisedLine.truncated(to: 200)]
    if let width = picture.width, let height = picture.height {
      parts.append("\(width) × \(height)")
    }
    if picture.missing { parts.append(self("(not here)", "（ありません）")) }
    return number + parts.joined(separator: "  ")
  }

  /// How a picture is opened at a live terminal.
  fileprivate func opens(
    _ picture: ShownPicture, inRow row: Int?, _ hint: Theme.PictureHint
  ) -> String {
    switch hint {
    case .key where picture.number == 1: self("   Ctrl-O opens it", "   Ctrl-O で開く")
    case .key, .command: "   picture " + (row.map { "\($0) " } ?? "") + "\(picture.number)"
    case .none: ""
    }
  }

  fileprivate func opensScripts(_ name: String) -> String {
    self(
      "Open “\(name)”? An SVG can hold scripts, which the program that shows it may run.",
      "「\(name)」を開きますか? SVG にはスクリプトを入れられるため、表示するプログラムが実行することがあります。")
  }
}
