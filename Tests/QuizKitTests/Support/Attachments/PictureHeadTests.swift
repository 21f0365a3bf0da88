import Foundation
import TestKit
import Testing

@testable import QuizSupport

/// What the first bytes of pictures say.
@Suite struct PictureHeadTests {
  private func size(_ bytes: [UInt8]) -> String? {
    PictureHead(bytes).map {
      "\($0.kind) \($0.width.map(String.init) ?? "–") × \($0.height.map(String.init) ?? "–")"
    }
  }

  private func size(_ text: String) -> String? { size(Array(text.utf8)) }

  @Test func `each kind of picture is known by its first bytes, and says how large it is`() {
    #expect(size(SamplePicture.png(width: 620, height: 410)) == "png 620 × 410")
    #expect(size(SamplePicture.gif(width: 32, height: 8)) == "gif 32 × 8")
    #expect(size(SamplePicture.jpeg(width: 1024, height: 768)) == "jpeg 1024 × 768")
    #expect(size(SamplePicture.webP(width: 300, height: 200)) == "webp 300 × 200")
    #expect(size("<svg xmlns='…' width=\"12mm\" height='5cm'/>") == "svg 45 × 189")
  }

  @Test func `an empty segment of a JPEG is passed over, and one that is shorter ends the search`()
  {
    var picture = SamplePicture.jpeg(width: 1024, height: 768)
    picture.insert(contentsOf: [0xFF, 0xFE, 0, 2], at: 2)
    #expect(size(picture) == "jpeg 1024 × 768")
    picture[5] = 1
    #expect(size(picture) == "jpeg – × –")
  }

  @Test func `a media type is that of one kind, or of none`() {
    let kinds = PictureHead.Kind.allCases
    #expect(kinds.map { PictureHead.Kind(mediaType: $0.mediaType) } == kinds)
    #expect(PictureHead.Kind(mediaType: "text/html") == nil)
  }

  @Test func `the lossless and the extended WebP have their size elsewhere`() {
    var lossless =
      Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8L".utf8) + [9, 0, 0, 0, 0x2F]
    let bits: UInt32 = 619 | 409 << 14
    lossless += (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
    #expect(size(lossless) == "webp 620 × 410")
    let extended =
      Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
      + [0x6B, 2, 0, 0x99, 1, 0]
    #expect(size(extended) == "webp 620 × 410")
  }

  @Test func `an SVG may have declarations and comments before it, and its size in a box`() {
    let before =
      "\u{FEFF}<?xml version='1.0'?>\n<!-- a > b -->\n<!DOCTYPE svg [ <!ENTITY a 'b'> ]>\n"
    #expect(size(before + "<svg:svg viewBox='0 0 40.4,20.6'>") == "svg 40 × 21")
    #expect(size("<svg width='100%' viewBox='0 0 8 9'>") == "svg 8 × 9")
    #expect(size("<svg stroke-width='3' width='1e2' height='7px'>") == "svg 100 × 7")
    #expect(size("<svg>") == "svg – × –")
    #expect(size("<html><svg></svg>") == nil)
  }

  @Test func `what is no picture, or has no pixel, has no head`() {
    for bytes in [
      [], [0x89], Array("GIF89a".utf8), Array("BM".utf8), Array("%PDF-1.4".utf8),
      Array("<svgs>".utf8), Array("RIFF    WEBP".utf8), Array("RIFF    WAVE".utf8),
      SamplePicture.png(width: 0, height: 3), SamplePicture.gif(width: 1, height: 0),
    ] {
      #expect(size(bytes) == nil, "\(bytes.prefix(8))")
    }
  }

  @Test func `a JPEG whose size comes late is a JPEG without one`() {
    let jpeg = SamplePicture.jpeg(width: 10, height: 20)
    var long: [UInt8] = [0xFF, 0xD8]
    for _ in 0..<2 { long += [0xFF, 0xE1, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 65_533) }
    #expect(size(long + jpeg.dropFirst(2)) == "jpeg – × –")
    #expect(size(Array(jpeg.prefix(9))) == "jpeg – × –")
  }

  @Test func `a picture of very many pixels is too large to be opened`() {
    #expect(PictureHead(SamplePicture.png(width: 10_000, height: 10_000))?.isTooLarge == false)
    #expect(PictureHead(SamplePicture.png(width: 60_000, height: 60_000))?.isTooLarge == true)
    #expect(PictureHead(SamplePicture.png(width: .max, height: .max))?.isTooLarge == true)
  }

  @Test func `whatever bytes there are, reading the head ends`() {
    var random = SplitMix64(seed: 5)
    let heads = [
      SamplePicture.png(width: 3, height: 4), SamplePicture.jpeg(width: 3, height: 4),
      SamplePicture.gif(width: 3, height: 4), SamplePicture.webP(width: 3, height: 4),
      Array("<?xml?><!DOCTYPE svg [ ]><svg width='3' height=\"4\" viewBox='0 0 3 4'>".utf8),
    ]
    for _ in 0..<Thoroughness.share(of: 20_000) {
      var bytes = heads[Int.random(in: heads.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      let head = PictureHead(bytes)
      #expect(head?.width ?? 1 > 0 && head?.height ?? 1 > 0)
    }
  }

  /// A file that ends early is no picture, or one whose size is not known.
  @Test func `wherever a picture is cut, its size is the right one or none`() {
    for bytes in [
      SamplePicture.png(width: 3, height: 4), SamplePicture.jpeg(width: 3, height: 4),
      SamplePicture.gif(width: 3, height: 4), SamplePicture.webP(width: 3, height: 4),
      Array("<svg width='3' height='4'>".utf8),
    ] {
      for count in 0..<bytes.count {
        let said = size(Array(bytes[..<count]))
        #expect(said.map { $0.hasSuffix(" 3 × 4") || $0.contains("–") } ?? true, "\(said ?? "")")
      }
    }
  }

  @Test func `a head that says more than the file has is read as far as it goes`() {
    // Each of these is followed by nothing.
    for bytes in [
      [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF], [0xFF, 0xD8, 0xFF, 0xC0, 0, 2],
      [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 70_000),
      Array("RIFF\u{7F}\u{7F}\u{7F}\u{7F}WEBPVP8X".utf8), Array("<?xml <!DOCTYPE svg [".utf8),
      Array(("<svg " + String(repeating: "width", count: 20_000)).utf8),
    ] {
      #expect(PictureHead(bytes)?.width == nil)
    }
  }
}
