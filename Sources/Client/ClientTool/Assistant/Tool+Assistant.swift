import ModelContextProtocol

/// The tools of `sitta mcp`.
///
/// Assistants always have the descriptions in their context, so these are short.
extension Tool {
  static let all = [
    Tool(
      name: "search",
      description: """
        Full-text search of the user's files. Supports "phrases", OR, -not, pre*, type:pdf, \
        modified:7d, in:/dir. Cite path:line and date.
        """,
      input: schema(
        """
        "query":{"type":"string"},\
        "limit":{"type":"integer","default":10,"maximum":50},\
        "offset":{"type":"integer"},\
        "order":{"enum":["relevance","modified","created","date","name","size"]},\
        "prefixes":{"enum":["none","last","all"]}
        """, required: "query"),
      output: schema(
        """
        "hits":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},\
        "line":{"type":"integer"},"title":{"type":"string"},"snippet":{"type":"string"},\
        "modified":{"type":"string"}},"required":["path","snippet","modified"]}},\
        "count":{"type":"integer"},"next":{"type":"integer"},"clock":{"type":"string"},\
        "pending":{"type":"integer"}
        """, required: "hits")),
    Tool(
      name: "read",
      description: """
        Numbered lines of a file's indexed text, also of PDFs and archive members. With query: near \
        its best match.
        """,
      input: schema(
        """
        "path":{"type":"string"},"uri":{"type":"string"},\
        "line":{"type":"integer"},\
        "lines":{"type":"integer","default":80,"maximum":400},\
        "query":{"type":"string"}
        """),
      output: schema(
        """
        "path":{"type":"string"},"text":{"type":"string"},"line":{"type":"integer"},\
        "last":{"type":"integer"},"lines":{"type":"integer"},"next":{"type":"integer"},\
        "modified":{"type":"string"},"clock":{"type":"string"},"pending":{"type":"integer"}
        """, required: "path", "text", "line", "lines")),
    Tool(
      name: "explain",
      description: "Why a file is found by a query, or indexed at all, or not.",
      input: schema(
        #""path":{"type":"string"},"uri":{"type":"string"},"query":{"type":"string"}"#),
      output: schema(
        """
        "path":{"type":"string"},"found":{"type":"boolean"},"steps":{"type":"array","items":\
        {"type":"object","properties":{"passed":{"type":"boolean"},"text":{"type":"string"}},\
        "required":["passed","text"]}}
        """, required: "path", "found", "steps")),
    Tool(
      name: "status", description: "Which folders are indexed, and whether the index is current.",
      input: schema(""),
      output: schema(
        """
        "roots":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},\
        "state":{"type":"string"}},"required":["path","state"]}},\
        "documents":{"type":"integer"},"pending":{"type":"integer"},\
        "pauses":{"type":"array","items":{"type":"string"}}
        """, required: "roots", "pending", "pauses")),
  ]

  /// A JSON schema for an object.
  private static func schema(_ properties: String, required: String...) -> JSONValue {
    let names = required.map { "\"\($0)\"" }.joined(separator: ",")
    let rest = names.isEmpty ? "" : ",\"required\":[\(names)]"
    let text = "{\"type\":\"object\",\"properties\":{\(properties)}\(rest)}"
    return JSONValue(Array(text.utf8)) ?? .null
  }
}
