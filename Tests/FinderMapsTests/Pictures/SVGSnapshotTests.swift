import Testing

@testable import FinderEngine
@testable import FinderMaps

/// A small scene in full, except for the style sheet.
@Suite struct SVGSnapshotTests {
  static let scene = {
    var scene = PictureScenes.empty(width: 64, height: 32)
    scene.hasLand = true
    let land = [(8.04, -20.0), (90, -20), (90, 20.26), (40, 28), (8.04, 20)]
    let border = [(0.0, 4.0), (30, 10.5), (64, 10.5)]
    scene.shapes = [
      MapShape(kind: .land, lines: [PictureScenes.places(land)], isClosed: true),
      MapShape(kind: .border, lines: [PictureScenes.places(border)], isClosed: false),
    ]
    scene.dots = [
      MapDot(x: 20, y: 14, count: 11), MapDot(x: 11, y: 12, count: 1),
      MapDot(x: 10, y: 12, count: 1),
    ]
    scene.groups = [MapGroup(place: MapPlace(x: 50, y: 16), count: 12)]
    scene.labels = [
      MapLabel(
        place: MapPlace(x: 30, y: 24), text: "Ll\u{177}n & <Co>", mark: MapPlace(x: 30, y: 16))
    ]
    scene.scaleBar = MapScaleBar(length: 20, text: "9 km")
    scene.credit = "rough"
    return scene
  }()

  @Test func asItIs() {
    let svg = PictureScenes.svg(Self.scene, scale: 2, title: "Tiny")
    let parts = svg.split(separator: "<style>")
    let rest = parts[1].split(separator: "</style>\n")
    #expect(parts[0] + rest[1] == Self.expected)
    // Each colour of the dark style, once as a fill and once as a stroke.
    #expect(rest[0].split(separator: "{fill:").count == MapColour.allCases.count + 1)
    #expect(rest[0].hasPrefix("@media screen and (prefers-color-scheme:dark){"))
  }

  static let expected = """
    <svg xmlns="http://www.w3.org/2000/svg" width="128" height="64" viewBox="0 0 64 32" role="graphics-document document" aria-roledescription="map" aria-labelledby="title" font-size="11" font-family="Arial, Helvetica, Liberation Sans, sans-serif">
    <title id="title">Tiny</title>
    <rect id="ground" width="64" height="32" class="f-sea" fill="#cfe1ec"/>
    <g id="land" class="f-land" fill="#f7f5f0" fill-rule="evenodd" stroke-linejoin="round">
    <path d="M8-8l64 0 0 31-32 5-32-8z"/>
    </g>
    <g id="border" class="s-border" fill="none" stroke="#afa0b8" stroke-width="1" stroke-dasharray="5 3" stroke-linejoin="round">
    <path d="M0 4l30 6.5 34 0"/>
    </g>
    <g id="venues">
    <path class="s-venue" fill="none" stroke="#f0935f" stroke-width="1" d="M10 12.5h2"/>
    <path class="s-crowd" fill="none" stroke="#a3201c" stroke-width="1" d="M20 14.5h1"/>
    </g>
    <g id="groups"><g class="f-group s-groupRim" fill="#ffd574" stroke="#a66a12" stroke-width="1.5">
    <circle cx="50" cy="16" r="12.25"><title>12 venues</title></circle>
    </g><g class="f-groupText" fill="#3b2800" font-weight="bold" text-anchor="middle">
    <text x="50" y="20">12</text>
    </g></g>
    <g id="places" class="f-town s-halo" fill="#56616b" stroke="#f7f5f0" stroke-width="1">
    <circle cx="30" cy="16" r="2.5"/>
    </g>
    <g id="names" class="f-text s-halo" fill="#26313b" stroke="#f7f5f0" stroke-width="3" paint-order="stroke" stroke-linejoin="round" text-anchor="middle">
    <text x="30" y="28">Llŷn &amp; &lt;Co&gt;</text>
    </g>
    <path class="s-halo" fill="none" stroke="#f7f5f0" stroke-width="4" d="M14 12l0 6 20 0 0-6"/>
    <path class="s-text" fill="none" stroke="#26313b" stroke-width="2" d="M14 12l0 6 20 0 0-6"/>
    <g id="scale" class="f-text s-halo" fill="#26313b" stroke="#f7f5f0" stroke-width="3" paint-order="stroke" stroke-linejoin="round" text-anchor="middle">
    <text x="24" y="13">9 km</text>
    </g>
    <g id="credit" class="f-faintText s-halo" fill="#56616b" stroke="#f7f5f0" stroke-width="3" paint-order="stroke" stroke-linejoin="round" text-anchor="end">
    <text x="56" y="26">rough</text>
    </g>
    </svg>

    """
}
