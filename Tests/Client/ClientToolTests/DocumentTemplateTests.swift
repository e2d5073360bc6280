import Arguments
import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

struct DocumentTemplateTests {
  private static let hit = HitMessage(DocumentMessage("/nowhere/a.md", title: "Title"), "a [b]")

  @Test(
    arguments: [
      ("", ""), ("plain", "plain"), ("{path}", "/nowhere/a.md"), ("{uri}", "file:///nowhere/a.md"),
      ("{name} {title}", "a.md Title"), ("{size}\\t{type}", "6\ttext/plain"),
      ("{tags}\\n{score}", "a,b\n1.5"), ("{modified}", "2026-01-02T03:04:05Z"),
      ("{snippet}", "a b"), ("{line}:{column}:{text}", "1:1:a b"),
      (DocumentTemplate.vimgrep, "/nowhere/a.md:1:1:a b"), ("{{path}}", "{path}"),
      ("{{{name}}}", "{a.md}"), ("}", "}"), ("\\\\t", "\\t"), ("\\x", "\\x"), ("\\", "\\"),
    ])
  func `Fields are filled in`(template: String, expected: String) throws {
    let template = try DocumentTemplate(template)
    #expect(template.line(for: Self.hit.document, Self.hit) == expected + "\n")
  }

  @Test func `A document that was not searched for has its fields, too`() throws {
    let document = DocumentMessage("/nowhere/a.md")
    let template = try DocumentTemplate("{name}:{line}:{column}:{text}:{title}:{score}:{snippet}")
    #expect(template.line(for: document, nil) == "a.md:1:1:a.md:a.md::\n")
  }

  @Test(
    arguments: [("{paht}", "'{paht}'"), ("{path", "'{path'"), ("{}", "'{}'"), ("a{ }", "'{ }'")])
  func `A field that does not exist is named`(template: String, part: String) {
    #expect {
      try DocumentTemplate(template)
    } throws: { error in
      "\(error)".contains(part.dropLast(part.hasSuffix("}'") ? 2 : 1))
        && "\(error)".contains("{column}")
    }
  }
}
