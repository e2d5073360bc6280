// So one import is enough: tables and queries need connections and values, and tokenizers need analyzers.
@_exported public import SittaSQLite
@_exported public import TextAnalysis
