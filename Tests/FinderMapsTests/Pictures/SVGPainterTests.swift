import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct SVGPainterTests {
  @Test func layersInOrder() {
    let svg = PictureScenes.svg(PictureScenes.full(), scale: 2, title: "A & B")
    #expect(
      svg.hasPrefix(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"480\" height=\"320\" viewBox=\"0 0 240 160\""
      ))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("<title id=\"title\">A &amp; B</title>"))
    let ids = svg.split(separator: " id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    #expect(
      ids == [
        "title", "ground", "land", "lake", "border", "venues", "walk", "groups", "places", "names",
        "pins", "scale", "key", "credit",
      ])
    // Nothing is fetched: the only address is the XML namespace.
    #expect(svg.split(separator: "http").count == 2)
    for word in ["href", "url(", "@import", "<script", "<image", "<foreignObject"] {
      #expect(!svg.contains(word))
    }
  }

  @Test func theGround() {
    let svg = PictureScenes.svg(PictureScenes.full())
    // Cut eight pixels outside the view.
    #expect(
      svg.contains(
        """
        <g id="land" class="f-land" fill="#f7f5f0" fill-rule="evenodd" stroke-linejoin="round">
        <path d="M40-8l208 0 0 138-208 0z"/>
        """))
    #expect(svg.contains("<path d=\"M0 60l120 .5 128 13.5\"/>"))
    #expect(svg.contains("stroke-dasharray=\"5 3\""))
  }

  /// Adjacent dots are one dash; larger dots have round ends and no length.
  @Test func dots() {
    let svg = PictureScenes.svg(PictureScenes.full())
    #expect(svg.contains("stroke=\"#f0935f\" stroke-width=\"1\" d=\"M60 100.5h2m177 59h1\"/>"))
    #expect(svg.contains("stroke=\"#dd5430\" stroke-width=\"1\" d=\"M62 100.5h1\"/>"))
    let near = PictureScenes.svg(PictureScenes.full(zoom: 12))
    #expect(near.contains("stroke-width=\"3\" d=\"M60.5 100.5h0m1 0h0m178 59h0\"/>"))
  }

  @Test func namesAreText() {
    let svg = PictureScenes.svg(PictureScenes.full())
    #expect(svg.contains("<text x=\"150\" y=\"34\">Caf\u{E9} &amp; Ll\u{177}n</text>"))
    #expect(svg.contains("<title>&lt;b&gt;&#39;A&#39; &quot;&amp;&quot; B&lt;/b&gt;</title>"))
    #expect(svg.contains("<title>4200 venues</title>"))
    #expect(svg.contains("<title>straight line</title>"))
  }

  static let hostile = [
    "</text><script>alert(1)</script>", "]]>", "<![CDATA[", "&#0;&amp;&lt;", "\" onload=\"x",
    "' x='",
    "\u{0}\u{1}\u{8}\u{B}\u{C}\u{E}\u{1F}\u{7F}\u{85}\u{9F}", "\u{FFFE}\u{FFFF}", "a\r\nb\tc",
    "\u{202E}evil\u{2066}", "<!-- -- -->", "<?xml?>", "%s%n\\",
    "\u{1F468}\u{200D}\u{1F373} \u{65E5}\u{672C}",
    "e\u{301}\u{301}\u{301}",
  ]

  /// Read back by separate rules: the tags are the painter's, and the text is what was put in.
  @Test func hostileNamesStayText() {
    var scene = PictureScenes.full()
    scene.labels = Self.hostile.map {
      MapLabel(place: MapPlace(x: 1, y: 1), text: $0, mark: MapPlace(x: 1, y: 1))
    }
    scene.pins = Self.hostile.map {
      MapPin(kind: .venue, place: MapPlace(x: 50, y: 50), letter: $0, name: $0)
    }
    scene.credit = Self.hostile.joined()
    scene.groups = [MapGroup(place: MapPlace(x: 9, y: 9), count: 1)]
    scene.scaleBar = MapScaleBar(length: 9, text: Self.hostile.joined())
    let svg = PictureScenes.svg(scene, title: Self.hostile.joined())
    let plain = PictureScenes.svg(PictureScenes.full())
    func tags(_ svg: String) -> Set<Substring> {
      Set(svg.split(separator: "<").dropFirst().map { $0.prefix { $0.isLetter || $0 == "/" } })
    }
    #expect(tags(svg) == tags(plain))
    for scalar in svg.unicodeScalars where scalar.value < 0x20 && scalar != "\n" {
      Issue.record("U+\(String(scalar.value, radix: 16))")
    }
    for text in svg.split(separator: "<text").dropFirst() {
      let content = text.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
      #expect(!content.contains(">") && !content.contains("\""))
    }
    #expect(svg.contains(">&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;</text>"))
    #expect(svg.contains(">]]&gt;</text>"))
    #expect(svg.contains(">evil</text>"))
    #expect(svg.contains(">a  b c</text>"))
  }

  /// Numbers have no exponent and at most two decimals, at any distance.
  @Test(arguments: [-1e300, -1e9, 1e-9, 0.123456, 1e9, 1e300, .infinity, .nan])
  func numbers(value: Double) {
    var scene = PictureScenes.full()
    let far = MapPlace(x: value, y: -value)
    scene.shapes += MapShape.Kind.allCases.map {
      MapShape(
        kind: $0, lines: [[far, MapPlace(x: 5, y: 5), MapPlace(x: -value, y: value)], [], [far]],
        isClosed: $0.isArea)
    }
    scene.way = MapWayInView(line: [far, MapPlace(x: 5, y: 5), far], isRouted: true)
    scene.labels.append(MapLabel(place: far, text: "far", mark: far))
    scene.groups.append(MapGroup(place: far, count: 1))
    scene.pins.append(MapPin(kind: .point, place: far, letter: "", name: ""))
    scene.scaleBar = MapScaleBar(length: value, text: "")
    for quoted in PictureScenes.svg(scene).split(separator: "\"") {
      for number in quoted.split(whereSeparator: { !"-.0123456789eE+".contains($0) })
      where number.contains(where: \.isNumber) && !quoted.contains("#") {
        let decimals = number.drop { $0 != "." }.dropFirst()
        #expect(decimals.prefix { $0.isNumber }.count <= 2, "\(number)")
        #expect(!number.dropFirst().contains("e"), "\(number)")
      }
      #expect(!quoted.contains("inf") && !quoted.contains("nan") && !quoted.contains("null"))
    }
  }

  @Test func sameBytesEachTime() {
    #expect(PictureScenes.svg(PictureScenes.full()) == PictureScenes.svg(PictureScenes.full()))
  }

  /// A path read back is the line that went in, to a tenth of a pixel and apart from what is too short to
  /// see.
  @Test(arguments: [1, 2, 3] as [UInt64]) func pathsAgreeWithLines(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var place = MapPlace(x: .random(in: 0...900, using: &generator), y: 500)
      let line = (0..<Int.random(in: 2...40, using: &generator)).map { _ in
        place.x += .random(in: -3...3, using: &generator)
        place.y += .random(in: -3...3, using: &generator)
        return place
      }
      var buffer = ByteBuffer()
      var path = SVGPath()
      path.append(line, isClosed: false, to: &buffer)
      let drawn = Self.read(String(decoding: buffer.bytes, as: UTF8.self))
      #expect(drawn.count <= line.count)
      for place in line {
        let nearest = drawn.map { max(abs($0.x - place.x), abs($0.y - place.y)) }.min()!
        #expect(nearest <= 0.36, "seed \(seed)")
      }
    }
  }

  /// For a path that moves once and then steps.
  private static func read(_ data: String) -> [MapPlace] {
    var numbers: [Double] = []
    var text = ""
    func flush() {
      if let number = Double(text.hasPrefix(".") ? "0" + text : text.replacing("-.", with: "-0.")) {
        numbers.append(number)
      }
      text = ""
    }
    for character in data {
      if character == "-" || !(character.isNumber || character == ".") { flush() }
      if character == "-" || character.isNumber || character == "." { text.append(character) }
    }
    flush()
    var places: [MapPlace] = []
    for i in stride(from: 0, to: numbers.count - 1, by: 2) {
      let last = places.last ?? MapPlace(x: 0, y: 0)
      places.append(MapPlace(x: last.x + numbers[i], y: last.y + numbers[i + 1]))
    }
    return places
  }
}
