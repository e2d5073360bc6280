#!/usr/bin/env python3
"""Copies the index to OpenSearch: sitta changes --follow --json --text | opensearch.py http://localhost:9200"""
import json, sys, urllib.request

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
