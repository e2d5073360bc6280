extension SharedSchema {
  /// The functions that make conditions of the tree of a query.
  ///
  /// No text of a caller becomes a part of a statement: `condition` knows the kinds of conditions, and quotes each value.
  static let conditions = #"""
    -- A tree as a condition for a document d and its content c.
    CREATE FUNCTION condition(node jsonb) RETURNS text LANGUAGE plpgsql STABLE SET search_path = sitta, pg_temp AS $$
    DECLARE
      kind text := (SELECT k FROM jsonb_object_keys(node) k LIMIT 1);
      value jsonb := node -> kind;
      operand text := node ->> kind;
    BEGIN
      RETURN CASE kind
        WHEN 'all' THEN '(' || coalesce((
          SELECT string_agg(condition(v), ' AND ') FROM jsonb_array_elements(value) v), 'true') || ')'
        WHEN 'any' THEN '(' || coalesce((
          SELECT string_agg(condition(v), ' OR ') FROM jsonb_array_elements(value) v), 'false') || ')'
        WHEN 'not' THEN format('(NOT %s)', condition(value))
        WHEN 'words' THEN format('(c.words @@ %L::tsquery)', operand)
        WHEN 'long' THEN format('(c.long AND c.words @@ %L::tsquery)', operand)
        WHEN 'type' THEN format('(d.type LIKE %L)', operand)
        WHEN 'name' THEN format('(lower(d.name) ~ %L)', pattern(operand))
        WHEN 'path' THEN format('((d.source, d.id) IN (SELECT * FROM sitta.with_path(%L)))', pattern(operand))
        WHEN 'below' THEN format('((d.source, d.folder) IN (SELECT * FROM sitta.below(%L)))', operand)
        WHEN 'at' THEN format('((d.source, d.folder, d.suffix) IN (SELECT * FROM sitta.place(%L)))', operand)
        -- Not as a query of its own: the planner would take half of the documents for away, and look at all of them.
        WHEN 'away' THEN (SELECT CASE WHEN count(*) = 0 THEN 'false' ELSE
          format('((d.source || '':'' || d.folder) = ANY(%L))', array_agg(source || ':' || id)) END FROM away())
        WHEN 'modified' THEN span('d.modified', value, 'to_timestamp(%L::float8)')
        WHEN 'created' THEN span('d.created', value, 'to_timestamp(%L::float8)')
        WHEN 'size' THEN span('d.size', value, '%L::bigint')
        WHEN 'pages' THEN span('(d.message::jsonb ->> ''pages'')::bigint', value, '%L::bigint')
        WHEN 'language' THEN format('(d.language IS NOT DISTINCT FROM %L)', operand)
        WHEN 'attachments' THEN '(coalesce((d.message::jsonb ->> ''attachments'')::bigint, 0) > 0)'
        ELSE 'false'
      END;
    END $$;

    -- A regular expression, or one that matches nothing instead of an invalid one.
    CREATE FUNCTION pattern(expression text) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = sitta, pg_temp AS $$
    BEGIN
      PERFORM '' ~ expression;
      RETURN expression;
    EXCEPTION WHEN invalid_regular_expression THEN
      RETURN '(?!)';
    END $$;

    -- A range from the first value, which belongs to it, to the second one, which does not; null is no limit.
    CREATE FUNCTION span(expression text, limits jsonb, form text) RETURNS text LANGUAGE sql IMMUTABLE
    SET search_path = sitta, pg_temp AS $$
      SELECT format('(%s IS NOT NULL', expression)
        || CASE WHEN limits ->> 0 IS NULL THEN '' ELSE format(' AND %s >= ' || form, expression, limits ->> 0) END
        || CASE WHEN limits ->> 1 IS NULL THEN '' ELSE format(' AND %s < ' || form, expression, limits ->> 1) END || ')'
    $$;

    -- A suffix without percent-encoding; what is no UTF-8 stays as it is.
    CREATE FUNCTION decoded(suffix text) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = sitta, pg_temp AS $$
    BEGIN
      IF position('%' IN suffix) = 0 THEN RETURN suffix; END IF;
      RETURN convert_from((
        SELECT string_agg(CASE WHEN m[1] ~ '^%..$' THEN decode(substr(m[1], 2), 'hex') ELSE convert_to(m[1], 'UTF8') END,
          '' ORDER BY i)
        FROM regexp_matches(suffix, '(%[0-9A-Fa-f]{2}|[^%]+|%)', 'g') WITH ORDINALITY x(m, i)), 'UTF8');
    EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
      RETURN suffix;
    END $$;

    -- The URI of a folder.
    CREATE FUNCTION uri(of_source int, of_folder bigint) RETURNS text LANGUAGE sql STABLE
    SET search_path = sitta, pg_temp AS $$
      WITH RECURSIVE up AS (
        SELECT parent, suffix, 1 AS depth FROM folder WHERE source = of_source AND id = of_folder
        UNION ALL SELECT f.parent, f.suffix, depth + 1 FROM folder f JOIN up ON f.id = up.parent
        WHERE f.source = of_source AND depth < 4096)
      SELECT 'file://' || coalesce(string_agg(suffix, '' ORDER BY depth DESC), '') FROM up
    $$;

    -- A URI without the marks after files with members.
    CREATE FUNCTION as_path(uri text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT regexp_replace(uri, '#?!(?=/|$)', '', 'g')
    $$;

    -- The folders with these last names, as suffixes; a list that begins with null is a whole path.
    CREATE FUNCTION named(names jsonb) RETURNS TABLE(source int, id bigint) LANGUAGE sql STABLE
    SET search_path = sitta, pg_temp AS $$
      WITH wanted AS (
        SELECT as_path(string_agg(n #>> '{}', '' ORDER BY i)) AS path, (names ->> 0) IS NULL AS whole
        FROM jsonb_array_elements(names) WITH ORDINALITY x(n, i))
      SELECT f.source, f.id FROM wanted, folder f, as_path(uri(f.source, f.id)) u
      WHERE f.suffix IN (names ->> -1, (names ->> -1) || '#!', (names ->> -1) || '!')
        AND CASE WHEN whole THEN u = 'file://' || path ELSE right(u, length(path)) = path END
    $$;
    CREATE INDEX folder_suffix ON folder(suffix);

    -- The folders at and below those that any of the lists names.
    CREATE FUNCTION below(lists jsonb) RETURNS TABLE(source int, id bigint) LANGUAGE sql STABLE
    SET search_path = sitta, pg_temp AS $$
      WITH RECURSIVE found AS (
        SELECT n.source, n.id FROM jsonb_array_elements(lists) l, named(l) n
        UNION SELECT f.source, f.id FROM folder f JOIN found p ON f.source = p.source AND f.parent = p.id)
      SELECT * FROM found
    $$;

    -- The folder and the suffix of the file with this whole path.
    CREATE FUNCTION place(names jsonb) RETURNS TABLE(source int, folder bigint, suffix text) LANGUAGE sql STABLE
    SET search_path = sitta, pg_temp AS $$ SELECT n.source, n.id, names ->> -1 FROM named(names - -1) n $$;

    -- The folders that are not available now, and those below them.
    CREATE FUNCTION away() RETURNS TABLE(source int, id bigint) LANGUAGE sql STABLE
    SET search_path = sitta, pg_temp AS $$
      WITH RECURSIVE found AS (
        SELECT f.source, f.id FROM folder f WHERE away
        UNION SELECT f.source, f.id FROM folder f JOIN found p ON f.source = p.source AND f.parent = p.id)
      SELECT * FROM found
    $$;

    -- The documents whose path matches a regular expression.
    CREATE FUNCTION with_path(pattern text) RETURNS TABLE(source int, id bigint) LANGUAGE sql STABLE
    SET search_path = sitta, pg_temp AS $$
      WITH RECURSIVE known AS (
        SELECT f.source, f.id, decoded(suffix) AS path FROM folder f WHERE parent = 1
        UNION ALL SELECT f.source, f.id, path || decoded(f.suffix)
        FROM folder f JOIN known k ON f.source = k.source AND f.parent = k.id)
      SELECT d.source, d.id FROM document d JOIN known k ON k.source = d.source AND k.id = d.folder
      WHERE lower(path || decoded(d.suffix)) ~ pattern
    $$;

    """#
}
