// One import is enough: tables and queries need connections and values, tokenizers need analyzers.
@_exported public import SQLite
@_exported public import TextAnalysis
