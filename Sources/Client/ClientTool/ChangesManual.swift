import Arguments

extension ClientCommand {
  /// The section of `sitta(1)` about the change feed.
  static let changesSection = ManualPage.Section(
    "CHANGES",
    [
      .paragraph(
        """
        `sitta changes` prints a line for each change; with `--json` it is an object whose only key is the \
        first word of the line. `io.sitta.Search(7)` describes the values at `Changes`.
        """),
      .item(
        "reset",
        """
        The clock after `--since` is too old, of another index, or of changes that were lost in a crash. \
        Forget everything that you have; all of it follows.
        """),
      .item("removed", "A document is no longer in the index; only its number is known."),
      .item("removedFolder", "The same for a folder."),
      .item(
        "folder",
        """
        A folder was added, renamed or moved, or is away or back, or other people may pass through it. Its \
        documents are not printed again: store the number of the folder and the suffix of each document. The URI \
        of a document is the folder's URI and the suffix.
        """),
      .item(
        "document",
        """
        A document was added, changed or moved, or other people may read it: its number, digest and properties.
        """),
      .item("clock", "Everything before it was printed. Store it together with the changes."),
      .paragraph(
        """
        A line can be applied twice without harm, because each has its number and the number of its commit: \
        a line that is older than your data does nothing. Removals are kept until all readers that \
        `--consumer` has registered have confirmed them, for 30 days at most; without such a reader they \
        take a hundredth of the index at most.
        """),
      .paragraph(
        """
        With `Access=yes` in sittad.conf(5), lines of documents and folders also have their `access`: who may read the \
        file or pass through the folder. A person may read a document if its own access and that of each folder above \
        it allow that. What is in a file with members has `inherited`. Without an access, nobody may.
        """),
      .paragraph(
        """
        What leaves the index this way is a copy: `sitta forget` removes a document from the index and \
        prints that it was removed, but erases nothing from the copy.
        """),
      .paragraph(
        """
        This Python program keeps a copy in OpenSearch, through its `_bulk` interface: \
        `sitta changes --follow --json --text | opensearch.py http://localhost:9200`. It prints the clock to \
        go on from.
        """),
      .literal(Self.openSearchProgram),
    ])

  /// The content of the installed file `clients/opensearch.py`.
  public static let openSearchFile = """
    #!/usr/bin/env python3
    \"""Copies the index to OpenSearch: sitta changes --follow --json --text | opensearch.py http://localhost:9200\"""
    \(openSearchProgram)

    """

  private static let openSearchProgram =
    "import json, sys, urllib.request\n\n" + #"""
      batch = []
      for line in sys.stdin:
          ((kind, row),) = json.loads(line).items()
          if kind == "reset":
              sys.exit("This copy cannot go on: delete the indexes sitta-*, and begin without --since.")
          elif kind != "clock":
              about = {"_index": "sitta-folders" if "older" in kind else "sitta-documents", "_id": str(row["id"])}
              about |= {"version": row["sequence"], "version_type": "external_gte"}
              batch += [{"delete": about}] if kind.startswith("removed") else [{"index": about}, row]
          else:
              body = "".join(json.dumps(part) + "\n" for part in batch).encode()
              call = urllib.request.Request(sys.argv[1] + "/_bulk", body, {"Content-Type": "application/x-ndjson"})
              for item in json.load(urllib.request.urlopen(call))["items"] if batch else []:
                  assert all(result["status"] in (200, 201, 404, 409) for result in item.values()), item
              print(row, flush=True)  # the clock for --since, once everything before it is stored
              batch = []
      """#
}
