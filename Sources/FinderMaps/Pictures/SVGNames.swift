import FinderEngine

/// Names of places, pins, the scale and the credit.
enum SVGNames {
  static func append(_ scene: MapScene, to buffer: inout ByteBuffer) {
    if !scene.labels.isEmpty { append(scene.labels, to: &buffer) }
    let layout = PinLayout(scene)
    if !layout.pins.isEmpty { append(layout, in: scene.view, to: &buffer) }
    for pin in scene.pins where pin.kind == .point { append(point: pin, to: &buffer) }
    appendCaptions(scene, to: &buffer)
  }

  /// Text with a halo, to be readable over lines.
  private static func openText(
    _ id: StaticString, _ colour: MapColour, anchor: StaticString, to buffer: inout ByteBuffer
  ) {
    buffer.append("<g")
    SVGText.append("id", id, to: &buffer)
    SVGStyle(fill: colour, stroke: .halo, width: 3).append(to: &buffer)
    buffer.append(" paint-order=\"stroke\" stroke-linejoin=\"round\"")
    SVGText.append("text-anchor", anchor, to: &buffer)
    buffer.append(">\n")
  }

  private static func append(_ labels: [MapLabel], to buffer: inout ByteBuffer) {
    buffer.append("<g id=\"places\"")
    SVGStyle(fill: .town, stroke: .halo).append(to: &buffer)
    buffer.append(">\n")
    for label in labels {
      SVGText.append(circle: label.mark, radius: PictureStyle.markRadius + 0.5, to: &buffer)
      buffer.append("/>\n")
    }
    buffer.append("</g>\n")
    openText("names", .text, anchor: "middle", to: &buffer)
    for label in labels {
      SVGText.append(label.text, x: label.place.x, y: label.place.y + 4, to: &buffer)
    }
    buffer.append("</g>\n")
  }

  private static func append(_ layout: PinLayout, in view: MapView, to buffer: inout ByteBuffer) {
    buffer.append("<g id=\"pins\" font-weight=\"bold\" text-anchor=\"middle\">\n")
    // The nearest comes last, to be on top.
    for pin in layout.pins.reversed() {
      let ink: MapColour = pin.pin.kind == .selected ? .selected : .pin
      buffer.append("<g>")
      SVGText.append(title: pin.pin.name.orNoName, to: &buffer)
      let discs = [(pin.pin.place, PictureStyle.pinSpot), (pin.disc, PinLayout.radius)]
      let line = [pin.pin.place, pin.disc]
      appendDiscs(discs, wider: 1, .rim, to: &buffer)
      SVGPath.append(
        [line], SVGStyle(stroke: .rim, width: PictureStyle.pinLine + 2), in: view, to: &buffer)
      SVGPath.append(
        [line], SVGStyle(stroke: ink, width: PictureStyle.pinLine), in: view, to: &buffer)
      appendDiscs(discs, wider: 0, ink, to: &buffer)
      buffer.append("<g")
      SVGStyle(fill: .pinText).append(to: &buffer)
      buffer.append(">")
      SVGText.append(pin.pin.letter, x: pin.disc.x, y: pin.disc.y + 4, to: &buffer)
      buffer.append("</g></g>\n")
    }
    buffer.append("</g>\n")
  }

  private static func appendDiscs(
    _ discs: [(place: MapPlace, radius: Double)], wider: Double, _ colour: MapColour,
    to buffer: inout ByteBuffer
  ) {
    for disc in discs {
      SVGText.append(circle: disc.place, radius: disc.radius + wider, to: &buffer)
      SVGStyle(fill: colour).append(to: &buffer)
      buffer.append("/>\n")
    }
  }

  private static func append(point: MapPin, to buffer: inout ByteBuffer) {
    buffer.append("<g class=\"point\">")
    SVGText.append(title: point.name.isEmpty ? "the point" : point.name, to: &buffer)
    for disc in PictureStyle.discs(ofPoint: point.letter) {
      appendDiscs([(point.place, disc.radius)], wider: 0, disc.colour, to: &buffer)
    }
    if !point.letter.isEmpty {
      buffer.append("<g font-weight=\"bold\" text-anchor=\"middle\"")
      SVGStyle(fill: .pinText).append(to: &buffer)
      buffer.append(">")
      SVGText.append(point.letter, x: point.place.x, y: point.place.y + 4, to: &buffer)
      buffer.append("</g>")
    }
    buffer.append("</g>\n")
  }

  private static func appendCaptions(_ scene: MapScene, to buffer: inout ByteBuffer) {
    let captions = PictureCaptions(scene)
    for line in captions.lines {
      SVGPath.append(
        [line.places], SVGStyle(stroke: .halo, width: line.width + 2), in: scene.view, to: &buffer)
      SVGPath.append(
        [line.places], SVGStyle(stroke: line.colour, width: line.width, dash: line.dash),
        in: scene.view, to: &buffer)
    }
    for text in captions.texts {
      openText(
        text.isCentred ? "scale" : "key", .text, anchor: text.isCentred ? "middle" : "start",
        to: &buffer)
      SVGText.append(text.text, x: text.place.x, y: text.place.y + 4, to: &buffer)
      buffer.append("</g>\n")
    }
    guard !scene.credit.isEmpty else { return }
    openText("credit", .faintText, anchor: "end", to: &buffer)
    let end = captions.creditEnd
    SVGText.append(scene.credit, x: end.x, y: end.y + 4, to: &buffer)
    buffer.append("</g>\n")
  }
}
