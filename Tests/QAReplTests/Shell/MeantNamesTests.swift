import Testing

@testable import QuizKit
@testable import QuizSupport
@testable import qa_repl

/// A name that is slightly wrong is answered with the one that was probably meant.
@Suite struct MeantNamesTests {
  private func program(_ language: Language = .english) throws -> TestProgram {
    try TestProgram(language: language)
  }

  @Test func `a deck`() throws {
    #expect(
      try program().run("quiz --deck \"First Stepz\"")
        == "error[unknown-deck]: There is no deck “First Stepz”. Did you mean “First Steps”?\n")
    #expect(
      try program(.japanese).run("manage --deck \"First Stepz\"")
        == "error[unknown-deck]: 「First Stepz」という問題集はありません。「First Steps」ではありませんか?\n")
  }

  @Test func `a tag, or those that there are`() throws {
    let program = try program()
    program.files.contents["tags.csv"] = "question,a,b,answer,tags\nX?,1,2,A,history\n"
    program.run("import tags.csv --deck T")
    #expect(
      program.run("quiz --deck T --tag histroy")
        == "error[unknown-tag]: No question here has the tag “histroy”. Did you mean “history”?\n")
    #expect(
      program.run("quiz --deck T --tag nope")
        == "error[unknown-tag]: No question here has the tag “nope”. There are: “history”.\n")
    #expect(program.run("review --tag nope").contains("error[unknown-tag]"))
    #expect(
      try self.program(.japanese).run("quiz --tag zzzzzz").contains(
        "error[unknown-tag]: 「zzzzzz」というタグの付いた質問はありません。"))
    #expect(program.shell.screen == .start)
  }

  @Test func `stat is the statistics rather than the state`() throws {
    #expect(try program().run("stat").contains("Did you mean “stats”?"))
  }

  @Test func `a command that is gone says what became of it`() throws {
    #expect(
      try program().run("redate 2026-01-05")
        == "error[unknown-command]: There is no command “redate”. It is gone, leave it out: a script "
        + "on a bank that stays writes real dates, and dates of 2000 stay as they are.\n")
    #expect(
      try program(.japanese).run("日付修正")
        == "error[unknown-command]: 「日付修正」というコマンドはありません。廃止されたため、削除してください。"
        + "保存される問題データではスクリプトも実際の日付を記録し、2000 年の日付はそのまま残ります。\n")
  }

  @Test func `an option that is gone says what became of it`() throws {
    #expect(
      try program().run("export x.csv --excel-safe")
        == "error[unknown-option]: “export” has no option --excel-safe. It is gone, leave it out: a "
        + "table is always safe for a spreadsheet, and --raw-cells writes the texts as they are.\n")
    #expect(
      try program(.japanese).run("export x.csv --excel-safe")
        == "error[unknown-option]: 「export」に --excel-safe というオプションはありません。"
        + "廃止されたため、削除してください。表は常に表計算ソフトで安全に開けます。"
        + "内容をそのまま書き出すには --raw-cells を指定します。\n")
    #expect(
      try program().run("review --practice")
        == "error[unknown-option]: “review” has no option --practice. It is gone, leave it out: a "
        + "review always shows what was right after each answer, as “quiz --practice” does.\n")
    #expect(
      try program(.japanese).run("review --practice")
        == "error[unknown-option]: 「review」に --practice というオプションはありません。"
        + "廃止されたため、削除してください。"
        + "復習では quiz --practice と同じように、答えるたびに正解を表示します。\n")
    #expect(try program().run("quiz --excel-safe").contains("Try “help”."))
  }

  @Test func `nothing due is a sentence and no failure`() throws {
    let program = try program()
    #expect(program.run("review").hasPrefix("There is nothing to review"))
    #expect(program.shell.failures == 0)
    program.run("quiz --count 1", "1", "result")
    #expect(program.run("review") == "\nNothing is due today; the next review is on 2000-01-02.\n")
    #expect(program.shell.run(line: "review") == .done)
    #expect(program.shell.end() == .success)
  }

  @Test func `nothing due is a report in JSON`() throws {
    let program = try TestProgram(json: true)
    #expect(program.run("due", "review").contains(#""kind":"nothing-due","next":null"#))
    #expect(program.shell.failures == 0)
  }
}
