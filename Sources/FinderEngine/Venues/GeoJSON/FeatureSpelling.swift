/// A feature's members up to where their values begin to differ, as one family of writers spells
/// them. Each text is a constant, compared in one or two loads.
protocol FeatureSpelling {
  static var type: StaticString { get }
  static var properties: StaticString { get }
  static var geometry: StaticString { get }
  static var name: StaticString { get }
  static var postcode: StaticString { get }
  static var point: StaticString { get }
  static var coordinates: StaticString { get }
  static var opening: StaticString { get }
  static var comma: StaticString { get }
  static var closing: StaticString { get }
  static var arrayClosing: StaticString { get }
}

extension FeatureSpelling {
  @inline(__always) static var type: StaticString { "\"type\": \"Feature\"" }
  @inline(__always) static var properties: StaticString { "\"properties\": {" }
  @inline(__always) static var geometry: StaticString { "\"geometry\": {" }
  @inline(__always) static var name: StaticString { "\"name\": \"" }
  @inline(__always) static var postcode: StaticString { "\"postcode\": \"" }
  @inline(__always) static var point: StaticString { "\"type\": \"Point\"" }
  @inline(__always) static var coordinates: StaticString { "\"coordinates\": [" }
  @inline(__always) static var opening: StaticString { "{" }
  @inline(__always) static var comma: StaticString { ", " }
  @inline(__always) static var closing: StaticString { "}" }
  @inline(__always) static var arrayClosing: StaticString { "]" }
}

/// A space after each comma and colon: Python.
enum SpacedSpelling: FeatureSpelling {}

/// No white space at all: JavaScript, jq, most services.
enum CompactSpelling: FeatureSpelling {
  static var type: StaticString { "\"type\":\"Feature\"" }
  static var properties: StaticString { "\"properties\":{" }
  static var geometry: StaticString { "\"geometry\":{" }
  static var name: StaticString { "\"name\":\"" }
  static var postcode: StaticString { "\"postcode\":\"" }
  static var point: StaticString { "\"type\":\"Point\"" }
  static var coordinates: StaticString { "\"coordinates\":[" }
  static var comma: StaticString { "," }
}

/// A space inside brackets too: GDAL, and so QGIS and ogr2ogr.
enum WideSpelling: FeatureSpelling {
  static var properties: StaticString { "\"properties\": { " }
  static var geometry: StaticString { "\"geometry\": { " }
  static var coordinates: StaticString { "\"coordinates\": [ " }
  static var opening: StaticString { "{ " }
  static var closing: StaticString { " }" }
  static var arrayClosing: StaticString { " ]" }
}
