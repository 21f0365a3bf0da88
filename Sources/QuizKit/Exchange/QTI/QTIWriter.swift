import QuizSupport

/// Writes a package of QTI 1.2 in the form that Canvas imports,
/// <https://canvas.instructure.com/doc/api/file.quiz_questions.html>: a manifest, and for each deck
/// a quiz with its settings.
///
/// A package has its sizes at the beginning of each file, so it is complete only after the last
/// question.
struct QTIWriter: QuestionWriter {
  /// A deck that is being written.
  private struct Quiz {
    var title: String
    var identifier: String
    var count = 0
    var items: [UInt8] = []
  }

  private var quizzes: [Quiz] = []
  private var places: [String: Int] = [:]

  mutating func append(_ question: ExportedQuestion, to text: inout [UInt8]) -> Fault? {
    let title = question.category ?? ""
    let place = places[title] ?? quizzes.count
    if place == quizzes.count {
      places[title] = place
      quizzes.append(Quiz(title: title, identifier: Self.identifier(of: title)))
    }
    let number = quizzes[place].count + 1
    let identifier = Self.identifier(of: "\(title)\n\(number)\n\(question.content.text)")
    var output = ElementOutput()
    let item = QTIItemOutput(question.content, identifier: identifier)
    if let fault = item.fault { return fault }
    item.write(to: &output)
    quizzes[place].count = number
    quizzes[place].items += output.bytes
    return nil
  }

  /// An identifier that is the same whenever the same questions are written, and hardly ever the
  /// same as that of another package: platforms replace quizzes with the same identifier.
  private static func identifier(of text: String) -> String {
    let digits = String(StablePlace.hash(of: text), radix: 16)
    return "q" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  var end: [UInt8] {
    var zip = ZipOutput()
    var bytes = zip.file("imsmanifest.xml", manifest)
    for quiz in quizzes where quiz.count > 0 {
      let folder = quiz.identifier + "/"
      bytes += zip.file(folder + quiz.identifier + ".xml", Self.assessment(quiz))
      bytes += zip.file(folder + "assessment_meta.xml", Self.settings(quiz))
    }
    return bytes + zip.end()
  }

  private static let assessmentType = "imsqti_xmlv1p2"
  private static let settingsType =
    "associatedcontent/imscc_xmlv1p1/learning-application-resource"

  private var manifest: [UInt8] {
    var output = ElementOutput(declares: true)
    output.element(
      "manifest",
      [
        "identifier": Self.identifier(of: quizzes.map(\.identifier).joined()),
        "xmlns": "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1",
        "xmlns:imsmd": "http://www.imsglobal.org/xsd/imsmd_v1p2",
      ]
    ) { output in
      output.element("metadata") { output in
        output.element("schema", text: "IMS Content")
        output.element("schemaversion", text: "1.1.3")
      }
      output.element("organizations")
      output.element("resources") { output in
        for quiz in quizzes where quiz.count > 0 {
          Self.resources(of: quiz, to: &output)
        }
      }
    }
    return output.bytes
  }

  private static func resources(of quiz: Quiz, to output: inout ElementOutput) {
    let settings = quiz.identifier + "_meta"
    output.element("resource", ["identifier": quiz.identifier, "type": assessmentType]) { output in
      output.element("file", ["href": "\(quiz.identifier)/\(quiz.identifier).xml"])
      output.element("dependency", ["identifierref": settings])
    }
    let file = "\(quiz.identifier)/assessment_meta.xml"
    output.element("resource", ["identifier": settings, "type": settingsType, "href": file]) {
      $0.element("file", ["href": file])
    }
  }

  private static func assessment(_ quiz: Quiz) -> [UInt8] {
    var output = ElementOutput(declares: true)
    output.element(
      "questestinterop", ["xmlns": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"]
    ) { output in
      output.element("assessment", ["ident": quiz.identifier, "title": quiz.title]) { output in
        output.element("qtimetadata") { output in
          output.element("qtimetadatafield") { output in
            output.element("fieldlabel", text: "cc_maxattempts")
            output.element("fieldentry", text: "1")
          }
        }
        output.element("section", ["ident": "root_section"]) { $0.append(quiz.items) }
      }
    }
    return output.bytes
  }

  private static func settings(_ quiz: Quiz) -> [UInt8] {
    var output = ElementOutput(declares: true)
    output.element(
      "quiz", ["identifier": quiz.identifier, "xmlns": "http://canvas.instructure.com/xsd/cccv1p0"]
    ) { output in
      output.element("title", text: quiz.title)
      output.element("quiz_type", text: "assignment")
      output.element("points_possible", text: "\(quiz.count).0")
      output.element("shuffle_answers", text: "false")
      output.element("scoring_policy", text: "keep_highest")
      output.element("allowed_attempts", text: "1")
    }
    return output.bytes
  }
}
