/// Which of four sibling nodes are outside a region, and which inside. The search goes into those
/// that are neither.
struct QuadRelation {
  let outside: BoxQuad.Mask
  let inside: BoxQuad.Mask
}
