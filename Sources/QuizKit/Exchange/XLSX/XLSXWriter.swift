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
    let parts = Self.parts.flatMap { zip.file($0.name, Array((Self.declaration + $0.xml).utf8)) }
    return parts + zip.file("xl/worksheets/sheet1.xml", sheet) + zip.end()
  }

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let packages = "http://schemas.openxmlformats.org/package/2006"
  private static let relation =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  /// The parts that are the same in all files. There are three styles: none, bold for the heading, and text that
  /// wraps.
  private static let parts: [(name: String, xml: String)] = [
    (
      "[Content_Types].xml",
      """
      <Types xmlns="\(packages)/content-types">\
      <Default Extension="rels" \
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      <Default Extension="xml" ContentType="application/xml"/>\
      <Override PartName="/xl/workbook.xml" ContentType="\(type).sheet.main+xml"/>\
      <Override PartName="/xl/styles.xml" ContentType="\(type).styles+xml"/>\
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="\(type).worksheet+xml"/></Types>
      """
    ),
    (
      "_rels/.rels",
      """
      <Relationships xmlns="\(packages)/relationships">\
      <Relationship Id="rId1" Type="\(relation)/officeDocument" Target="xl/workbook.xml"/>\
      </Relationships>
      """
    ),
    (
      "xl/workbook.xml",
      """
      <workbook xmlns="\(main)" xmlns:r="\(relation)">\
      <sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>
      """
    ),
    (
      "xl/_rels/workbook.xml.rels",
      """
      <Relationships xmlns="\(packages)/relationships">\
      <Relationship Id="rId1" Type="\(relation)/worksheet" Target="worksheets/sheet1.xml"/>\
      <Relationship Id="rId2" Type="\(relation)/styles" Target="styles.xml"/></Relationships>
      """
    ),
    (
      "xl/styles.xml",
      """
      <styleSheet xmlns="\(main)"><fonts count="2"><font><sz val="11"/></font>\
      <font><b/><sz val="11"/></font></fonts>\
      <fills count="2"><fill><patternFill patternType="none"/></fill>\
      <fill><patternFill patternType="gray125"/></fill></fills>\
      <borders count="1"><border/></borders>\
      <cellStyleXfs count="1"><xf/></cellStyleXfs>\
      <cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>\
      <xf xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>\
      <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
      </styleSheet>
      """
    ),
  ]

  private var sheet: [UInt8] {
    var output = ElementOutput(declares: true)
    output.element("worksheet", ["xmlns": Self.main]) { output in
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
    return output.bytes
  }
}
