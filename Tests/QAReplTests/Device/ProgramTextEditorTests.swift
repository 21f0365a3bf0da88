import Foundation
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Tests with a person's own editor, which here is any line for the shell.
@Suite(.serialized) final class ProgramTextEditorTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "qa-repl-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("left behind: \(folder.path)")
    }
  }

  /// Edits `text` and returns the result. No file may be left in the folder for temporary files.
  private func edit(_ text: String = "", with editor: String) throws -> String {
    defer {
      #expect(FileManager.default.subpaths(atPath: folder.path) == [])
    }
    let environment = Environment(variables: ["EDITOR": editor, "TMPDIR": folder.path])
    return try ProgramTextEditor(environment: environment).edit(text)
  }

  @Test func `what the editor writes comes back without its last line end`() throws {
    #expect(try edit("a", with: "printf '日本\\n語\\n' >") == "日本\n語")
    #expect(try edit("a", with: "printf b >>") == "a\nb")
    #expect(try edit("a\nb", with: "true") == "a\nb")
    #expect(try edit("a\n", with: "true") == "a\n")
  }

  @Test func `the file is nobody else's`() throws {
    let mode = "f() { m=$(ls -l \"$1\" | cut -c1-10); echo \"$m\" > \"$1\"; }; f"
    #expect(try edit("secret", with: mode) == "-rw-------")
    let folder = "f() { m=$(ls -ld \"${1%/*}\" | cut -c1-10); echo \"$m\" > \"$1\"; }; f"
    #expect(try edit("secret", with: folder) == "drwx------")
  }

  @Test(arguments: [
    ("vi", ["+7", "/a b.md"]), ("/usr/bin/nvim -p", ["+7", "/a b.md"]),
    ("vim.basic", ["+7", "/a b.md"]), ("nano", ["+7", "/a b.md"]),
    ("env LANG=C emacsclient -nw", ["+7", "/a b.md"]), ("kak", ["+7", "/a b.md"]),
    ("micro", ["+7", "/a b.md"]), ("hx", ["/a b.md:7"]),
    ("code", ["--wait", "--goto", "/a b.md:7"]), ("codium --wait", ["--goto", "/a b.md:7"]),
    ("subl -w", ["/a b.md:7"]), ("subl", ["--wait", "/a b.md:7"]), ("ed", ["/a b.md"]),
  ])
  func `each program gets the line in its own way`(program: String, arguments: [String]) {
    let editor = ProgramTextEditor(environment: Environment(variables: ["EDITOR": program]))
    #expect(editor.arguments(for: "/a b.md", line: 7) == arguments)
  }

  @Test func `a file is opened where it is, however its program ends`() throws {
    let file = folder.appending(path: "own.md").path
    let said = folder.appending(path: "said").path
    func open(with program: String) throws {
      let environment = Environment(variables: ["EDITOR": program])
      try ProgramTextEditor(environment: environment).openFile(file, line: 7)
    }
    try open(with: "f() { printf %s \"$#$1\" > '\(said)'; exit 1; }; f")
    #expect(try String(contentsOfFile: said, encoding: .utf8) == "1\(file)")
    #expect(throws: TextEditorFailure.ended(editor: "/no/editor 2>/dev/null", exit: 127)) {
      try open(with: "/no/editor 2>/dev/null")
    }
  }

  @Test func `VISUAL comes before EDITOR`() throws {
    let variables = ["VISUAL": "echo visual >", "EDITOR": "echo editor >", "TMPDIR": folder.path]
    let editor = ProgramTextEditor(environment: Environment(variables: variables))
    #expect(try editor.edit("") == "visual")
  }

  @Test func `an editor that gives up, is killed or is not there says so`() throws {
    #expect(throws: TextEditorFailure.ended(editor: "exit 3;", exit: 3)) {
      try edit(with: "exit 3;")
    }
    #expect(throws: TextEditorFailure.killed(editor: "kill -9 $$;", signal: 9)) {
      try edit(with: "kill -9 $$;")
    }
    #expect(throws: TextEditorFailure.ended(editor: "/no/editor 2>/dev/null", exit: 127)) {
      try edit(with: "/no/editor 2>/dev/null")
    }
  }

  @Test func `what is not UTF-8, gone or too long is refused`() throws {
    #expect(throws: TextEditorFailure.notUTF8) { try edit(with: "printf '\\377' >") }
    #expect(throws: TextEditorFailure.self) { try edit(with: "rm") }
    #expect(throws: TextEditorFailure.tooLong(limit: 1 << 20)) {
      try edit(with: "head -c 1100000 /dev/zero >")
    }
  }

  @Test func `a folder that is not there is named`() throws {
    let environment = Environment(variables: ["EDITOR": "true", "TMPDIR": "/no/folder"])
    let failure = #expect(throws: TextEditorFailure.self) {
      try ProgramTextEditor(environment: environment).edit("")
    }
    #expect(failure?.text(in: .english).contains("/no/folder") == true)
    #expect(failure?.text(in: .japanese).contains("/no/folder") == true)
  }

  @Test func `signals that this program ignores end the editor as usual`() throws {
    #expect(throws: TextEditorFailure.killed(editor: "kill -INT $$;", signal: SIGINT)) {
      let before = signal(SIGINT, SIG_IGN)
      defer { signal(SIGINT, before) }
      _ = try edit(with: "kill -INT $$;")
    }
  }

  @Test func `control characters do not come in`() throws {
    #expect(try edit(with: "printf 'a\\033[31mb\\000c\\r\\n' >") == "a[31mbc")
  }
}
