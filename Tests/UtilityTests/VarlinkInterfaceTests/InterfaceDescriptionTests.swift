import Testing

@testable import VarlinkInterface

struct InterfaceDescriptionTests {
  private func declarations(
    _ text: String
  ) throws(InterfaceDescription.Fault) -> [InterfaceDescription.Declaration] {
    try InterfaceDescription("interface org.example.more\n\(text)").declarations
  }

  private func field(
    _ name: String, _ type: InterfaceDescription.ValueType, _ comment: String...
  ) -> InterfaceDescription.Field {
    InterfaceDescription.Field(name: name, type: type, comment: comment)
  }

  @Test func `Name and comments are read by paragraph`() throws {
    let interface = try InterfaceDescription(
      "# One\n# goes on.\n#\n# Two.\ninterface org.example.a-b\n\n# It\ntype A (\n  # X.\n  x: int\n)\n"
    )
    #expect(interface.name == "org.example.a-b")
    #expect(interface.comment == ["One goes on.", "Two."])
    #expect(
      interface.declarations == [
        InterfaceDescription.Declaration(
          name: "A", comment: ["It"], body: .structure([field("x", .int, "X.")]),
          source: "type A (\n  # X.\n  x: int\n)")
      ])
  }

  @Test(
    arguments: [
      ("bool", .bool), ("int", .int), ("float", .float), ("string", .string), ("object", .object),
      ("T", .named("T")), ("?int", .optional(.int)), ("[]T", .array(.named("T"))),
      ("?[]string", .optional(.array(.string))), ("[string]int", .dictionary(.int)),
      ("[][string]?T", .array(.dictionary(.optional(.named("T"))))),
    ] as [(String, InterfaceDescription.ValueType)])
  func `Every type is read`(text: String, type: InterfaceDescription.ValueType) throws {
    #expect(try declarations("type A (x: \(text))").map(\.body) == [.structure([field("x", type)])])
  }

  @Test(
    arguments: [
      ("type A ()", .structure([])), ("error E ()", .error([])),
      ("method M() -> ()", .method(parameters: [], reply: [])),
    ] as [(String, InterfaceDescription.Body)])
  func `A declaration may be empty`(text: String, body: InterfaceDescription.Body) throws {
    #expect(try declarations(text).map(\.body) == [body])
  }

  @Test func `Enumerations, methods and errors are read`() throws {
    let read = try declarations(
      """
      type Color (
        # Red.
        red,
        green
      )
      method M(a: int, b: Color) -> (c: []Color)
      error E (why: string)
      """)
    #expect(read.map(\.name) == ["Color", "M", "E"])
    #expect(
      read.map(\.body) == [
        .enumeration([
          InterfaceDescription.Choice(name: "red", comment: ["Red."]),
          InterfaceDescription.Choice(name: "green", comment: []),
        ]),
        .method(
          parameters: [field("a", .int), field("b", .named("Color"))],
          reply: [field("c", .array(.named("Color")))]),
        .error([field("why", .string)]),
      ])
  }

  @Test(
    arguments: [
      ("type", 2), ("type A", 2), ("type A (x)\nx", 3), ("type A (\nx: \n)", 4),
      ("type A (x: (a, b))", 2), ("method M()", 2), ("struct A ()", 2), ("type A (x: int", 2),
      ("type A (x: int,)", 2),
    ])
  func `The line that is not understood is named`(text: String, line: Int) {
    let fault = #expect(throws: InterfaceDescription.Fault.self) { try declarations(text) }
    #expect(fault?.line == line)
  }

  @Test func `A text without an interface is refused`() {
    #expect(throws: InterfaceDescription.Fault.self) { try InterfaceDescription("") }
    #expect(throws: InterfaceDescription.Fault.self) { try InterfaceDescription("type A ()") }
  }
}
