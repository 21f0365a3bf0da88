import QuizSupport

/// Writes a spreadsheet with the columns of a table in CSV: one sheet, with a heading that stays in
/// view.
///
/// A package has its sizes at the beginning of each file, so it is complete only after the last
/// question.
struct XLSXWriter: QuestionWriter {
  private let columns: TableColumns
  private var rows: [UInt8] = []
  private var count = 1

  /// The most characters of a cell.
  private static let longestCell = 32_767

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relations =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packageRelations =
    "http://schemas.openxmlformats.org/package/2006/relationships"
  private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml."

  init(_ survey: ExportSurvey) {
    columns = TableColumns(survey)
    row(columns.names, style: 1)
  }

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    guard RowParts.canHold(question.content) else {
      return .unwritable(format: XLSXReader.formatName)
    }
    let fields = columns.fields(of: question)
    if let longest = fields.map(\.utf16.count).max(), longest > Self.longestCell {
      return .cellTooLong(longest, limit: Self.longestCell)
    }
    count += 1
    row(fields, style: 2)
    return nil
  }

  /// Appends a row. Numbers become numbers, everything else a text that no program takes for a
  /// formula.
  private mutating func row(_ fields: [String], style: Int) {
    var output = ElementOutput()
    output.element("row", ["r": "\(count)"]) { output in
      for (index, field) in fields.enumerated() where !field.isEmpty {
        let place = "\(ColumnLetters.text(of: index))\(count)"
        if style == 2, columns.isNumber(index), Int(field).map({ "\($0)" }) == field {
          output.element("c", ["r": place, "s": "\(style)"]) { $0.element("v", text: field) }
        } else {
          output.element("c", ["r": place, "s": "\(style)", "t": "inlineStr"]) { output in
            output.element("is") { output in
              output.element("t", ["xml:space": "preserve"], text: Self.escaped(field))
            }
          }
        }
      }
    }
    rows += output.bytes
  }

  /// A text that looks like the code of a control character is written so that it stays a text.
  private static func escaped(_ text: String) -> String {
    // Most cells have none, and Swift builds the regular expression once more for each.
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    return text.replacing(/_(?=x[0-9A-Fa-f]{4}_)/, with: "_x005F_")
  }

  // MARK: The files

  var end: [UInt8] {
    var zip = ZipOutput()
    return zip.file("[Content_Types].xml", contentTypes) + zip.file("_rels/.rels", rootRelations)
      + zip.file("xl/workbook.xml", workbook)
      + zip.file("xl/_rels/workbook.xml.rels", workbookRelations)
      + zip.file("xl/styles.xml", styles) + zip.file("xl/worksheets/sheet1.xml", sheet) + zip.end()
  }

  private func file(
    _ name: String, _ attributes: KeyValuePairs<String, String>,
    _ content: (inout ElementOutput) -> Void
  ) -> [UInt8] {
    var output = ElementOutput(declares: true)
    output.element(name, attributes, content)
    return output.bytes
  }

  private var contentTypes: [UInt8] {
    let parts = [
      ("workbook", "sheet.main"), ("styles", "styles"), ("worksheets/sheet1", "worksheet"),
    ]
    return file(
      "Types", ["xmlns": "http://schemas.openxmlformats.org/package/2006/content-types"]
    ) { output in
      output.element(
        "Default",
        [
          "Extension": "rels",
          "ContentType": "application/vnd.openxmlformats-package.relationships+xml",
        ])
      output.element("Default", ["Extension": "xml", "ContentType": "application/xml"])
      for (name, type) in parts {
        output.element(
          "Override", ["PartName": "/xl/\(name).xml", "ContentType": "\(Self.types)\(type)+xml"])
      }
    }
  }

  private func relationFile(_ targets: [(kind: String, file: String)]) -> [UInt8] {
    file("Relationships", ["xmlns": Self.packageRelations]) { output in
      for (index, target) in targets.enumerated() {
        output.element(
          "Relationship",
          [
            "Id": "rId\(index + 1)", "Type": "\(Self.relations)/\(target.kind)",
            "Target": target.file,
          ])
      }
    }
  }

  private var rootRelations: [UInt8] { relationFile([("officeDocument", "xl/workbook.xml")]) }

  private var workbookRelations: [UInt8] {
    relationFile([("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")])
  }

  private var workbook: [UInt8] {
    file("workbook", ["xmlns": Self.main, "xmlns:r": Self.relations]) { output in
      output.element("sheets") {
        $0.element("sheet", ["name": "Questions", "sheetId": "1", "r:id": "rId1"])
      }
    }
  }

  /// Three styles: none, bold for the heading, and text that wraps.
  private var styles: [UInt8] {
    file("styleSheet", ["xmlns": Self.main]) { output in
      output.element("fonts", ["count": "2"]) { output in
        output.element("font") { $0.element("sz", ["val": "11"]) }
        output.element("font") { output in
          output.element("b")
          output.element("sz", ["val": "11"])
        }
      }
      output.element("fills", ["count": "2"]) { output in
        for pattern in ["none", "gray125"] {
          output.element("fill") { $0.element("patternFill", ["patternType": pattern]) }
        }
      }
      output.element("borders", ["count": "1"]) { $0.element("border") }
      output.element("cellStyleXfs", ["count": "1"]) { $0.element("xf") }
      output.element("cellXfs", ["count": "3"]) { output in
        output.element("xf", ["xfId": "0"])
        output.element("xf", ["xfId": "0", "fontId": "1", "applyFont": "1"])
        output.element("xf", ["xfId": "0", "applyAlignment": "1"]) {
          $0.element("alignment", ["vertical": "top", "wrapText": "1"])
        }
      }
      output.element("cellStyles", ["count": "1"]) {
        $0.element("cellStyle", ["name": "Normal", "xfId": "0", "builtinId": "0"])
      }
    }
  }

  private var sheet: [UInt8] {
    file("worksheet", ["xmlns": Self.main]) { output in
      output.element("sheetViews") { output in
        output.element("sheetView", ["workbookViewId": "0"]) {
          $0.element(
            "pane",
            ["ySplit": "1", "topLeftCell": "A2", "activePane": "bottomLeft", "state": "frozen"])
        }
      }
      output.element("cols") { output in
        for index in columns.names.indices {
          let place = "\(index + 1)"
          let width = index == 0 ? "60" : columns.isNumber(index) ? "10" : "28"
          output.element("col", ["min": place, "max": place, "width": width, "customWidth": "1"])
        }
      }
      output.element("sheetData") { $0.append(rows) }
    }
  }
}
