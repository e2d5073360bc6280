// One import is enough: tables and queries need connections and values, tokenizers need analyzers.
@_exported public import SittaSQLite
@_exported public import TextAnalysis
