/// Why a record cannot be used: a clause for people.
struct BadRecord: Error {
  let problem: String

  init(_ problem: String) { self.problem = problem }
}
