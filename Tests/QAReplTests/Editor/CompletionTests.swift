import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct CompletionTests {
  private func offered(_ text: String, _ completion: Completion, _ keys: Key...) -> Editor {
    var editor = Editor(text: text)
    _ = editor.offer(completion)
    for key in keys { _ = editor.apply(key) }
    return editor
  }

  @Test func `tab asks for a completion`() {
    var editor = Editor(text: "qu")
    #expect(editor.apply(.named(.tab)) == [.complete])
  }

  @Test func `the only candidate is taken, with a blank behind it`() {
    let editor = offered("qu", Completion(replaced: 2, candidates: ["quiz"]))
    #expect(editor.buffer.text == "quiz ")
  }

  @Test func `a folder is taken without a blank`() {
    let editor = offered("import da", Completion(replaced: 2, candidates: ["data/"]))
    #expect(editor.buffer.text == "import data/")
  }

  @Test func `several candidates are completed as far as they agree`() {
    let editor = offered("re", Completion(replaced: 2, candidates: ["register", "registry"]))
    #expect(editor.buffer.text == "regist")
    #expect(editor.offered?.candidates == ["register", "registry"])
  }

  @Test func `tab and shift-tab go round the candidates`() {
    let completion = Completion(replaced: 1, candidates: ["日本史", "日本語", "世界史"])
    #expect(offered("日", completion, .named(.tab)).buffer.text == "日本史")
    #expect(offered("日", completion, .named(.tab), .named(.tab)).buffer.text == "日本語")
    #expect(offered("日", completion, .named(.tab, .shift)).buffer.text == "世界史")
  }

  @Test func `any other key keeps the candidate and goes on`() {
    let completion = Completion(replaced: 1, candidates: ["aa", "ab"])
    let editor = offered("a", completion, .named(.tab), .text("!"))
    #expect(editor.buffer.text == "aa!")
    #expect(editor.offered == nil)
  }

  @Test func `nothing to complete rings the bell`() {
    var editor = Editor(text: "zz")
    #expect(editor.offer(Completion()) == [.bell])
  }
}
