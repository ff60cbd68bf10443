/// What to do with a point outside the camera bounds.
package enum OutsidePolicy: String, Sendable {
  case refuse
  case clamp
  case allow
}
