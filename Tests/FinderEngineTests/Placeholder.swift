import Testing

@testable import FinderEngine

@Test func builds() { #expect(sqrt(4.0) == 2) }
