import Testing

@testable import QuizExchange

@Suite struct MarkupScannerTests {
  private func read(_ text: String) -> Result<MarkupElement, Fault.SyntaxFault> {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = MarkupScanner(bytes)
      do throws(MarkupScanner.Failure) {
        return .success(try scanner.whole(try scanner.root()))
      } catch {
        return .failure(error.fault)
      }
    }
  }

  private func element(_ text: String) throws -> MarkupElement { try read(text).get() }

  @Test func `names lose their prefixes`() throws {
    let root = try element("<w:a xmlns:w='u' w:val='1' id='2' r:id='3'><x:b/></w:a>")
    #expect(root.name == "a")
    #expect(root.attributes == ["val": "1", "id": "2"])
    #expect(root["b"] != nil)
  }

  @Test func `text and elements keep their order`() throws {
    let root = try element("<a>one<b>two</b>three<!-- no --> four<![CDATA[<5>]]></a>")
    #expect(root.text == "onethree four<5>")
    #expect(root.allText == "onetwothree four<5>")
    #expect(root.nodes.count == 3)
  }

  @Test func `a document type that declares nothing is passed over`() throws {
    #expect(try element("<!DOCTYPE a SYSTEM \"x>y.dtd\">\n<a/>").line == 2)
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "<!DOCTYPE a []><a/>", "<a><!DOCTYPE b><b/></a>",
    "<!ENTITY x \"y\"><a/>",
  ])
  func `a document type with declarations is refused`(text: String) {
    #expect(read(text).failure == .entityDeclaration)
  }

  @Test func `elements in elements have a limit`() {
    let deep = String(repeating: "<a>", count: 200)
    #expect(read(deep).failure == .nestedTooDeeply)
  }

  @Test func `elements and attributes have a limit`() {
    let many = "<a>" + String(repeating: "<b/>", count: MarkupScanner.elementLimit) + "</a>"
    #expect(read(many).failure == .tooManyElements)
    let attributes = (0...MarkupScanner.attributeLimit).map { " a\($0)=''" }.joined()
    #expect(read("<a\(attributes)/>").failure == .tooManyElements)
  }

  @Test func `an end tag must have the name of its element with its prefix`() {
    #expect(read("<a:b></c:b>").failure == .mismatchedTag(found: "c:b", expected: "a:b"))
  }

  @Test func `steps go into elements or read them as a whole`() throws {
    var names: [String] = []
    try Array("<a><b/><c><d>1</d></c></a>".utf8).withUnsafeBufferPointer { bytes in
      var scanner = MarkupScanner(bytes)
      while let step = try scanner.next() {
        switch step {
        case .end(let name): names.append("/" + name)
        case .start(let element):
          names.append(element.name)
          if element.name == "c" { names.append(try scanner.whole(element).allText) }
        }
      }
    }
    #expect(names == ["a", "b", "/b", "c", "1", "/a"])
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

extension Fault.SyntaxFault: Error {}
